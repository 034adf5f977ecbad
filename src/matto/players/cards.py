"""Choosing a card: by playing deals out that may be, and by working the last tricks out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from matto.engine.cards import NUMBER
from matto.engine.game import Game
from matto.engine.table import View
from matto.kernel.layout import Reals
from matto.kernel.playouts import rule_playouts
from matto.kernel.policy import play_on
from matto.players.budget import SearchBudget
from matto.players.endings import solved_cards
from matto.players.positions import Positions, positions_in
from matto.players.rule import RuleBot
from matto.players.sampled import Sampled

SOLVED = 200
"""In so many deals at most the last tricks are worked out."""


def card_values(
    game: Game, view: View, budget: SearchBudget, seed: int | str
) -> Mapping[str, float]:
    """Judge the cards that may be played now: what each brings its player, the best first.

    All are played in the same deals. The last tricks are worked out where that is possible.
    """
    seat, options = view.asked.seat, view.asked.options
    first = RuleBot(game, seed).choose(view)
    cards = (first, *(card for card in options if card != first))
    positions = _positions(game, view, budget, seed)
    if len(view.hand) <= budget.solved:
        found = solved_cards(positions.last(SOLVED), cards, seat)
        if found is not None:
            return _best_first(cards, found, 0.0)
    return _best_first(cards, values_of_cards(positions, cards, seat), budget.card_doubt)


def values_of_cards(positions: Positions, cards: Sequence[str], seat: int) -> Reals:
    """What each card brings a seat in each deal: `[cards, deals]`."""
    return np.array([_after(positions, card, seat) for card in cards])


def _positions(game: Game, view: View, budget: SearchBudget, seed: int | str) -> Positions:
    sampled = Sampled(game, view, budget.starts, seed, budget.heard, budget.read)
    drawn = sampled.likely(budget.worlds, budget.walk)
    return positions_in(sampled.any_run, view, drawn)


def _after(positions: Positions, card: str, seat: int) -> Reals:
    """What a card brings a seat in each deal, played out by compiled players: `[m]`."""
    found = np.zeros(len(positions.states))
    for number, plan in enumerate(positions.plans):
        rows = np.flatnonzero(positions.which == number)
        states, stocks = positions.states[rows], positions.stocks[rows]
        for state, stock in zip(states, stocks, strict=True):
            play_on(state, plan, stock, NUMBER[card])
        found[rows] = rule_playouts(states, plan, stocks)[:, seat]
    return found


def _best_first(cards: Sequence[str], found: Reals, doubt: float) -> Mapping[str, float]:
    """The best card first; another than the first one must surely be better than it."""
    gains = found - found[0]
    sure = gains.mean(axis=1) - doubt * gains.std(axis=1) / np.sqrt(found.shape[1])
    best = int(np.argmax(np.where(sure > 0, gains.mean(axis=1), 0.0)))
    means = found.mean(axis=1)
    order = [best, *(number for number in range(len(cards)) if number != best)]
    return {cards[number]: float(means[number]) for number in order}
