"""Whether the server is well, for whoever watches over it, and its figures for Prometheus."""

from __future__ import annotations

import asyncio
import hmac
import os
from http import HTTPStatus
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException

from matto.engine.errors import MattoError
from matto.server.hosts import host_name
from matto.server.http.errors import NoOperatorPage
from matto.server.http.gauges import look_up_all
from matto.server.http.limits import is_loopback
from matto.server.http.middleware import FREE
from matto.server.http.requests import HttpRequest, services_of
from matto.server.http.responses import as_json
from matto.server.http.security import bearer
from matto.server.metrics import CONTENT_TYPE
from matto.server.settings import LOOPBACK

PATIENCE = 3.0
"""Seconds within which the store must answer."""

PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via")
"""What a proxy tells: such a request does not come from this machine."""


@get("/livez", opt={FREE: True})
async def livez() -> Response[Any]:
    """Tell that the process lives, whatever it waits for."""
    return as_json({"ok": True, "process": os.getpid()})


@get("/readyz", opt={FREE: True})
async def readyz(request: HttpRequest) -> Response[Any]:
    """Tell whether people can be sent here: the store answers, and the server does not end."""
    services = services_of(request)
    ready = not services.hub.closed
    try:
        async with asyncio.timeout(PATIENCE):
            await services.store.lines([])
    except (MattoError, TimeoutError, RuntimeError):
        ready = False
    status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
    return as_json({"ok": ready, "process": os.getpid()}, status)


@get("/healthz", opt={FREE: True})
async def healthz(request: HttpRequest) -> Response[Any]:
    """Tell that the server is well: it reads its store."""
    services = services_of(request)
    await services.store.lines([])
    return as_json({"ok": True, "streams": services.hub.streams, "process": os.getpid()})


@get("/metrics", opt={FREE: True})
async def metrics(request: HttpRequest) -> Response[bytes]:
    """All figures, to whoever may read them; to all others there is no such address."""
    if not _may_read_metrics(request):
        raise NotFoundException
    services = services_of(request)
    await look_up_all(services)
    return Response(services.metrics.page(), headers={"Content-Type": CONTENT_TYPE})


def _may_read_metrics(request: HttpRequest) -> bool:
    """Tell whether a request has the key; without one, whether it comes from this machine.

    Behind a proxy every request does. One that is known by an address for people has a proxy,
    and whatever a proxy tells of counts as one, too.
    """
    settings = services_of(request).settings
    if key := settings.operator_key:
        return hmac.compare_digest(bearer(request.headers).encode(), key.encode())
    if settings.base_url or any(name in request.headers for name in PASSED_ON):
        return False
    host = host_name(request.headers.get("host", ""))
    return host in LOOPBACK and is_loopback(request.client.host if request.client else "")


@get("/operator")
async def operator() -> None:
    """Say where the figures are that were once shown here."""
    raise NoOperatorPage


ROUTES = (livez, readyz, healthz, metrics, operator)
