"""`strong` as it was on 2026-11-22: `matto arena mineo-3 --bots strong,frozen:Strong`.

That is to be run in this folder. It chooses cards as it did before habits counted: the best
mean of the playouts, in which the Fool is kept as long as it was then, and of the last six
cards worked out in two hundred deals; of what others play it thinks what it thought then, and
cards are laid away and words announced as they were. Other words are those of today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from matto.engine.game import Game
from matto.engine.table import View
from matto.inference.resampling import Walk
from matto.kernel import layout as lay
from matto.kernel.exact import Solver, can_solve
from matto.kernel.layout import Plan, Reals
from matto.kernel.reading import Trust
from matto.players.budget import SearchBudget
from matto.players.endings import values_in
from matto.players.positions import Positions, positions_in
from matto.players.rule import RuleBot
from matto.players.rule_of_thumb_playouts import values_of_cards
from matto.players.sampled import Sampled
from matto.players.search import SearchBot
from matto.players.talk_replay import PLAY

BUDGET = SearchBudget(trials=160, worlds=800, read=4000, walk=Walk(rounds=8, tries=25))
LONGER = replace(BUDGET, worlds=2100, read=10_500)
SOLVED, DEALS, NODES, TABLE_BITS = 6, 200, 20_000, 15
OTHERS = Trust(shares=np.array([0.7, 0.3]), otherwise=np.array([0.05, 1.0]))
"""Others were believed to go by the rule of thumb but for one card in twenty, or not at all."""
FOOL_BY, FOOL_BY_ELSEWHERE = {"grosstarock": 4, "priestertarock": 5}, 1
"""While more tricks than that were left, the rule of thumb wanted the Fool played."""


class Strong(SearchBot):
    """The usual bot, frozen."""

    def __init__(self, game: Game, seed: int | str, budget: SearchBudget = BUDGET) -> None:
        super().__init__("frozen", game, seed, budget)
        self.fool_by = FOOL_BY.get(game.id, FOOL_BY_ELSEWHERE)
        self.rule = RuleBot(game, seed)
        weights = replace(self.rule.advice.weights, fool_by=self.fool_by)
        self.rule.advice = replace(self.rule.advice, weights=weights)
        self._rule.advice = replace(self._rule.advice, hopeless=nothing)

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        asked = view.asked
        if asked.kind != PLAY or len(asked.options) == 1:
            return super().choose(view)
        first = self.rule.choose(view)
        cards = (first, *(card for card in asked.options if card != first))
        budget = self.budget
        believed = budget.heard, budget.read, OTHERS
        drawn = Sampled(self.game, view, budget.starts, self.seed, *believed)
        likely = drawn.likely(budget.worlds, budget.walk)
        positions = positions_in(drawn.any_run, view, likely)
        plans = [keeping_the_fool(plan, self.fool_by) for plan in positions.plans]
        positions = positions._replace(plans=plans)
        found = None
        if len(view.hand) <= SOLVED:
            found = solved(positions.last(DEALS), cards, asked.seat)
        if found is None:
            found = values_of_cards(positions, cards, asked.seat)
        return cards[int(np.argmax(found.mean(axis=1)))]


class AsLong(Strong):
    """The same with as much time as the bot of today."""

    def __init__(self, game: Game, seed: int | str) -> None:
        super().__init__(game, seed, LONGER)


def nothing(_view: View) -> Sequence[str]:
    """Any announcement was tried out then."""
    return ()


def keeping_the_fool(plan: Plan, until: int) -> Plan:
    """The same plan for players who keep the Fool so long."""
    weights = plan.weights.copy()
    weights[lay.SINGLE, lay.FOOL_BY] = until
    weights[lay.SINGLE, lay.KEPT] = 0  # nobody kept a trump in a playout then
    return plan._replace(weights=weights)


def solved(positions: Positions, cards: Sequence[str], seat: int) -> Reals | None:
    """What each card brings in each deal that could be worked out: `[cards, m]`."""
    if not all(can_solve(plan) for plan in positions.plans):
        return None
    solvers = [Solver(plan, TABLE_BITS) for plan in positions.plans]
    every = (
        values_in(positions, number, solvers, cards, seat, NODES)
        for number in range(len(positions.states))
    )
    found = [values for values in every if values is not None]
    return np.array(found).T if len(found) > len(positions.states) // 2 else None
