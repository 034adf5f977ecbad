"""Streams: who looks at which table, and what is sent when something is new.

A stream carries whole states: whoever connects, connects again or was too slow gets the newest
one, and needs nothing of what was before. A watcher therefore remembers only that there is
something newer, never what.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import struct
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from litestar.types import Message, Receive, Scope, Send

from matto.engine.errors import MattoError
from matto.engine.words import N_
from matto.server.tables.errors import ServerError

try:
    from isal import isal_zlib as quick
except ImportError:  # not every processor has it
    quick = zlib  # type: ignore[misc]

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LAST = b"\x03\x00"
RAW = -15
LEVEL = 6
STREAM_LEVEL = 2
"""A state is packed at every move: a seventh of the work of level 6, for a sixth more bytes."""

PIECES_KEPT = 512
FILES_KEPT = 128
WORTH_IT = 1000
"""Bytes below which packing saves nothing."""

END = struct.Struct("<II")


def accepts_gzip(scope: Scope) -> bool:
    accepted = (value for name, value in scope["headers"] if name == b"accept-encoding")
    return any(b"gzip" in value for value in accepted)


@lru_cache(maxsize=PIECES_KEPT)
def gzip_piece(body: bytes) -> bytes:
    """Pack a piece that can stand anywhere in a stream: it refers to nothing before it."""
    packer = quick.compressobj(STREAM_LEVEL, quick.DEFLATED, RAW)
    return packer.compress(body) + packer.flush(quick.Z_FULL_FLUSH)


@lru_cache(maxsize=FILES_KEPT)
def gzip_file(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


class GzipStream:
    """One stream being packed: the pieces are shared, only the sum at its end is its own.

    What its reader does not take packed goes through as it is.
    """

    def __init__(self, *, packs: bool = True) -> None:
        self.packs, self._sum, self._size = packs, 0, 0

    def begin(self) -> bytes:
        return HEAD if self.packs else b""

    def add(self, body: bytes) -> bytes:
        if not self.packs:
            return body
        self._sum = quick.crc32(body, self._sum)
        self._size += len(body)
        return gzip_piece(body)

    def end(self) -> bytes:
        return LAST + END.pack(self._sum, self._size & 0xFFFFFFFF) if self.packs else b""


FOR_EVER = float("inf")


class Audience(msgspec.Struct, frozen=True):
    """Who looks at a table: so until somebody comes, goes, or is forgotten."""

    holders: frozenset[str]
    until: float


LAST_WRITE = 0.3
"""Seconds that a write may still wait for a reader when the stream is to end."""


class Watcher:
    """One open stream: knows only whether there is something newer than what it sent.

    It has one timer for its whole life, put off whenever something is sent: a timer of its own
    for each wait would cost more than what is sent.
    """

    def __init__(self, table: str, holder: str, address: str) -> None:
        self.table = table
        self.holder = holder
        self.address = address
        self.ended = False
        self.limit: asyncio.Timeout | None = None
        self._fresh = True
        self._awake = asyncio.Event()
        self._awake.set()
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        self._fresh = True
        self._awake.set()

    def end(self) -> None:
        self.ended = True
        self._awake.set()
        if self.limit is not None:
            self.limit.reschedule(asyncio.get_running_loop().time() + LAST_WRITE)

    async def wait_for_newer(self, patience: float) -> bool:
        """Wait for something newer; False if there was nothing for so many seconds."""
        self._due = asyncio.get_running_loop().time() + patience
        if self._timer is None:
            self._ring()
        await self._awake.wait()
        self._awake.clear()
        fresh, self._fresh = self._fresh, False
        return fresh

    def _ring(self) -> None:
        """End a wait that is due; else look again when it is."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._due:
            self._timer = loop.call_at(self._due, self._ring)
        else:
            self._timer = None
            self._awake.set()

    def forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()


GRACE = 20.0
"""Seconds after which somebody who asks without a stream, and asks no more, is gone."""

PARTING = 3.0
"""Seconds after which somebody whose stream has ended is gone: a reload is no departure."""

HEARTBEAT = 10.0
"""Seconds after which a stream that has nothing to tell gives a sign of life."""

COMMENT = b":\n\n"
"""A sign that is no event: it keeps the way open, and shows who is no longer there."""

ALIVE = "event: alive\ndata: {}\n\n"
"""A sign for pages, which cannot hear a comment: so they notice that a connection is dead.

It tells the time of the server, in milliseconds since 1970: clocks of devices are wrong.
"""

RESTARTS = b"event: restart\ndata: {}\n\n"
"""The last word of a server that ends: the page knows why, and that it will be back."""

BLOCKED = 30.0
"""Seconds that a write may wait for a reader before the stream is given up."""

A_MOMENT = 1.0
"""Seconds in which all who look at a table are told once who has come, however many do."""

