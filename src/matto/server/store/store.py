"""The store itself: one thread writes, a few read, and nobody waits for a lock in Python."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.server.store import chain, lines
from matto.server.store.chain import BrokenChain
from matto.server.store.check import look_over
from matto.server.store.deletion import Doom, Prune
from matto.server.store.engines import address_of, engines_of
from matto.server.store.errors import NotADatabase, StoreUnavailable
from matto.server.store.faults import OUT_OF_REACH, matto_error, public_error
from matto.server.store.jobs import AppendJob, Lease, Release, Secret, generation, receipt
from matto.server.store.migrations import migrate
from matto.server.store.sharing import Sharing
from matto.server.store.writer import Job, Writer
from matto.server.tables.errors import TableDamaged
from matto.server.tables.retention import Retention
from matto.server.tables.storage import Append, Appended, StoredEvent, TableLine
from matto.server.tables.views import Phase

T = TypeVar("T")
READERS = 4
MOST_TABLES = 100
SIGNING = "signing"

PATIENCE = 10.0
"""Seconds that a request waits for the database; what it wrote may be kept all the same."""

log = logging.getLogger("matto.store")


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
        self._file = file
        with ExitStack() as opened:
            sharing = Sharing(file, alone=alone) if file is not None else None
            if sharing is not None:
                opened.callback(sharing.close)
                sharing.refuse_emptied()
            try:
                self.writing, self._reading = engines_of(url, READERS)
                opened.callback(self.writing.dispose)
                opened.callback(self._reading.dispose)
                with self._reading.connect() as connection:
                    look_over(connection)
                with self.writing.begin() as connection:
                    migrate(connection)
                    self.generation = generation(connection)
                if sharing is not None:
                    sharing.note_tables()
            except Exception as error:
                raise matto_error(error, url) from error
            self._open = opened.pop_all()
        self.timed: Callable[[str], AbstractContextManager[object]] = lambda _: nullcontext()
        """Measures how long "append" and "read" take; whoever opens the store may set it."""
        self.writer = Writer(self.writing)
        self._damaged: set[str] = set()
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
        """Add events to a table; raises `Conflict` if it has moved on, and `KeyUsed`."""
        with self.timed("append"):
            return await self._write(AppendJob(wanted, self.generation))

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

    async def doom(self, line: TableLine) -> bool:
        """Take a table away at once, if nothing has happened at it since its line was read."""
        return await self._write(Doom(line))

    async def prune(self) -> bool:
        """Delete some of what is left of tables taken away; tell whether there may be more."""
        return await self._write(Prune())

    async def _write(self, job: Job[T]) -> T:
        try:
            future = self.writer.submit(job)
        except RuntimeError as error:
            raise StoreUnavailable(text("The server is closing. Try again.")) from error
        return await _in_time(asyncio.wrap_future(future))

    # -- reading -------------------------------------------------------------------------

    async def events(
        self, table_id: str, after: int = 0, upto: int | None = None
    ) -> list[StoredEvent]:
        """Give all events of a table in order, after one place and up to another."""
        return [lines.stored_event(row) for row in await self._chained(table_id, after, upto)]

    async def events_that_matter(self, table_id: str) -> list[StoredEvent]:
        """Give the events of a table in order, details of deals before the last left out."""
        return [
            lines.stored_event(row)
            for row in await self._chained(table_id)
            if not row.detail or row.seq >= row.dealt
        ]

    async def restored(self) -> bool:
        """Tell whether a backup was put back since this was asked last."""
        before, self.generation = self.generation, await self._read(generation)
        return self.generation != before

    async def receipt(
        self, table_id: str, holder: str, key: str, fingerprint: str = ""
    ) -> int | None:
        """Give the number of events with which a command was carried out before, if it was.

        Raises `KeyUsed` if it was another command.
        """
        return await self._read(
            lambda connection: receipt(connection, table_id, holder, key, fingerprint)
        )

    async def line(self, table_id: str) -> TableLine | None:
        """Tell how far a table is; None if there is no such table."""
        return next(iter(await self.lines([table_id])), None)

    async def lines(self, table_ids: Iterable[str]) -> list[TableLine]:
        """Tell how far some tables are."""
        return await self._lines(lines.lines_of(table_ids))

    async def unfinished(self) -> list[TableLine]:
        """List the tables whose match is not over, the one longest at rest first."""
        return await self._lines(lines.lines_unfinished())

    async def listed(self, most: int) -> list[TableLine]:
        """List the tables that anybody may join before they begin, the latest first."""
        return await self._lines(lines.lines_listed(most))

    async def tables_of(self, holder: str, most: int = MOST_TABLES) -> list[TableLine]:
        """List the tables that somebody sits at or has opened, the latest first."""
        return await self._lines(lines.lines_with(holder, most))

    async def expired(self, retention: Retention, now: int) -> list[TableLine]:
        """List some tables that nobody has touched for longer than they are kept."""
        return await self._lines(lines.lines_expired(retention, now, MOST_TABLES))

    async def count(self, most: int, host: str = "", *, listed: bool = False) -> int:
        """Count all tables, or those of a host that go on, no further than `most`."""
        rows = await self._rows(lines.number_of_tables(most, host, listed=listed))
        return int(rows[0][0])

    async def census(self) -> dict[tuple[str, Phase], int]:
        """Count the tables by game and phase."""
        rows: Sequence[Any] = await self._rows(lines.census())
        return {(game, Phase(phase)): number for game, phase, number in rows}

    async def size(self) -> int:
        """How many bytes the database takes."""
        if self._file is not None:
            beside = (self._file, self._file.with_name(f"{self._file.name}-wal"))
            return sum(path.stat().st_size for path in beside if path.exists())
        return int((await self._rows(lines.size_of_postgres()))[0][0])

    async def _chained(
        self, table_id: str, after: int = 0, upto: int | None = None
    ) -> list[Row[Any]]:
        """Read a part of a table; raises `TableDamaged` if it is not what was kept."""

        def read(connection: Connection) -> list[Row[Any]]:
            rows = connection.execute(lines.chained(table_id, after, upto)).all()
            return chain.whole(table_id, rows, after, upto)

        try:
            return await self._read(read)
        except (BrokenChain, NotADatabase) as error:
            self._tell_damaged(table_id, error)
            raise TableDamaged(table_id) from error

    def _tell_damaged(self, table_id: str, error: MattoError) -> None:
        """Tell whoever runs the server, once a table."""
        if table_id not in self._damaged:
            self._damaged.add(table_id)
            log.error("table %s is damaged and stays closed: %s", table_id, error)

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

        with self.timed("read"):
            found = asyncio.get_running_loop().run_in_executor(self._readers, reading)
            return await _in_time(found)


async def _in_time(answer: asyncio.Future[T]) -> T:
    """Wait for the database, but not for ever: whoever asks is told that it is out of reach."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await answer
    except TimeoutError as error:
        log.error("the database has not answered for %s seconds", PATIENCE)
        raise StoreUnavailable(OUT_OF_REACH) from error
