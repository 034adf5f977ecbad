"""Bots that think ahead: every answer is tried out in deals that may be."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from matto.engine.game import Game
from matto.engine.table import Decision, View
from matto.players import halving
from matto.players.budget import SearchBudget
from matto.players.cards import card_values
from matto.players.continuation import scores_by_rule
from matto.players.halving import TriedOut
from matto.players.ranking import asking, favourites
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
        return self.best_of(self.tried_out(view, decision), decision)

    def estimate(self, view: View) -> Mapping[str, float]:
        """What each choice that is thought about brings this seat, in the smallest unit."""
        decision = view.asked
        if decision.kind == PLAY:
            return card_values(self.game, view, self.budget, self.seed)
        tried = self.tried_out(view, decision)
        return {choice: fmean(brought) for choice, brought in tried.items()}

    def answer(self, view: View) -> str:
        """Give one of `view.asides`, by the game's own advice, else say nothing."""
        return self._rule.answer(view)

    def best_of(self, tried: TriedOut, decision: Decision) -> str:
        """The choice that is made after these trials."""
        return halving.best_of(tried, self.budget.doubt_for(decision.kind))

    def tried_out(self, view: View, decision: Decision) -> TriedOut:
        """What the likeliest choices bring, the first being that of the rule of thumb.

        A word that can hardly be made good is not among them.
        """
        advisor, budget = self._rule.choose, self.budget
        trials = budget.trials_for(decision.kind)
        hopeless = self._rule.advice.hopeless(view)
        options = tuple(one for one in decision.options if one not in hopeless)
        asked = asking(view, options)
        choices = favourites(asked, asked.asked, budget.choices, advisor)
        wanted = max(trials // len(choices), trials // MOST_OF_ALL)
        deals = ReplayedDeals(self.game, view, wanted, self.seed, budget.heard)

        def value(choice: str, number: int) -> float:
            run = deals.run(number)
            run.do_as(decision.seat, choice)
            return float(scores_by_rule(run, advisor)[decision.seat])

        return halving.tried_out(choices, value, trials, deals.which)


MOST_OF_ALL = 4
"""Of all trials, the last choices are hardly tried out in more than one in so many worlds."""
