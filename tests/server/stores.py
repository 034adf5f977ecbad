"""Stores for tests, and tables that come from recordings."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from matto.server.store import Append, Store
from matto.server.tables.events import TableEvent
from matto.server.tables.views import Phase
from server.tables import HOST, Recorded

Place = str | Path


@asynccontextmanager
async def open_store(place: Place, **more: Any) -> AsyncIterator[Store]:
    """A store, closed at the end whatever happens."""
    store = Store(place, **more)
    try:
        yield store
    finally:
        store.close()


def all_events(table: Recorded) -> tuple[TableEvent, ...]:
    """The events of a recorded table."""
    return tuple(event for event, _ in table.events)


def appending(
    table_id: str,
    events: Sequence[TableEvent],
    expected: int = 0,
    *,
    key: str = "",
    holder: str = HOST,
    phase: Phase = Phase.PLAYING,
) -> Append:
    """An append of some events of a table."""
    return Append(table_id, expected, tuple(events), 1000 + expected, phase.value, holder, key)


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Let everything that is written meanwhile wait for one transaction."""
    begun, free = threading.Event(), threading.Event()

    def keep_busy(_connection: Connection) -> None:
        begun.set()
        assert free.wait(60)

    done = store.writer.submit((0, ""), keep_busy)
    assert begun.wait(60)
    try:
        yield
    finally:
        free.set()
        done.result(60)


async def until_one_waits(store: Store) -> None:
    """Return when something waits to be written."""
    while store.writer._queue.empty():
        await asyncio.sleep(0.001)
