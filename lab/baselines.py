"""Baselines to be compared with: `python lab/baselines.py --write docs/baselines.md`.

Each player is a guest among players at random, and among players by the rule of thumb, in the
same deals, all phases by the players; the figures are those of `matto arena`. `--row strong`
measures one row, `--row strong --deals 100` in more deals. `ppo` is what `lab/ppo.py` has
trained; if it has not, that comes first.

Each finished deal is kept in a folder: the same command goes on from there, and the table has
all that is kept. Take another folder, or `--fresh`, when a player has changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import ppo
from matto.arena import FULL, Checkpoint, Measurement, contest_of, report_of
from matto.arena.report import Interval, Report
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.games import game as find_game
from matto.players import check_bot, register
from matto.players.readiness import get_ready, thinks
from matto.spreading import Resources
from pages import check_page, publish
from script import RULE

GAME = "calatafimi-2"
PPO = "ppo"
ROWS = ("random", RULE, "pimc", "strong", PPO)
REFERENCES = ("random", RULE)
DEALS = {"pimc": 16, "strong": 16}
"""Deals where fewer do, as these think long."""

MANY = 400
BEGIN = "<!-- the baselines: written by lab/baselines.py -->"
END = "<!-- the end of the baselines -->"


@dataclass(frozen=True)
class Effort:
    """In how many deals a row is measured (0: as usual), by whom, and where it is kept."""

    deals: int
    jobs: int
    folder: Path
    fresh: bool = False

    def measured(self, game: Game, row: str, reference: str) -> Report:
        """Let a player be the guest of others, in the deals that are kept and in those left."""
        contest = contest_of(game, game.resolve(), [row, reference], seed=1, strata=[FULL])
        path = self.folder / f"{game.id}-{kept_as(game, row)}-{reference}.jsonl"
        if self.fresh:
            path.unlink(missing_ok=True)
        kept, measurement = Checkpoint(path, contest), Measurement(contest)
        deals = max(self.deals or DEALS.get(row, MANY), len(kept.deals))
        for done in measurement.run(deals, Resources(self.jobs), kept=kept):
            told = f"{game.id}: {row} over {reference}, {done}/{deals}"
            print(f"\r{told}", end="", file=sys.stderr)
        print(file=sys.stderr)
        if measurement.interrupted:
            raise KeyboardInterrupt
        return report_of(measurement, deals)

    def row_of(self, game: Game, row: str) -> str:
        """A row of the table."""
        reports = [self.measured(game, row, reference) for reference in REFERENCES]
        figures = [figure for report in reports for figure in figures_of(report)]
        pace = next(one for one in reports[-1].times if (one.bot, one.phase) == (row, "all"))
        deals = " / ".join(str(report.strata[0].deals) for report in reports)
        cells = (f"`{row}`", *figures, f"{1000 * pace.median:.3g} ms", deals)
        return f"| {' | '.join(cells)} |"


def kept_as(game: Game, row: str) -> str:
    """What a row's deals are kept as: those of a player by PPO hold for what it has learned."""
    if row != PPO:
        return row
    return f"{row}-{sha256(ppo.path_of(game).read_bytes()).hexdigest()[:8]}"


def figures_of(report: Report) -> Iterator[str]:
    """What a guest won a deal more than a reference player, in points and in σ."""
    standing = report.strata[0].standings[0]
    yield spelled(standing.points, 1)
    yield spelled(standing.sigmas, 2)


def spelled(found: Interval | None, places: int) -> str:
    """A mean with half of its 95 % interval."""
    if found is None or found.low is None or found.high is None:
        return "–"
    return f"{found.mean:+.{places}f} ± {(found.high - found.low) / 2:.{places}f}"


def table(game: Game, rows: list[str], effort: Effort) -> Iterator[str]:
    """The table, row by row as they are measured."""
    heads = [f"over `{name}`, {unit}" for name in REFERENCES for unit in ("points", "σ")]
    yield f"| player | {' | '.join(heads)} | a decision | deals |"
    yield f"|---|{'--:|' * (len(heads) + 2)}"
    for row in rows:
        yield effort.row_of(game, row)


def be_ready(game: Game, rows: list[str], minutes: float) -> None:
    """Train what has not been trained, and compile what thinks; raises `UnknownBot`."""
    if PPO in rows:
        if not ppo.path_of(game).exists():
            ppo.train(game, minutes, seed=0)
        register(PPO, ppo.make)
    if thinks(map(check_bot, rows)):
        get_ready()


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--row", action="append", help="one player; else all")
    parser.add_argument("--deals", type=int, default=0, help="for each figure")
    parser.add_argument("--minutes", type=float, default=ppo.MINUTES, help="to train ppo")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--folder", type=Path, default=Path("build/baselines"))
    parser.add_argument("--fresh", action="store_true", help="forget what was kept")
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    return parser.parse_args()


def main() -> int:
    """Measure, and print or write the table; 2 is the status of what cannot be measured."""
    asked = arguments()
    effort = Effort(asked.deals, asked.jobs, asked.folder, asked.fresh)
    try:
        check_page(asked.write, BEGIN, END)
        game, rows = find_game(asked.game), asked.row or list(ROWS)
        be_ready(game, rows, asked.minutes)
        made = "\n".join(table(game, rows, effort))
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: the same command goes on from here", file=sys.stderr)
        return 130
    publish(asked.write, BEGIN, END, made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
