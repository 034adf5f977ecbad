"""What every request passes and every answer carries: checks, headers, HEAD and compression.

Litestar's own compression is no help with the latter: for gzip it always takes its own
compressor, which makes equal pages equally long, and it packs streams anew for every reader.
"""

from __future__ import annotations

import gzip
import io
import logging
import secrets
import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import ClientException, HTTPException
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope, Send

from matto.server.http import requests, security
from matto.server.http.requests import HttpRequest
from matto.server.live.streams import HEAD_ONLY, LEVEL, WORTH_IT, accepts_gzip
from matto.server.settings import is_name_and_port
from matto.server.telemetry import Metrics, request_id

GZIP_TYPES = frozenset({"text/html", "application/json"})
START_KEY = "matto.began"
"""Where the scope of a request has the time at which it came."""

MOST_PADDING = 100
"""Up to so many bytes of no meaning make a packed page longer.

Its length would tell a listener how like each other two parts of it are: a word that he got
onto the page, and the secret in its forms.
"""


class Application(Litestar):
    """An application that answers HEAD wherever it answers GET, and packs its pages.

    The ASGI server leaves the body of an answer to HEAD away; only a stream has to know of it.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope[START_KEY] = time.perf_counter()
            request_id.set(secrets.token_hex(8))
        if scope["type"] == "http" and accepts_gzip(scope):
            send = GzipAnswer(send)
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET", HEAD_ONLY: True}
        await super().__call__(scope, receive, send)


class GzipAnswer:
    """Packs an answer that comes in one piece; all others go through as they are."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Any = None

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start" and _may_be_packed(message):
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            headers = MutableScopeHeaders.from_message(start)
            headers["vary"] = "Accept-Encoding"
            body = message.get("body", b"")
            if len(body) > WORTH_IT and not message.get("more_body"):
                message = {**message, "body": gzip_page(body)}
                headers["content-encoding"] = "gzip"
                headers["content-length"] = str(len(message["body"]))
            await self._send(start)
        await self._send(message)


def gzip_page(page: bytes) -> bytes:
    """Pack a page; how long it becomes hides what is in it."""
    target = io.BytesIO()
    name = "-" * secrets.randbelow(MOST_PADDING)
    with gzip.GzipFile(name, "wb", LEVEL, target, mtime=0) as packer:
        packer.write(page)
    return target.getvalue()


def _may_be_packed(start: Any) -> bool:
    headers = MutableScopeHeaders.from_message(start)
    kind = headers.get("content-type", "").partition(";")[0]
    return kind in GZIP_TYPES and "content-encoding" not in headers


UNLIMITED = "free"
"""Set in `opt` of a route that answers whoever asks, without a key and without counting."""

OPENS_TABLE = "opens"
"""Set in `opt` of a route that opens a table: it is counted more strictly."""

COST = "costs"
"""Set in `opt` of a route that takes long: as how many requests it counts."""

MANY_DEALS = 20
"""As how many requests counts what plays all deals of a match anew."""

A_HINT = 20
"""As how many requests counts what a bot thinks about."""

CHANGING_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})

STANDARD_HEADERS = [
    (name.lower().encode(), value.encode())
    for name, value in {**security.HEADERS, "Cache-Control": "no-store"}.items()
]

log = logging.getLogger("matto.access")


async def check_request(request: HttpRequest) -> None:
    services, wants = request.services, request.route_handler.opt
    host = ", ".join(request.headers.getall("host", []))
    if not is_name_and_port(host):
        raise HTTPException(status_code=HTTPStatus.BAD_REQUEST)
    if not services.settings.knows_host(host):
        raise security.UnknownHost(host)
    if UNLIMITED in wants:
        return
    viewer, costs = request.viewer, wants.get(COST, 1)
    services.limits.take(viewer, request.address, opens=OPENS_TABLE in wants, costs=costs)
    if OPENS_TABLE in wants:
        security.require_strong_key(viewer.key)
    if request.method not in CHANGING_METHODS:
        return
    if viewer.fresh or not viewer.program:
        services.guard.require_own_site(request.headers, host)
    if not viewer.program:
        services.guard.require_own_page(viewer, await _token_in(request))


async def _token_in(request: HttpRequest) -> str:
    if sent := request.headers.get(security.CSRF_HEADER):
        return sent
    if request.content_type[0] == "application/json":
        return ""
    try:
        return (await request.fields()).get(security.CSRF_FIELD, "")
    except (ValueError, KeyError) as error:
        raise ClientException from error


async def add_headers(message: Message, scope: Scope) -> None:
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    given = {name.lower() for name, _ in headers.headers}
    headers.headers += [line for line in STANDARD_HEADERS if line[0] not in given]
    seconds = scope["litestar_app"].state.services.settings.hsts_seconds
    if seconds and requests.https(scope):
        headers["Strict-Transport-Security"] = f"max-age={seconds}"
    if scope.get("method") == "OPTIONS" and "allow" in headers:
        headers["allow"] = requests.with_head(_methods(scope["litestar_app"], _route_of(scope)))
    headers.add("X-Request-ID", request_id.get())
    if message["status"] < HTTPStatus.BAD_REQUEST:
        _set_key_cookie(headers, scope)
    _count_request(scope, int(message["status"]))


def _route_of(scope: Scope) -> str:
    """The pattern of an address, not the address: whoever knows a table's link may sit down."""
    return str(scope.get("path_template") or "(unknown)")


def _count_request(scope: Scope, status: int) -> None:
    method = str(scope.get("method"))
    seconds = time.perf_counter() - cast("float", scope.get(START_KEY, 0.0))
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


def _set_key_cookie(headers: MutableScopeHeaders, scope: Scope) -> None:
    viewer = scope["state"].get("viewer")
    is_page = headers.get("content-type", "").startswith("text/html")
    if viewer is not None and viewer.fresh and is_page:
        guard = scope["litestar_app"].state.services.guard
        headers.add("Set-Cookie", guard.cookie(viewer, https=requests.https(scope)))
