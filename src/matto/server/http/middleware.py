"""What every request passes, and what every answer carries."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from litestar import Response
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import ClientException
from litestar.types import Message, Scope

from matto.engine.words import translator
from matto.server.http.errors import (
    ErrorAnswer,
    HttpRequest,
    answer_to,
    as_json,
    as_page,
    error_json,
    wants_json,
)
from matto.server.http.limits import TokenBuckets, TokenRate
from matto.server.http.security import (
    CSRF_FIELD,
    CSRF_HEADER,
    HEADERS,
    NO_STORE,
    Viewer,
    unknown_host,
)
from matto.server.http.services import display_for, https, services_of, viewer_of, visit_of
from matto.server.web.pages.error import error_page

FREE = "free"
"""Set in `opt` of a route that answers whoever asks, without a key and without counting."""

OPENS = "opens"
"""Set in `opt` of a route that opens a table: it is counted more strictly."""

COSTS = "costs"
"""Set in `opt` of a route that takes long: as how many requests it counts."""

CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})

log = logging.getLogger("matto.access")


class RequestLimits:
    """How often one viewer, and all at one address together, may ask."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._viewers = TokenBuckets(TokenRate(6 * rate, rate), clock)
        self._addresses = TokenBuckets(TokenRate(60 * rate, 10 * rate), clock)
        self._opening = TokenBuckets(TokenRate(rate, rate / 100), clock)
        self._opening_from = TokenBuckets(TokenRate(10 * rate, rate / 10), clock)

    def take(self, viewer: Viewer, address: str, *, opens: bool, costs: int = 1) -> None:
        """Count a request; raises `TooMany`."""
        from_outside = not _is_loopback(address)
        if from_outside:
            self._addresses.take(network_of(address), costs)
        if not viewer.fresh:
            self._viewers.take(viewer.holder, costs)
        if opens:
            self._opening.take(viewer.holder)
            if from_outside:
                self._opening_from.take(network_of(address))


def network_of(address: str) -> str:
    """What counts as one address.

    With IPv6 every household has 2⁶⁴ of them, and could use a new one each time.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


async def check_request(request: HttpRequest) -> None:
    """Let a request in; raises what stands against it."""
    services, wants = services_of(request), request.route_handler.opt
    host = request.headers.get("host", "")
    if not services.settings.knows_host(host):
        raise unknown_host(host)
    if FREE in wants:
        return
    viewer = viewer_of(request)
    address = request.client.host if request.client else ""
    services.limits.take(viewer, address, opens=OPENS in wants, costs=wants.get(COSTS, 1))
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
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", NO_STORE)
    _hand_out_key(headers, scope)
    template = scope.get("path_template") or "(unknown)"
    # the pattern of the address, not the address: whoever knows a table's link may sit down
    log.info("%s %s %s", scope.get("method"), template, message["status"])


def answer_error(request: HttpRequest, error: Exception) -> Response[Any]:
    """Answer an error: JSON for scripts, a page with a way back for persons."""
    problem = answer_to(error)
    if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        # the error only: neither the address nor what was sent belongs in a log
        log.error("%s failed", request.scope.get("path_template"), exc_info=error)
    if wants_json(request):
        language = translator(display_for(request).language)
        answer: Response[Any] = as_json(error_json(problem, language), problem.status)
    else:
        answer = as_page(_page(request, problem), problem.status)
    if problem.wait is not None:
        answer.headers["Retry-After"] = str(problem.wait)
    return answer


def _page(request: HttpRequest, problem: ErrorAnswer) -> str:
    table = request.path_params.get("table", "")
    lost = problem.status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
    back = f"/t/{quote(table)}" if table and not lost else "/"
    visit = visit_of(request)
    return error_page(visit, problem.sentence, clause=problem.clause, back=back)


def _hand_out_key(headers: MutableScopeHeaders, scope: Scope) -> None:
    viewer = scope["state"].get("viewer")
    is_page = headers.get("content-type", "").startswith("text/html")
    if viewer is not None and viewer.fresh and is_page:
        guard = scope["litestar_app"].state.services.guard
        headers.add("Set-Cookie", guard.cookie(viewer, https=https(scope)))
