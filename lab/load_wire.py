"""Many streams and actions from one process, over HTTP as it is on the wire."""

from __future__ import annotations

import asyncio
import re
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlencode

from load_prepared import Prepared

HOST = "127.0.0.1"
CHOICE = re.compile(rb'data-choice="([^"]+)"(?! aria-disabled="true")')
OWN_TURN = b'data-turn="own"'
EVENT = b"event: state\nid: "
STATUS = re.compile(rb"HTTP/1\.1 (\d+)")

GZIP = 16
IDLE_SECONDS = 3.0
"""For so long an open connection is used again; servers close idle ones after a while."""

Heard = Callable[[int, float], None]


class Stream(asyncio.Protocol):
    """One open stream: keeps the last state, and says when a new one has come whole."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._raw = bytearray()
        self._body = bytearray()
        self._head = True
        self._unpacked: Callable[[bytes], bytes] = bytes
        self._transport: asyncio.Transport | None = None
        self._closed = False
        self.last = b""
        self.events = 0
        self.lost = False
        self.status = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody else should end a stream."""
        self.lost = not self._closed

    def close(self) -> None:
        """Leave."""
        self._closed = True
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Take bytes as they come."""
        now = time.perf_counter()
        self._raw += data
        if self._head and not self._past_head():
            return
        self._unpack()
        while (end := self._body.find(b"\n\n")) >= 0:
            event = bytes(self._body[:end])
            del self._body[: end + 2]
            if event.startswith(EVENT):
                self.last = event
                self.events += 1
                self._heard(int(event[len(EVENT) : event.index(b"\n", len(EVENT))]), now)

    def _past_head(self) -> bool:
        end = self._raw.find(b"\r\n\r\n")
        if end < 0:
            return False
        found = STATUS.match(self._raw)
        self.status = int(found[1]) if found else 0
        if b"content-encoding: gzip" in self._raw[:end].lower():
            self._unpacked = zlib.decompressobj(zlib.MAX_WBITS | GZIP).decompress
        del self._raw[: end + 4]
        self._head = False
        return True

    def _unpack(self) -> None:
        """Take whole chunks out of what has come."""
        while (end := self._raw.find(b"\r\n")) > 0:
            size = int(self._raw[:end], 16)
            if len(self._raw) < end + size + 4:
                return
            self._body += self._unpacked(bytes(self._raw[end + 2 : end + 2 + size]))
            del self._raw[: end + size + 4]

    @property
    def choices(self) -> list[str]:
        """What may be chosen by whoever looks, if it is his turn."""
        if OWN_TURN not in self.last:
            return []
        return [word.decode() for word in CHOICE.findall(self.last)]


class Doors:
    """Connections on which one request after another is sent."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, key: str, form: dict[str, object]) -> int:
        """Send a form; gives the status of the answer."""
        body = urlencode(form).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {key}\r\n"
            "Accept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        reader, writer = await self._door()
        writer.write(head.encode() + body)
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0
        length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
        await reader.readexactly(int(length[1]) if length else 0)
        self._idle.append((time.monotonic(), reader, writer))
        found = STATUS.match(answer)
        return int(found[1]) if found else 0

    async def _door(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            since, reader, writer = self._idle.pop()
            if time.monotonic() - since < IDLE_SECONDS:
                return reader, writer
            writer.close()
        return await asyncio.open_connection(HOST, self._port)

    def close(self) -> None:
        """Close all connections."""
        for _, _, writer in self._idle:
            writer.close()


@dataclass
class Watched:
    """A table with its streams, and the action whose effect they wait for."""

    prepared: Prepared
    streams: list[Stream] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)
    sent: float | None = None
    before: int = 0
    awaited: int = 0
    times: list[float] = field(default_factory=list)

    def hear(self, number: int) -> Heard:
        """What to do when one of the streams has brought a state."""

        def heard(seq: int, now: float) -> None:
            if self.sent is not None and self.seen[number] <= self.before < seq:
                self.times.append(now - self.sent)
                self.awaited -= 1
                if not self.awaited:
                    self.sent = None
            self.seen[number] = max(self.seen[number], seq)

        return heard

    def turns(self) -> Iterator[tuple[str, list[str]]]:
        """The keys that may act now, with their choices."""
        for key, stream in zip(self.prepared.keys, self.streams, strict=True):
            if choices := stream.choices:
                yield key, choices


async def watched(prepared: Prepared, port: int, *, packed: bool = True) -> Watched:
    """Open the streams of a table."""
    table = Watched(prepared, seen=[0] * len(prepared.keys))
    loop = asyncio.get_running_loop()
    for number, key in enumerate(prepared.keys):
        request = (
            f"GET /t/{prepared.id}/stream HTTP/1.1\r\nHost: {HOST}\r\n"
            f"Authorization: Bearer {key}\r\nAccept: text/event-stream\r\n"
            f"Accept-Encoding: {'gzip' if packed else 'identity'}\r\n\r\n"
        ).encode()
        made = partial(Stream, request, table.hear(number))
        _, stream = await loop.create_connection(made, HOST, port)
        table.streams.append(stream)
    return table
