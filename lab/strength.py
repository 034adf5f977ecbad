"""How strong is the usual bot at every game? `python lab/strength.py --minutes 60 --jobs 2`.

Four contests are held for each game, in whole deals (see docs/arena.md). The first, with the
rule of thumb in all seats, tells how much results are spread: σ. In the second the bot is a
guest among random players, in the third among players by the rule of thumb; in the fourth the
one of before (`frozen:AsLong`, as much time a card) is a guest there, in the same seats of the
same deals, and the two are compared in the deals that both have played. Where the game fixes
who plays with whom, guests have guests like themselves for partners; these games have a mark
in the table.

The minutes are shared out evenly among the contests that are not clear yet: the bot's among
players by the rule of thumb until its interval is narrow, the others until they have so many
deals.
Each finished deal is kept in a folder as a line of JSON; the same command goes on from there,
so take another folder, or `--fresh`, when a bot has changed. `--write docs/strength.md` writes
the table between its two marks.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path

from matto.arena import FULL, Contest
from matto.arena.measure import check_effort
from matto.arena.report import Interval
from matto.arena.tables import DealPlayed, play_deal
from matto.arena.timings import Counts, Timings, mean, quantile
from matto.engine.errors import MattoError
from matto.players.levels import USUAL
from matto.players.readiness import get_ready
from matto.spreading import Resources, spread
from pages import check_page, publish
from script import add_resources, games_of, resources_of
from strength_contests import (
    AT_LEAST,
    BEFORE,
    IN_SO_MANY,
    MINUTE,
    MOSTLY,
    OVER_BEFORE,
    OVER_RANDOM,
    REACHED,
    PlayedContest,
    Row,
    key_of,
    reach,
    rows_of,
    verdict,
)

BEGIN = "<!-- the table: written by lab/strength.py -->"
END = "<!-- the end of the table -->"
UNKNOWN = "–"
IN_PAIRS = " ²"
"""Marks a game in which two guests sit together."""


def choose(rows: Sequence[Row], most: int) -> PlayedContest | None:
    """The contest that has had the least time of those that are not clear, else of all."""
    left = [
        (row, one)
        for row in rows
        for one in row.contests()
        if not one.failure and one.next_number() < most
    ]
    unclear = [(row, one) for row, one in left if not row.is_clear(one)]
    contests = [one for _, one in unclear or left]
    return min(contests, key=lambda one: one.expected_seconds, default=None)


Piece = tuple[Contest, int]


def play_piece(piece: Piece) -> tuple[Contest, DealPlayed | str]:
    """Play a deal of a contest; gives the sentence of a bot that failed instead."""
    contest, number = piece
    get_ready()  # no decision of a bot that is registered here waits for it
    deal = play_deal(contest, FULL, number)
    if deal.faults:
        return contest, f"{deal.faults[0].bot}: {deal.faults[0].first}"
    return contest, deal


def pieces(rows: Sequence[Row], most: int, until: float) -> Iterator[Piece]:
    """Deals to play, as long as there is time."""
    while time.monotonic() < until:
        chosen = choose(rows, most)
        if chosen is None:
            return
        number = chosen.next_number()
        chosen.handed.add(number)
        yield chosen.contest, number


def measure(rows: Sequence[Row], most: int, minutes: float, resources: Resources) -> None:
    """Play until the time is over or Ctrl-C is pressed; deals are kept as they are finished."""
    by_key = {key_of(one.contest): one for row in rows for one in row.contests()}
    until = time.monotonic() + minutes * MINUTE
    finished = spread(play_piece, pieces(rows, most, until), resources)
    try:
        for contest, deal in finished:
            one = by_key[key_of(contest)]
            if isinstance(deal, str):
                one.failure = deal
            else:
                one.kept.keep(deal)
                one.take(deal)
            left = max(0.0, until - time.monotonic()) / MINUTE
            told = one.failure or f"{len(one.deals)} deals"
            line = f"{contest.game}, {contest.guests[0]} among {contest.reference}: {told}"
            print(f"{left:5.1f} min left · {line}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted: the table of what was measured until then", file=sys.stderr)
    finally:
        finished.close()


# -- the table ---------------------------------------------------------------------------------


def table(rows: Sequence[Row]) -> str:
    """The table, game by game; times are those among players by the rule of thumb."""
    bot = rows[0].among_rule.contest.guests[0]
    lines = [
        f"| game | `{bot}` over `rule` | over `{BEFORE}` | over `random` | deals | σ, in points"
        f" | mean, `{bot}` / `{BEFORE}` | median | 95 % |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        *map(line_of, rows),
        f"| mean | {' | '.join(means(rows))} | | | | | | |",
        "",
        f"Over `rule` the lower end is {AT_LEAST} or more in {reaching(rows, AT_LEAST)} games"
        f" (all are wanted), {MOSTLY} or more in {reaching(rows, MOSTLY)} ({IN_SO_MANY}).",
    ]
    lines += [f"\n! {failure}" for row in rows for failure in row.failures]
    return "\n".join(lines)


def line_of(row: Row) -> str:
    """A game's line."""
    cells = [
        spelled(row.over_rule(), AT_LEAST),
        spelled(row.over_before(), OVER_BEFORE),
        spelled(row.over_random(), OVER_RANDOM),
        " / ".join(
            f"{len(one.deals)}{'!' * bool(one.failure)}"
            for one in (row.among_rule, row.before, row.among_random)
        ),
        UNKNOWN if row.sigma is None else f"{row.sigma.mean:.2f} ({row.sigma.deals} deals)",
        *times(row),
    ]
    contest = row.among_rule.contest
    return f"| `{contest.game}`{IN_PAIRS * contest.together} | {' | '.join(cells)} |"


