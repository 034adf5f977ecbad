"""What is typed is understood by number, code, word or beginning of a word."""

from __future__ import annotations

import pytest

from matto.cli.screen import Chosen, Keyword, KeywordTyped, Refused, Unclear, understand

CARDS = ("SK", "S10", "T20", "T2", "F")
WORDS = ("vado_solo", "altre_cinque", "passo", "pago")


def names(choice: str) -> tuple[str, ...]:
    return {"T20": ("Giove",), "F": ("Fuggitivo",)}.get(choice, ())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", "SK"),
        ("5", "F"),
        ("sk", "SK"),
        ("s10", "S10"),
        ("S 10", "S10"),
        ("♠10", "S10"),
        ("t20", "T20"),
        ("T2", "T2"),
        ("f", "F"),
        ("giove", "T20"),
        ("gio", "T20"),
        ("fugg", "F"),
    ],
)
def test_a_card_is_meant_by_number_code_or_name(typed: str, meant: str) -> None:
    assert understand(typed, CARDS, names=names) == Chosen(meant)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("vado_solo", "vado_solo"),
        ("Vado Solo", "vado_solo"),
        ("va", "vado_solo"),
        ("al", "altre_cinque"),
        ("pas", "passo"),
        ("#4", "pago"),
    ],
)
def test_a_word_is_meant_whole_or_by_its_unambiguous_beginning(typed: str, meant: str) -> None:
    assert understand(typed, WORDS) == Chosen(meant)


def test_an_ambiguous_beginning_names_its_candidates() -> None:
    assert understand("pa", WORDS) == Unclear("pa", ("passo", "pago"))


def test_a_whole_word_is_meant_even_if_it_begins_another() -> None:
    assert understand("kings_3", ("kings_3_math", "kings_3")) == Chosen("kings_3")


@pytest.mark.parametrize("typed", ["0", "6", "99", "zz", "♠", "T99"])
def test_what_is_nothing_is_unclear(typed: str) -> None:
    assert isinstance(understand(typed, CARDS), Unclear)


def test_a_card_or_word_of_the_game_that_is_not_offered_is_refused() -> None:
    assert understand("dk", CARDS) == Refused("DK")
    assert understand("vado solo", ("passo",), known=WORDS) == Refused("vado_solo")


def test_cards_are_typed_as_they_are_shown() -> None:
    """A pack whose trumps show other numbers: T18 is the Luna, whose code is T17."""
    ways = {"t18": "T17", "luna": "T17", "t17": "T16", "sk": "SK"}
    assert understand("T18", ("T17", "T16"), cards=ways) == Chosen("T17")
    assert understand("T17", ("T17", "T16"), cards=ways) == Chosen("T16")
    assert understand("T17", ("T17",), known=("T17",), cards=ways) == Refused("T16")
    assert isinstance(understand("T16", ("T17", "T16"), cards=ways), Unclear)


def test_a_name_that_is_a_word_too_is_a_card_where_cards_are_chosen() -> None:
    ways = {"luna": "T17", "sk": "SK"}
    assert understand("Luna", ("SK",), known=("luna",), cards=ways) == Refused("T17")
    assert understand("Luna", ("passo",), known=("luna",), cards=ways) == Refused("luna")


@pytest.mark.parametrize("command", list(Keyword))
def test_each_command_has_words_of_its_own(command: Keyword) -> None:
    for word in command.value:
        assert understand(word, CARDS) == KeywordTyped(command)
        assert understand(word.upper(), CARDS) == KeywordTyped(command)


def test_help_why_and_rule_take_what_they_are_about() -> None:
    assert understand("? passo", WORDS) == KeywordTyped(Keyword.HELP, "passo")
    assert understand("?passo", WORDS) == KeywordTyped(Keyword.HELP, "passo")
    assert understand("warum SK", CARDS) == KeywordTyped(Keyword.WHY, "SK")
    assert understand("r 4.3", CARDS) == KeywordTyped(Keyword.RULE, "4.3")


def test_one_letter_is_a_command_before_it_is_the_beginning_of_a_choice() -> None:
    assert understand("s", ("solo", "pass")) == KeywordTyped(Keyword.SHEET)
    assert understand("so", ("solo", "pass")) == Chosen("solo")
