"""One's own matches, deal by deal, and figures of what one has played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from statistics import fmean, stdev

import msgspec
from babel.numbers import format_decimal

from matto.engine.game import Game
from matto.engine.run import Run
from matto.server.http.requests import Visit
from matto.server.tables.views import FinishedDeal, TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.replay import ReplayedDeal, shown_at
from matto.server.web.pages.seats import lone_among
from matto.server.web.pages.templates import rendered
from matto.telling.story import Moment, first_card


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
    return str(format_decimal(amount, "0.0", locale=language))


def in_units(game: Game, amount: int) -> float:
    """An amount of a score sheet in the game's own units."""
    return amount / game.unit


class OwnMatch(msgspec.Struct, frozen=True):
    """A match with at least one finished deal, as its page needs it; `deals` are one's own."""

    table_view: TableView
    deals: tuple[FinishedDeal, ...]
    changed: float


class Pages(msgspec.Struct, frozen=True):
    """Which page of a list this is, and whether there are others; pages count from 1."""

    number: int
    more: bool


def matches_page(visit: Visit, matches: Sequence[OwnMatch], pages: Pages) -> str:
    """Fill in the matches of one who has played them, each as he sees its table."""
    contexts = [PageContext(match.table_view, visit.display) for match in matches]
    shown = list(zip(matches, contexts, strict=True))
    return rendered("matches.html", visit, matches=shown, pages=pages)


def figures_page(
    visit: Visit, figures: Sequence[GameFigures], looked_up: int, deals: int
) -> str:
    """Fill in one's figures; `looked_up` of all `deals` were looked through card by card."""
    return rendered(
        "figures.html",
        visit,
        figures=figures,
        signed=partial(signed, language=visit.display.language),
        rounded=partial(rounded, language=visit.display.language),
        looked_up=looked_up,
        deals=deals,
    )


def whole_deal_page(visit: Visit, played: ReplayedDeal) -> str:
    """Fill in a finished deal on one page: hands, story and score sheet, to read or print."""
    eyes = played.eyes[0]
    end = Moment(played.run, len(played.run.actions), eyes)
    return rendered(
        "whole_deal.html",
        visit,
        played=played,
        hands=Moment(played.run, first_card(played.run), eyes).hands,
        **shown_at(played, end, visit.display),
    )
