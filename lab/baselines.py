"""Baselines to compare with: `python lab/baselines.py --write docs/baselines.md`.

Each player is a guest among players at random, and among players by the rule of thumb, in the
same deals; the figures are those of `matto arena`. `--row strong` measures one row,
`--row strong --deals 100` in more deals. `ppo` is what `lab/ppo.py` has trained; if it has not,
that comes first. Finished deals are kept as by `lab/strength.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import ppo
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.games import game as find_game
from matto.players import check_bot, register
from matto.players.bot_readiness import get_ready, thinks
from matto.research.arena.report import Interval
from matto.research.parallel import Resources
from script import RULE, check_page, publish
from strength import Effort

GAME = "calatafimi-2"
PPO = "ppo"
ROWS = ("random", RULE, "pimc", "strong", PPO)
REFERENCES = ("random", RULE)
DEALS = {"pimc": 16, "strong": 16}
"""Deals where fewer do, as these think long."""

MANY = 400
BEGIN = "<!-- the baselines: written by lab/baselines.py -->"
END = "<!-- the end of the baselines -->"


def table(game: Game, rows: list[str], deals: int, effort: Effort) -> Iterator[str]:
    """Return the table, row by row as they are measured."""
    heads = [f"over `{name}`, {unit}" for name in REFERENCES for unit in ("points", "σ")]
    yield f"| player | {' | '.join(heads)} | a decision | deals |"
    yield f"|---|{'--:|' * (len(heads) + 2)}"
    for row in rows:
        wanted, name = deals or DEALS.get(row, MANY), kept_as(game, row)
        reports = [effort.measured(game, (row, one), wanted, name) for one in REFERENCES]
        standings = [report.strata[0].standings[0] for report in reports]
        figures = [cell for one in standings for cell in told(one.points, one.sigmas)]
        pace = next(one for one in reports[-1].times if (one.bot, one.phase) == (row, "all"))
        played = " / ".join(str(report.strata[0].deals) for report in reports)
        cells = (f"`{row}`", *figures, f"{1000 * pace.median:.3g} ms", played)
        yield f"| {' | '.join(cells)} |"


def told(points: Interval | None, sigmas: Interval | None) -> Iterator[str]:
    """Return a difference in points and in σ, each with half of its 95 % interval."""
    for found, places in ((points, 1), (sigmas, 2)):
        if found is None or found.low is None or found.high is None:
            yield "–"
        else:
            yield f"{found.mean:+.{places}f} ± {(found.high - found.low) / 2:.{places}f}"


def kept_as(game: Game, row: str) -> str:
    """Return the name of a row's deals: those of PPO hold for what it has learned."""
    if row != PPO:
        return row
    return f"{row}-{sha256(ppo.path_of(game).read_bytes()).hexdigest()[:8]}"


def be_ready(game: Game, rows: list[str], minutes: float) -> None:
    """Train what has not been trained, and compile what thinks; raises `UnknownBot`."""
    if PPO in rows:
        if not ppo.path_of(game).exists():
            ppo.train(game, minutes, seed=0)
        register(PPO, ppo.make)
    if thinks(map(check_bot, rows)):
        get_ready()


def main() -> int:
    """Measure, and print or write the table; return 2 for what cannot be measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--row", action="append", help="one player; else all")
    parser.add_argument("--deals", type=int, default=0, help="for each figure")
    parser.add_argument("--minutes", type=float, default=ppo.MINUTES, help="to train ppo")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--folder", type=Path, default=Path("build/baselines"))
    parser.add_argument("--fresh", action="store_true", help="forget what was kept")
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    asked = parser.parse_args()
    effort = Effort(Resources(asked.jobs), asked.folder, seed=1, fresh=asked.fresh)
    try:
        check_page(asked.write, BEGIN, END)
        game, rows = find_game(asked.game), asked.row or list(ROWS)
        be_ready(game, rows, asked.minutes)
        made = "\n".join(table(game, rows, asked.deals, effort))
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
