"""What several workers tell each other: which tables have changed, and who looks at them.

Nothing depends on it but speed: whatever gets lost, a worker finds by looking into the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress

import msgspec
from litestar.channels.backends.base import ChannelsBackend

CHANNEL = "matto"
TABLES_AT_ONCE = 100
"""So many fit into the 8000 bytes that PostgreSQL carries at once."""

REST = 1.0
MOST_WAITING = 10_000

log = logging.getLogger("matto.news")


class Tidings(msgspec.Struct, frozen=True):
    """What a worker tells: tables that have changed, or who is here (`holders`, shortened)."""

    worker: str
    tables: tuple[str, ...] = ()
    here: Mapping[str, tuple[str, ...]] = {}


Heard = Callable[[Tidings], None]


class News:
    """Tells the other workers, and hears them."""

    def __init__(
        self, backend: Callable[[], ChannelsBackend], worker: str, heard: Heard
    ) -> None:
        self._backend = backend
        self._worker = worker
        self._heard = heard
        self._changed: dict[str, None] = {}
        self._something = asyncio.Event()
        self._talking: ChannelsBackend | None = None

    def changed(self, table: str) -> None:
        """A table has changed here; the others are told soon, of many at once."""
        if len(self._changed) < MOST_WAITING:
            self._changed[table] = None
            self._something.set()

    async def here(self, found: Mapping[str, Iterable[str]]) -> None:
        """Tell the others who looks at which tables here."""
        for table, holders in found.items():
            await self._tell(Tidings(self._worker, here={table: tuple(holders)}))

    @asynccontextmanager
    async def going_round(self) -> AsyncIterator[News]:
        """Tell and hear as long as the block lasts."""
        tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._tell_changes())]
        try:
            yield self
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self) -> None:
        while True:
            backend = self._backend()
            try:
                await backend.on_startup()
                await backend.subscribe([CHANNEL])
                self._talking = backend
                async for _, body in backend.stream_events():
                    self._take(body)
            except Exception as error:
                log.warning("no news from other workers: %s", type(error).__name__)
            finally:
                self._talking = None
                with suppress(Exception):
                    await backend.on_shutdown()
            await asyncio.sleep(REST)

    def _take(self, body: bytes) -> None:
        try:
            tidings = _decoder.decode(body)
        except msgspec.MsgspecError:
            log.warning("news that cannot be read")
            return
        if tidings.worker != self._worker:
            self._heard(tidings)

    async def _tell_changes(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._changed:
                told = tuple(self._changed)[:TABLES_AT_ONCE]
                for table in told:
                    del self._changed[table]
                await self._tell(Tidings(self._worker, told))

    async def _tell(self, tidings: Tidings) -> None:
        if self._talking is None:
            return
        try:
            await self._talking.publish(msgspec.json.encode(tidings), [CHANNEL])
        except Exception as error:
            log.warning("other workers are not told: %s", type(error).__name__)


_decoder = msgspec.json.Decoder(Tidings)


def backend_of(url: str) -> ChannelsBackend:
    """The way over Redis or PostgreSQL that an address names."""
    if url.startswith("redis"):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
    from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

    return PsycoPgChannelsBackend(url.replace("postgresql+psycopg:", "postgresql:", 1))
