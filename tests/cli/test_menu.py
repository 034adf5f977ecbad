"""A first run without reading anything, what is typed, the cards and hints shown."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.play_helpers import Terminal
from helpers import decision_of
from matto.cli.card_naming import CardNaming
from matto.cli.screen import Screen
from matto.cli.session import Session
from matto.cli.typed_input import (
    ChoiceTyped,
    Keyword,
    KeywordTyped,
    RefusedTyped,
    UnclearTyped,
    parse_line,
)
from matto.engine.errors import BadOptionValue
from matto.engine.run import Run
from matto.engine.words import translator
from matto.games import FOR_BEGINNERS, catalogue, game
from matto.players.bots import LEVELS
from matto.players.hints import ChoiceValue, Hint


def test_the_menu_shows_every_game_with_one_line_about_it(terminal: Terminal) -> None:
    out = re.sub(r"\s+", " ", terminal.play([]))
    for each in catalogue().values():
        assert each.name in out
        assert each.about in out


def test_the_language_is_asked_for_only_where_nothing_tells_it(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Deutsch" not in terminal.play([], lang=None)
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    out = terminal.play(["2"], lang=None)
    assert "Deutsch" in out
    assert translator("de")("Which game?") in out


def test_a_game_is_chosen_by_number_or_name_and_started(terminal: Terminal) -> None:
    place = str(list(catalogue()).index("marolles") + 1)
    for answer in (place, "marolles", "mar"):
        assert "Tarot of the Abbé de Marolles ──" in terminal.play(["x", answer, ""])


def test_variants_are_seen_changed_and_taken_to_the_table(terminal: Terminal) -> None:
    answers = ["marolles", "v", "cards", "maximal", "kings", "zz", "", "1", "q"]
    out = terminal.play(answers)
    assert "Only the largest size of a kind may be declared." in out
    assert "“zz” is not in the list." in out
    assert "Variants: cards = 78, maximal = on, kings_scale = marolles" in re.sub(
        r"\s+", " ", out
    )
    assert terminal.saved()["options"]["cards"] == 78


def test_a_preset_is_taken_by_its_name(terminal: Terminal) -> None:
    terminal.play(["marolles", "v", "whole_pack", "", "1", "q"])
    assert terminal.saved()["options"]["cards"] == 78


def test_a_variant_with_many_values_is_asked_for(terminal: Terminal) -> None:
    terminal.play(
        ["priester", "v", "fool_led_follow", "sometimes", "fool_led", "never", "", "1", "q"]
    )
    assert terminal.saved()["options"]["fool_led_follow"] == "never"


def test_other_players_are_chosen_by_their_strength(terminal: Terminal) -> None:
    out = terminal.play(["marolles", "b", "zz", "regular", "", "1", "q"], bots="random")
    for level in LEVELS:
        assert level.title in out
        assert level.about.split(",")[0] in re.sub(r"\s+", " ", out)
    assert "“zz” is not in the list." in out
    assert terminal.saved()["bots"] == "rule"


def test_without_a_choice_the_usual_players_play(terminal: Terminal) -> None:
    terminal.play(["marolles", "b", "", "", "1", "q"], bots="random")
    assert terminal.saved()["bots"] == "random"


def test_an_unfinished_match_is_offered_first(terminal: Terminal) -> None:
    terminal.play(["1", "q"], "marolles", seed="menu")
    out = terminal.play([""])
    assert "unfinished match: Tarot of the Abbé de Marolles, 20" in out
    assert "Here the match goes on." in out
    assert "Which game?" in terminal.play(["n"])


def test_what_was_asked_for_beside_a_match_that_goes_on_is_named(terminal: Terminal) -> None:
    terminal.play(["1", "q"], "marolles", seed="menu")
    out = terminal.play([""], bots=None, seat=2, deals=3)
    assert "as it was begun, without regard to --seat, --deals." in out


@pytest.mark.parametrize("asked", [{"option": ["rivanto=both"]}, {"preset": "dummett"}])
def test_how_a_game_is_played_is_said_with_the_game(
    asked: dict[str, Any], terminal: Terminal
) -> None:
    with pytest.raises(BadOptionValue, match="Name the game, too"):
        terminal.play(["mineo-3"], **asked)


@pytest.mark.slow
def test_playing_starts_without_the_heavy_libraries(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from matto.cli.play import play\n"
        "play('marolles', bots='rule', fast=True)\n"
        "heavy = {'numba', 'numpy', 'pyspiel', 'litestar', 'babel'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    environment = {**os.environ, "MATTO_DATA": str(tmp_path), "LANGUAGE": "en"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, input="1\n", capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Saved." in done.stdout


def test_who_is_new_to_tarock_is_told_where_to_begin(terminal: Terminal) -> None:
    out = terminal.play([])
    name = catalogue()[FOR_BEGINNERS].name
    told = re.sub(r"\s+", " ", out)
    assert f"New to Tarock? Begin with {name}: {FOR_BEGINNERS}." in told
    assert out.index("New to Tarock?") < out.index("Which game?")


@pytest.mark.parametrize("word", ["q", "quit", "ende", "Q"])
def test_every_question_of_the_menu_can_be_left(terminal: Terminal, word: str) -> None:
    for before in ([], ["marolles"], ["marolles", "b"]):
        out = terminal.play([*before, word, "left?"])
        assert len(terminal.prompts) == len(before) + 1
        assert "is not in the list" not in out
        terminal.prompts.clear()


def test_every_question_of_the_menu_says_what_can_be_typed(terminal: Terminal) -> None:
    out = terminal.play(["?", "marolles", "help", "q"])
    assert out.count("A number chooses, or a name or its beginning;") == 2
    assert "is not in the list" not in out


@pytest.mark.parametrize("word", ["²", "--5", "9" * 5000])
def test_digits_that_are_no_number_are_asked_again(terminal: Terminal, word: str) -> None:
    assert "is not in the list" in terminal.play([word])


# -- what is typed is understood by number, code, word or beginning of a word ------------

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
    assert parse_line(typed, CARDS, names=names) == ChoiceTyped(meant)


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
    assert parse_line(typed, WORDS) == ChoiceTyped(meant)


def test_an_ambiguous_beginning_names_its_candidates() -> None:
    assert parse_line("pa", WORDS) == UnclearTyped("pa", ("passo", "pago"))


def test_a_whole_word_is_meant_even_if_it_begins_another() -> None:
    assert parse_line("kings_3", ("kings_3_math", "kings_3")) == ChoiceTyped("kings_3")


@pytest.mark.parametrize("typed", ["0", "6", "99", "zz", "♠", "T99"])
def test_what_is_nothing_is_unclear(typed: str) -> None:
    assert isinstance(parse_line(typed, CARDS), UnclearTyped)


def test_a_card_or_word_of_the_game_that_is_not_offered_is_refused() -> None:
    assert parse_line("dk", CARDS) == RefusedTyped("DK")
    assert parse_line("vado solo", ("passo",), known=WORDS) == RefusedTyped("vado_solo")


def test_cards_are_typed_as_they_are_shown() -> None:
    """A pack whose trumps show other numbers: T18 is the Luna, whose code is T17."""
    ways = {"t18": "T17", "luna": "T17", "t17": "T16", "sk": "SK"}
    assert parse_line("T18", ("T17", "T16"), cards=ways) == ChoiceTyped("T17")
    assert parse_line("T17", ("T17", "T16"), cards=ways) == ChoiceTyped("T16")
    assert parse_line("T17", ("T17",), known=("T17",), cards=ways) == RefusedTyped("T16")
    assert isinstance(parse_line("T16", ("T17", "T16"), cards=ways), UnclearTyped)


def test_a_name_that_is_a_word_too_is_a_card_where_cards_are_chosen() -> None:
    ways = {"luna": "T17", "sk": "SK"}
    assert parse_line("Luna", ("SK",), known=("luna",), cards=ways) == RefusedTyped("T17")
    assert parse_line("Luna", ("passo",), known=("luna",), cards=ways) == RefusedTyped("luna")


@pytest.mark.parametrize("command", list(Keyword))
def test_each_command_has_words_of_its_own(command: Keyword) -> None:
    for word in command.value:
        assert parse_line(word, CARDS) == KeywordTyped(command)
        assert parse_line(word.upper(), CARDS) == KeywordTyped(command)


def test_help_why_and_rule_take_what_they_are_about() -> None:
    assert parse_line("? passo", WORDS) == KeywordTyped(Keyword.HELP, "passo")
    assert parse_line("?passo", WORDS) == KeywordTyped(Keyword.HELP, "passo")
    assert parse_line("warum SK", CARDS) == KeywordTyped(Keyword.WHY, "SK")
    assert parse_line("r 4.3", CARDS) == KeywordTyped(Keyword.RULE, "4.3")


def test_one_letter_is_a_command_before_it_is_the_beginning_of_a_choice() -> None:
    assert parse_line("s", ("solo", "pass")) == KeywordTyped(Keyword.SHEET)
    assert parse_line("so", ("solo", "pass")) == ChoiceTyped("solo")


# -- cards are shown and typed with the numbers of the pack that is played with ----------

CALATAFIMI = ("calatafimi-4", "calatafimi-3", "calatafimi-2")


def cards_of(game_id: str, pack_names: str) -> CardNaming:
    found = game(game_id)
    return CardNaming(found, found.resolve({"pack_names": pack_names}), Screen("en"))


@pytest.mark.clause("calatafimi-4 1.10", "calatafimi-3 1.10", "calatafimi-2 1.8")
@pytest.mark.parametrize("game_id", CALATAFIMI)
def test_a_piedmontese_trump_is_shown_and_typed_one_number_higher(game_id: str) -> None:
    cards = cards_of(game_id, "piedmontese")
    assert [cards.label(card) for card in ("T20", "T7", "T0")] == [
        "T21 Giove",
        "T8",
        "T1 Miseria",
    ]
    assert [cards.typed[way] for way in ("t21", "t8", "t1", "giove")] == [
        "T20",
        "T7",
        "T0",
        "T20",
    ]
    assert "t0" not in cards.typed
    assert cards.typed["sj"] == "SJ"


@pytest.mark.parametrize("game_id", CALATAFIMI)
def test_a_sicilian_trump_is_shown_and_typed_by_its_own_number(game_id: str) -> None:
    cards = cards_of(game_id, "sicilian")
    assert [cards.label(card) for card in ("T20", "T7")] == ["T20 Giove", "T7"]
    assert [cards.typed[way] for way in ("t20", "t7", "giove")] == ["T20", "T7", "T20"]


@pytest.mark.parametrize(
    ("game_id", "told"),
    [
        ("mineo-3", "S ♠ = swords, B ♣ = batons, C ♥ = cups, D ♦ = coins"),
        ("grosstarock", "S ♠ = spades, B ♣ = clubs, C ♥ = hearts, D ♦ = diamonds"),
    ],
)
def test_each_letter_of_a_suit_is_told_with_its_sign(game_id: str, told: str) -> None:
    found = game(game_id)
    cards = CardNaming(found, found.resolve(), Screen("en"))
    assert cards.suit_letters().startswith(told)
    cards.signs = False
    assert "♠" not in cards.suit_letters()


def test_a_card_is_typed_by_the_sign_that_is_shown() -> None:
    found = game("mineo-3")
    cards = CardNaming(found, found.resolve(), Screen("en"))
    for card in ("SK", "B8", "C8", "DQ"):
        line = cards.short(card)
        assert line[0] in "♠♣♥♦"
        assert parse_line(line, (card, "T5"), cards=cards.typed) == ChoiceTyped(card)


# -- values as the language writes them, and how sure they are ---------------------------


@pytest.mark.parametrize(
    ("language", "value", "error"), [("en", "−2.0", "±0.5"), ("de", "−2,0", "±0,5")]
)
def test_a_hint_says_how_sure_it_is_only_where_the_deals_tried_did_not_all_end_alike(
    monkeypatch: pytest.MonkeyPatch, terminal: Terminal, language: str, value: str, error: str
) -> None:
    def hint(_self: Session, run: Run) -> Hint:
        first, second, *_ = decision_of(run).options
        values = (ChoiceValue(first, -2.0, 0.5, 9), ChoiceValue(second, -2.0, 0.0, 9))
        return Hint("strong", first, values)

    monkeypatch.setattr(Session, "_hint", hint)
    out = terminal.play(["hint"], "mineo-3", lang=language, seed=1)
    assert out.count(value) == 2
    assert out.count("±") == out.count(error) == 1
