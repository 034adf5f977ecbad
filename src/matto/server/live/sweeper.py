"""The sweeper: puts tables out of memory, and deletes those that were kept long enough."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from matto.engine.errors import MattoError
from matto.server.live.streams import Hub
from matto.server.tables.service import TableService
from matto.server.telemetry import Metrics

PERIOD = 60.0
SHORTEST_PERIOD = 0.2
ROUNDS = 4
"""How often it looks within the shortest time that anything is kept, at least every minute."""

REST_FACTOR = 4
"""A batch of rows is followed by a rest of so many times as long as it took."""

CLOCK_JUMP, CLOCK_SETTLING = 60.0, 3600.0
"""Seconds by which the clock is set at once, and for which nothing is deleted then."""

log = logging.getLogger("matto.sweeper")


class Sweeper:
    """Looks through the tables from time to time.

    Every worker has one. They need not agree: whatever has happened at a table, a deletion
    by another worker too, keeps this one from deleting it.
    """

    def __init__(
        self,
        tables: TableService,
        hub: Hub,
        *,
        rest: float,
        metrics: Metrics | None = None,
        day: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._metrics = Metrics() if metrics is None else metrics
        self._tables = tables
        self._hub = hub
        self._rest = rest
        self._day, self._steady = day, steady
        self._ahead, self._settled = day() - steady(), 0.0
        shortest = min(rest, tables.retention.shortest / 1000 or rest)
        self._period = min(PERIOD, max(SHORTEST_PERIOD, shortest / ROUNDS))

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self._period)
            try:
                await self.sweep()
            except MattoError as error:
                log.warning("tables cannot be deleted now: %s", type(error).__name__)
            except Exception:
                log.exception("the sweeper failed")

    async def sweep(self) -> int:
        self._tables.cache.evict_idle(self._rest)
        _ = self._hub.tables  # whoever has gone is forgotten by looking who is here
        gone = 0
        while not self._clock_was_set() and (some := await self._tables.delete_expired()):
            gone += some
        if gone:
            self._metrics.tables_deleted.inc(gone)
            log.info("%s tables were kept long enough and are deleted", gone)
        await self._prune()
        return gone

    def _clock_was_set(self) -> bool:
        """Return whether the time of day has jumped lately: it may be set back again."""
        ahead = self._day() - self._steady()
        if abs(ahead - self._ahead) > CLOCK_JUMP:
            self._ahead, self._settled = ahead, self._steady() + CLOCK_SETTLING
            log.warning("the clock was set; no table is deleted for an hour")
        return self._steady() < self._settled

    async def _prune(self) -> None:
        more = True
        while more:
            began = time.monotonic()
            more = await self._tables.store.prune()
            await asyncio.sleep(REST_FACTOR * (time.monotonic() - began))
