"""Gauges: how a server stands just now, looked up for whoever reads its figures."""

from __future__ import annotations

import os

from matto.server.http.services import Services
from matto.server.metrics import memory_of, open_handles
from matto.server.tables.views import Phase


def look_up_own(services: Services) -> None:
    """Note how this worker stands; others add it to their own."""
    metrics, bots = services.metrics, services.bot_pool
    metrics.streams.set(services.hub.streams)
    metrics.tables_in_memory.set(len(services.tables.cache))
    metrics.bot_queue.set(bots.queue)
    metrics.bot_processes.set(len(bots.pids))
    metrics.memory.labels("server").set(memory_of(os.getpid()))
    metrics.memory.labels("bots").set(sum(map(memory_of, bots.pids)))
    metrics.handles.set(open_handles())


async def look_up_all(services: Services) -> None:
    """Note how this worker stands, and how many tables there are in the store."""
    look_up_own(services)
    phases = dict.fromkeys(Phase, 0)
    for (_game, phase), number in (await services.store.census()).items():
        phases[phase] += number
    for phase, number in phases.items():
        services.metrics.tables.labels(phase.value).set(number)
    services.metrics.store_bytes.set(await services.store.size())