STREAMS_PER_HOLDER = 12
STREAMS_PER_ADDRESS = 128
RETRY_MILLISECONDS = 1000
HEAD_ONLY = "matto.head"
"""Set in the scope of a request that wants to know how a stream begins, and no more."""

ABORT = "matto.abort"
"""The ASGI extension by which our server lets a connection be cut, unread data and all."""

READS = "matto.reads"
"""The one by which it tells that its reader keeps up: what is written now waits for nobody."""

WATCH = "matto.watch"
"""The ASGI extension by which it soon notices that nobody is at the other end any more."""

Clock = Callable[[], float]

log = logging.getLogger("matto.streams")


class TooManyStreams(ServerError):
    """One viewer, or one address, has more tables open than a server keeps streams for."""

    says = N_("You have too many tables open. Close some of them, then load this page anew.")


class Hub:
    """All open streams of this worker, by table, and who was here a moment ago."""

    def __init__(
        self, clock: Clock = time.monotonic, most_streams: int = STREAMS_PER_ADDRESS
    ) -> None:
        self._clock = clock
        self._most_streams = most_streams
        self._watchers: dict[str, set[Watcher]] = {}
        self._here: dict[str, dict[str, float]] = {}
        self._audiences: dict[str, Audience] = {}
        self._telling: dict[str, asyncio.TimerHandle] = {}
        self._told_at: dict[str, float] = {}
        self._by_holder: Counter[str] = Counter()
        self._by_address: Counter[str] = Counter()
        self._newer: dict[str, None] = {}
        self.closed = False
        self.on_watched: Callable[[str], None] = lambda _table: None
        """Called when somebody begins to look at a table."""

    @contextmanager
    def watching(self, table: str, holder: str, address: str = "") -> Iterator[Watcher]:
        """Keep a watcher while its stream is open; raises `TooManyStreams`.

        `address` is where its reader is; empty where that is not counted.
        """
        if (
            self._by_holder[holder] >= STREAMS_PER_HOLDER
            or self._by_address[address] >= self._most_streams
        ):
            raise TooManyStreams
        watcher = Watcher(table, holder, address)
        watcher.ended = self.closed
        self._watchers.setdefault(table, set()).add(watcher)
        self._by_holder[holder] += 1
        if address:
            self._by_address[address] += 1
        self._note(table, holder, FOR_EVER)
        try:
            yield watcher
        finally:
            self._leave(watcher)

    def _leave(self, watcher: Watcher) -> None:
        watcher.forget()
        watchers = self._watchers[watcher.table]
        watchers.discard(watcher)
        if not watchers:
            del self._watchers[watcher.table]
            self._told_at.pop(watcher.table, None)
        _decrement(self._by_holder, watcher.holder)
        if watcher.address:
            _decrement(self._by_address, watcher.address)
        if all(other.holder != watcher.holder for other in watchers):
            self._here[watcher.table][watcher.holder] = self._clock() + PARTING
            self._audiences.pop(watcher.table, None)
        self.on_watched(watcher.table)
        self._tell_who_is_here(watcher.table, PARTING)

    def touch(self, table: str, holder: str) -> None:
        self._note(table, holder, self._clock() + GRACE)

    def _note(self, table: str, holder: str, until: float) -> None:
        """Somebody looks at a table, which is believed until then, or as long as before."""
        here = self._here.setdefault(table, {})
        has_come = holder not in here
        here[holder] = max(until, here.get(holder, until))
        if has_come:
            self._audiences.pop(table, None)
            self._tell_who_is_here(table)
        self.on_watched(table)

    def _tell_who_is_here(self, table: str, seconds: float = 0.0) -> None:
        """Let all who look at a table be told soon who else does, but once in a moment.

        Else a thousand who come at the same time would have to be told a million times.
        """
        if table not in self._watchers:
            return
        loop, known = asyncio.get_running_loop(), self._telling.get(table)
        due = max(loop.time() + seconds, self._told_at.get(table, 0.0) + A_MOMENT)
        if known is not None and due < known.when():
            known.cancel()
        if due <= loop.time():
            self._tell(table)
        elif known is None or due < known.when():
            self._telling[table] = loop.call_at(due, self._tell, table)

    def _tell(self, table: str) -> None:
        self._telling.pop(table, None)
        if table in self._watchers:
            self._told_at[table] = asyncio.get_running_loop().time()
            self.notify(table)
            until = self._audience(table).until
            if until < FOR_EVER:
                self._tell_who_is_here(table, until - self._clock())

    def notify(self, table: str) -> None:
        """Something about a table has changed: all who watch it look anew, soon.

        One table after another, and the loop is free for others between two of them: a
        hundred that change at once keep nobody waiting until all of them are drawn.
        """
        if table in self._watchers:
            if not self._newer:
                asyncio.get_running_loop().call_soon(self._wake_watchers)
            self._newer[table] = None

    def _wake_watchers(self) -> None:
        table = next(iter(self._newer))
        del self._newer[table]
        for watcher in self._watchers.get(table, ()):
            watcher.wake()
        if self._newer:
            asyncio.get_running_loop().call_soon(self._wake_watchers)

    def notify_all(self) -> None:
        for table in tuple(self._watchers):
            self.notify(table)

    def present(self, table: str) -> frozenset[str]:
        """Return those who look, or did until a moment ago; the same set until that changes."""
        return self._audience(table).holders

    def _audience(self, table: str) -> Audience:
        """Return those at a table: a thousand streams ask this at every move, so it is kept."""
        found, now = self._audiences.get(table), self._clock()
        if found is None or found.until <= now:
            here = {
                one: until for one, until in self._here.get(table, {}).items() if until > now
            }
            found = Audience(frozenset(here), min(here.values(), default=FOR_EVER))
            self._here[table], self._audiences[table] = here, found
            if not here:
                del self._here[table], self._audiences[table]
        return found

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(table for table in tuple(self._here) if self.present(table))

    @property
    def streams(self) -> int:
        return sum(map(len, self._watchers.values()))

    def close(self) -> None:
        self.closed = True
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.end()


