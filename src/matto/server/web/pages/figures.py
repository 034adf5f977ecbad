"""Figures of what one has played, game by game: how it went, and by how much that varies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, stdev

import msgspec
from babel.numbers import format_decimal

from matto.engine.game import Game
from matto.engine.run import Run
from matto.server.web.pages.seats import lone_among


class PlayedDeal(msgspec.Struct, frozen=True):
    """A finished deal for one who played it: what it brought him, in the game's own units.

    `alone` and `last_trick` are None where that was not looked up.
    """

    game: Game
    brought: float
    thrown_in: bool
    alone: bool | None = None
    last_trick: bool | None = None


class Share(msgspec.Struct, frozen=True):
    """How many of how many."""

    of: int
    times: int

    @property
    def percent(self) -> int:
        """The same in hundredths."""
        return round(100 * self.times / self.of) if self.of else 0


class GameFigures(msgspec.Struct, frozen=True):
    """What one has played of a game; `spread` is the standard deviation of a deal."""

    game: Game
    deals: int
    thrown_in: int
    mean: float
    spread: float | None
    won: Share
    alone: Share
    last_trick: Share


class HowPlayed(msgspec.Struct, frozen=True):
    """What the score sheet of a deal does not tell: who was alone, who won the last trick."""

    alone: int | None
    last_trick: int | None


def how_played(run: Run) -> HowPlayed:
    """Look a finished deal through."""
    contract, tricks = run.table.contract, run.table.tricks
    return HowPlayed(
        lone_among(contract.side) if contract is not None else None,
        tricks[-1].winner if tricks else None,
    )


def figures_of(deals: Iterable[PlayedDeal]) -> tuple[GameFigures, ...]:
    """Figures of each game, the one played most first."""
    by_game: dict[str, list[PlayedDeal]] = {}
    for deal in deals:
        by_game.setdefault(deal.game.id, []).append(deal)
    found = [_figures(some) for some in by_game.values()]
    return tuple(sorted(found, key=lambda one: -one.deals))


def _figures(deals: Sequence[PlayedDeal]) -> GameFigures:
    played = [deal for deal in deals if not deal.thrown_in]
    brought = [deal.brought for deal in played]
    return GameFigures(
        game=deals[0].game,
        deals=len(played),
        thrown_in=len(deals) - len(played),
        mean=fmean(brought) if brought else 0.0,
        spread=stdev(brought) if len(brought) > 1 else None,
        won=_share([deal.brought > 0 for deal in played]),
        alone=_share([deal.alone for deal in played]),
        last_trick=_share([deal.last_trick for deal in played]),
    )


def _share(answers: Sequence[bool | None]) -> Share:
    known = [answer for answer in answers if answer is not None]
    return Share(len(known), sum(known))


def signed(amount: float, language: str) -> str:
    """An amount with its sign, as people write it."""
    shown = rounded(abs(amount), language)
    if not round(amount, 1):
        return shown
    return ("+" if amount > 0 else "−") + shown


def rounded(amount: float, language: str) -> str:
    """An amount to one place after the point, or the comma."""
    return str(format_decimal(amount, "0.0", locale=language))


def in_units(game: Game, amount: int) -> float:
    """An amount of a score sheet in the game's own units."""
    return amount / game.unit
