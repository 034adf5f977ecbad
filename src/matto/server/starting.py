"""While a server starts: it opens its store, which may take long, and says so to whoever asks.

Whoever watches over it would else take a server that brings its tables to a newer form for
dead, and kill it in the middle of that.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress

LIVE = (b"GET /livez ", b"HEAD /livez ")
GRACE = 2.0
"""Seconds for which whoever asks is kept waiting: mostly the server has started by then."""

PATIENCE = 5.0
MOST_BYTES = 16 * 1024


@asynccontextmanager
async def telling_that_it_starts(sockets: Sequence[socket.socket]) -> AsyncIterator[None]:
    """Answer `/livez` as well, and everything else with 503, while the block lasts too long."""
    answering = asyncio.create_task(_answer_soon(sockets))
    try:
        yield
    finally:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)


@contextmanager
def telling_beside(listening: socket.socket) -> Iterator[None]:
    """The same from a thread, for a process that does nothing but wait for its workers."""
    ended = asyncio.Event()
    loop = asyncio.new_event_loop()

    async def until_ended() -> None:
        async with telling_that_it_starts([listening]):
            await ended.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(until_ended(),))
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()


async def _answer_soon(sockets: Sequence[socket.socket]) -> None:
    await asyncio.sleep(GRACE)
    async with AsyncExitStack() as answering:
        for listening in sockets:
            own = listening.dup()
            server = await asyncio.start_server(_answer, sock=own, limit=MOST_BYTES)
            answering.callback(server.close)
        await asyncio.Event().wait()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError, TimeoutError, EOFError, asyncio.LimitOverrunError):
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
            writer.write(_STARTS if head.startswith(LIVE) else _WAIT)
            await writer.drain()
    writer.close()


def _reply(status: str, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
        f"Cache-Control: no-store\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


_STARTS = _reply("200 OK", b'{"ok":true,"starting":true}')
_WAIT = _reply("503 Service Unavailable", b'{"ok":false,"starting":true}')
