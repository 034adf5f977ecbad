"""The store of tables: one writer, many readers."""

from __future__ import annotations

import asyncio
import logging
import queue
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, func, select
from sqlalchemy.exc import DBAPIError

from matto.engine.words import text
from matto.server.store import database_errors, queries, schema
from matto.server.store.check import quick_check
from matto.server.store.database_errors import StoreUnavailable, public_error
from matto.server.store.engines import Sharing, address_of, engines_of
from matto.server.store.schema import TABLES, BrokenChain, migrate
from matto.server.tables.errors import TableDamaged
from matto.server.tables.store_interface import (
    Append,
    Appended,
    Retention,
    StoredEvent,
    TableLine,
)
from matto.server.tables.views import Phase

T = TypeVar("T")
P = ParamSpec("P")

MOST_TOGETHER = 256
TRIES = 3

Work = Callable[[Connection], T]
"""What is done in a transaction; if it fails, whoever calls takes it back."""

Place = tuple[int, str]
"""Where a job stands in its transaction.

All workers lock lines in one order, so that none waits for another in a circle.
"""

EARLY, LATE = 0, 1
"""Leases and secrets are locked before tables are."""

QueuedJob = tuple[Place, Work[Any], "Future[Any]"]
Notify = Callable[[], None]


class Writer:
    """Does jobs on a connection of its own; a job's future is done once it is on the disk.

    Each of several has a savepoint: one that fails takes back its own changes and no other's.
    When the transaction fails as a whole, all its jobs do.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[QueuedJob | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self.transactions = 0
        self._thread = threading.Thread(target=self._work, name="matto store", daemon=True)
        self._thread.start()

    def submit(self, place: Place, work: Work[T]) -> Future[T]:
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put((place, work, future))
        return future

    def close(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = self._batch()
            if jobs:
                self._do(sorted(jobs, key=lambda job: job[0]))

    def _batch(self) -> tuple[list[QueuedJob], bool]:
        """Wait for a job, and take along what waits with it; False after the last one."""
        jobs: list[QueuedJob] = []
        item = self._queue.get()
        while item is not None:
            if item[2].set_running_or_notify_cancel():
                jobs.append(item)
            if len(jobs) == MOST_TOGETHER or self._queue.empty():
                return jobs, True
            item = self._queue.get()
        return jobs, False

    def _do(self, jobs: list[QueuedJob]) -> None:
        """Write jobs, and only then tell whoever waits for them."""
        for remaining in reversed(range(TRIES)):
            try:
                notices = self._transaction(jobs)
            except BaseException as error:
                if remaining and database_errors.is_worth_another_try(error):
                    continue
                failed = public_error(error, self._engine.url)
                notices = [_failing(future, failed) for _, _, future in jobs]
            break
        for notify in notices:
            notify()

    def _transaction(self, jobs: list[QueuedJob]) -> list[Notify]:
        do = _do_one if len(jobs) > 1 else _do_alone
        with self._engine.begin() as connection:
            notices = [do(connection, work, future) for _, work, future in jobs]
        self.transactions += 1
        return notices


def _do_alone(connection: Connection, work: Work[Any], future: Future[Any]) -> Notify:
    """Do the only job of a transaction: if it fails, that is taken back as a whole."""
    result = work(connection)
    return lambda: future.set_result(result)


def _do_one(connection: Connection, work: Work[Any], future: Future[Any]) -> Notify:
    """Do a job, and give what is to be told once all is on the disk."""
    savepoint = connection.begin_nested()
    try:
        result = work(connection)
        savepoint.commit()
    except Exception as error:
        if isinstance(error, DBAPIError) and not isinstance(error, database_errors.OF_ONE_JOB):
            raise  # the savepoint may be gone already: a full disk takes everything back
        savepoint.rollback()
        return _failing(future, public_error(error, connection.engine.url))
    return lambda: future.set_result(result)


def _failing(future: Future[Any], error: BaseException) -> Notify:
    return lambda: future.set_exception(error)


READERS = 4
MOST_TABLES = 100
MOST_COUNTED = 2**31 - 1
OWN_SIZE = func.pg_database_size(func.current_database())
"""How many bytes a database of PostgreSQL takes."""

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
                    quick_check(connection)
                with self.writing.begin() as connection:
                    migrate(connection)
                    self.generation = queries.generation(connection)
                if sharing is not None:
                    sharing.note_tables()
            except Exception as error:
                raise database_errors.matto_error(error, url) from error
            self._open = opened.pop_all()
        self.timed: Callable[[str], AbstractContextManager[object]] = lambda _: nullcontext()
        """Measures how long "append" and "read" take; whoever opens the store may set it."""
        self.writer = Writer(self.writing)
        self._damaged: set[str] = set()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="matto reader")

    def close(self) -> None:
        self.writer.close()
        self._readers.shutdown()
        self._open.close()

    # -- writing -------------------------------------------------------------------------

    async def append(self, wanted: Append) -> Appended:
        """Add events to a table; raises `Conflict` if it has moved on, and `KeyUsed`."""
        with self.timed("append"):
            place = (LATE, wanted.table_id)
            return await self._write(place, queries.append, wanted, self.generation)

    async def secret(self, name: str) -> str:
        made = secrets.token_hex(32)
        return await self._write((EARLY, f"secret {name}"), queries.secret, name, made)

    async def lease(self, table_id: str, worker: str, now: int, until: int) -> bool:
        place = (EARLY, f"table {table_id}")
        return await self._write(place, queries.lease, table_id, worker, now, until)

    async def release(self, worker: str, table_id: str = "") -> None:
        place = (EARLY, f"table {table_id}")
        await self._write(place, queries.release, worker, table_id)

    async def mark_deleted(self, line: TableLine) -> bool:
        return await self._write((LATE, line.id), queries.mark_deleted, line)

    async def prune(self, batch: int = queries.BATCH) -> bool:
        """Delete some of what is left of tables taken away; tell whether there may be more."""
        return await self._write((LATE, "~"), queries.prune, batch)

    async def _write(
        self,
        place: Place,
        work: Callable[Concatenate[Connection, P], T],
        *given: P.args,
        **named: P.kwargs,
    ) -> T:
        try:
            future = self.writer.submit(
                place, lambda connection: work(connection, *given, **named)
            )
        except RuntimeError as error:
            raise StoreUnavailable(text("The server is closing. Try again.")) from error
        return await _in_time(asyncio.wrap_future(future))

    # -- reading -------------------------------------------------------------------------

    async def events(
        self, table_id: str, after: int = 0, upto: int | None = None
    ) -> list[StoredEvent]:
        rows = await self._chained(table_id, after, upto)
        return [queries.stored_event(row) for row in rows]

    async def events_that_matter(self, table_id: str) -> list[StoredEvent]:
        """Return the events of a table in order, details of deals before the last left out."""
        return [
            queries.stored_event(row)
            for row in await self._chained(table_id)
            if not row.detail or row.seq >= row.dealt
        ]

    async def restored(self) -> bool:
        before, self.generation = self.generation, await self._read(queries.generation)
        return self.generation != before

    async def receipt(
        self, table_id: str, holder: str, key: str, fingerprint: str = ""
    ) -> int | None:
        """Return the number of events with which a command was carried out before, if it was.

        Raises `KeyUsed` if it was another command.
        """
        return await self._read(
            lambda connection: queries.receipt(connection, table_id, holder, key, fingerprint)
        )

    async def line(self, table_id: str) -> TableLine | None:
        return next(iter(await self.lines([table_id])), None)

    async def lines(self, table_ids: Iterable[str]) -> list[TableLine]:
        return await self._lines(TABLES.c.id.in_(list(table_ids)))

    async def unfinished(self) -> list[TableLine]:
        return await self._lines(queries.GOES_ON, latest=False)

    async def listed(self, most: int) -> list[TableLine]:
        return await self._lines(queries.MAY_BE_JOINED, most=most)

    async def tables_of(self, holder: str) -> list[TableLine]:
        return await self._lines(queries.is_of(holder), most=MOST_TABLES)

    async def expired(self, retention: Retention, now: int) -> list[TableLine]:
        too_old = queries.has_expired(retention, now)
        return await self._lines(too_old, latest=False, most=MOST_TABLES)

    async def unused(self, opened_before: int) -> list[TableLine]:
        """Return tables at which nobody sits and no bot was watched, the oldest first."""
        idle = queries.is_unused(opened_before)
        return await self._lines(idle, latest=False, most=MOST_TABLES)

    async def count(self, most: int, host: str = "", *, listed: bool = False) -> int:
        """Count all tables, or those of a host that go on, no further than `most`."""
        some = select(TABLES.c.id).limit(min(most, MOST_COUNTED))
        if host:
            some = some.where(TABLES.c.host == host, queries.GOES_ON)
        if listed:
            some = some.where(queries.MAY_BE_JOINED)
        rows = await self._rows(select(func.count()).select_from(some.subquery()))
        return int(rows[0][0])

    async def census(self) -> dict[tuple[str, Phase], int]:
        kinds = (TABLES.c.game, TABLES.c.phase)
        query = select(*kinds, func.count()).where(queries.NOT_DELETED).group_by(*kinds)
        rows: Sequence[Any] = await self._rows(query)
        return {(game, Phase(phase)): number for game, phase, number in rows}

    async def size(self) -> int:
        if self._file is not None:
            beside = (self._file, self._file.with_name(f"{self._file.name}-wal"))
            return sum(path.stat().st_size for path in beside if path.exists())
        return int((await self._rows(select(OWN_SIZE)))[0][0])

    async def _chained(
        self, table_id: str, after: int = 0, upto: int | None = None
    ) -> list[Row[Any]]:
        """Read a part of a table; raises `TableDamaged` if it is not what was kept."""

        def read(connection: Connection) -> list[Row[Any]]:
            rows = connection.execute(queries.chained(table_id, after, upto)).all()
            return schema.verified_rows(table_id, rows, after, upto)

        try:
            return await self._read(read)
        except (BrokenChain, database_errors.NotADatabase) as error:
            if table_id not in self._damaged:
                self._damaged.add(table_id)
                log.error("table %s is damaged and stays closed: %s", table_id, error)
            raise TableDamaged(table_id) from error

    async def _lines(
        self, which: ColumnElement[bool], *, latest: bool = True, most: int | None = None
    ) -> list[TableLine]:
        """The lines of some tables: the latest first, or those longest at rest."""
        when = TABLES.c.changed_at.desc() if latest else TABLES.c.changed_at
        query = select(TABLES).where(queries.NOT_DELETED, which).order_by(when).limit(most)
        rows = await self._rows(query)
        return [msgspec.convert(row, TableLine, from_attributes=True) for row in rows]

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
        raise StoreUnavailable(database_errors.OUT_OF_REACH) from error
