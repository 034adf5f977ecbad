"""Beside the table stands what the cards of its game are worth, and in which order they win."""

from __future__ import annotations

import pytest

from matto.games import catalogue
from matto.games import game as find_game
from matto.server.web.pages.cards import worth_in
from matto.server.web.pages.context import naming_of


def worth(game_id: str, language: str = "en", **options: object) -> dict[str, str]:
    game = find_game(game_id)
    naming = naming_of(game, game.resolve(options), language)
    return {
        row.name: " · ".join(
            " ".join(filter(None, (card.written, card.name, str(card.counts or ""))))
            for card in row.cards
        )
        for row in worth_in(naming)
    }


@pytest.mark.clause("mitigatti-3 1.3")
def test_suits_of_which_the_low_numbers_win_stand_apart() -> None:
    found = worth("mitigatti-3")
    assert found["batons, swords"].endswith("A Ace · 10 … 2")
    assert found["cups, coins"].endswith("A Ace · 2 … 10")


def test_equal_trumps_are_shown_as_equal_and_the_angel_first() -> None:
    assert worth("mitigatti-3")["trumps"] == (
        "20 l’Ange 4 · 21 … 6 · 5 = 4 = 3 = 2 · 1 bagatte 4"
    )


def test_trumps_have_the_numbers_and_names_of_the_pack_one_plays_with() -> None:
    assert worth("mineo-3")["trumps"].startswith("20 Giove")
    assert worth("calatafimi-4", pack_names="piedmontese")["trumps"].startswith("21 Giove")


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_every_card_that_counts_is_named_and_every_suit_is_there(game_id: str) -> None:
    game = find_game(game_id)
    options = game.resolve({})
    pack = game.pack(options)
    rows = worth_in(naming_of(game, options, "en"))
    values, least = pack.value_of, min(pack.value_of.values())
    counted = sum(card.counts * max(1, len(row.suits)) for row in rows for card in row.cards)
    assert counted == sum(value for value in values.values() if value > least)
    assert {suit for row in rows for suit in row.suits} == set("SBCD")
