"""Scripts that play deals of many games, one by one, and make a table of what came of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from matto.arena import Contest, contest_of
from matto.arena.measure import check_effort
from matto.engine.errors import MattoError
from matto.games import catalogue
from matto.games import game as find_game
from matto.spreading import Resources, spread
from pages import check_page, publish

RULE = "rule"

Piece = tuple[Contest, int]
"""A deal to play: a contest among players by the rule of thumb, and its number."""


class OfAGame(Protocol):
    """What came of a deal."""

    @property
    def game(self) -> str:
        """The game's id."""
        ...


T = TypeVar("T", bound=OfAGame)


@dataclass(frozen=True)
class Script(Generic[T]):
    """Plays deals in processes and writes a table between two marks of a page.

    `about` is its docstring, `deals` how many it plays of each game unless told otherwise,
    `stratum` whether they begin with the talk or at the first card.
    """

    about: str
    deals: int
    stratum: str
    play: Callable[[Piece], T]
    table: Callable[[Sequence[T]], Iterator[str]]
    begin: str
    end: str

    def main(self) -> int:
        """Measure, and print or write the table; 2 is the status of what cannot be measured."""
        asked = self._asked()
        games = games_of(asked.games)
        every: list[T] = []
        resources = resources_of(asked)
        try:
            check_effort(asked.deals, resources)
            check_page(asked.write, self.begin, self.end)
            pieces = self._pieces(games, asked.deals, asked.seed)
            for deal in spread(self.play, pieces, resources):
                every.append(deal)
                print(f"{len(every)}/{len(pieces)} {deal.game}", file=sys.stderr)
        except MattoError as error:
            print(error.sentence, file=sys.stderr)
            return 2
        rows = self.table(sorted(every, key=lambda deal: games.index(deal.game)))
        publish(asked.write, self.begin, self.end, "\n".join(rows))
        return 0

    def _asked(self) -> argparse.Namespace:
        """What the command line asks for."""
        parser = argparse.ArgumentParser(description=self.about.partition("\n")[0])
        parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
        parser.add_argument("--deals", type=int, default=self.deals, help="for each game")
        add_resources(parser)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--write", type=Path, help="the page to write the table into")
        return parser.parse_args()

    def _pieces(self, games: Sequence[str], deals: int, seed: int) -> list[Piece]:
        """The deals to play; raises `UnknownGame`."""
        found: list[Piece] = []
        for name in games:
            game = find_game(name)
            strata, bots = [self.stratum], [RULE, RULE]
            contest = contest_of(game, game.resolve(), bots, seed=seed, strata=strata)
            found += [(contest, number) for number in range(deals)]
        return found


def add_resources(parser: argparse.ArgumentParser) -> None:
    """Let the command line say who does the work."""
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--cluster", default="", help="a Ray cluster: auto, or its address")


def resources_of(asked: argparse.Namespace) -> Resources:
    """Who does the work, as the command line says."""
    return Resources(asked.jobs, asked.cluster)


def asked_for(about: str | None, deals: int, begin: str, end: str) -> argparse.Namespace:
    """Read what a script without processes is asked for: games, deals and the page to write."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument("--deals", type=int, default=deals, help="of each game")
    parser.add_argument("--write", type=Path, help="the page to write the table into")
    asked = parser.parse_args()
    check_page(asked.write, begin, end)
    return asked


def games_of(named: str) -> list[str]:
    """The ids in a list with commas, or those of all games."""
    return [name for name in named.split(",") if name] or list(catalogue())
