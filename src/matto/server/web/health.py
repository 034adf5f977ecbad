"""The health of the server: whether it lives and is ready, and its metrics."""

from __future__ import annotations

import asyncio
import hmac
import os
from http import HTTPStatus
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from prometheus_client import CONTENT_TYPE_LATEST

from matto.engine.errors import MattoError
from matto.server.http import requests
from matto.server.http.error_answers import NoOperatorPage
from matto.server.http.middleware import UNLIMITED
from matto.server.http.requests import HttpRequest, Services
from matto.server.http.security import bearer, is_loopback
from matto.server.settings import LOOPBACK, host_name
from matto.server.tables.views import Phase
from matto.server.telemetry import memory_of, open_handles


async def update_gauges(services: Services) -> None:
    """Note how this worker stands; others add it to their own."""
    metrics, bots = services.metrics, services.bot_pool
    metrics.streams.set(services.hub.streams)
    metrics.tables_in_memory.set(len(services.tables.cache))
    metrics.bot_queue.set(bots.queue)
    metrics.bot_processes.set(len(bots.pids))
    metrics.memory.labels("server").set(memory_of(os.getpid()))
    metrics.memory.labels("bots").set(sum(map(memory_of, bots.pids)))
    metrics.handles.set(open_handles())


PATIENCE = 3.0
"""Seconds within which the store must answer."""

PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via")
"""What a proxy tells: such a request does not come from this machine."""


@get("/livez", opt={UNLIMITED: True})
async def livez() -> Response[Any]:
    return requests.as_json({"ok": True, "process": os.getpid()})


@get("/readyz", opt={UNLIMITED: True})
async def readyz(request: HttpRequest) -> Response[Any]:
    services = request.services
    ready = not services.hub.closed
    try:
        async with asyncio.timeout(PATIENCE):
            await services.store.lines([])
    except (MattoError, TimeoutError, RuntimeError):
        ready = False
    status = HTTPStatus.OK if ready else HTTPStatus.SERVICE_UNAVAILABLE
    return requests.as_json({"ok": ready, "process": os.getpid()}, status)


@get("/healthz", opt={UNLIMITED: True})
async def healthz(request: HttpRequest) -> Response[Any]:
    services = request.services
    await services.store.lines([])
    return requests.as_json(
        {"ok": True, "streams": services.hub.streams, "process": os.getpid()}
    )


@get("/metrics", opt={UNLIMITED: True})
async def metrics(request: HttpRequest) -> Response[bytes]:
    """All figures, to whoever may read them; to all others there is no such address."""
    if not _may_read_metrics(request):
        raise NotFoundException
    services = request.services
    await update_gauges(services)
    phases = dict.fromkeys(Phase, 0)
    for (_game, phase), number in (await services.store.census()).items():
        phases[phase] += number
    for phase, number in phases.items():
        services.metrics.tables.labels(phase.value).set(number)
    services.metrics.store_bytes.set(await services.store.size())
    return Response(services.metrics.page(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _may_read_metrics(request: HttpRequest) -> bool:
    """Return whether a request has the key; without one, whether it comes from this machine.

    Behind a proxy every request does. One that is known by an address for people has a proxy,
    and whatever a proxy tells of counts as one, too.
    """
    settings = request.services.settings
    if key := settings.operator_key:
        return hmac.compare_digest(bearer(request.headers).encode(), key.encode())
    if settings.base_url or any(name in request.headers for name in PASSED_ON):
        return False
    host = host_name(request.headers.get("host", ""))
    return host in LOOPBACK and is_loopback(request.address)


@get("/operator")
async def operator() -> None:
    raise NoOperatorPage
