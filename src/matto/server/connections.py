"""Connections: what a stream can do with its own, and what no request may be.

How long a request may take to come, how large its head may be, and how many connections one
address may have is for the proxy before the server (`deploy/`), or nobody.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from matto.server.live.streams import ABORT, READS, WATCH
from matto.server.settings import MOST_BYTES

if sys.platform != "win32":
    import resource

UNREAD_SECONDS = 30
"""Seconds for which a reader may leave unconfirmed, or unread, what was sent to him."""

GONE_SECONDS = 5
"""Seconds without a sign from whoever keeps a stream open, after which his connection ends."""

PROBE_AFTER, PROBE_EVERY = 3, 1
"""Seconds after which the system asks such a reader for a sign, and asks again."""

UNREAD_AT_LAST = 0.4
"""Seconds that a silent reader is waited for when the server ends."""

OTHER_HANDLES = 100
"""Handles of a process that no connection gets: the store, the bots, files that are read."""

MOST_OF_A_REQUEST = 8 * MOST_BYTES
"""Bytes of a request in all: a body may come in pieces that are mostly frame."""


class NotForUs(Exception):
    """A request for something that is not on this server, as one asks a proxy."""


class Connection(HttpToolsProtocol):
    """A connection that a stream can watch and cut, and that ends with the server."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._taken = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection."""
        super().connection_made(transport)
        notice_silence(transport)

    def data_received(self, data: bytes) -> None:
        """Take what has come, but nothing that never ends."""
        self._taken += len(data)
        super().data_received(data)
        if self._taken > MOST_OF_A_REQUEST:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._taken = 0
        extensions: dict[str, Any] = {
            ABORT: self.transport.abort,
            READS: lambda: not self.flow.write_paused,
            WATCH: lambda: notice_silence(self.transport, GONE_SECONDS, probe=True),
        }
        self.scope["extensions"] = extensions

    def on_headers_complete(self) -> None:
        """Begin to answer; what a body has behind it is no header of the request."""
        if not self.url.startswith(b"/") and self.url != b"*":
            raise NotForUs
        super().on_headers_complete()
        self.headers = []

    def shutdown(self) -> None:
        """End with the server: its streams first, as they would never end by themselves."""
        scope: Any = self.scope  # there is none before the first request
        if scope and "litestar_app" in scope:
            scope["litestar_app"].state.services.hub.close()
        super().shutdown()
        self.loop.call_later(UNREAD_AT_LAST, self._cut_unread)

    def _cut_unread(self) -> None:
        """Wait no longer for whoever does not read what he has asked for."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        elif not self.transport.is_closing():
            self.loop.call_later(UNREAD_AT_LAST, self._cut_unread)


def notice_silence(
    transport: asyncio.Transport, seconds: int = UNREAD_SECONDS, *, probe: bool = False
) -> None:
    """A phone out of reach does not say goodbye: what it leaves unconfirmed is the end.

    With `probe`, the system asks for a confirmation even when nothing is sent.
    """
    connection = transport.get_extra_info("socket")
    if connection is None or connection.family == socket.AF_UNIX:
        return
    wanted = {"TCP_USER_TIMEOUT": seconds * 1000}
    if probe:
        wanted |= {"TCP_KEEPIDLE": PROBE_AFTER, "TCP_KEEPINTVL": PROBE_EVERY}
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in wanted.items():
        if (option := getattr(socket, name, None)) is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, value)


def most_connections(wanted: int) -> int:
    """Ask the system for handles for so many connections; return for how many it gives them."""
    if sys.platform == "win32":
        return wanted
    handles, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = wanted + OTHER_HANDLES
    if most != resource.RLIM_INFINITY:
        enough = min(enough, most)
    if handles < enough:
        with suppress(OSError):  # some services may not ask
            resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
            handles = enough
    return min(wanted, max(OTHER_HANDLES, handles - OTHER_HANDLES))
