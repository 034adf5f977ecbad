"""A wire between a browser and its server that can be cut and mended."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from services import LOOPBACK

PIECE = 65536
SECONDS = 5


class Wire:
    """Carries every connection on to the server's port, as long as it is whole.

    `carried` counts the bytes of both directions, as they travel: headers, and compressed.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._whole = True
        self.carried = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._carry, LOOPBACK, 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.url = f"http://{LOOPBACK}:{self.port}"

    def cut(self) -> None:
        """Break every connection; new ones are broken at once."""
        self._do(self._cut())

    def mend(self) -> None:
        """Let new connections through."""
        self._whole = True

    def blink(self) -> None:
        """Break every connection, but let new ones through."""
        self.cut()
        self.mend()

    def close(self) -> None:
        """End for good."""
        self.cut()
        self._server.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SECONDS)
        self._loop.close()

    def _do(self, deed: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(deed, self._loop).result(SECONDS)

    async def _cut(self) -> None:
        self._whole = False
        for writer in tuple(self._open):
            writer.transport.abort()
        while self._open:
            await asyncio.sleep(0.005)

    async def _carry(self, near: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        if not self._whole:
            out.transport.abort()
            return
        self._open.add(out)
        try:
            far, away = await asyncio.open_connection(LOOPBACK, self._to)
        except OSError:
            out.transport.abort()
            self._open.discard(out)
            return
        self._open.add(away)
        await asyncio.gather(self._pour(near, away), self._pour(far, out))
        self._open -= {out, away}

    async def _pour(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while piece := await source.read(PIECE):
                target.write(piece)
                self.carried += len(piece)
                await target.drain()
        except OSError:
            pass  # cut: the other half hears of it by the next line
        finally:
            target.close()
