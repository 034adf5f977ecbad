"""The list of one's own matches, their records in one file, and their deals in figures."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec
from babel.numbers import format_decimal
from litestar import get
from litestar.response import Stream

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.run import Run
from matto.records import dump_line, transcript_of
from matto.server.http import requests
from matto.server.http.middleware import COST, MANY_DEALS
from matto.server.http.requests import HttpRequest, Services, Visit
from matto.server.tables.replay import deals_of
from matto.server.tables.state import TableState
from matto.server.tables.views import FinishedDeal
from matto.server.web.page_context import PageContext
from matto.server.web.rendering import for_templates, known_to_templates, page_at, rendered
from matto.server.web.seats_and_cards import lone_among

known_to_templates(mean=fmean, deviation=stdev, rounded_off=round)


class PlayedDeal(msgspec.Struct, frozen=True):
    """A finished deal for one who played it: what it brought him, in the game's own units.

    `alone` and `last_trick` are None where that was not looked up.
    """

    game: Game
    brought: float
    thrown_in: bool
    alone: bool | None = None
    last_trick: bool | None = None

    @property
    def won(self) -> bool:
        return self.brought > 0


def solo_and_last_trick(run: Run) -> tuple[int | None, int | None]:
    """Return what no score sheet tells: who was alone, and who won the last trick."""
    contract, tricks = run.table.contract, run.table.tricks
    return (
        None if contract is None else lone_among(contract.side),
        tricks[-1].winner if tricks else None,
    )


def figures_page(visit: Visit, deals: Sequence[PlayedDeal]) -> str:
    by_game: dict[Game, list[PlayedDeal]] = {}
    for deal in deals:
        by_game.setdefault(deal.game, []).append(deal)
    dealt = {game: sum(not deal.thrown_in for deal in own) for game, own in by_game.items()}
    return rendered(
        "figures.html",
        visit,
        games=sorted(by_game.items(), key=lambda found: -dealt[found[0]]),
        looked_up=sum(deal.last_trick is not None for deal in deals),
        dealt=sum(dealt.values()),
    )


@for_templates
def signed(amount: float, language: str) -> str:
    shown = rounded(abs(amount), language)
    if not round(amount, 1):
        return shown
    return ("+" if amount > 0 else "−") + shown


@for_templates
def rounded(amount: float, language: str) -> str:
    return str(format_decimal(amount, "0.0", locale=language))


A_LIST = 5
"""As many requests as a list of matches counts: each of them may have to be set up."""

ON_A_PAGE = 12

MOST_LOOKED_UP = 60
"""So many deals are looked through anew for one page of figures; the others are remembered."""

MOST_REMEMBERED = 20_000

JSON_LINES = "application/jsonl"

_remembered: OrderedDict[tuple[str, int], tuple[int | None, int | None]] = OrderedDict()


class OwnDeals(NamedTuple):
    """A table where one sits, and the deals that one has played to their end there."""

    state: TableState
    seat: int
    deals: Sequence[FinishedDeal]
    changed: float


async def _own(services: Services, holder: str) -> AsyncIterator[OwnDeals]:
    """The tables where somebody sits and has finished a deal, the latest first."""
    for line in await services.store.tables_of(holder):
        try:
            state = await services.tables.state(line.id)
        except MattoError:
            continue
        seat = state.seat_of(holder)
        if seat is not None and (deals := deals_of(state, seat)):
            yield OwnDeals(state, seat, deals, line.changed_at / 1000)


@page_at("/matches", opt={COST: A_LIST})
async def matches(request: HttpRequest) -> str:
    services, holder = request.services, request.holder
    number = max(1, requests.number_in(request.query_params.get("page", "")) or 1)
    own = [one async for one in _own(services, holder)]
    visit, last = request.visit, ON_A_PAGE * number
    shown = [
        (
            PageContext(services.tables.view(one.state, holder), visit.display),
            one.deals,
            one.changed,
        )
        for one in own[last - ON_A_PAGE : last]
    ]
    more = len(own) > last
    return rendered("matches.html", visit, matches=shown, page=number, more=more)


@page_at("/matches/figures", opt={COST: MANY_DEALS})
async def figures(request: HttpRequest) -> str:
    services, holder = request.services, request.holder
    played: list[PlayedDeal] = []
    left = MOST_LOOKED_UP
    async for one in _own(services, holder):
        for deal in one.deals:
            key = one.state.id, deal.number
            if key not in _remembered and left and not deal.result.thrown_in:
                left -= 1
                await _look_up(services, *key)
            played.append(_played(one, deal))
    return figures_page(request.visit, played)


async def _look_up(services: Services, table: str, number: int) -> None:
    try:
        run = await services.tables.finished_run(table, number)
    except MattoError:
        return
    _remembered[table, number] = solo_and_last_trick(run)
    if len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)


def _played(own: OwnDeals, deal: FinishedDeal) -> PlayedDeal:
    game, result = own.state.game, deal.result
    brought = result.scores[own.seat] / game.unit
    if (how := _remembered.get((own.state.id, deal.number))) is None:
        return PlayedDeal(game, brought, result.thrown_in)
    alone, last_trick = (seat == own.seat for seat in how)
    return PlayedDeal(game, brought, result.thrown_in, alone, last_trick)


@get("/matches/records.jsonl", opt={COST: MANY_DEALS})
async def records(request: HttpRequest) -> Stream:
    """All one's finished deals in one file that `matto replay` reads, a line each."""
    services, holder = request.services, request.holder

    async def lines() -> AsyncIterator[str]:
        async for one in _own(services, holder):
            for deal in one.deals:
                try:
                    run = await services.tables.finished_run(one.state.id, deal.number)
                except MattoError:
                    continue
                yield dump_line(transcript_of(run))

    kept_as = {"Content-Disposition": 'attachment; filename="matto.jsonl"'}
    return Stream(lines(), media_type=JSON_LINES, headers=kept_as)
