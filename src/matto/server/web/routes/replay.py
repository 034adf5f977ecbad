"""Deals that are over: played back, written down, and played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from matto.engine.run import Run
from matto.players.levels import USUAL
from matto.records import dump, match_of, record_of
from matto.server.http.middleware import COSTS, MANY_DEALS, OPENS
from matto.server.http.requests import (
    HttpRequest,
    deals_shown,
    number_in,
    services_of,
    viewer_of,
    visit_of,
)
from matto.server.http.responses import as_page, see
from matto.server.tables.chairs import Chair
from matto.server.tables.commands import Order
from matto.server.tables.opening import given_of
from matto.server.web.pages.new import default_name
from matto.server.web.pages.replay import OPEN, ReplayedDeal, replay_page
from matto.server.web.pages.shuffle import shuffle_page


@get("/t/{table:str}/deals/{number:int}")
async def replay(
    request: HttpRequest, table: FromPath[str], number: FromPath[int]
) -> Response[str]:
    """One moment of a finished deal."""
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
    """How a finished deal was shuffled, to be checked by anybody."""
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
    """Open a new table with the cards of a finished deal, against bots."""
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
    """The bots of the table once more, and the usual one where a person played."""
    own = (chair.bot if chair.is_bots_own and not chair.free else USUAL for chair in chairs)
    return tuple("" if number == seat else bot for number, bot in enumerate(own))


ROUTES = (replay, shuffle, record_json, record_text, match_json, again)
