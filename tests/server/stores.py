"""Stores and table services for tests: opened, played at, checked, backed up and put back."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from typer.testing import CliRunner

from matto.cli import _application
from matto.engine.errors import MattoError
from matto.players import make_bot
from matto.server.store import Append, Store, backup
from matto.server.store.check import CheckReport, check, ids_of
from matto.server.tables.commands import Ack, Act, Ready, Sit
from matto.server.tables.events import TableEvent
from matto.server.tables.service import TableService
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from server.tables import ANNA, HOST, Recorded, order

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


# -- playing at a table service ----------------------------------------------------------------


@asynccontextmanager
async def open_service(
    place: Place, *, alone: bool = False, **more: Any
) -> AsyncIterator[TableService]:
    """A table service with its store, both closed at the end whatever happens."""
    store = Store(place, alone=alone)
    tables = TableService(store, **more)
    try:
        yield tables
    finally:
        await tables.close()
        store.close()


def store_of(tables: TableService) -> Store:
    """The store below a table service: more than the service itself needs of it."""
    assert isinstance(tables.store, Store)
    return tables.store


async def open_table(
    tables: TableService, game_id: str = "mineo-3", persons: int = 1, **more: Any
) -> str:
    """Open a table with the host in the first seat."""
    return await tables.open(order(game_id, persons, **more))


def thought(state: TableState) -> str:
    """What a bot would answer for the seat that is asked."""
    seat, run = state.waits_for, state.run
    assert seat is not None
    assert run is not None
    return make_bot("rule", state.game, 1).choose(run.view(seat))


async def act(tables: TableService, state: TableState, **more: Any) -> Ack:
    """Let whoever is asked answer, person or bot."""
    seat = state.waits_for
    assert seat is not None
    command, bot, holder = Act(thought(state)), state.bot(seat), state.holder(seat)
    if bot:
        more |= {"seat": seat, "bot": bot}
    more = {"expected": state.seq, **more}
    return await tables.submit(state.id, command, holder, **more)


async def until_asked(tables: TableService, table_id: str, seat: int = 0) -> TableState:
    """Play until a seat is asked."""
    state = await tables.state(table_id)
    while state.waits_for != seat:
        if state.phase is Phase.BETWEEN:
            await ready(tables, state)
        else:
            await act(tables, state)
        state = await tables.state(table_id)
    return state


async def play_deal(tables: TableService, table_id: str) -> TableState:
    """Play the deal to its end."""
    state = await tables.state(table_id)
    while state.phase is Phase.PLAYING:
        await act(tables, state)
        state = await tables.state(table_id)
    return state


async def ready(tables: TableService, state: TableState, seed: str = "seed") -> None:
    """Let everybody be ready for the next deal."""
    for seat in state.awaited:
        await tables.submit(state.id, Ready(seed), state.holder(seat))


async def events_of(tables: TableService, table_id: str) -> list[object]:
    """All events of a table, as they are kept."""
    return [stored.event for stored in await tables.store.events(table_id)]


# -- checks and backups -----------------------------------------------------------------------


async def some_tables(tables: TableService) -> list[str]:
    """Three tables, one in its second deal."""
    ids = [await open_table(tables, persons=2) for _ in range(3)]
    await tables.submit(ids[0], Sit(1, "Anna"), ANNA)
    await ready(tables, await play_deal(tables, ids[0]))
    return ids


def checked(place: Place, *, replay: bool = True) -> CheckReport:
    report = CheckReport()
    with backup.reading(place) as connection:
        deque(check(connection, ids_of(connection), report, replay=replay), maxlen=0)
    return report


def faults(place: Place, **more: bool) -> list[tuple[str, str]]:
    return [(fault.table, str(fault.what)) for fault in checked(place, **more).faults]


def back_up(place: Place, file: Path, **more: bool) -> None:
    with backup.reading(place) as source:
        deque(backup.backup(source, file, **more), maxlen=0)


def put_back(file: Path, place: Place, **more: bool) -> None:
    with backup.copy_of(file) as source:
        deque(backup.follow(source, ids_of(source), file), maxlen=0)
        deque(backup.restore(source, place, **more), maxlen=0)


def told(*words: str, data: Path) -> tuple[int, str]:
    """Run `matto store` with these words: its status, and what it says."""
    done = CliRunner().invoke(
        _application(), ["store", *words], env={"MATTO_DATA": str(data), "LANGUAGE": "en"}
    )
    if isinstance(done.exception, MattoError):
        return 2, str(done.exception)
    return done.exit_code, done.output
