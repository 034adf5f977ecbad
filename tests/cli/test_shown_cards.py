"""Cards are shown and typed with the numbers of the pack that is played with."""

from __future__ import annotations

import pytest

from matto.cli.screen import CardNaming, Chosen, Screen, understand
from matto.games import game

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
        assert understand(line, (card, "T5"), cards=cards.typed) == Chosen(card)
