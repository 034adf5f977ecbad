"""The broadcast between server processes (workers): changed tables, and who is at which table.

Nothing depends on it but speed: whatever gets lost, a worker finds by looking into the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

import msgspec
from litestar.channels.backends.base import ChannelsBackend

CHANNEL = "matto"
TABLES_AT_ONCE = 100
"""So many fit into the 8000 bytes that PostgreSQL carries at once."""

RECONNECT_AFTER = 1.0
MOST_WAITING = 10_000

log = logging.getLogger("matto.broadcast")


class Notice(msgspec.Struct, frozen=True):
    """What a worker tells: tables that have changed, or who is here (`holders`, shortened)."""

    worker: str
    tables: tuple[str, ...] = ()
    here: Mapping[str, tuple[str, ...]] = {}


OnNotice = Callable[[Notice], None]


class Broadcast:
    def __init__(
        self, backend: Callable[[], ChannelsBackend], worker: str, on_notice: OnNotice
    ) -> None:
        self._backend = backend
        self._worker = worker
        self._on_notice = on_notice
        self._changed: dict[str, None] = {}
        self._waiting = asyncio.Event()
        self._connected: ChannelsBackend | None = None

    def note_change(self, table: str) -> None:
        """A table has changed here; the others are told soon, of many at once."""
        if len(self._changed) < MOST_WAITING:
            self._changed[table] = None
            self._waiting.set()

    async def send_presence(self, found: Mapping[str, Iterable[str]]) -> None:
        for table, holders in found.items():
            await self._send(Notice(self._worker, here={table: tuple(holders)}))

    async def run(self) -> None:
        await asyncio.gather(self._receive(), self._send_changes())

    async def _receive(self) -> None:
        while True:
            backend = self._backend()
            try:
                await backend.on_startup()
                await backend.subscribe([CHANNEL])
                self._connected = backend
                async for _, body in backend.stream_events():
                    self._take(body)
            except Exception as error:
                log.warning("no news from other workers: %s", type(error).__name__)
            finally:
                self._connected = None
                with suppress(Exception):
                    await backend.on_shutdown()
            await asyncio.sleep(RECONNECT_AFTER)

    def _take(self, body: bytes) -> None:
        try:
            notice = _decoder.decode(body)
        except msgspec.MsgspecError:
            log.warning("news that cannot be read")
            return
        if notice.worker != self._worker:
            self._on_notice(notice)

    async def _send_changes(self) -> None:
        while True:
            await self._waiting.wait()
            self._waiting.clear()
            while self._changed:
                tables = tuple(self._changed)[:TABLES_AT_ONCE]
                for table in tables:
                    del self._changed[table]
                await self._send(Notice(self._worker, tables))

    async def _send(self, notice: Notice) -> None:
        if self._connected is None:
            return
        try:
            await self._connected.publish(msgspec.json.encode(notice), [CHANNEL])
        except Exception as error:
            log.warning("other workers are not told: %s", type(error).__name__)


_decoder = msgspec.json.Decoder(Notice)


def backend_of(url: str) -> ChannelsBackend:
    if url.startswith("redis"):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
    from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

    return PsycoPgChannelsBackend(url.replace("postgresql+psycopg:", "postgresql:", 1))
