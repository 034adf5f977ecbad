"""Bots that think ahead: every answer is tried out in deals that may be."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.table import Decision, View
from matto.kernel.packing import stock_of
from matto.kernel.playouts import rule_playouts
from matto.kernel.states import state_of
from matto.players.budget import SearchBudget
from matto.players.cards import card_values
from matto.players.halving import Tried, best_of, tried_out
from matto.players.positions import advised_plan
from matto.players.ranking import favourites
from matto.players.replayed_deals import ReplayedDeals
from matto.players.rule import RuleBot
from matto.players.talk_replay import PLAY


class SearchBot:
    """Tries out words in sampled deals, talked on and played out; cards by `card_values`.

    It remembers nothing, so that the same view and seed give the same answer.
    """

    def __init__(self, name: str, game: Game, seed: int | str, budget: SearchBudget) -> None:
        self.name = name
        self.game = game
        self.seed = seed
        self.budget = budget
        self._rule = RuleBot(game, seed)

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        decision = view.asked
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.kind == PLAY:
            return next(iter(card_values(self.game, view, self.budget, self.seed)))
        return best_of(self._tried_out(view, decision), self.budget.doubt)

    def estimate(self, view: View) -> Mapping[str, float]:
        """What each choice that is thought about brings this seat, in the smallest unit."""
        decision = view.asked
        if decision.kind == PLAY:
            return card_values(self.game, view, self.budget, self.seed)
        tried = self._tried_out(view, decision)
        return {choice: fmean(brought) for choice, brought in tried.items()}

    def answer(self, view: View) -> str:
        """Give one of `view.asides`, by the game's own advice, else say nothing."""
        return self._rule.answer(view)

    def _tried_out(self, view: View, decision: Decision) -> Tried:
        """What the likeliest choices bring, the first being that of the rule of thumb."""
        advisor, budget = self._rule.choose, self.budget
        choices = favourites(view, decision, budget.choices, advisor)
        wanted = max(budget.trials // len(choices), budget.trials // MOST_OF_ALL)
        deals = ReplayedDeals(self.game, view, wanted, self.seed, budget.heard)

        def value(choice: str, number: int) -> float:
            run = deals.run(number % len(deals))
            run.do_as(decision.seat, choice)
            while (asked := run.decision) is not None and asked.kind != PLAY:
                run.do(advisor(run.view(asked.seat)))
            return _result(run, decision.seat)

        return tried_out(choices, value, budget.trials)


MOST_OF_ALL = 4
"""Of all trials, the last choices are hardly tried out in more than one in so many worlds."""


def _result(run: Run, seat: int) -> float:
    """What a seat gets from a deal that is over, or whose cards are played out."""
    if run.result is not None:
        return float(run.result.scores[seat])
    plan = advised_plan(run)
    return float(rule_playouts(state_of(run.table, plan), plan, stock_of(run.table))[seat])
