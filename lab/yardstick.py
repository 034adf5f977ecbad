"""A yardstick from outside: OpenSpiel's ISMCTS against the usual bot, at equal time.

`python lab/yardstick.py --games calatafimi-2 --deals 16`. In duplicate deals (docs/arena.md)
the usual bot is a guest among players that search by OpenSpiel's ISMCTS. They get as much time
of the processor for a decision as the usual bot has taken so far, or `--times` as much. They
draw hidden cards as evenly as can be and value positions by compiled playouts. `--write
docs/strength.md` writes the table between its two marks.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from matto.adapters.openspiel.searching import SearchingBot
from matto.arena import FULL, Measurement, contest_of, report_of
from matto.arena.report import Interval
from matto.arena.tables import play_deal
from matto.engine.game import Game
from matto.engine.view import View
from matto.games import game as find_game
from matto.players import Policy, make_bot, register
from matto.players.levels import USUAL
from matto.players.readiness import get_ready, thinks
from pages import check_page, publish
from script import games_of

RULE = "rule"
TIMED = f"{USUAL}-timed"

BEGIN = "<!-- the yardstick: written by lab/yardstick.py -->"
END = "<!-- the end of the yardstick -->"


class Clock:
    """How many decisions were made with a choice, and how long the processor took for them."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.decisions = 0

    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / max(1, self.decisions)


class TimedBot:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Policy, clock: Clock) -> None:
        self.bot = bot
        self.clock = clock

    def choose(self, view: View) -> str:
        """Give what the bot gives."""
        began = time.process_time()
        choice = self.bot.choose(view)
        if view.decision is not None and len(view.decision.options) > 1:
            self.clock.seconds += time.process_time() - began
            self.clock.decisions += 1
        return choice


def row(game_id: str, deals: int, seed: int, times: float) -> str:
    """Play the match of a game."""
    clocks = usual, searching = Clock(), Clock()

    def make_usual(game: Game, seed: int | str) -> TimedBot:
        return TimedBot(make_bot(USUAL, game, seed), usual)

    def make_searching(game: Game, seed: int | str) -> TimedBot:
        bot = SearchingBot(game, seed, lambda: usual.mean() * times)
        return TimedBot(bot, searching)

    register(TIMED, make_usual)
    register(SearchingBot.name, make_searching)
    if thinks([USUAL]):
        get_ready()
    game = find_game(game_id)
    options = game.resolve()
    play_deal(contest_of(game, options, [TIMED, RULE], seed=seed, strata=[FULL]), FULL, 0)
    contest = contest_of(game, options, [TIMED, SearchingBot.name], seed=seed, strata=[FULL])
    measured = Measurement(contest)
    for done in measured.run(deals):
        print(f"{game_id}: {done}/{deals}", file=sys.stderr)
    (stratum,) = report_of(measured, deals).strata
    found = spelled(stratum.standings[0].points), spelled(stratum.standings[0].sigmas)
    pace = " | ".join(f"{1000 * clock.mean():.0f} ms" for clock in clocks)
    return f"| `{game_id}` | {found[0]} | {found[1]} | {deals} | {pace} |"


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