def reaching(rows: Sequence[Row], target: float) -> int:
    """In how many games the lower end of the interval over the rule of thumb is that high."""
    found = [row.over_rule() for row in rows]
    return sum(one is not None and verdict(one, target) == REACHED for one in found)


def means(rows: Sequence[Row]) -> Iterator[str]:
    """The mean over all games of what the table has game by game, with its interval."""
    for found, target in (
        ([row.over_rule() for row in rows], AT_LEAST),
        ([row.over_before() for row in rows], OVER_BEFORE),
    ):
        known = [one for one in found if one is not None and one.low is not None]
        if len(known) < len(rows):
            yield UNKNOWN
            continue
        middle = sum(one.mean for one in known) / len(known)
        ends = hypot(*map(reach, known)) / len(known)
        yield spelled(Interval(middle, middle - ends, middle + ends), target)


def spelled(interval: Interval | None, target: float) -> str:
    """A difference in σ with its interval, and whether the figure is reached."""
    if interval is None:
        return UNKNOWN
    if interval.low is None or interval.high is None:
        return f"{interval.mean:+.2f}"
    ends = f"{interval.low:+.2f} … {interval.high:+.2f}"
    return f"{interval.mean:+.2f} ({ends}) {verdict(interval, target)}"


def times(row: Row) -> Iterator[str]:
    """How long a decision takes: both guests on the mean, then the bot's median and 95 %."""
    bot, before = (counts_of(one) for one in (row.among_rule, row.before))
    yield " / ".join(in_ms(mean(counts)) if counts else UNKNOWN for counts in (bot, before))
    for share in (0.5, 0.95):
        yield in_ms(quantile(bot, share)) if bot else UNKNOWN


def in_ms(seconds: float) -> str:
    """Seconds in milliseconds."""
    return f"{seconds * 1000:,.0f} ms"


def counts_of(one: PlayedContest) -> Counts:
    """How long the guest's decisions took."""
    timings = Timings()
    for deal in one.deals.values():
        timings.add(deal.times.get(one.contest.guests[0], {}))
    return timings.all_phases()


def minutes(words: str) -> float:
    """A time from the command line, in minutes."""
    if not 0 <= (found := float(words)) < float("inf"):  # nor is it NaN
        raise ValueError(words)
    return found


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument("--bot", default=USUAL, help="who is measured")
    parser.add_argument("--minutes", type=minutes, default=60.0, help="for all games together")
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
        rows = rows_of(games, asked.bot, asked.seed, asked.folder, fresh=asked.fresh)
        measure(rows, asked.deals, asked.minutes, resources_of(asked))
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    if not any(one.deals for row in rows for one in row.contests()):
        print(f"There is no deal in {asked.folder}: nothing to write.", file=sys.stderr)
        return 2
    publish(asked.write, BEGIN, END, table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
