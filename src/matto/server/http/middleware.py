"""Middleware: what every request must pass, and the headers that every answer carries."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from typing import cast

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import ClientException
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from matto.server.http.application import BEGAN
from matto.server.http.requests import HttpRequest, https, services_of, viewer_of
from matto.server.http.responses import with_head
from matto.server.http.security import (
    CSRF_FIELD,
    CSRF_HEADER,
    HEADERS,
    NO_STORE,
    insist_on_strong_key,
    unknown_host,
)
from matto.server.logs import request_id
from matto.server.metrics import Metrics

FREE = "free"
"""Set in `opt` of a route that answers whoever asks, without a key and without counting."""

OPENS = "opens"
"""Set in `opt` of a route that opens a table: it is counted more strictly."""

COSTS = "costs"
"""Set in `opt` of a route that takes long: as how many requests it counts."""

MANY_DEALS = 20
"""As how many requests counts what plays all deals of a match anew."""

CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})

ALWAYS = [
    (name.lower().encode(), value.encode())
    for name, value in {**HEADERS, "Cache-Control": NO_STORE}.items()
]
"""What every answer carries that does not say otherwise, as it is sent."""

log = logging.getLogger("matto.access")


async def check_request(request: HttpRequest) -> None:
    """Let a request in; raises what stands against it."""
    services, wants = services_of(request), request.route_handler.opt
    host = ", ".join(request.headers.getall("host", []))
    if not services.settings.knows_host(host):
        raise unknown_host(host)
    if FREE in wants:
        return
    viewer = viewer_of(request)
    address = request.client.host if request.client else ""
    services.limits.take(viewer, address, opens=OPENS in wants, costs=wants.get(COSTS, 1))
    if OPENS in wants:
        insist_on_strong_key(viewer.key)
    if viewer.program and request.method in CHANGES:
        services.guard.insist_on_no_page(viewer, request.headers, host)
    elif request.method in CHANGES:
        token = request.headers.get(CSRF_HEADER) or await _field(request, CSRF_FIELD)
        services.guard.insist_on_own_page(viewer, request.headers, token, host)


async def _field(request: HttpRequest, name: str) -> str:
    if request.content_type[0] == "application/json":
        return ""
    try:
        value = (await request.form()).get(name, "")
    except (ValueError, KeyError) as error:
        raise ClientException from error
    return value if isinstance(value, str) else ""


async def add_headers(message: Message, scope: Scope) -> None:
    """Give an answer the headers that all have, and a new viewer his key."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    given = {name.lower() for name, _ in headers.headers}
    headers.headers += [line for line in ALWAYS if line[0] not in given]
    seconds = scope["litestar_app"].state.services.settings.hsts_seconds
    if seconds and https(scope):
        headers["Strict-Transport-Security"] = f"max-age={seconds}"
    if scope.get("method") == "OPTIONS" and "allow" in headers:
        headers["allow"] = with_head(_methods(scope["litestar_app"], _route_of(scope)))
    headers.add("X-Request-ID", request_id.get())
    _hand_out_key(headers, scope)
    _note(scope, int(message["status"]))


def _route_of(scope: Scope) -> str:
    """The pattern of an address, not the address: whoever knows a table's link may sit down."""
    return str(scope.get("path_template") or "(unknown)")


def _note(scope: Scope, status: int) -> None:
    """Count a request, and log it."""
    method = str(scope.get("method"))
    seconds = time.perf_counter() - cast("float", scope.get(BEGAN, 0.0))
    route = _route_of(scope)
    metrics: Metrics = scope["litestar_app"].state.services.metrics
    metrics.requests.labels(route, method, status).inc()
    metrics.request_seconds.labels(route).observe(seconds)
    told = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    log.info("%(method)s %(route)s %(status)s %(ms)s ms", told, extra=told)


def _methods(app: Litestar, template: str) -> Iterable[str]:
    """The methods of an address; Litestar's own answer has those of its first handler only."""
    routes = (route for route in app.routes if isinstance(route, HTTPRoute))
    return next((route.methods for route in routes if route.path_format == template), ())


def _hand_out_key(headers: MutableScopeHeaders, scope: Scope) -> None:
    viewer = scope["state"].get("viewer")
    is_page = headers.get("content-type", "").startswith("text/html")
    if viewer is not None and viewer.fresh and is_page:
        guard = scope["litestar_app"].state.services.guard
        headers.add("Set-Cookie", guard.cookie(viewer, https=https(scope)))
