"""How strong are the bots? `python lab/strength.py --write docs/strength.md`.

Each strength is a guest among players of the one below it, in duplicate deals of each game
(docs/arena.md), whole deals from the first word to the payment. Where a game fixes the
partners, two guests sit together: these games have a mark in the table. It shows what a guest
wins a deal more than they do in its place, in σ of their results, with 95 % intervals, and in
points of the game; and how long the last bot thinks.

`--deals quick/good=400` says how many deals a guest plays of each game, and among whom. Each
finished deal is kept in a folder: the same command continues there, with more deals too. Take
another folder, or `--fresh`, when a bot has changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.games import game as find_game
from matto.players import check_bot
from matto.players.bot_readiness import get_ready, thinks
from matto.research.arena import FULL, Checkpoint, Measurement, Report, contest_of, report_of
from matto.research.arena.contest import has_partners
from matto.research.arena.measurement import check_effort
from matto.research.arena.report import Interval
from matto.research.parallel import Resources
from script import RULE, add_resources, check_page, games_of, publish, resources_of, spelled

IN_PAIRS = " ²"
DEALS = "rule/novice=400,good/rule=400,quick/good=400,strong/quick=24"
BEGIN = "<!-- the table: written by lab/strength.py -->"
END = "<!-- the end of the table -->"


@dataclass(frozen=True)
class Effort:
    """Who measures from which seed, and where finished deals are kept."""

    resources: Resources
    folder: Path
    seed: int = 0
    fresh: bool = False

    def measured(self, game: Game, bots: tuple[str, str], deals: int, name: str = "") -> Report:
        """Let a bot be the guest of another, in the deals that are kept and those left."""
        guest, host = bots
        options = game.resolve()
        pairs, seed = has_partners(game, options), self.seed
        contest = contest_of(
            game, options, [guest, host], seed=seed, strata=[FULL], together=pairs
        )
        path = self.folder / f"{game.id}-{name or guest}-{host}.jsonl"
        if self.fresh:
            path.unlink(missing_ok=True)
        kept, measurement = Checkpoint(path, contest), Measurement(contest)
        deals = max(deals, len(kept.deals))
        for done in measurement.run(deals, self.resources, kept=kept):
            print(f"\r{game.id}: {guest} over {host}, {done}", end="", file=sys.stderr)
        print(file=sys.stderr)
        if measurement.interrupted:
            raise KeyboardInterrupt
        return report_of(measurement, deals)


def sigmas(report: Report) -> Interval | None:
    """Return what the guest won a deal more, in σ."""
    return report.strata[0].standings[0].sigmas


def told(report: Report) -> str:
    """Return what the guest won a deal more, in σ and in points."""
    points = report.strata[0].standings[0].points.mean
    return f"{spelled(sigmas(report))}, {points:+.3g}"


def milliseconds(report: Report, bot: str) -> str:
    """Return how long a bot thinks about half and about 95 % of its decisions at most."""
    pace = next(one for one in report.times if (one.bot, one.phase) == (bot, "all"))
    return f"{1000 * pace.median:.3g} / {1000 * pace.most:.3g} ms"


def table(
    games: Sequence[str], bots: Mapping[tuple[str, str], int], effort: Effort
) -> Iterator[str]:
    """Return a row for each game as it is measured, and the mean."""
    named = (f"`{guest}` over `{host}`" for guest, host in bots)
    yield f"| game | {' | '.join(named)} | deals | thinks |"
    yield f"|---|{'--:|' * (len(bots) + 2)}"
    found: dict[tuple[str, str], list[Interval | None]] = {pair: [] for pair in bots}
    for game in map(find_game, games):
        reports = {pair: effort.measured(game, pair, deals) for pair, deals in bots.items()}
        for pair, report in reports.items():
            found[pair].append(sigmas(report))
        deals = " / ".join(str(report.strata[0].deals) for report in reports.values())
        *_, ((last, _), report) = reports.items()
        mark = IN_PAIRS * has_partners(game, game.resolve())
        cells = (*map(told, reports.values()), deals, milliseconds(report, last))
        yield f"| `{game.id}`{mark} | {' | '.join(cells)} |"
    yield f"| mean | {' | '.join(spelled(mean_of(one), 3) for one in found.values())} | | |"


def mean_of(found: Sequence[Interval | None]) -> Interval | None:
    """Return the mean over games, with its interval; None if any game lacks one."""
    known = [one for one in found if one is not None and one.high is not None]
    if len(known) < len(found):
        return None
    mean = sum(one.mean for one in known) / len(known)
    reach = hypot(*(one.high - one.mean for one in known if one.high is not None)) / len(known)
    return Interval(mean, mean - reach, mean + reach)


def numbers(given: str) -> dict[tuple[str, str], int]:
    """Return the deals of each guest and host, as `quick/good=400` says."""
    found: dict[tuple[str, str], int] = {}
    for each in given.split(","):
        pair, _, deals = each.partition("=")
        guest, _, host = pair.partition("/")
        found[guest, host or RULE] = int(deals)
    if min(found.values()) < 1:
        raise ValueError(given)
    return found


def main() -> int:
    """Measure, and print or write the table; return 2 for what cannot be measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument("--deals", type=numbers, default=DEALS, help=f"as {DEALS}")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("build/strength"))
    parser.add_argument("--fresh", action="store_true", help="forget what was kept")
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    add_resources(parser)
    asked = parser.parse_args()
    effort = Effort(resources_of(asked), asked.folder, asked.seed, asked.fresh)
    try:
        check_effort(min(asked.deals.values()), effort.resources)
        check_page(asked.write, BEGIN, END)
        if thinks(check_bot(bot) for pair in asked.deals for bot in pair):
            get_ready()
        made = "\n".join(table(games_of(asked.games), asked.deals, effort))
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: the same command continues from here", file=sys.stderr)
        return 130
    publish(asked.write, BEGIN, END, made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
