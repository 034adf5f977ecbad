"""Presence: who is at a table just now, what streams are sent of it, and what workers tell.

Nothing depends on what workers tell each other but speed: whatever gets lost, a worker finds by
looking into the store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar.channels.backends.base import ChannelsBackend

from matto.server.live.streams import GRACE, Hub, StreamEvent
from matto.server.tables.service import TableService, table_view_of
from matto.server.tables.state import TableState
from matto.server.tables.views import KEPT_FOR_EVER, Kept, TableView

SHORT = 16
"""So much of a holder's hash tells him from others."""

MOST_TOLD = 300
MOST_KEPT = 5000


class Here(msgspec.Struct, frozen=True):
    """The seats whose holders look at the table, and how many others look on.

    `preparing` tells that the bots of the table are not ready to play yet, `delay` about how
    many seconds they wait until they can think, where that can be noticed.
    """

    seats: tuple[int, ...] = ()
    onlookers: int = 0
    preparing: bool = False
    delay: int = 0

    @property
    def message(self) -> StreamEvent:
        return StreamEvent("presence", msgspec.json.encode(self).decode())


class Elsewhere(msgspec.Struct, frozen=True):
    """Who is here by the streams of another worker, and until when that is believed."""

    holders: frozenset[str]
    until: float


Observed = tuple[int, frozenset[str], tuple[frozenset[str], ...]]
"""The number of a state, and who is there by the streams of this worker and of each other."""


class Presence:
    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self.hub = hub
        self._clock = clock
        self.elsewhere: dict[str, dict[str, Elsewhere]] = {}
        self._cache: dict[str, tuple[Observed, Here]] = {}

    def at(self, state: TableState) -> Here:
        own, others = self.hub.present(state.id), self._others(state.id)
        observed = state.seq, own, others
        known, here = self._cache.get(state.id, (None, Here()))
        if known != observed:
            here = _here(state, _short(own).union(*others))
            if len(self._cache) >= MOST_KEPT:
                self._cache.clear()
            self._cache[state.id] = observed, here
        return here

    def is_here(self, table: str, holder: str) -> bool:
        seen = (self.hub.present(table), *self._others(table))
        return holder in seen[0] or any(holder[:SHORT] in others for others in seen[1:])

    def own(self) -> Mapping[str, tuple[str, ...]]:
        return {
            table: tuple(sorted(_short(self.hub.present(table))))[:MOST_TOLD]
            for table in self.hub.tables
        }

    def heard(self, worker: str, here: Mapping[str, tuple[str, ...]]) -> None:
        if len(self.elsewhere) >= MOST_KEPT:
            for table in tuple(self.elsewhere):
                self._others(table)  # it forgets who has gone
        for table, cached in here.items():
            known = self.elsewhere.setdefault(table, {})
            before, holders = known.get(worker), frozenset(cached)
            known[worker] = Elsewhere(holders, self._clock() + GRACE)
            if before is None or before.holders != holders:
                self.hub.newer(table)

    def _others(self, table: str) -> tuple[frozenset[str], ...]:
        known = self.elsewhere.get(table)
        if known is None:
            return ()
        now = self._clock()
        kept = {worker: there for worker, there in known.items() if there.until > now}
        if kept:
            self.elsewhere[table] = kept
        else:
            del self.elsewhere[table]
        return tuple(there.holders for there in kept.values())


def _here(state: TableState, holders: frozenset[str]) -> Here:
    seats = tuple(chair.seat for chair in state.chairs if chair.holder[:SHORT] in holders)
    return Here(seats, len(holders) - len(seats))


def _short(holders: Iterable[str]) -> frozenset[str]:
    return frozenset(holder[:SHORT] for holder in holders)


RENDERINGS_KEPT = 256
"""Renderings that are kept at most, over all tables: who sees the same asks for it at once."""


class RenderCache:
    """Renderings of tables, each made once: who has the same `display` sees the same."""

    def __init__(
        self,
        render: Callable[[TableView, Any], str],
        kept: Callable[[TableState], Kept] = lambda _state: KEPT_FOR_EVER,
    ) -> None:
        self._render = render
        self._kept = kept
        self._made: OrderedDict[Hashable, str] = OrderedDict()
        self.rendered = 0

    def fragment(self, state: TableState, holder: str, display: Hashable) -> str:
        seat, kept = state.seat_of(holder), self._kept(state)
        hosting = bool(holder) and holder == state.host
        key = state.id, state.seq, seat, hosting, kept, display
        if key not in self._made:
            self.rendered += 1
            self._made[key] = self._render(table_view_of(state, seat, holder, kept), display)
            if len(self._made) > RENDERINGS_KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]


Render = Callable[[TableState], str]


@dataclass(eq=False)
class StateFeed:
    """Gives a stream whole states, each once, and with `presence` who is there beside them.

    `last` is the number of the state that the reader has already.
    """

    tables: TableService
    table: str
    render: Render
    presence: Callable[[TableState], Here] | None = None
    last: str = ""
    here: Here | None = None

    async def news(self) -> bytes:
        state = await self.tables.state(self.table)
        news = b""
        if self.last != str(state.seq):
            news = StreamEvent("state", self.render(state), state.seq).encoded()
            self.last = str(state.seq)
        here = self.presence and self.presence(state)
        if here and here != self.here:
            news += here.message.encoded()
            self.here = here
        return news


# -- from worker to worker ---------------------------------------------------------------------

CHANNEL = "matto"
TABLES_AT_ONCE = 100
"""So many fit into the 8000 bytes that PostgreSQL carries at once."""

REST = 1.0
MOST_WAITING = 10_000

log = logging.getLogger("matto.broadcast")


@asynccontextmanager
async def going_on(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let some work go on by itself while the block lasts."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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

    def changed(self, table: str) -> None:
        """A table has changed here; the others are told soon, of many at once."""
        if len(self._changed) < MOST_WAITING:
            self._changed[table] = None
            self._waiting.set()

    async def here(self, found: Mapping[str, Iterable[str]]) -> None:
        for table, holders in found.items():
            await self._send(Notice(self._worker, here={table: tuple(holders)}))

    def running(self) -> AbstractAsyncContextManager[None]:
        return going_on(self._receive(), self._send_changes())

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
            await asyncio.sleep(REST)

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
