"""How strong is the usual bot at every game? `python lab/strength.py --minutes 60 --jobs 2`.

Two contests are held for each game, in whole deals (see docs/arena.md). In the first the bot is
a guest among random players. In the second the bot and the one of before (`frozen:AsLong`, as
much time a card) are guests among players by the rule of thumb, in the same seats of the same
deals: that gives both the difference to the rule of thumb, and that between the two guests, at
the least cost. Where the game fixes who plays with whom, guests have guests like themselves for
partners; these games have a mark in the table.

The minutes are shared out among the contests that are not clear yet: those whose interval still
holds the figure to reach, or that have only a few deals; among random players a few are enough.
Each finished deal is kept in a folder as a line of JSON; the same command goes on from there,
so take another folder, or `--fresh`, when a bot has changed. `--write docs/strength.md` writes
the table between its two marks.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import hypot
from pathlib import Path

from frozen import AsLong
from matto.arena import FULL, Checkpoint, Contest, Measurement, Report, contest_of, report_of
from matto.arena.measure import check_effort
from matto.arena.parties import has_partners
from matto.arena.report import Interval
from matto.arena.tables import DealPlayed, play_deal
from matto.arena.timings import Timings, mean, quantile, total
from matto.engine.errors import MattoError
from matto.games import game as find_game
from matto.players import register
from matto.players.levels import USUAL
from matto.spreading import Resources, spread
from pages import check_page, publish
from script import add_resources, games_of, resources_of

RANDOM, RULE, BEFORE = "random", "rule", "before"
TARGETS = {RULE: 0.15, BEFORE: 0.0}
OVER_RANDOM = 0.7
"""Which difference in σ of players by the rule of thumb an interval's lower end is to reach."""

FEWEST, FEWEST_AMONG_RANDOM = 16, 8
"""Deals before which nothing is clear; among random players a difference is large."""

NARROW = 0.05
"""σ to either side: an interval that narrow is not measured any further."""

BEGIN = "<!-- the table: written by lab/strength.py -->"
END = "<!-- the end of the table -->"
REACHED, MISSED, OPEN = "✓", "✗", "·"
IN_PAIRS = " ²"
"""Marks a game in which two guests sit together."""

MINUTE = 60.0


@dataclass
class Field:
    """A contest with the deals of it that are finished; `handed` are those being played."""

    contest: Contest
    kept: Checkpoint
    deals: dict[int, DealPlayed] = field(default_factory=dict)
    handed: set[int] = field(default_factory=set)
    seconds: float = 0.0
    failure: str = ""
    _differences: tuple[int, dict[str, Interval]] = field(default_factory=lambda: (0, {}))

    @property
    def key(self) -> tuple[str, str]:
        """By which it is known among all."""
        return self.contest.game, self.contest.reference

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

    def report(self) -> Report:
        """What is known."""
        measurement = Measurement(self.contest)
        for deal in self.deals.values():
            measurement.add(deal)
        return report_of(measurement, len(self.deals))

    def differences(self) -> dict[str, Interval]:
        """In σ, by what the bot is compared with."""
        deals, known = self._differences
        if deals != len(self.deals):
            known = differences_of(self.report())
            self._differences = (len(self.deals), known)
        return known

    def is_clear(self) -> bool:
        """Tell whether more deals would hardly change what the table says."""
        among_random = self.contest.reference == RANDOM
        fewest = FEWEST_AMONG_RANDOM if among_random else FEWEST
        return len(self.deals) >= fewest and all(
            reach(interval) < NARROW or verdict(interval, TARGETS[other]) != OPEN
            for other, interval in self.differences().items()
            if other in TARGETS
        )


def differences_of(report: Report) -> dict[str, Interval]:
    """The first guest's differences in σ, by what it is compared with."""
    (stratum,) = report.strata
    if not stratum.standings:
        return {}
    found = {report.reference: stratum.standings[0].sigmas}
    found |= {pair.other: pair.sigmas for pair in stratum.versus}
    return {other: sigmas for other, sigmas in found.items() if sigmas is not None}


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


def fields(
    games: Sequence[str], bot: str, seed: int, folder: Path, *, fresh: bool = False
) -> list[Field]:
    """All contests, with what was kept of them."""
    register(BEFORE, AsLong)
    found = []
    for game_id in games:
        game = find_game(game_id)
        options = game.resolve()
        pairs = has_partners(game, options)
        for bots in ((bot, RANDOM), (bot, BEFORE, RULE)):
            contest = contest_of(game, options, bots, seed=seed, strata=[FULL], together=pairs)
            path = folder / f"{game_id}-{'-'.join(bots)}.jsonl"
            if fresh:
                path.unlink(missing_ok=True)
            kept = Checkpoint(path, contest)
            found.append(Field(contest, kept))
            for deal in kept.deals:
                found[-1].take(deal)
    return found


def choose(open_fields: Sequence[Field], most: int) -> Field | None:
    """The contest that has had the least time of those that are not clear, else of all."""
    left = [one for one in open_fields if not one.failure and one.next_number() < most]
    unclear = [one for one in left if not one.is_clear()]
    return min(unclear or left, key=lambda one: one.expected_seconds, default=None)


Piece = tuple[Contest, int]


def play_piece(piece: Piece) -> tuple[Contest, DealPlayed | str]:
    """Play a deal of a contest; gives the sentence of a bot that failed instead."""
    contest, number = piece
    deal = play_deal(contest, FULL, number)
    if deal.faults:
        return contest, f"{deal.faults[0].bot}: {deal.faults[0].first}"
    return contest, deal