def _decrement(count: Counter[str], name: str) -> None:
    count[name] -= 1
    if not count[name]:
        del count[name]


class StreamEvent(msgspec.Struct, frozen=True):
    """A server-sent event. Equal messages carry the same bytes."""

    event: str
    data: str
    id: int | None = None

    def encoded(self) -> bytes:
        number = "" if self.id is None else f"id: {self.id}\n"
        data = self.data.encode().replace(b"\n", b"\ndata: ")
        return b"".join((f"event: {self.event}\n{number}data: ".encode(), data, b"\n\n"))


Feed = Callable[[], Awaitable[bytes]]
"""Gives what a stream has not sent yet, encoded; nothing if there is nothing new."""


@dataclass(eq=False)
class EventStream:
    """The answer to a request for a stream: an ASGI application that goes on until one leaves.

    A reader who does not read holds up nobody else: only this stream waits for him, with one
    message written, and it gives him up after a while.
    """

    hub: Hub
    table: str
    holder: str
    feed: Feed
    address: str = ""
    sign: Callable[[], bytes] = lambda: COMMENT
    farewell: bytes = b""
    heartbeat: float = HEARTBEAT
    blocked: float = BLOCKED

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what is new until the reader has left, or the server ends."""
        with self.hub.watching(self.table, self.holder, self.address) as watcher:
            _extension(scope, WATCH)
            leaving = asyncio.create_task(_until_left(receive, watcher))
            try:
                await self._send_all(watcher, scope, send)
            except TimeoutError:
                if _extension(scope, ABORT):
                    await asyncio.wait({leaving}, timeout=LAST_WRITE)
            except asyncio.CancelledError:
                if not watcher.ended:  # else the server ends, and has waited long enough
                    raise
            finally:
                leaving.cancel()
                with suppress(asyncio.CancelledError):
                    await leaving

    async def _send_all(self, watcher: Watcher, scope: Scope, send: Send) -> None:
        packing = GzipStream(packs=accepts_gzip(scope))
        packed = [(b"content-encoding", b"gzip")] if packing.packs else []
        headers = [*_STREAM_HEADERS, *packed]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await self._write(watcher, scope, send, packing.begin() + packing.add(_RETRY))
        if scope.get(HEAD_ONLY):
            watcher.end()
        while not watcher.ended:
            fresh = await watcher.wait_for_newer(self.heartbeat)
            if watcher.ended:
                break
            try:
                body = await self.feed()
            except MattoError as error:
                # the reader comes back by himself, and is told what is wrong
                log.warning("a stream ends: %s", type(error).__name__)
                break
            if body or not fresh:
                await self._write(watcher, scope, send, packing.add(body or self.sign()))
        last = packing.add(self.farewell) if self.farewell and self.hub.closed else b""
        await self._write(watcher, scope, send, last + packing.end(), more=False)

    async def _write(
        self, watcher: Watcher, scope: Scope, send: Send, body: bytes, *, more: bool = True
    ) -> None:
        message: Message = {"type": "http.response.body", "body": body, "more_body": more}
        if _extension(scope, READS):
            await send(message)
            return
        async with asyncio.timeout(LAST_WRITE if watcher.ended else self.blocked) as limit:
            watcher.limit = limit
            try:
                await send(message)
            finally:
                watcher.limit = None


_RETRY = f"retry: {RETRY_MILLISECONDS}\n\n".encode()

_STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"accept-encoding"),
    # else some proxies keep a stream back until it is long enough for them
    (b"x-accel-buffering", b"no"),
]


async def _until_left(receive: Receive, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.end()


def _extension(scope: Scope, name: str) -> bool:
    """Use what only our own server can do; tell whether it has done so."""
    extension = (scope.get("extensions") or {}).get(name)
    return callable(extension) and extension() is not False
