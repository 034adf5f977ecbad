"""A wire between a browser and its server that can be cut and mended."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from services import LOOPBACK

PIECE = 65536
SECONDS = 5
A_MOMENT = 0.02


class Wire:
    """Carries every connection on to the server's port, as long as it is whole.

    `carried` counts the bytes of both directions, as they travel: headers, and compressed.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._whole = True
        self._dead = False
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
        """Let connections through, but those that have lost something stay dead."""
        self._whole, self._dead = True, False

    def blink(self) -> None:
        """Break every connection, but let new ones through."""
        self.cut()
        self.mend()

    def deaden(self) -> None:
        """Let connections stand, and new ones be made, but carry nothing: nobody is told."""
        self._dead = True

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
        dead = asyncio.Event()
        await asyncio.gather(self._pour(near, away, dead), self._pour(far, out, dead))
        self._open -= {out, away}

    async def _pour(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, dead: asyncio.Event
    ) -> None:
        try:
            while piece := await source.read(PIECE):
                if self._is_dead(dead):
                    continue
                target.write(piece)
                self.carried += len(piece)
                await target.drain()
            while self._is_dead(dead) and not target.is_closing():
                await asyncio.sleep(A_MOMENT)  # that the other end has left is not told either
        except OSError:
            pass  # cut: the other half hears of it by the next line
        finally:
            target.close()

    def _is_dead(self, dead: asyncio.Event) -> bool:
        if self._dead:
            dead.set()
        return dead.is_set()
