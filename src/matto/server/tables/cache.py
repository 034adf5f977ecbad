"""A cache of tables: the ones in use, and a bounded number of others."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from matto.server.tables.state import TableState


class CachedTable:
    """A cached table, and the lock under which it changes; None: it must be set up first."""

    def __init__(self) -> None:
        self.state: TableState | None = None
        self.lock = asyncio.Lock()
        self.users = 0
        self.used = 0.0


class TableCache:
    """Keeps tables set up; those not used for longest are put away, and set up again later."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._entries: OrderedDict[str, CachedTable] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def states(self) -> list[TableState]:
        """All tables that are set up."""
        return [entry.state for entry in self._entries.values() if entry.state is not None]

    def forget(self) -> None:
        """Let all tables be set up anew when they are next asked for."""
        for entry in self._entries.values():
            entry.state = None

    @contextmanager
    def taken(self, table_id: str) -> Iterator[CachedTable]:
        """Take a table; while it is in use it is not put away."""
        entry = self._entries.setdefault(table_id, CachedTable())
        self._entries.move_to_end(table_id)
        entry.users += 1
        try:
            yield entry
        finally:
            entry.users -= 1
            entry.used = self._clock()
            self._put_away(table_id, entry)

    def put_idle_away(self, seconds: float) -> int:
        """Put away all that nobody has used for so long; tells how many these were."""
        since, before = self._clock() - seconds, len(self._entries)
        for table_id, entry in tuple(self._entries.items()):
            if not entry.users and entry.used <= since:
                del self._entries[table_id]
        return before - len(self._entries)

    def _put_away(self, table_id: str, entry: CachedTable) -> None:
        if entry.state is None and not entry.users:
            del self._entries[table_id]
        if len(self._entries) > self._most:
            idle = (known for known, other in self._entries.items() if not other.users)
            longest = next(idle, None)
            if longest is not None:
                del self._entries[longest]
