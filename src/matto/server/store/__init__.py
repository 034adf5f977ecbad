"""The store: what has happened at each table, kept before it is acknowledged."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Row, Select, func, select, union

from matto.server.facts import AnyFact, decode
from matto.server.seen import Phase
from matto.server.store import jobs
from matto.server.store.engines import address_of, engines_of
from matto.server.store.faults import named
from matto.server.store.jobs import Append, Conflict, Kept
from matto.server.store.migrations import migrate
from matto.server.store.schema import FACTS, LEASES, SEATS, TABLES
from matto.server.store.writer import Writer

__all__ = ["Append", "Conflict", "Kept", "Store", "StoredFact", "TableLine"]

T = TypeVar("T")
READERS = 4


class StoredFact(msgspec.Struct, frozen=True):
    """A fact with its place among those of its table, and its time in milliseconds."""

    seq: int
    at: int
    fact: AnyFact


class TableLine(msgspec.Struct, frozen=True):
    """How far a table is, for lists."""

    id: str
    game: str
    rules_version: int
    phase: Phase
    seq: int
    opened_at: int
    changed_at: int


class Store:
    """Keeps the facts of all tables in a database.

    `Store.open` opens it, brings it to its newest form and may be used from any number of
    processes at once. Everything is asynchronous; what is written is done when it is on the
    disk.
    """

    def __init__(self, where: str | Path | None = None) -> None:
        self.url = address_of(where)
        try:
            self._writing, self._reading = engines_of(self.url, READERS)
            with self._writing.begin() as connection:
                migrate(connection)
        except Exception as error:
            raise named(error) from error
        self._writer = Writer(self._writing)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="matto reader")

    def close(self) -> None:
        """Finish what is being written, and let go of the database."""
        self._writer.close()
        self._readers.shutdown()
        self._writing.dispose()
        self._reading.dispose()

    # -- writing -------------------------------------------------------------------------

    async def append(self, wanted: Append) -> Kept:
        """Add facts to a table; raises `Conflict` if it has moved on."""
        return await self._write(lambda connection: jobs.append(connection, wanted))

    async def secret(self, name: str) -> str:
        """Give a secret of this server, made by chance when it is first asked for."""
        made = secrets.token_hex(32)
        return await self._write(lambda connection: jobs.secret(connection, name, made))

    async def lease(self, table_id: str, worker: str, now: int, until: int) -> bool:
        """Let a worker own a table until a time, unless another does."""
        return await self._write(
            lambda connection: jobs.lease(connection, table_id, worker, now, until)
        )

    async def release(self, worker: str) -> None:
        """Give up all that a worker owns."""
        await self._write(lambda connection: jobs.release(connection, worker))

    async def _write(self, job: Callable[[Connection], T]) -> T:
        return await asyncio.wrap_future(self._writer.submit(job))

    # -- reading -------------------------------------------------------------------------

    async def facts(
        self, table_id: str, after: int = 0, upto: int | None = None, *, since: int = 0
    ) -> list[StoredFact]:
        """Give the facts of a table in order, from one place to another.

        With `since`, those before it are left out that mattered only to deals that are over.
        """
        query = select(FACTS.c.seq, FACTS.c.at, FACTS.c.body)
        query = query.where(FACTS.c.table_id == table_id, FACTS.c.seq > after)
        if upto is not None:
            query = query.where(FACTS.c.seq <= upto)
        if since:
            query = query.where((FACTS.c.detail == 0) | (FACTS.c.seq >= since))
        rows = await self._rows(query.order_by(FACTS.c.seq))
        return [StoredFact(row.seq, row.at, decode(row.body)) for row in rows]

    async def receipt(self, table_id: str, holder: str, key: str) -> int | None:
        """Give the number of facts with which a wish was granted before, if it was."""
        return await self._read(
            lambda connection: jobs.receipt(connection, table_id, holder, key)
        )

    async def line(self, table_id: str) -> TableLine | None:
        """Tell how far a table is; None if there is no such table."""
        found = await self.lines([table_id])
        return found[0] if found else None

    async def lines(self, table_ids: Iterable[str]) -> list[TableLine]:
        """Tell how far some tables are."""
        return await self._lines(_line().where(TABLES.c.id.in_(list(table_ids))))

    async def unfinished(self) -> list[TableLine]:
        """List the tables whose match is not over."""
        return await self._lines(_line().where(TABLES.c.phase != Phase.OVER.value))

    async def tables_of(self, holder: str, most: int = 100) -> list[TableLine]:
        """List the tables that somebody sits at or has opened, the latest first."""
        own = union(
            select(SEATS.c.table_id).where(SEATS.c.holder == holder),
            select(TABLES.c.id).where(TABLES.c.host == holder),
        )
        query = _line().where(TABLES.c.id.in_(own))
        return await self._lines(query.order_by(TABLES.c.changed_at.desc()).limit(most))

    async def owner(self, table_id: str, now: int) -> str | None:
        """Tell which worker owns a table."""
        query = select(LEASES.c.worker).where(LEASES.c.table_id == table_id)
        rows = await self._rows(query.where(LEASES.c.until > now))
        return str(rows[0].worker) if rows else None

    async def count(self) -> int:
        """Tell how many tables were ever opened."""
        rows = await self._rows(select(func.count().label("tables")).select_from(TABLES))
        return int(rows[0].tables)

    async def _lines(self, query: Select[Any]) -> list[TableLine]:
        rows = await self._rows(query)
        return [_table_line(row) for row in rows]

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        return await self._read(lambda connection: connection.execute(query).all())

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def reading() -> T:
            try:
                with self._reading.connect() as connection:
                    return work(connection)
            except Exception as error:
                raise named(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, reading)


def _line() -> Select[Any]:
    return select(
        TABLES.c.id,
        TABLES.c.game,
        TABLES.c.rules_version,
        TABLES.c.phase,
        TABLES.c.seq,
        TABLES.c.opened_at,
        TABLES.c.changed_at,
    )


def _table_line(row: Row[Any]) -> TableLine:
    return TableLine(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        phase=Phase(row.phase),
        seq=row.seq,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
    )
