"""All parts of a running server in one place, and what a route asks of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

import msgspec
from litestar import MediaType, Response
from litestar.types import Scope

from matto.players.readiness import thinks
from matto.server.http.display import Display, Visit, display_from, tidy_name
from matto.server.http.errors import HttpRequest, for_programs
from matto.server.http.security import COOKIE_SECONDS, Guard, Viewer
from matto.server.settings import Settings
from matto.server.tables.errors import NotYourSeat

if TYPE_CHECKING:
    from matto.server.http.middleware import RequestLimits
    from matto.server.live.bot_pool import BotPool
    from matto.server.live.driver import Driver
    from matto.server.live.presence import Here, Presence
    from matto.server.live.render_cache import RenderCache
    from matto.server.live.streams import Hub
    from matto.server.tables.service import TableService
    from matto.server.tables.state import TableState

NAME_COOKIE = "name"
MOST_DIGITS = 9


class Services(msgspec.Struct, frozen=True):
    """A running server."""

    settings: Settings
    tables: TableService
    guard: Guard
    limits: RequestLimits
    hub: Hub
    presence: Presence
    render_cache: RenderCache
    bot_pool: BotPool
    driver: Driver


def services_of(request: HttpRequest) -> Services:
    """The server that a request has reached."""
    services: Services = request.app.state.services
    return services


def viewer_of(request: HttpRequest) -> Viewer:
    """Who sends a request; he stays the same until it is answered."""
    known: Viewer | None = request.scope["state"].get("viewer")
    if known is None:
        guard = services_of(request).guard
        if for_programs(request):
            known = guard.program(request.headers)
        else:
            safe = https(request.scope)
            known = guard.viewer(request.headers, request.cookies, https=safe)
        request.scope["state"]["viewer"] = known
    return known


def display_for(request: HttpRequest) -> Display:
    """How pages shall look to whoever sends a request."""
    language = services_of(request).settings.language
    return display_from(request.cookies, language or request.headers.get("accept-language", ""))


def visit_of(request: HttpRequest) -> Visit:
    """Who asks for a page, as the page needs it."""
    token = services_of(request).guard.token(viewer_of(request))
    name = tidy_name(unquote(request.cookies.get(NAME_COOKIE, "")))
    query = request.scope["query_string"].decode("ascii", errors="replace")
    return Visit(display_for(request), request.scope["path"], token, name, query)


def https(scope: Scope) -> bool:
    """Tell whether people reach the server over an encrypted connection."""
    settings: Settings = scope["litestar_app"].state.services.settings
    return scope["scheme"] == "https" or urlsplit(settings.base_url).scheme == "https"


def number_in(value: str) -> int | None:
    """The whole number that was sent, if it is one that can be meant."""
    return int(value) if value.isdecimal() and len(value) <= MOST_DIGITS else None


def here_at(services: Services, state: TableState) -> Here:
    """Who is at a table, and whether its bots are still getting ready."""
    here = services.presence.at(state)
    if services.bot_pool.is_preparing and thinks(chair.bot for chair in state.chairs):
        return msgspec.structs.replace(here, preparing=True)
    return here


async def deals_shown(request: HttpRequest, table: str) -> TableState:
    """A table whose finished deals may be looked at; raises `NotYourSeat` if not."""
    state = await services_of(request).tables.state(table)
    if not state.opened.onlookers and state.seat_of(viewer_of(request).holder) is None:
        raise NotYourSeat
    return state


async def form_of(request: HttpRequest) -> dict[str, str]:
    """The fields of a form that was sent; files are no part of any of ours."""
    fields = (await request.form()).items()
    return {name: value for name, value in fields if isinstance(value, str)}


def see(address: str, *, name: str | None = None) -> Response[Any]:
    """Send a browser on to a page; it may remember under which name one plays."""
    answer: Response[Any] = Response(
        b"", status_code=303, media_type=MediaType.TEXT, headers={"Location": address}
    )
    if name and tidy_name(name):
        answer.set_cookie(
            NAME_COOKIE,
            quote(tidy_name(name)),
            path="/",
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
        )
    return answer
