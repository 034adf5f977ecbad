"""The store itself: one thread writes, a few read, and nobody waits for a lock in Python."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select

from matto.engine.words import text
from matto.server.store import lines
from matto.server.store.engines import address_of, engines_of
from matto.server.store.errors import StoreUnavailable
from matto.server.store.faults import matto_error, public_error
from matto.server.store.jobs import AppendJob, Lease, Release, Secret, receipt
from matto.server.store.migrations import migrate
from matto.server.store.sharing import Sharing
from matto.server.store.writer import Job, Writer
from matto.server.tables.storage import Append, Appended, StoredEvent, TableLine

T = TypeVar("T")
READERS = 4
MOST_TABLES = 100
SIGNING = "signing"


class Store:
    """Keeps the events of all tables in a file of SQLite or in PostgreSQL.

    Making one opens the database and brings it to its newest form. Any number of processes may
    use the same database at once, unless one of them wants a file for itself (`alone`). What is
    written is on the disk when it is done.
    """

    def __init__(self, where: str | Path, *, alone: bool = False) -> None:
        url = address_of(where)
        file = Path(str(url.database)) if url.get_backend_name() == "sqlite" else None
        self.alone = alone and file is not None
        with ExitStack() as opened:
            if file is not None:
                opened.callback(Sharing(file, alone=alone).close)
            try:
                self.writing, self._reading = engines_of(url, READERS)
                opened.callback(self.writing.dispose)
                opened.callback(self._reading.dispose)
                with self.writing.begin() as connection:
                    migrate(connection)
            except Exception as error:
                raise matto_error(error, url) from error
            self._open = opened.pop_all()
        self.writer = Writer(self.writing)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="matto reader")

    def close(self) -> None:
        """Finish what is being written, and let go of the database."""
        self.writer.close()
        self._readers.shutdown()
        self._open.close()

    @property
    def transactions(self) -> int:
        """How often something was brought to the disk."""
        return self.writer.transactions

    # -- writing -------------------------------------------------------------------------

    async def append(self, wanted: Append) -> Appended:
        """Add events to a table; raises `Conflict` if it has moved on."""
        return await self._write(AppendJob(wanted))

    async def signing_key(self) -> str:
        """Give the key that this server signs with, made when it is first asked for."""
        return await self.secret(SIGNING)

    async def secret(self, name: str) -> str:
        """Give a secret of this server, made by chance when it is first asked for."""
        return await self._write(Secret(name, secrets.token_hex(32)))

    async def lease(self, table_id: str, worker: str, now: int, until: int) -> bool:
        """Let a worker own a table until a time in milliseconds, unless another does."""
        return await self._write(Lease(table_id, worker, now, until))

    async def release(self, worker: str, table_id: str = "") -> None:
        """Give up a table that a worker owns, or all of them."""
        await self._write(Release(worker, table_id))

    async def _write(self, job: Job[T]) -> T:
        try:
            future = self.writer.submit(job)
        except RuntimeError as error:
            raise StoreUnavailable(text("The server is closing. Try again.")) from error
        return await asyncio.wrap_future(future)

    # -- reading -------------------------------------------------------------------------

    async def events(
        self, table_id: str, after: int = 0, upto: int | None = None
    ) -> list[StoredEvent]:
        """Give all events of a table in order, after one place and up to another."""
        return await self._events(lines.events_between(table_id, after, upto))

    async def events_that_matter(self, table_id: str) -> list[StoredEvent]:
        """Give the events of a table in order, details of deals before the last left out."""
        return await self._events(lines.events_that_matter(table_id))

    async def receipt(self, table_id: str, holder: str, key: str) -> int | None:
        """Give the number of events with which a command was carried out before, if it was."""
        return await self._read(lambda connection: receipt(connection, table_id, holder, key))

    async def line(self, table_id: str) -> TableLine | None:
        """Tell how far a table is; None if there is no such table."""
        return next(iter(await self.lines([table_id])), None)

    async def lines(self, table_ids: Iterable[str]) -> list[TableLine]:
        """Tell how far some tables are."""
        return await self._lines(lines.lines_of(table_ids))

    async def unfinished(self) -> list[TableLine]:
        """List the tables whose match is not over, the one longest at rest first."""
        return await self._lines(lines.lines_unfinished())

    async def tables_of(self, holder: str, most: int = MOST_TABLES) -> list[TableLine]:
        """List the tables that somebody sits at or has opened, the latest first."""
        return await self._lines(lines.lines_with(holder, most))

    async def _events(self, query: Select[Any]) -> list[StoredEvent]:
        return [lines.stored_event(row) for row in await self._rows(query)]

    async def _lines(self, query: Select[Any]) -> list[TableLine]:
        return [lines.table_line(row) for row in await self._rows(query)]

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        return await self._read(lambda connection: connection.execute(query).all())

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def reading() -> T:
            try:
                with self._reading.connect() as connection:
                    return work(connection)
            except Exception as error:
                raise public_error(error, self._reading.url) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, reading)
