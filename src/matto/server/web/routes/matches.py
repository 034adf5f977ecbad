"""One's own matches: the list, figures, all records in one file, and a deal on one page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from itertools import islice
from typing import NamedTuple

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Stream

from matto.engine.errors import MattoError
from matto.records import dump_line, transcript_of
from matto.server.http.middleware import COSTS, MANY_DEALS
from matto.server.http.requests import (
    HttpRequest,
    number_in,
    services_of,
    viewer_of,
    visit_of,
)
from matto.server.http.responses import as_page
from matto.server.http.services import Services
from matto.server.tables.replay import deals_of
from matto.server.tables.state import TableState
from matto.server.tables.views import FinishedDeal
from matto.server.web.pages.figures import (
    HowPlayed,
    PlayedDeal,
    figures_of,
    how_played,
    in_units,
)
from matto.server.web.pages.matches import (
    OwnMatch,
    Pages,
    figures_page,
    matches_page,
    whole_deal_page,
)
from matto.server.web.routes.replay import replayed

A_LIST = 5
"""As many requests as a list of matches counts: each of them may have to be set up."""

ON_A_PAGE = 12

MOST_LOOKED_UP = 60
"""So many deals are looked through anew for one page of figures; the others are remembered."""

MOST_REMEMBERED = 20_000

JSON_LINES = "application/jsonl"

_remembered: OrderedDict[tuple[str, int], HowPlayed] = OrderedDict()


class OwnDeals(NamedTuple):
    """A table where one sits, and the deals that one has played to their end there."""

    state: TableState
    seat: int
    deals: Sequence[FinishedDeal]
    changed: float


async def _own(services: Services, holder: str) -> AsyncIterator[OwnDeals]:
    """The tables where somebody sits and has finished a deal, the latest first."""
    for line in await services.tables.tables_of(holder):
        try:
            state = await services.tables.state(line.id)
        except MattoError:
            continue
        seat = state.seat_of(holder)
        if seat is not None and (deals := deals_of(state, seat)):
            yield OwnDeals(state, seat, deals, line.changed_at / 1000)


@get("/matches", opt={COSTS: A_LIST})
async def matches(request: HttpRequest) -> Response[str]:
    """One's matches with their results, the latest first."""
    services, holder = services_of(request), viewer_of(request).holder
    number = max(1, number_in(request.query_params.get("page", "")) or 1)
    own = [one async for one in _own(services, holder)]
    shown = islice(own, ON_A_PAGE * (number - 1), ON_A_PAGE * number)
    found = [
        OwnMatch(services.tables.view(one.state, holder), tuple(one.deals), one.changed)
        for one in shown
    ]
    pages = Pages(number, more=len(own) > ON_A_PAGE * number)
    return as_page(matches_page(visit_of(request), found, pages))


@get("/matches/figures", opt={COSTS: MANY_DEALS})
async def figures(request: HttpRequest) -> Response[str]:
    """One's figures, game by game."""
    services, holder = services_of(request), viewer_of(request).holder
    played: list[PlayedDeal] = []
    left = MOST_LOOKED_UP
    async for one in _own(services, holder):
        for deal in one.deals:
            key = one.state.id, deal.number
            if key not in _remembered and left and not deal.result.thrown_in:
                left -= 1
                await _look_up(services, *key)
            played.append(_played(one, deal, _remembered.get(key)))
    known = sum(deal.last_trick is not None for deal in played)
    dealt = sum(not deal.thrown_in for deal in played)
    return as_page(figures_page(visit_of(request), figures_of(played), known, dealt))


async def _look_up(services: Services, table: str, number: int) -> None:
    try:
        run = await services.tables.finished_run(table, number)
    except MattoError:
        return
    _remembered[table, number] = how_played(run)
    if len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)


def _played(one: OwnDeals, deal: FinishedDeal, how: HowPlayed | None) -> PlayedDeal:
    game = one.state.game
    return PlayedDeal(
        game,
        in_units(game, deal.result.scores[one.seat]),
        deal.result.thrown_in,
        alone=None if how is None else how.alone == one.seat,
        last_trick=None if how is None else how.last_trick == one.seat,
    )


@get("/matches/records.jsonl", opt={COSTS: MANY_DEALS})
async def records(request: HttpRequest) -> Stream:
    """All one's finished deals in one file that `matto replay` reads, a line each."""
    services, holder = services_of(request), viewer_of(request).holder

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


@get("/t/{table:str}/deals/{number:int}/whole")
async def whole(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    """A finished deal on one page."""
    return as_page(whole_deal_page(visit_of(request), await replayed(request, table, number)))


ROUTES = (matches, figures, records, whole)
