"""Bots that think ahead, how much each thinks, and the hints that they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

import numpy as np

from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.view import View
from matto.kernel.layout import Numbers, Reals
from matto.players import make_here
from matto.players.bots import ChoiceValue, Hint
from matto.players.card_search import Weighed, weighed_cards
from matto.players.inference.resampling import Walk
from matto.players.playouts import (
    SearchBudget,
    Tried,
    scores_by_rule,
    successive_elimination,
)
from matto.players.simple_bots import RuleBot, asking, favourites
from matto.players.weighted_worlds import PLAY, ReplayedDeals

ROUND = 8
"""Worlds after which it is asked which choices are still worth trying."""

FEWEST = 16
"""Worlds before which no choice is given up as worse."""

SURE = 2.5
"""Standard errors by which a choice must be behind to be given up."""


class TriedOut(NamedTuple):
    """What choices brought in worlds, the first choice being that of the rule of thumb.

    `worlds` says which world each column is: likely ones come more than once.
    """

    choices: Sequence[str]
    tried: Tried
    worlds: Numbers

    @property
    def own(self) -> Mapping[str, Reals]:
        """What each choice brought in the worlds in which it was tried."""
        found, times = self.tried.brought[0], self.tried.times.tolist()
        return {choice: found[row, : times[row]] for row, choice in enumerate(self.choices)}


def tried_out(
    choices: Sequence[str],
    value: Callable[[str, int], float],
    trials: int,
    which: Callable[[int], int] = int,
) -> TriedOut:
    """Try out choices, each at least once, with at most so many trials altogether.

    `value` says what a choice brings in a world given by its number, `which` what world that
    is. Whatever is surely behind, or always brings the same as a choice before it, goes at
    once: easy questions cost little.
    """

    def played(rows: Sequence[int], numbers: Numbers) -> Reals:
        found = [[value(choices[row], number) for number in numbers.tolist()] for row in rows]
        return np.array([found])

    def next_round(tried: Tried, left: int) -> Numbers:
        begun = tried.deals.size
        size = min(ROUND, (trials - tried.playouts) // left)
        return np.arange(begun, begun + (size if begun else max(1, size)))

    def worlds_of(size: int) -> Numbers:
        return np.array([which(number) for number in range(size)], np.int64)

    def still_open(found: Reals) -> Sequence[int]:
        brought = found[0]
        rows, worlds = range(len(brought)), worlds_of(brought.shape[1])
        if len(worlds) < FEWEST:
            return rows
        leader = brought[brought.mean(axis=1).argmax()]
        gains = [gain_over(leader, brought[row], worlds) for row in rows]
        return [row for row in rows if gains[row][0] <= SURE * gains[row][1]]

    tried = successive_elimination(played, still_open, len(choices), next_round)
    return TriedOut(choices, tried, worlds_of(tried.deals.size))


def gain_over(one: Reals, other: Reals, worlds: Numbers) -> tuple[float, float]:
    """Return how much better one choice was in the same worlds, and its standard error.

    A world that comes twice tells no more than once.
    """
    gains = one - other
    mean = float(gains.mean())
    _, which = np.unique(worlds, return_inverse=True)
    apart = np.bincount(which.ravel(), gains - mean)
    return mean, float(np.sqrt((apart**2).sum())) / len(gains)


def best_of(found: TriedOut, doubt: float) -> str:
    """Return the choice that has brought most of those that were tried to the last.

    Another one than the first must be better in the same worlds by more than `doubt` standard
    errors of the difference, unless the first was given up.
    """
    brought, times = found.tried.brought[0], found.tried.times
    last = np.flatnonzero(times == times.max()).tolist()
    if 0 not in last:
        return found.choices[max(last, key=lambda row: float(brought[row].mean()))]
    best, most = 0, 0.0
    for row in last:
        gain, error = gain_over(brought[row], brought[0], found.worlds)
        if gain > most and gain > doubt * error:
            best, most = row, gain
    return found.choices[best]


class SearchBot:
    """Tries out words in sampled deals, talked on and played out; cards by `weighed_cards`.

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
            return self._best_card(view, self._weighed(view))
        return self.best_of(self.tried_out(view, decision), decision)

    def hint(self, view: View) -> Hint:
        """Return what it would choose, and what that is worth beside other choices."""
        decision = view.asked
        if decision.kind == PLAY:
            weighed = self._weighed(view)
            found = dict(zip(decision.options, weighed.brought.tolist(), strict=True))
            choice, learned = self._best_card(view, weighed), weighed.learned
            return _with_values(self.name, choice, found, learned=learned)
        tried = self.tried_out(view, decision)
        found = {choice: own.tolist() for choice, own in tried.own.items()}
        return _with_values(self.name, self.best_of(tried, decision), found)

    def answer(self, view: View) -> str:
        """Give one of `view.asides`, by the game's own advice, else say nothing."""
        return self._rule.answer(view)

    def _weighed(self, view: View) -> Weighed:
        return weighed_cards(self.game, view, self.budget, self.seed)

    def _best_card(self, view: View, weighed: Weighed) -> str:
        """Return the best card; the rule of thumb decides between those that are as good."""
        good = weighed.good
        return good[0] if len(good) == 1 else self._rule.choose(asking(view, good))

    def best_of(self, tried: TriedOut, decision: Decision) -> str:
        return best_of(tried, self.budget.doubt_for(decision.kind))

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
        deals = ReplayedDeals(self.game, view, wanted, self.seed, budget.talk_samples)

        def value(choice: str, number: int) -> float:
            run = deals.run(number)
            run.do_as(decision.seat, choice)
            return float(scores_by_rule(run, advisor)[decision.seat])

        return tried_out(choices, value, trials, deals.which)


