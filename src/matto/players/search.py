"""Bots that think ahead, how much each thinks, and the hints that they give."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil, log2, sqrt
from statistics import fmean, pstdev

from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.view import View
from matto.players import make_here
from matto.players.bots import ChoiceValue, Hint
from matto.players.card_search import card_values, weighed_cards
from matto.players.inference.resampling import Walk
from matto.players.playouts import SearchBudget, scores_by_rule
from matto.players.simple_bots import RuleBot, asking, favourites
from matto.players.weighted_worlds import PLAY, ReplayedDeals

Value = Callable[[str, int], float]
"""What a choice brings in a world given by its number."""

Which = Callable[[int], int]
"""Which world a number stands for: two numbers may stand for the same one."""


class TriedOut(dict[str, list[float]]):
    """For each choice what it has brought in worlds 0, 1, 2 …, and which worlds these are."""

    def __init__(self, brought: Mapping[str, list[float]], which: Which = int) -> None:
        super().__init__(brought)
        self.which = which

    def gain(self, own: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
        """How much better a choice was in the same worlds, and the standard error of that.

        A world that comes twice tells no more than once.
        """
        gains = [one - two for one, two in zip(own, other, strict=True)]
        mean, apart = fmean(gains), defaultdict[int, float](float)
        for number, gain in enumerate(gains):
            apart[self.which(number)] += gain - mean
        return mean, sqrt(sum(part * part for part in apart.values())) / len(gains)


ROUND = 8
"""Worlds after which it is asked which choices are still worth trying."""

FEWEST = 16
"""Worlds before which no choice is given up as worse."""

SURE = 2.5
"""Standard errors by which a choice must be behind to be given up."""


def tried_out(
    choices: Sequence[str], value: Value, trials: int, which: Which = int
) -> TriedOut:
    """Try out choices, each at least once, with at most so many trials altogether.

    After each stage the worse half is given up (successive halving). Whatever is surely behind,
    or always brings the same as a choice before it, goes at once: easy questions cost little.
    """
    brought = TriedOut({choice: [] for choice in choices}, which)
    left, world = list(choices), 0
    stages = max(1, ceil(log2(len(choices))))
    for _ in range(stages):
        budget = trials // stages
        while not world or (len(left) > 1 and budget >= len(left)):
            worlds = range(world, world + max(1, min(ROUND, budget // len(left))))
            for choice in left:
                brought[choice] += [value(choice, number) for number in worlds]
            world, budget = worlds.stop, budget - len(worlds) * len(left)
            left = _still_open(left, brought)
        left = _better_half(left, brought)
    return brought


def _still_open(left: Sequence[str], brought: TriedOut) -> list[str]:
    """The choices that may still turn out best."""
    kept: list[str] = []
    leader = max(left, key=lambda choice: fmean(brought[choice]))
    for choice in left:
        others = [brought[other] for other in kept]
        alike = len(brought[choice]) >= ROUND and brought[choice] in others
        if not alike and not _surely_behind(choice, leader, brought):
            kept.append(choice)
    return kept


def _surely_behind(choice: str, leader: str, brought: TriedOut) -> bool:
    gain, error = brought.gain(brought[leader], brought[choice])
    return len(brought[choice]) >= FEWEST and gain > SURE * error


def _better_half(left: Sequence[str], brought: TriedOut) -> list[str]:
    first, *others = left
    others.sort(key=lambda choice: -fmean(brought[choice]))
    return [first, *others[: max(1, len(left) // 2 - 1)]]


def best_of(brought: TriedOut, doubt: float) -> str:
    """The choice that has brought most of those that were tried to the last.

    Another one than the first must be better in the same worlds by more than `doubt` standard
    errors of the difference, unless the first was given up.
    """
    first = next(iter(brought))
    longest = max(map(len, brought.values()))
    last = [choice for choice, found in brought.items() if len(found) == longest]
    if first not in last:
        return max(last, key=lambda choice: fmean(brought[choice]))
    best, most = first, 0.0
    for choice in last:
        gain, error = brought.gain(brought[choice], brought[first])
        if gain > most and gain > doubt * error:
            best, most = choice, gain
    return best


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
        deals = ReplayedDeals(self.game, view, wanted, self.seed, budget.heard)

        def value(choice: str, number: int) -> float:
            run = deals.run(number)
            run.do_as(decision.seat, choice)
            return float(scores_by_rule(run, advisor)[decision.seat])

        return tried_out(choices, value, trials, deals.which)


MOST_OF_ALL = 4
"""Of all trials, the last choices are hardly tried out in more than one in so many worlds."""


CLUB = SearchBudget(trials=24, choices=5, worlds=16, heard=100, card_doubt=0.5, reason=3.0)
PIMC = SearchBudget(trials=160, worlds=100)
STRONG = replace(
    PIMC,
    closer_times=4,
    closer_doubt=2.0,
    worlds=800,
    read=4000,
    walk=Walk(rounds=8, tries=25),
    card_doubt=0.5,
    reason=3.0,
    nodes=400_000,
    learnt=0.4,
    own=28_000,
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
    thinker = thinking_bot(bot, game, seed)
    if decision.kind == PLAY:
        return _of_cards(thinker, view)
    tried = thinker.tried_out(view, decision)
    return _with_values(bot, thinker.best_of(tried, decision), tried)


def _of_cards(thinker: SearchBot, view: View) -> Hint:
    found, good, learned = weighed_cards(thinker.game, view, thinker.budget, thinker.seed)
    rule = RuleBot(thinker.game, thinker.seed)
    choice = good[0] if len(good) == 1 else rule.choose(asking(view, good))
    brought = dict(zip(view.asked.options, found.tolist(), strict=True))
    return _with_values(thinker.name, choice, brought, learned=learned)


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
