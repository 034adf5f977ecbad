"""A yardstick from outside: OpenSpiel's ISMCTS against the usual bot, at equal time.

`python lab/yardstick.py --games calatafimi-2 --deals 16`. In duplicate deals (docs/arena.md)
the usual bot is a guest among players that search by OpenSpiel's ISMCTS. First it is measured
how long the usual bot takes for a decision; the others get as long, or `--times` as long. They
draw hidden cards as evenly as can be and value positions by compiled playouts. `--write
docs/strength.md` writes the table between its two marks.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from matto.adapters.openspiel.searching import SearchingBot
from matto.arena import FULL, Measurement, contest_of, report_of
from matto.arena.report import Interval
from matto.arena.tables import DealPlayed, play_deal
from matto.arena.timings import STEP
from matto.games import game as find_game
from matto.players import register
from matto.players.levels import USUAL
from pages import check_page, publish
from script import games_of

RULE = "rule"
FIRST_DEALS = 2
"""By so many deals it is measured how long the usual bot takes."""

BEGIN = "<!-- the yardstick: written by lab/yardstick.py -->"
END = "<!-- the end of the yardstick -->"


def mean_seconds(deals: Iterable[DealPlayed], bot: str) -> float:
    """How long a bot took for a decision, on average."""
    counts = [
        (math.exp((step + 0.5) * STEP), times)
        for deal in deals
        for phase in deal.times[bot].values()
        for step, times in phase.items()
    ]
    return sum(each * times for each, times in counts) / sum(times for _, times in counts)


def row(game_id: str, deals: int, seed: int, times: float) -> str:
    """Play the match of a game."""
    game = find_game(game_id)
    options = game.resolve()
    before = contest_of(game, options, [USUAL, RULE], seed=seed, strata=[FULL])
    usual = [play_deal(before, FULL, number) for number in range(FIRST_DEALS)]
    seconds = mean_seconds(usual, USUAL) * times
    register(SearchingBot.name, lambda game, seed: SearchingBot(game, seed, seconds))
    contest = contest_of(game, options, [USUAL, SearchingBot.name], seed=seed, strata=[FULL])
    measured = Measurement(contest)
    for done in measured.run(deals):
        print(f"{game_id}: {done}/{deals}", file=sys.stderr)
    (stratum,) = report_of(measured, deals).strata
    standing = stratum.standings[0]
    pace = [1000 * mean_seconds(measured.of(FULL), bot) for bot in contest.labels]
    return (
        f"| `{game_id}` | {spelled(standing.points)} | {spelled(standing.sigmas)} | {deals} "
        f"| {pace[0]:.0f} ms | {pace[1]:.0f} ms |"
    )


def spelled(found: Interval | None) -> str:
    """A mean with its interval."""
    if found is None or found.low is None or found.high is None:
        return "–"
    return f"{found.mean:+.2f} ({found.low:+.2f} … {found.high:+.2f})"


def table(games: Iterable[str], deals: int, seed: int, times: float) -> Iterator[str]:
    """A row for each game."""
    over = f"`{USUAL}` over ISMCTS"
    yield f"| game | {over}, points a deal | in σ | deals | `{USUAL}`, a decision | ISMCTS |"
    yield "|---|--:|--:|--:|--:|--:|"
    for game_id in games:
        yield row(game_id, deals, seed, times)


def main() -> None:
    """Play, and print the table or write it into a page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="calatafimi-2", help="as mineo-3,ragusa-3")
    parser.add_argument("--deals", type=int, default=16, help="for each game")
    parser.add_argument("--times", type=float, default=1.0, help="as much time for ISMCTS")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    asked = parser.parse_args()
    check_page(asked.write, BEGIN, END)
    rows = table(games_of(asked.games), asked.deals, asked.seed, asked.times)
    publish(asked.write, BEGIN, END, "\n".join(rows))


if __name__ == "__main__":
    main()
