"""Connections: how many, how long and how large, counted before a request is complete.

uvicorn limits nothing of this but the pause between two requests. Its protocol, one object for
each connection, is told here when a head and a body are due, and how large they may be.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from matto.server.http.limits import Addresses, network_of
from matto.server.live.streams import ABORT, READS, WATCH
from matto.server.settings import MANY_CONNECTIONS, MOST_BYTES, Settings

if sys.platform != "win32":
    import resource

UNREAD_SECONDS = 30
"""Seconds for which a reader may leave unconfirmed what was sent to him."""

GONE_SECONDS = 5
"""Seconds without a sign from whoever keeps a stream open, after which his connection ends."""

PROBE_AFTER, PROBE_EVERY = 3, 1
"""Seconds after which the system asks such a reader for a sign, and asks again."""

OTHER_HANDLES = 100
"""Handles of a process that no connection gets: the store, the bots, files that are read."""

MOST_OF_A_REQUEST = 8 * MOST_BYTES
"""Bytes of a request in all: a body may come in pieces that are mostly frame."""

BYTES_OF_A_LINE = 4
"""What separates a header's name and value, and ends its line."""

RETRY_SECONDS = 10


class HeadTooLarge(Exception):
    """The head of a request has more bytes than the server takes."""


class Connections:
    """All connections of a worker, by the network that they come from."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._most = min(settings.connections, _handles(settings.connections))
        # whatever is set, one address leaves room for others
        self._most_from_one = min(settings.connections_per_address, max(1, self._most // 2))
        self._proxies = Addresses(settings.proxies)
        self._by_network: Counter[str] = Counter()
        self._all = 0
        self.on_refused: Callable[[HTTPStatus], None] = lambda _status: None
        """Called when a connection is ended because of a limit, or what came is no request."""

    def open(self, address: str) -> bool:
        """Count a connection; tell whether it may stay."""
        network = network_of(address)
        self._all += 1
        self._by_network[network] += 1
        if self._all > self._most:
            return False
        return address in self._proxies or self._by_network[network] <= self._most_from_one

    def close(self, address: str) -> None:
        """A connection has ended."""
        network = network_of(address)
        self._all -= 1
        self._by_network[network] -= 1
        if not self._by_network[network]:
            del self._by_network[network]


def _handles(wanted: int) -> int:
    """For how many connections the system gives us handles, once it is asked for enough."""
    if sys.platform == "win32":
        return MANY_CONNECTIONS
    handles, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = wanted + OTHER_HANDLES
    if most != resource.RLIM_INFINITY:
        enough = min(enough, most)
    if handles < enough:
        with suppress(OSError):  # some services may not ask
            resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
            handles = enough
    return max(OTHER_HANDLES, handles - OTHER_HANDLES)


class Awaited(Enum):
    """What is still to come of a request."""

    HEAD = "head"
    BODY = "body"
    NOTHING = "nothing"


class Connection(HttpToolsProtocol):
    """A connection with limits to the head and the body of each request, in bytes and time."""

    def __init__(self, *rest: Any, among: Connections, **more: Any) -> None:
        super().__init__(*rest, **more)
        self._among = among
        self._settings = among.settings
        self._address = ""
        self._awaited = Awaited.HEAD
        self._begun = False
        self._taken = 0
        self._head = 0
        self._refused = HTTPStatus.BAD_REQUEST
        self._due: asyncio.TimerHandle | None = None

    # -- the connection --------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or refuse it at once if there are too many."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        if not self._among.open(self._address):
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
            return
        _notice_silence(transport.get_extra_info("socket"))
        self._expect(self._settings.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended."""
        self._among.close(self._address)
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; what is not complete may not be too large already."""
        if self.transport.is_closing():
            return
        self._begun = False
        super().data_received(data)
        if not self._begun:  # what came before the beginning of this request is not of it
            self._taken += len(data)
        if self._awaited is Awaited.HEAD and self._taken > self._settings.header_bytes:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self._awaited is Awaited.BODY and self._taken > MOST_OF_A_REQUEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif self._due is None and self.timeout_keep_alive_task is None and self._is_idle:
            self._expect(self._settings.header_seconds)  # empty lines are no request

    @property
    def _is_idle(self) -> bool:
        """Tell whether no answer is on its way."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    # -- a request -------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins: its head is due."""
        super().on_message_begin()
        extensions = {ABORT: self.transport.abort, WATCH: self._watch, READS: self._reads}
        self.scope["extensions"] = extensions  # type: ignore[typeddict-item]
        self._begun, self._awaited = True, Awaited.HEAD
        self._taken = self._head = 0
        self._expect(self._settings.header_seconds)

    def on_url(self, url: bytes) -> None:
        """Count a piece of the address."""
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        super().on_header(name, value)
        self._count(len(name) + len(value) + BYTES_OF_A_LINE)

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > self._settings.header_bytes:
            self._refused = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise HeadTooLarge

    def on_headers_complete(self) -> None:
        """The head has come: the body is due."""
        self._awaited = Awaited.BODY
        self._expect(self._settings.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole: nothing is due."""
        self._awaited = Awaited.NOTHING
        self._expect(None)
        super().on_message_complete()

    def _reads(self) -> bool:
        """Tell whether whoever is at the other end has kept up so far."""
        return not self.flow.write_paused

    def _watch(self) -> None:
        """Notice within seconds that nobody is there any more: others wait for him."""
        _notice_silence(self.transport.get_extra_info("socket"), GONE_SECONDS, probe=True)

    # -- what is late or too much ----------------------------------------------------------

    def _expect(self, seconds: float | None) -> None:
        """Something must come within so many seconds; None: nothing must."""
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def send_400_response(self, _msg: str) -> None:
        """Refuse what is no request, or too large a one."""
        self._refuse(self._refused)

    def _refuse(self, status: HTTPStatus) -> None:
        """End the connection, with a word why if no answer has begun."""
        self._among.on_refused(status)
        if not self.transport.is_closing() and (
            self._is_idle or not self.cycle.response_started
        ):
            self.transport.write(_refusal(status))
        self._end()

    def timeout_keep_alive_handler(self) -> None:
        """No further request has come."""
        self._end()

    def _end(self) -> None:
        """Close the connection, in a while even if what was sent is never read."""
        self.transport.close()
        self._expect(None)
        self._due = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)


def _refusal(status: HTTPStatus) -> bytes:
    body = f"{status.phrase}.\n"
    return (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain\r\n"
        f"Retry-After: {RETRY_SECONDS}\r\nContent-Length: {len(body)}\r\n"
        f"Connection: close\r\n\r\n{body}"
    ).encode()


def _notice_silence(
    connection: socket.socket | None, seconds: int = UNREAD_SECONDS, *, probe: bool = False
) -> None:
    """A phone out of reach does not say goodbye: what it leaves unconfirmed is the end.

    With `probe`, the system asks for a confirmation even when nothing is sent.
    """
    wanted = {"TCP_USER_TIMEOUT": seconds * 1000}
    if probe:
        wanted |= {"TCP_KEEPIDLE": PROBE_AFTER, "TCP_KEEPINTVL": PROBE_EVERY}
    if connection is None or connection.family == socket.AF_UNIX:
        return
    for name, value in wanted.items():
        if (option := getattr(socket, name, None)) is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, value)
    if probe:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
