"""The first page, and opening a table from it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from matto.errors import MattoError
from matto.games import game as find_game
from matto.server.answers import Asked, as_json, as_page, wants_json
from matto.server.errors import NoSuchTable
from matto.server.gate import OPENS
from matto.server.house import House, form_of, house_of, number_in, see, viewer_of, visit_of
from matto.server.pages.home import home_page, table_in
from matto.server.pages.new import default_name, new_page
from matto.server.pages.new_form import BadForm, read_order
from matto.server.seen import Phase, Seen
from matto.server.state import seen

MOST_SHOWN = 12


@get("/")
async def home(request: Asked) -> Response[str]:
    """The games, and the tables where the visitor plays already."""
    house, holder = house_of(request), viewer_of(request).holder
    page = home_page(
        visit_of(request),
        await _own_tables(house, holder),
        seats=number_in(request.query_params.get("players", "")) or 0,
        region=request.query_params.get("region", ""),
    )
    return as_page(page)


async def _own_tables(house: House, holder: str) -> list[Seen]:
    """The unfinished tables of somebody, the latest first, without those not playable."""
    found: list[Seen] = []
    for line in await house.desk.tables_of(holder):
        if line.phase is Phase.OVER or len(found) == MOST_SHOWN:
            continue
        try:
            state = await house.desk.state(line.id)
        except MattoError:
            continue
        found.append(seen(state, state.seat_of(holder), holder))
    return found


@get("/join")
async def join(request: Asked) -> Response[Any]:
    """Go to the table that somebody was sent a link to."""
    link = request.query_params.get("link", "")
    table = table_in(link)
    if not table:
        raise NoSuchTable(link[:100])
    return see(f"/t/{table}")


@get("/new/{game:str}")
async def new(request: Asked, game: FromPath[str]) -> Response[str]:
    """The form of a new table; a preset is filled in by asking for it."""
    form = dict(request.query_params.items())
    return as_page(new_page(visit_of(request), find_game(game), form))


@post("/new/{game:str}", status_code=200)
async def refill(request: Asked, game: FromPath[str]) -> Response[str]:
    """The same form again, with the options of a preset and all else as it was entered."""
    return as_page(new_page(visit_of(request), find_game(game), await form_of(request)))


@post("/tables", status_code=303, opt={OPENS: True})
async def open_table(request: Asked) -> Response[Any]:
    """Open a table as the form says, and go there; or show what is wrong with the form."""
    house, viewer, visit = house_of(request), viewer_of(request), visit_of(request)
    form = await form_of(request)
    try:
        order = read_order(form, viewer.holder, visit.name or default_name(visit.look))
    except BadForm as error:
        if wants_json(request):
            raise
        page = new_page(visit, find_game(form.get("game", "")), form, error.faults)
        return as_page(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    table = await house.desk.open(order, form.get("key", ""))
    if wants_json(request):
        return as_json({"table": table, "address": f"/t/{table}"}, HTTPStatus.CREATED)
    return see(f"/t/{table}", name=form.get("name"))


ROUTES = (home, join, new, refill, open_table)