def pieces(every: Sequence[Field], most: int, until: float) -> Iterator[Piece]:
    """Deals to play, as long as there is time."""
    while time.monotonic() < until:
        chosen = choose(every, most)
        if chosen is None:
            return
        number = chosen.next_number()
        chosen.handed.add(number)
        yield chosen.contest, number


def measure(every: Sequence[Field], most: int, minutes: float, resources: Resources) -> None:
    """Play until the time is over or Ctrl-C is pressed; deals are kept as they are finished."""
    by_key = {one.key: one for one in every}
    until = time.monotonic() + minutes * MINUTE
    finished = spread(play_piece, pieces(every, most, until), resources)
    try:
        for contest, deal in finished:
            one = by_key[contest.game, contest.reference]
            if isinstance(deal, str):
                one.failure = deal
            else:
                one.kept.keep(deal)
                one.take(deal)
            left = max(0.0, until - time.monotonic()) / MINUTE
            told = one.failure or f"{len(one.deals)} deals"
            line = f"{contest.game} among {contest.reference}: {told}"
            print(f"{left:5.1f} min left · {line}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted: the table of what was measured until then", file=sys.stderr)
    finally:
        finished.close()


# -- the table ---------------------------------------------------------------------------------


def table(every: Sequence[Field], bot: str) -> str:
    """The table, game by game; times are those among players by the rule of thumb."""
    by_key = {one.key: one for one in every}
    lines = [
        f"| game | `{bot}` over `rule` | over `{BEFORE}` | over `random` | deals | σ, in points"
        f" | mean, `{bot}` / `{BEFORE}` | median | 95 % |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for game_id in dict.fromkeys(one.contest.game for one in every):
        random, rule = (by_key[game_id, reference] for reference in (RANDOM, RULE))
        shown = [spelled(rule.differences().get(other), TARGETS[other]) for other in TARGETS]
        shown.append(spelled(over_random_by_rule(random, rule), OVER_RANDOM))
        shown.append(
            " / ".join(f"{len(one.deals)}{'!' * bool(one.failure)}" for one in (random, rule))
        )
        sigma = rule.report().strata[0].sigma
        shown.append(f"{sigma:.2f}" if sigma else "–")
        shown += times(rule, bot)
        mark = IN_PAIRS * random.contest.together
        lines.append(f"| `{game_id}`{mark} | {' | '.join(shown)} |")
    lines.append(f"| mean | {' | '.join(means(every))} | | | | | | |")
    lines += [f"\n! {one.failure}" for one in every if one.failure]
    return "\n".join(lines)


def means(every: Sequence[Field]) -> Iterator[str]:
    """The mean over all games of what the table has game by game, with its interval."""
    for other, target in TARGETS.items():
        found = [one.differences().get(other) for one in every]
        known = [one for one in found if one is not None and one.low is not None]
        middle = sum(one.mean for one in known) / max(1, len(known))
        ends = hypot(*map(reach, known)) / max(1, len(known))
        yield spelled(Interval(middle, middle - ends, middle + ends), target)


def over_random_by_rule(random: Field, rule: Field) -> Interval | None:
    """The difference to random players in σ of a deal among players by the rule of thumb."""
    (found,), (other,) = random.report().strata, rule.report().strata
    if not found.standings or not other.sigma:
        return None
    points = found.standings[0].points
    if points.low is None or points.high is None:
        return None
    ends = points.low / other.sigma, points.high / other.sigma
    return Interval(points.mean / other.sigma, *ends)


def spelled(interval: Interval | None, target: float) -> str:
    """A difference in σ with its interval, and whether the figure is reached."""
    if interval is None:
        return "–"
    if interval.low is None or interval.high is None:
        return f"{interval.mean:+.2f}"
    ends = f"{interval.low:+.2f} … {interval.high:+.2f}"
    return f"{interval.mean:+.2f} ({ends}) {verdict(interval, target)}"


def times(contest: Field, bot: str) -> Iterator[str]:
    """How long a decision takes: both guests on the mean, then the bot's median and 95 %."""
    by_label = {label: Timings() for label in contest.contest.guests}
    for deal in contest.deals.values():
        for label, timings in by_label.items():
            timings.add(deal.times.get(label, {}))
    together = {label: timings.all_phases() for label, timings in by_label.items()}
    yield " / ".join(f"{mean(counts) * 1000:,.0f}" for counts in together.values()) + " ms"
    for share in (0.5, 0.95):
        yield f"{quantile(together[bot], share) * 1000:,.0f} ms" if together[bot] else "–"


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument("--bot", default=USUAL, help="who is measured")
    parser.add_argument("--minutes", type=float, default=60.0, help="for all games together")
    parser.add_argument("--deals", type=int, default=400, help="at most, for each contest")
    add_resources(parser)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("build/strength"))
    parser.add_argument("--fresh", action="store_true", help="forget what was kept")
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    return parser.parse_args()


def main() -> int:
    """Measure, and print or write the table; the status is 2 for what cannot be measured."""
    asked = arguments()
    games = games_of(asked.games)
    try:
        check_effort(asked.deals, resources_of(asked))
        check_page(asked.write, BEGIN, END)
        every = fields(games, asked.bot, asked.seed, asked.folder, fresh=asked.fresh)
        measure(every, asked.deals, asked.minutes, resources_of(asked))
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    publish(asked.write, BEGIN, END, table(every, asked.bot))
    return 0


if __name__ == "__main__":
    sys.exit(main())
