"""Choosing a card: by playing deals out that may be, and by working the last tricks out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from matto.engine.game import Game
from matto.engine.table import Decision, View
from matto.players.budget import SearchBudget
from matto.players.endings import solved_cards
from matto.players.playing import Values, values_of_cards
from matto.players.positions import Positions, positions_in
from matto.players.rule import RuleBot
from matto.players.sampled import Sampled

SOLVED = 200
"""In so many deals at most the last tricks are worked out."""

CardPlayer = Callable[[Game, View, SearchBudget, int | str], Mapping[str, float]]
"""Judges the cards that may be played now: what each brings its player, the best first."""


def by_sampling(
    game: Game, view: View, budget: SearchBudget, seed: int | str
) -> Mapping[str, float]:
    """Play every card in the same deals, and play them out."""
    decision = view.asked
    positions = _positions(game, view, budget, seed)
    cards = _rule_first(game, view, decision, seed)
    found = values_of_cards(positions, cards, decision.seat)
    return _best_first(cards, found, budget.card_doubt)


def with_endings(
    before: CardPlayer, game: Game, view: View, budget: SearchBudget, seed: int | str
) -> Mapping[str, float]:
    """Work the last tricks out where that is possible, and play as another player before."""
    decision = view.asked
    if len(view.hand) <= budget.solved:
        positions = _positions(game, view, budget, seed).last(SOLVED)
        cards = _rule_first(game, view, decision, seed)
        found = solved_cards(positions, cards, decision.seat)
        if found is not None:
            return _best_first(cards, found, 0.0)
    return before(game, view, budget, seed)


def _positions(game: Game, view: View, budget: SearchBudget, seed: int | str) -> Positions:
    sampled = Sampled(game, view, budget.starts, seed, budget.heard, budget.read)
    drawn = sampled.likely(budget.worlds, budget.walk)
    return positions_in(sampled.any_run, view, drawn)


def _rule_first(game: Game, view: View, decision: Decision, seed: int | str) -> Sequence[str]:
    """The cards, first the one that the rule of thumb would play."""
    first = RuleBot(game, seed).choose(view)
    return (first, *(card for card in decision.options if card != first))


def _best_first(cards: Sequence[str], found: Values, doubt: float) -> Mapping[str, float]:
    """The best card first; another than the first one must surely be better than it."""
    gains = found - found[0]
    sure = gains.mean(axis=1) - doubt * gains.std(axis=1) / np.sqrt(found.shape[1])
    best = int(np.argmax(np.where(sure > 0, gains.mean(axis=1), 0.0)))
    means = found.mean(axis=1)
    order = [best, *(number for number in range(len(cards)) if number != best)]
    return {cards[number]: float(means[number]) for number in order}
