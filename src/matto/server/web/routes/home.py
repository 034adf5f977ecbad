"""The first page, and opening a table from it."""

from __future__ import annotations

from collections.abc import Container
from http import HTTPStatus
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.games import game as find_game
from matto.server.http.error_answers import BadForm
from matto.server.http.middleware import OPENS
from matto.server.http.requests import (
    HttpRequest,
    Services,
    as_json,
    as_page,
    form_of,
    key_of,
    number_in,
    see,
    services_of,
    viewer_of,
    visit_of,
    wants_json,
)
from matto.server.http.security import COOKIE_SECONDS
from matto.server.tables.errors import NoSuchTable
from matto.server.tables.views import Phase, TableView
from matto.server.web.pages.home import home_page, table_in
from matto.server.web.pages.lobby import first_deal_of
from matto.server.web.pages.new_table import Form, beginners, default_name, new_page, read_order

MOST_SHOWN = 12
"""So many tables that go on are shown, and so many that are over."""

MOST_LISTED, MOST_LOOKED_AT = 6, 24
"""So many tables of others are shown that anybody may join, of so many looked at."""

AWAY_COOKIE, BETWEEN = "put_away", "."


@get("/")
async def home(request: HttpRequest) -> Response[str]:
    """The games, and the tables where the visitor plays or has played."""
    services, holder = services_of(request), viewer_of(request).holder
    page = home_page(
        visit_of(request),
        await _own_tables(services, holder, put_away(request)),
        joinable=await _joinable(services, holder),
        seats=number_in(request.query_params.get("players", "")) or 0,
        region=request.query_params.get("region", ""),
    )
    return as_page(page)


async def _own_tables(services: Services, holder: str, away: Container[str]) -> list[TableView]:
    """The tables of somebody, the latest first, without those put away or not playable.

    A match that was given up before its first deal was over has left nothing to look at.
    """
    found: dict[bool, list[TableView]] = {True: [], False: []}
    for line in await services.store.tables_of(holder):
        alike = found[line.phase is Phase.OVER]
        if line.id in away or len(alike) == MOST_SHOWN:
            continue
        try:
            state = await services.tables.state(line.id)
        except MattoError:
            continue
        if state.finished or line.phase is not Phase.OVER:
            alike.append(services.tables.view(state, holder))
    return [*found[False], *found[True]]


async def _joinable(services: Services, holder: str) -> list[TableView]:
    """The tables that wait for anybody, and where somebody is who waits; not one's own."""
    found: list[TableView] = []
    for line in await services.store.listed(MOST_LOOKED_AT):
        try:
            state = await services.tables.state(line.id)
        except MattoError:
            continue
        table_view = services.tables.view(state, holder)
        is_own = table_view.hosting or table_view.seat is not None
        if not is_own and services.presence.at(state).seats:
            found.append(table_view)
    return found[:MOST_LISTED]


def put_away(request: HttpRequest) -> frozenset[str]:
    return frozenset(request.cookies.get(AWAY_COOKIE, "").split(BETWEEN))


@post("/put-away", status_code=303)
async def put_table_away(request: HttpRequest) -> Response[Any]:
    """Forget a table of one's own on the first page of this browser, and nowhere else."""
    form = await form_of(request)
    away = put_away(request) | {form.get("table", "")}
    lines = await services_of(request).store.tables_of(viewer_of(request).holder)
    answer = see("/")
    answer.set_cookie(
        AWAY_COOKIE,
        BETWEEN.join(line.id for line in lines if line.id in away),
        path="/",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
    )
    return answer


@get("/join")
async def join(request: HttpRequest) -> Response[Any]:
    """Go to the table that somebody was sent a link to."""
    link = request.query_params.get("link", "")
    table = table_in(link)
    if not table:
        raise NoSuchTable(link[:100])
    return see(f"/t/{table}")


@get("/new/{game:str}")
async def new(request: HttpRequest, game: FromPath[str]) -> Response[str]:
    """The form of a new table; a preset is filled in by asking for it."""
    found = find_game(game)
    form = {**await _first_form(request, found), **request.query_params}
    return as_page(new_page(visit_of(request), found, form))


async def _first_form(request: HttpRequest, game: Game) -> Form:
    """What the form says unless it is changed: one's first match is against beginners."""
    known = await services_of(request).store.tables_of(viewer_of(request).holder)
    return {} if known else beginners(game)


@post("/new/{game:str}", status_code=200)
async def refill(request: HttpRequest, game: FromPath[str]) -> Response[str]:
    """The same form again, with the options of a preset and all else as it was entered."""
    return as_page(new_page(visit_of(request), find_game(game), await form_of(request)))


@post("/tables", status_code=303, opt={OPENS: True})
async def open_table(request: HttpRequest) -> Response[Any]:
    """Open a table as the form says, and go there; or show what is wrong with the form."""
    services, viewer, visit = services_of(request), viewer_of(request), visit_of(request)
    form = await form_of(request)
    taught = form.get("lesson", "")
    if taught:
        form = {**form, "game": taught}
    if not wants_json(request):
        form = {**await _first_form(request, find_game(form.get("game", ""))), **form}
    try:
        order = read_order(form, viewer.holder, visit.name or default_name(visit.display))
    except BadForm as error:
        if wants_json(request):
            raise
        page = new_page(visit, find_game(form.get("game", "")), form, error.faults)
        return as_page(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    lesson = find_game(order.game).lesson if taught else None
    if lesson is not None:
        order = first_deal_of(order, lesson)
    key = key_of(form, "open") if form.get("key") else ""
    table = await services.tables.open(order, key)
    if wants_json(request):
        return as_json({"table": table, "address": f"/t/{table}"}, HTTPStatus.CREATED)
    return see(f"/t/{table}", name=form.get("name"))


ROUTES = (home, put_table_away, join, new, refill, open_table)
