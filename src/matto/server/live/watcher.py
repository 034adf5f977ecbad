"""A watcher: what an open stream knows of its table, and how long it waits."""

from __future__ import annotations

import asyncio

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
        """There is something newer."""
        self._fresh = True
        self._awake.set()

    def end(self) -> None:
        """The stream shall end, even while it waits for a reader."""
        self.ended = True
        self._awake.set()
        if self.limit is not None:
            self.limit.reschedule(asyncio.get_running_loop().time() + LAST_WRITE)

    async def newer(self, patience: float) -> bool:
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
        """The stream has ended: nothing rings any more."""
        if self._timer is not None:
            self._timer.cancel()
