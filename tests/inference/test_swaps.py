"""Hidden cards change hands in drawn worlds, and everything known stays true."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from inference.exactly import contains
from inference.positions import views_of
from inference.test_discards import cards_of
from matto.engine.errors import BadDeal
from matto.games import game as find_game
from matto.kernel.layout import Numbers
from matto.players.inference import Drawn, OtherView, Worlds
from matto.players.inference.placement import PlaceKind
from matto.players.inference.resampling import HiddenHands, hidden_hands
from matto.research.testing.checks import Case, default_cases

SWAPS = 30
WITH_OTHERS = [case for case in default_cases() if case.game.seats > 2]


def playing(case: Case, deals: int, often: float) -> Iterator[Worlds]:
    """Worlds of seats while cards are played, and two hands at least are hidden."""
    for run, view in views_of(case, deals, often):
        if view.seat is not None and view.heard("play"):
            worlds = Worlds(run.game, view)
            if sum(place.kind is PlaceKind.HAND for place in worlds.places) > 1:
                yield worlds


def swapped(worlds: Worlds, drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """Let cards change hands by chance, wherever they may."""
    hands, moved = hidden_hands(worlds), drawn.lying.copy()
    lying = moved[:, hands.columns]
    for row in lying:
        for _ in range(SWAPS):
            swap(hands, row, *rng.integers(len(row), size=2).tolist())
    moved[:, hands.columns] = lying
    return worlds.with_lying(moved, drawn.seed)


def swap(hands: HiddenHands, row: Numbers, one: int, other: int) -> None:
    """Let the cards of two slots change places, if they may."""
    of_both = hands.alike[hands.seats[one], hands.seats[other]]
    if of_both[row[one]] >= 0 and of_both[row[one]] == of_both[row[other]]:
        row[[one, other]] = row[[other, one]]


def checked(worlds: Worlds, seed: int) -> int:
    """Play deals again in which cards have changed hands; gives how many are others."""
    drawn, rng = worlds.draw(6, seed), np.random.default_rng(seed)
    other = swapped(worlds, drawn, rng)
    for number in range(len(other)):
        run = worlds.run(other, number)
        assert contains(worlds, run)
        for seat in range(run.game.seats):
            held = cards_of(other.plain[number, seat], other.tarocks[number, seat])
            assert set(held) == set(run.table.hand(seat))
    return int((drawn.plain != other.plain).any(axis=1).sum())


@pytest.mark.slow
@pytest.mark.parametrize("case", WITH_OTHERS, ids=str)
def test_deals_in_which_cards_have_changed_hands_look_the_same(case: Case) -> None:
    every = playing(case, 12, 0.05)
    assert sum(checked(worlds, seed) for seed, worlds in enumerate(every)) > 20


@pytest.mark.parametrize("game_id", ["mineo-4", "priestertarock"])
def test_in_a_game_deals_in_which_cards_have_changed_hands_look_the_same(game_id: str) -> None:
    game = find_game(game_id)
    every = playing(Case(game, game.resolve()), 3, 0.05)
    assert sum(checked(worlds, seed) for seed, worlds in enumerate(every)) > 5


def test_one_hidden_hand_keeps_its_cards() -> None:
    game = find_game("calatafimi-2")
    for run, view in views_of(Case(game, game.resolve()), 1, 0.2):
        if view.seat is not None and view.heard("play"):
            assert hidden_hands(Worlds(run.game, view)).are_fixed


def test_cards_that_may_not_change_hands_are_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("matto.players.inference.resampling._sign", lambda *_: ())
    game = find_game("mineo-4")
    with pytest.raises((AssertionError, BadDeal, OtherView)):
        for seed, worlds in enumerate(playing(Case(game, game.resolve()), 6, 0.3)):
            checked(worlds, seed)
