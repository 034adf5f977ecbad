"""The contests that tell how strong a bot is, with the deals of them that are finished."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import hypot, sqrt
from pathlib import Path

from frozen import AsLong
from matto.arena import FULL, Checkpoint, Contest, contest_of
from matto.arena.estimates import Estimate, mean_of
from matto.arena.figures import Figures, differences, squares
from matto.arena.parties import has_partners
from matto.arena.report import Interval
from matto.arena.tables import DealPlayed
from matto.arena.timings import total
from matto.games import game as find_game
from matto.players import register

RANDOM, RULE, BEFORE = "random", "rule", "before"

AT_LEAST = 0.15
"""Which difference in σ to `rule` an interval's lower end is to reach in each game."""

MOSTLY, IN_SO_MANY = 0.25, 14
"""Which one it is to reach in so many games."""

OVER_BEFORE, OVER_RANDOM = 0.0, 0.7
"""The same for the other columns."""

FOR_SIGMA, FOR_RULE, FOR_OTHERS = 400, 16, 8
"""Deals before which a contest is not clear: players by the rule of thumb are fast, so σ is
known well; among random players, and over the one of before, so many are enough."""

NARROW = 0.1
"""σ to either side: an interval over `rule` that narrow is clear, whatever it says: one that
stopped where a figure is reached would tell too much of the bot."""

REACHED, MISSED, OPEN = "✓", "✗", "·"

MINUTE = 60.0


Key = tuple[str, str, str]


def key_of(contest: Contest) -> Key:
    """By which a contest is known among all: game, guest and reference."""
    return contest.game, contest.guests[0], contest.reference


@dataclass
class PlayedContest:
    """A contest with the deals of it that are finished; `handed` are those being played."""

    contest: Contest
    kept: Checkpoint
    fewest: int
    deals: dict[int, DealPlayed] = field(default_factory=dict)
    handed: set[int] = field(default_factory=set)
    seconds: float = 0.0
    failure: str = ""

    def take(self, deal: DealPlayed) -> None:
        """Count a finished deal."""
        self.handed.discard(deal.number)
        self.deals[deal.number] = deal
        self.seconds += seconds_of(deal)

    def next_number(self) -> int:
        """The number of the next deal to play: some may be missing after an interruption."""
        return next(n for n in count() if n not in self.deals and n not in self.handed)

    @property
    def expected_seconds(self) -> float:
        """What has been spent on it, deals in hand included as if they were like the others."""
        each = self.seconds / len(self.deals) if self.deals else MINUTE
        return self.seconds + len(self.handed) * each

    def gains(self, numbers: Iterable[int] | None = None) -> Figures:
        """The guest's difference to the reference in points, deal by deal."""
        chosen = self.deals if numbers is None else numbers
        return differences([self.deals[number] for number in sorted(chosen)], 0, self.unit)

    def squares(self) -> Figures:
        """The mean square of a result at the reference table, deal by deal."""
        return squares(list(self.deals.values()), self.unit)

    @property
    def unit(self) -> int:
        """How many of the game's smallest units are a point."""
        return self.contest.found_game()[0].unit


def seconds_of(deal: DealPlayed) -> float:
    """How long the bots thought about a deal, at all its tables."""
    return sum(total(counts) for phases in deal.times.values() for counts in phases.values())


def verdict(interval: Interval, target: float) -> str:
    """Whether a figure is reached for sure, missed for sure, or neither."""
    if interval.low is None or interval.high is None:
        return OPEN
    if interval.low >= target:
        return REACHED
    return MISSED if interval.high < target else OPEN


def reach(interval: Interval) -> float:
    """Half of an interval."""
    if interval.low is None or interval.high is None:
        return float("inf")
    return (interval.high - interval.low) / 2


@dataclass
class Row:
    """A game with its contests; `by_rule` has the rule of thumb in all seats, and tells σ."""

    by_rule: PlayedContest
    among_random: PlayedContest
    among_rule: PlayedContest
    before: PlayedContest

    def contests(self) -> tuple[PlayedContest, ...]:
        """As they are played where nothing else tells."""
        return self.by_rule, self.among_random, self.among_rule, self.before

    def is_clear(self, one: PlayedContest) -> bool:
        """Tell whether more deals of a contest would hardly change what the table says."""
        if one is not self.among_rule or len(one.deals) < one.fewest:
            return len(one.deals) >= one.fewest
        over_rule = self.over_rule()
        return over_rule is not None and reach(over_rule) < NARROW

    @property
    def sigma(self) -> Estimate | None:
        """The standard deviation of a result of players by the rule of thumb, in points."""
        if not self.by_rule.deals:
            return None
        square = mean_of(self.by_rule.squares())
        sigma = sqrt(square.mean)
        return Estimate(sigma, square.error / (2 * sigma), square.deals) if sigma else None

    def over_rule(self) -> Interval | None:
        """The difference to the rule of thumb in σ."""
        return self._in_sigmas(self.among_rule.gains())

    def over_before(self) -> Interval | None:
        """The difference of the two guests in σ, in the deals that both have played."""
        one, other = self.among_rule, self.before
        both = one.deals.keys() & other.deals.keys()
        return self._in_sigmas(one.gains(both) - other.gains(both))

    def over_random(self) -> Interval | None:
        """The difference to random players in σ."""
        return self._in_sigmas(self.among_random.gains())

    def _in_sigmas(self, points: Figures) -> Interval | None:
        """The mean of points in σ; its error takes in that of σ."""
        sigma = self.sigma
        if sigma is None or not points.size:
            return None
        mean = mean_of(points / sigma.mean)
        error = hypot(mean.error, mean.mean * sigma.error / sigma.mean)
        both = mean._replace(error=error)
        return Interval(both.mean, both.low, both.high)

    @property
    def failures(self) -> list[str]:
        """The sentences of bots that failed."""
        return list(dict.fromkeys(one.failure for one in self.contests() if one.failure))


def rows_of(
    games: Sequence[str], bot: str, seed: int, folder: Path, *, fresh: bool = False
) -> list[Row]:
    """All games with their contests, and with what was kept of them, unless that is forgotten.

    Raises `BadContest`, `UnknownBot` and `UnknownGame` before anything is forgotten.
    """
    register(BEFORE, AsLong)
    asked = (RULE, RULE), (bot, RANDOM), (bot, RULE), (BEFORE, RULE)
    contests = {
        (game, bots): contest_about(game, bots, seed) for game in games for bots in asked
    }
    played = {key: kept_in(folder, contest, fresh=fresh) for key, contest in contests.items()}
    return [Row(*(played[game, bots] for bots in asked)) for game in games]


def contest_about(game_id: str, bots: tuple[str, str], seed: int) -> Contest:
    """The contest of a guest with its reference, in whole deals of a game as it comes."""
    game = find_game(game_id)
    options = game.resolve()
    together = has_partners(game, options)
    return contest_of(game, options, bots, seed=seed, strata=[FULL], together=together)


def kept_in(folder: Path, contest: Contest, *, fresh: bool) -> PlayedContest:
    """A contest with its deals in a folder."""
    path = folder / f"{'-'.join(key_of(contest))}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    bots = contest.guests[0], contest.reference
    fewest = {(RULE, RULE): FOR_SIGMA, (BEFORE, RULE): FOR_OTHERS}.get(bots)
    if fewest is None:
        fewest = FOR_RULE if contest.reference == RULE else FOR_OTHERS
    found = PlayedContest(contest, Checkpoint(path, contest), fewest)
    for deal in found.kept.deals:
        found.take(deal)
    return found
