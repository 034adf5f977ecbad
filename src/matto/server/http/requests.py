"""What a route asks of a request: which server, who, how pages shall look, which form."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from litestar import Request
from litestar.types import Scope

from matto.engine.options import whole_number
from matto.players.readiness import thinks
from matto.server.http.display import Display, Visit, display_from, tidy_name
from matto.server.http.security import Viewer
from matto.server.http.services import Services
from matto.server.live.presence import Here
from matto.server.settings import Settings
from matto.server.tables.errors import NotYourSeat
from matto.server.tables.state import TableState

HttpRequest = Request[Any, Any, Any]

NAME_COOKIE = "name"
KEEPS = "matto-keep"
"""The header by which our service worker asks for a page that it keeps; nobody else can."""


def for_programs(request: HttpRequest) -> bool:
    """Tell whether a request goes to the interface for programs."""
    path: str = request.scope["path"]
    return path.startswith("/api/")


def wants_json(request: HttpRequest) -> bool:
    """Tell whether a script or program asks, not a person who follows a link."""
    accepted = request.headers.get("accept", "")
    return for_programs(request) or "application/json" in accepted


def is_opened(request: HttpRequest) -> bool:
    """Tell whether a browser opens an address as a page, not a script that asks for a part."""
    return request.headers.get("sec-fetch-mode") == "navigate"


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


def counted_address(request: HttpRequest) -> str:
    """What a request's streams are counted by; empty if a trusted proxy itself asks."""
    address = request.client.host if request.client else ""
    return services_of(request).limits.counted(address)


def display_for(request: HttpRequest) -> Display:
    """How pages shall look to whoever sends a request."""
    language = services_of(request).settings.language
    return display_from(request.cookies, language or request.headers.get("accept-language", ""))


def visit_of(request: HttpRequest) -> Visit:
    """Who asks for a page, as the page needs it."""
    token = services_of(request).guard.token(viewer_of(request))
    name = tidy_name(unquote(request.cookies.get(NAME_COOKIE, "")))
    query = request.scope["query_string"].decode("ascii", errors="replace")
    kept = request.headers.get(KEEPS) == "yes"
    token = "" if kept else token
    return Visit(display_for(request), request.scope["path"], token, name, query, kept)


def https(scope: Scope) -> bool:
    """Tell whether people reach the server over an encrypted connection."""
    settings: Settings = scope["litestar_app"].state.services.settings
    return scope["scheme"] == "https" or urlsplit(settings.base_url).scheme == "https"


def number_in(value: str) -> int | None:
    """Return the number that was sent, None if it is not a whole number from 0 on."""
    number = whole_number(value)
    return None if number is None or number < 0 else number


def here_at(services: Services, state: TableState) -> Here:
    """Who is at a table, and whether its bots are getting ready, or are behind."""
    here = services.presence.at(state)
    asked = state.waits_for
    if asked is not None and state.bot(asked) and services.bot_pool.delay:
        here = msgspec.structs.replace(here, delay=services.bot_pool.delay)
    if services.bot_pool.is_preparing and thinks(chair.bot for chair in state.chairs):
        return msgspec.structs.replace(here, preparing=True)
    return here


async def deals_shown(request: HttpRequest, table: str) -> TableState:
    """A table whose finished deals may be looked at; raises `NotYourSeat` if not."""
    state = await services_of(request).tables.state(table)
    if not state.opened.onlookers and state.seat_of(viewer_of(request).holder) is None:
        raise NotYourSeat
    return state


def key_of(form: Mapping[str, str], command: str) -> str:
    """A key for a form: the same form sent twice is done once, a changed one is another."""
    fields = "\n".join(f"{name}={form[name]}" for name in sorted(form) if name != "csrf")
    return hashlib.sha256(f"{command}\n{fields}".encode()).hexdigest()[:32]


async def form_of(request: HttpRequest) -> dict[str, str]:
    """The fields of a form that was sent; files are no part of any of ours."""
    fields = (await request.form()).items()
    return {name: value for name, value in fields if isinstance(value, str)}
