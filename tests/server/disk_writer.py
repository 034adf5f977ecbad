"""A program that writes tables under `faulty.c`, and says in a file what was acknowledged.

``python -m server.disk_writer cuts|full FOLDER``
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import sys
from pathlib import Path

import msgspec
from sqlalchemy import event

from matto.engine.errors import MattoError
from matto.server.store import Append, Store
from matto.server.store.database_errors import StoreFull, StoreUnavailable
from matto.server.tables.events import Acted, TableEvent
from server.stores import all_events
from server.tables import HOST, Recorded, order

TABLES = tuple(letter * 14 for letter in "abc")
FIRST = all_events(Recorded(order("mineo-3")))
ROUNDS, EVENTS_A_ROUND = 3, 6
APPENDS_WHILE_FULL = 3
MOST_WRITES = 110
CHECKPOINT = 12
"""Pages of the journal after which they go into the file: often, so that it is tried."""


def events_of(number: int) -> tuple[TableEvent, ...]:
    """The events that are appended for a number: the first ones open the table."""
    if number == 0:
        return FIRST
    return tuple(Acted(0, "talk", f"{number}-{part}") for part in range(1 + number % 3))


def opened(path: Path) -> Store:
    """A store that brings its journal into the file again and again."""
    store = Store(path, alone=True)

    @event.listens_for(store.writing, "checkout")
    def small(connection: object, *_: object) -> None:
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")  # type: ignore[attr-defined]

    return store


def append(table: str, number: int, seq: int) -> Append:
    """The append of a number to a table of `seq` events."""
    return Append(table, seq, events_of(number), 1000 + seq, "playing", HOST, f"key {number}")


async def write_on(store: Store, table: str, start: int, numbers: range, acks: int) -> int:
    """Append one after another, and note each when it is acknowledged."""
    seq = start
    for number in numbers:
        kept = await store.append(append(table, number, seq))
        seq = kept.seq
        os.write(acks, f"{table} {number} {seq}\n".encode())
    return seq


async def cuts(folder: Path) -> None:
    """Write to several tables at once; close and open the store in between."""
    acks = os.open(folder / "acks", os.O_CREAT | os.O_WRONLY)
    seqs = dict.fromkeys(TABLES, 0)
    for turn in range(ROUNDS):
        store = opened(folder / "tables.sqlite")
        numbers = range(turn * EVENTS_A_ROUND, (turn + 1) * EVENTS_A_ROUND)
        going = [write_on(store, table, seqs[table], numbers, acks) for table in TABLES]
        seqs = dict(zip(TABLES, await asyncio.gather(*going), strict=True))
        store.close()


async def full(folder: Path) -> None:
    """Let the disk be full from each write on, for one or for several, and go on afterwards."""
    fill = ctypes.CDLL(None).faulty_fill
    fill.argtypes = [ctypes.c_long, ctypes.c_long]
    for writes in range(MOST_WRITES):
        path = folder / f"{writes}.sqlite"
        refused, seq, number = 0, 0, 0
        store = opened(path)
        fill(writes, 1 + writes % 4)
        while number < APPENDS_WHILE_FULL:
            try:
                kept = await store.append(append(TABLES[0], number, seq))
            except (StoreFull, StoreUnavailable):
                refused += 1
                continue  # the same once more: there will be room again
            seq, number = kept.seq, number + 1
        fill(-1, 0)
        found = [msgspec.to_builtins(one.event) for one in await store.events(TABLES[0])]
        wanted = [one for n in range(APPENDS_WHILE_FULL) for one in events_of(n)]
        assert found == [msgspec.to_builtins(one) for one in wanted], writes
        store.close()
        print(writes, refused, flush=True)


def main() -> None:
    """Do what is asked for."""
    what, folder = sys.argv[1], Path(sys.argv[2])
    try:
        asyncio.run(full(folder) if what == "full" else cuts(folder))
    except MattoError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
