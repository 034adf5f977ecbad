"""Every game says as data how it is played, counted and paid."""

from __future__ import annotations

from matto.games import catalogue


def test_every_game_says_what_is_paid_how_tricks_are_played_and_how_piles_are_counted() -> None:
    for game in catalogue().values():
        options = game.resolve()
        assert game.trick_rules(options).follow
        assert game.counting(options).fool == game.pack(options).value_of["F"]
        assert game.fool_goes(options)
