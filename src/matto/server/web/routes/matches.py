"""Deals that are over: one's own matches, records, and deals played back and again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Stream

from matto.engine.errors import MattoError
from matto.engine.run import Run
from matto.players.bots import USUAL
from matto.records import dump, dump_line, match_of, record_of, transcript_of
from matto.server.http.middleware import COSTS, MANY_DEALS, OPENS
from matto.server.http.requests import (
    HttpRequest,
    Services,
    as_page,
    deals_shown,
    number_in,
    see,
    services_of,
    viewer_of,
    visit_of,
)
from matto.server.tables.commands import Order, given_of
from matto.server.tables.replay import deals_of
from matto.server.tables.state import TableState
from matto.server.tables.views import Chair, FinishedDeal
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.matches import (
    PlayedDeal,
    ReplayedDeal,
    figures_page,
    how_played,
    replay_page,
    shuffle_page,
    whole_deal_page,
)
from matto.server.web.pages.new_table import default_name
from matto.server.web.pages.templates import rendered
from matto.telling.story import OPEN


@get("/t/{table:str}/deals/{number:int}")
async def replay(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    played = await replayed(request, table, number)
    at = request.query_params.get("at", "")
    eyes = request.query_params.get("eyes", OPEN)
    return as_page(replay_page(visit_of(request), played, number_in(at), eyes))


async def replayed(request: HttpRequest, table: str, number: int) -> ReplayedDeal:
    """A finished deal of a table that whoever asks may look at."""
    state = await deals_shown(request, table)
    seat = state.seat_of(viewer_of(request).holder)
    run = await services_of(request).tables.finished_run(table, number)
    return ReplayedDeal(table, number, run, state.players, len(state.finished), seat)


async def _finished(request: HttpRequest, table: str, number: int) -> Run:
    await deals_shown(request, table)
    return await services_of(request).tables.finished_run(table, number)


@get("/t/{table:str}/deals/{number:int}/shuffle")
async def shuffle(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    played = await replayed(request, table, number)
    proof = await services_of(request).tables.proof(table, number)
    return as_page(shuffle_page(visit_of(request), played, proof))


@get("/t/{table:str}/deals/{number:int}/record.json")
async def record_json(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    """A finished deal as a record that `matto replay` reads."""
    record = record_of(await _finished(request, table, number))
    return Response(dump(record, "json"), media_type=MediaType.JSON)


@get("/t/{table:str}/deals/{number:int}/record.txt")
async def record_text(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    """A finished deal in the notation that people read."""
    record = record_of(await _finished(request, table, number))
    return Response(dump(record, "notation"), media_type=MediaType.TEXT)


@get("/t/{table:str}/record.json", opt={COSTS: MANY_DEALS})
async def match_json(request: HttpRequest, table: FromPath[str]) -> Response[str]:
    """All finished deals of a table as one record that `matto replay` reads."""
    await deals_shown(request, table)
    runs = await services_of(request).tables.finished_runs(table)
    return Response(dump(match_of(runs), "json"), media_type=MediaType.JSON)


@post("/t/{table:str}/deals/{number:int}/again", status_code=303, opt={OPENS: True})
async def again(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    services, state = services_of(request), await deals_shown(request, table)
    run = await services.tables.finished_run(table, number)
    visit, holder = visit_of(request), viewer_of(request).holder
    seat = state.seat_of(holder) or 0
    order = Order(
        game=run.game.id,
        host=holder,
        bots=_opponents(state.chairs, seat),
        options=dict(run.options),
        pace=state.pace,
        onlookers=state.opened.onlookers,
        seat=seat,
        name=visit.name or default_name(visit.display),
        given=given_of(run),
    )
    return see(f"/t/{await services.tables.open(order)}")


def _opponents(chairs: Sequence[Chair], seat: int) -> tuple[str, ...]:
    own = (chair.bot if chair.is_bots_own and not chair.free else USUAL for chair in chairs)
    return tuple("" if number == seat else bot for number, bot in enumerate(own))


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


@get("/matches", opt={COSTS: A_LIST})
async def matches(request: HttpRequest) -> Response[str]:
    services, holder = services_of(request), viewer_of(request).holder
    number = max(1, number_in(request.query_params.get("page", "")) or 1)
    own = [one async for one in _own(services, holder)]
    visit, last = visit_of(request), ON_A_PAGE * number
    shown = [
        (
            PageContext(services.tables.view(one.state, holder), visit.display),
            one.deals,
            one.changed,
        )
        for one in own[last - ON_A_PAGE : last]
    ]
    more = len(own) > last
    return as_page(rendered("matches.html", visit, matches=shown, page=number, more=more))


@get("/matches/figures", opt={COSTS: MANY_DEALS})
async def figures(request: HttpRequest) -> Response[str]:
    services, holder = services_of(request), viewer_of(request).holder
    played: list[PlayedDeal] = []
    left = MOST_LOOKED_UP
    async for one in _own(services, holder):
        for deal in one.deals:
            key = one.state.id, deal.number
            if key not in _remembered and left and not deal.result.thrown_in:
                left -= 1
                await _look_up(services, *key)
            played.append(_played(one, deal))
    return as_page(figures_page(visit_of(request), played))


async def _look_up(services: Services, table: str, number: int) -> None:
    try:
        run = await services.tables.finished_run(table, number)
    except MattoError:
        return
    _remembered[table, number] = how_played(run)
    if len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)


def _played(own: OwnDeals, deal: FinishedDeal) -> PlayedDeal:
    """A deal as it went for its player, in the game's own units."""
    game, result = own.state.game, deal.result
    brought = result.scores[own.seat] / game.unit
    if (how := _remembered.get((own.state.id, deal.number))) is None:
        return PlayedDeal(game, brought, result.thrown_in)
    alone, last_trick = (seat == own.seat for seat in how)
    return PlayedDeal(game, brought, result.thrown_in, alone, last_trick)


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
    return as_page(whole_deal_page(visit_of(request), await replayed(request, table, number)))


ROUTES = (
    replay,
    shuffle,
    record_json,
    record_text,
    match_json,
    again,
    matches,
    figures,
    records,
    whole,
)