MOST_OF_ALL = 4
"""Of all trials, the last choices are hardly tried out in more than one in so many worlds."""


CLUB = SearchBudget(
    trials=24, choices=5, worlds=16, talk_samples=100, card_doubt=0.5, habit_margin=3.0
)
PIMC = SearchBudget(trials=160, worlds=100)
STRONG = replace(
    PIMC,
    closer_times=4,
    closer_doubt=2.0,
    worlds=800,
    play_evidence=4000,
    walk=Walk(rounds=8, tries=25),
    card_doubt=0.5,
    habit_margin=3.0,
    nodes=400_000,
    network_weight=0.4,
    network_playouts=28_000,
)

THINKERS: Mapping[str, SearchBudget] = {"club": CLUB, "strong": STRONG, "pimc": PIMC}


def thinking_bot(name: str, game: Game, seed: int | str) -> SearchBot:
    return SearchBot(name, game, seed, THINKERS[name])


NORMAL_95 = 1.96
"""So many standard errors to each side have the true mean between them 19 times in 20."""


def hint_of(bot: str, game: Game, view: View, seed: int | str) -> Hint:
    """What a bot of ours would do, by the same thoughts as if it sat there."""
    decision = view.asked
    if len(decision.options) == 1:
        return Hint(bot, decision.options[0])
    if bot not in THINKERS:
        return Hint(bot, make_here(bot, game, seed).choose(view))
    return thinking_bot(bot, game, seed).hint(view)


def _with_values(
    bot: str, choice: str, brought: Mapping[str, Sequence[float]], *, learned: bool = False
) -> Hint:
    best = brought[choice]
    values = [
        ChoiceValue(one, fmean(found), _error(found), len(found), equal=_as_good(found, best))
        for one, found in brought.items()
    ]
    values.sort(key=lambda one: (one.choice != choice, not one.equal, -one.value))
    return Hint(bot, choice, tuple(values), learned)


def _error(found: Sequence[float]) -> float:
    return NORMAL_95 * pstdev(found) / sqrt(len(found))


def _as_good(own: Sequence[float], best: Sequence[float]) -> bool:
    gains = [one - other for one, other in zip(best, own, strict=False)]
    return abs(fmean(gains)) <= _error(gains)
