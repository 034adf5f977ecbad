"""Baselines to be compared with: `python lab/baselines.py --write docs/baselines.md`.

Each player is a guest among players at random, and among players by the rule of thumb, in the
same deals, all phases by the players; the figures are those of `matto arena`. `--row strong`
measures one row. `ppo` is what `lab/ppo.py` has trained; if it has not, that comes first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import ppo
from matto.arena import FULL, Measurement, contest_of, report_of
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


def measured(game: Game, row: str, reference: str, deals: int, jobs: int) -> Report:
    """Let a player be the guest of others in some deals."""
    contest = contest_of(game, game.resolve(), [row, reference], seed=1, strata=[FULL])
    measurement = Measurement(contest)
    for done in measurement.run(deals, Resources(jobs)):
        print(f"\r{game.id}: {row} over {reference}, {done}/{deals}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return report_of(measurement, deals)


def row_of(game: Game, row: str, deals: int, jobs: int) -> str:
    """A row of the table."""
    deals = deals or DEALS.get(row, MANY)
    reports = [measured(game, row, reference, deals, jobs) for reference in REFERENCES]
    figures = [figure for report in reports for figure in figures_of(report)]
    pace = next(one for one in reports[-1].times if (one.bot, one.phase) == (row, "all"))
    cells = (f"`{row}`", *figures, f"{1000 * pace.median:.3g} ms", str(deals))
    return f"| {' | '.join(cells)} |"


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


def table(game: Game, rows: list[str], deals: int, jobs: int) -> Iterator[str]:
    """The table, row by row as they are measured."""
    heads = [f"over `{name}`, {unit}" for name in REFERENCES for unit in ("points", "σ")]
    yield f"| player | {' | '.join(heads)} | a decision | deals |"
    yield f"|---|{'--:|' * (len(heads) + 2)}"
    for row in rows:
        yield row_of(game, row, deals, jobs)


def be_ready(game: Game, rows: list[str], minutes: float) -> None:
    """Train what has not been trained, and compile what thinks; raises `UnknownBot`."""
    if PPO in rows:
        if not (ppo.FOLDER / f"{game.id}.npz").exists():
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
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    return parser.parse_args()


def main() -> int:
    """Measure, and print or write the table; 2 is the status of what cannot be measured."""
    asked = arguments()
    try:
        check_page(asked.write, BEGIN, END)
        game, rows = find_game(asked.game), asked.row or list(ROWS)
        be_ready(game, rows, asked.minutes)
        made = "\n".join(table(game, rows, asked.deals, asked.jobs))
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    publish(asked.write, BEGIN, END, made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
