"""A yardstick from outside: OpenSpiel's ISMCTS against the usual bot, at equal time.

`python lab/yardstick.py --games calatafimi-2 --minutes 30`. In duplicate deals (docs/arena.md)
the usual bot is a guest among players that search by OpenSpiel's ISMCTS. They get as much time
of the processor for a decision as the usual bot has taken so far, or `--times` as much. They
draw hidden cards as evenly as can be and value positions by compiled playouts.

Each finished deal is kept in a folder; the same command continues there, so take another
folder when a bot has changed. `--minutes 0` plays nothing; `--write docs/strength.md`
writes the table of all that is kept between its two marks.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import msgspec

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.view import View
from matto.games import game as find_game
from matto.players import Policy, make_bot, register
from matto.players.bot_readiness import get_ready, thinks
from matto.players.bots import USUAL
from matto.records import write_whole
from matto.research.adapters.openspiel.ismcts import SearchingBot
from matto.research.arena import FULL, Checkpoint, Measurement, contest_of, report_of
from matto.research.arena.measurement import check_effort
from matto.research.arena.tables import play_deal
from matto.research.parallel import ALONE
from script import RULE, check_page, games_of, publish, spelled

TIMED = f"{USUAL}-timed"
MINUTE = 60.0

BEGIN = "<!-- the yardstick: written by lab/yardstick.py -->"
END = "<!-- the end of the yardstick -->"


@dataclass
class Clock:
    """Count decisions with a choice, and the processor's time for them."""

    seconds: float = 0.0
    decisions: int = 0

    def mean(self) -> float:
        """Return seconds a decision."""
        return self.seconds / max(1, self.decisions)


@dataclass
class Clocks:
    """The clocks of both players, kept beside the deals."""

    usual: Clock = field(default_factory=Clock)
    searching: Clock = field(default_factory=Clock)

    def keep(self, path: Path) -> None:
        """Write down what both have taken so far."""
        write_whole(path, msgspec.json.encode(asdict(self)))


class TimedBot:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Policy, clock: Clock) -> None:
        self.bot = bot
        self.clock = clock

    def choose(self, view: View) -> str:
        """Return what the bot chooses."""
        began = time.process_time()
        choice = self.bot.choose(view)
        if view.decision is not None and len(view.decision.options) > 1:
            self.clock.seconds += time.process_time() - began
            self.clock.decisions += 1
        return choice


@dataclass(frozen=True)
class Match:
    """How the two are measured: deals and minutes a game at most, and the folder."""

    deals: int
    minutes: float
    seed: int
    times: float
    folder: Path

    def row(self, game_id: str) -> str:
        """Play the match of a game, or continue it, and return its row."""
        name = f"{game_id}-{self.times:g}"
        kept_clocks = self.folder / f"{name}.clocks.json"
        clocks = Clocks()
        if kept_clocks.exists():
            clocks = msgspec.json.decode(kept_clocks.read_bytes(), type=Clocks)
        self._register(clocks)
        game = find_game(game_id)
        bots = [TIMED, SearchingBot.name]
        contest = contest_of(game, game.resolve(), bots, seed=self.seed, strata=[FULL])
        kept = Checkpoint(self.folder / f"{name}.jsonl", contest)
        measured = Measurement(contest)
        for deal in kept.deals:
            measured.add(deal)
        until = time.monotonic() + self.minutes * MINUTE
        if self.minutes and not clocks.usual.decisions:
            among_rule = contest_of(game, game.resolve(), [TIMED, RULE], strata=[FULL])
            play_deal(among_rule, FULL, 0)
        for done in measured.run(self.deals, kept=kept) if self.minutes else ():
            clocks.keep(kept_clocks)
            print(f"{game_id}: {done}/{self.deals}", file=sys.stderr)
            if time.monotonic() > until:
                break
        return spelled_row(measured, clocks)

    def _register(self, clocks: Clocks) -> None:
        """Make both players known, each with its clock."""

        def make_usual(game: Game, seed: int | str) -> TimedBot:
            return TimedBot(make_bot(USUAL, game, seed), clocks.usual)

        def make_searching(game: Game, seed: int | str) -> TimedBot:
            bot = SearchingBot(game, seed, lambda: clocks.usual.mean() * self.times)
            return TimedBot(bot, clocks.searching)

        register(TIMED, make_usual)
        register(SearchingBot.name, make_searching)
        if thinks([USUAL]):
            get_ready()


def spelled_row(measured: Measurement, clocks: Clocks) -> str:
    """Return what is known of a match, as a row of the table."""
    (stratum,) = report_of(measured, len(measured.of(FULL))).strata
    standing = stratum.standings[0] if stratum.standings else None
    found = [standing.points, standing.sigmas] if standing else [None, None]
    pace = [f"{1000 * clock.mean():.0f} ms" for clock in (clocks.usual, clocks.searching)]
    cells = (f"`{measured.contest.game}`", *map(spelled, found), str(stratum.deals), *pace)
    return f"| {' | '.join(cells)} |"


def table(games: list[str], match: Match) -> Iterator[str]:
    """Return a row for each game."""
    over = f"`{USUAL}` over ISMCTS"
    yield f"| game | {over}, points a deal | in σ | deals | `{USUAL}`, a decision | ISMCTS |"
    yield "|---|--:|--:|--:|--:|--:|"
    for game_id in games:
        yield match.row(game_id)


def main() -> int:
    """Play, and print or write the table; return 2 for what cannot be measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="calatafimi-2", help="as mineo-3,ragusa-3")
    parser.add_argument("--deals", type=int, default=1000, help="for each game, at the most")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each game")
    parser.add_argument("--times", type=float, default=1.0, help="as much time for ISMCTS")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("build/yardstick"))
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    asked = parser.parse_args()
    match = Match(asked.deals, asked.minutes, asked.seed, asked.times, asked.folder)
    try:
        check_effort(asked.deals, ALONE)
        check_page(asked.write, BEGIN, END)
        made = "\n".join(table(games_of(asked.games), match))
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    publish(asked.write, BEGIN, END, made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
