"""Backups: a copy of all tables in one file, made and put back while a server runs; and checks.

Rows are read in one transaction, so that they are of one moment, and written to the other
database in one. The file is a database of SQLite, whatever the rows come from or go to.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, Connection, Row, delete, func, insert, select
from sqlalchemy.exc import DBAPIError

from matto.engine.errors import MattoError
from matto.engine.words import N_, Text, text
from matto.records.replay import game_of
from matto.server.store import queries, schema
from matto.server.store.database_errors import NotADatabase, StoreNotEmpty, matto_error
from matto.server.store.engines import address_of, engine_at_rest, engines_of
from matto.server.store.queries import GENERATION, secret
from matto.server.store.schema import (
    EVENTS,
    LEASES,
    METADATA,
    SEATS,
    SECRETS,
    TABLES,
    migrate,
    require_form,
)
from matto.server.tables.events import Dealt, Detail, Opened
from matto.server.tables.replay import folded
from matto.server.tables.state import TableState
from matto.server.tables.storage import StoredEvent

COPIED = (TABLES, *(one for one in METADATA.sorted_tables if one not in (TABLES, LEASES)))
"""All but the leases, which belong to workers of now; first the lines that others refer to."""

AT_ONCE = 1000
Where = str | Path


@contextmanager
def _opened(url: URL, told: URL, *, writes: bool = False) -> Iterator[Connection]:
    """Open a database for one transaction; what is wrong is told of the place `told`."""
    engine = engine_at_rest(url, writes=writes)
    try:
        with engine.begin() as connection:
            yield connection
    except Exception as error:
        raise matto_error(error, told) from error
    finally:
        engine.dispose()


@contextmanager
def reading(where: Where) -> Iterator[Connection]:
    url = address_of(where)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise NotADatabase(text("There is no file {place}.", place=url.database))
    with _opened(url, url) as connection:
        require_form(connection)
        yield connection


def rows_to_copy(source: Connection) -> int:
    counts = (source.execute(select(func.count()).select_from(table)) for table in COPIED)
    return sum(int(found.scalar_one()) for found in counts)


def backup(source: Connection, file: Path, *, overwrite: bool = False) -> Iterator[int]:
    """Copy all tables to a file, which is there only when it is whole.

    Passes on how many rows are done. Raises `StoreNotEmpty` if the file is there already.
    """
    if file.is_dir():
        raise StoreNotEmpty(
            text("{file} is a folder. Name the file that the backup is to be.", file=file)
        )
    if file.exists() and not overwrite:
        raise StoreNotEmpty(
            text("{file} is there already. Say --overwrite to replace it.", file=file)
        )
    with _beside(file) as partial:
        with _opened(address_of(partial), address_of(file), writes=True) as target:
            migrate(target)
            yield from _copied(source, target)
        os.replace(partial, file)
        _settle(file.parent)


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A new file of our own in the same folder, taken away at the end if it is still there."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        os.close(handle)
        try:
            yield Path(name)
        finally:
            for left in (name, f"{name}-journal", f"{name}-wal", f"{name}-shm"):
                with suppress(FileNotFoundError):
                    os.unlink(left)
    except OSError as error:
        raise matto_error(error, address_of(file)) from error


def _settle(folder: Path) -> None:
    with suppress(OSError):  # some systems open no folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _copied(source: Connection, target: Connection) -> Iterator[int]:
    done = 0
    for table in COPIED:
        found = source.execution_options(yield_per=AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])
            done += len(rows)
            yield done


@contextmanager
def copy_of(file: Path) -> Iterator[Connection]:
    """Read a backup in today's form; the file itself is left as it is.

    Raises what is wrong with the file.
    """
    if not file.is_file():
        raise NotADatabase(text("There is no file {place}.", place=file))
    with tempfile.TemporaryDirectory(prefix="matto-restore-") as folder:
        try:
            copy = Path(shutil.copy(file, folder))
        except OSError as error:
            raise matto_error(error, address_of(file)) from error
        with _opened(address_of(copy), address_of(file), writes=True) as connection:
            look_over(connection)
            require_form(connection, or_earlier=True, called=str(file))
            migrate(connection)
            yield connection


def follow(source: Connection, ids: Sequence[str], file: Path) -> Iterator[int]:
    """Follow the events of every table of a backup; passes on how many are done.

    Raises `NotADatabase` if anything is missing or changed.
    """
    report = CheckReport()
    yield from check(source, ids, report, replay=False)
    if report.faults:
        raise NotADatabase(
            text(
                "The backup {file} is damaged, and nothing was replaced. {fault} "
                "`matto store check {file}` tells more. Say --damaged to put it back as it is; "
                "what is at fault stays closed.",
                file=file,
                fault=report.faults[0].sentence,
            )
        )


def restore(source: Connection, where: Where, *, overwrite: bool = False) -> Iterator[int]:
    """Put the tables of a backup in the place of those of a database, in one transaction.

    Passes on how many rows are done. Raises `StoreNotEmpty` if there are tables already.
    Servers that run notice it, as the generation changes.
    """
    url = address_of(where)
    try:
        if url.get_backend_name() == "sqlite":
            Path(str(url.database)).absolute().parent.mkdir(parents=True, exist_ok=True)
        writing, other = engines_of(url, 1)
        other.dispose()
        try:
            with writing.begin() as target:
                migrate(target)
                _make_empty(target, url.render_as_string(), overwrite=overwrite)
                yield from _copied(source, target)
                target.execute(delete(SECRETS).where(SECRETS.c.name == GENERATION))
                secret(target, GENERATION, secrets.token_hex(8))
        finally:
            writing.dispose()
    except Exception as error:
        raise matto_error(error, url) from error


def _make_empty(target: Connection, place: str, *, overwrite: bool) -> None:
    if target.dialect.name == "postgresql":
        target.exec_driver_sql(f"LOCK TABLE {TABLES.name}, {SECRETS.name} IN EXCLUSIVE MODE")
    if not overwrite and target.execute(select(TABLES.c.id).limit(1)).first() is not None:
        raise StoreNotEmpty(
            text(
                "There are tables in {place} already. Say --overwrite to put those of the "
                "backup in their place; whatever happened since then is lost.",
                place=place,
            )
        )
    for table in (LEASES, *reversed(COPIED)):
        target.execute(delete(table))


# -- the check: its file, numbers and hashes of events, every deal replayed ----------------

AT_START = 2.0
"""Seconds for which a file is looked over at the start, which are enough for most."""

STEPS = 10_000
"""How many steps of SQLite lie between two looks at the clock."""

WRONG_LINE = N_("Its line says that it is elsewhere than its events do: {what}.")


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a table, or (without one) with the database as a whole."""

    what: Text
    table: str = ""

    @property
    def sentence(self) -> Text:
        if not self.table:
            return self.what
        return text("Table {table}: {what}", table=self.table, what=self.what)


class CheckReport(msgspec.Struct):
    """What a check has found. `unplayable`: tables in order whose rules are not known here."""

    tables: int = 0
    events: int = 0
    faults: list[Fault] = []
    unplayable: list[Fault] = []


def look_over(connection: Connection) -> None:
    """See whether a file is whole, as far as that is soon done; raises `NotADatabase`."""
    until = time.monotonic() + AT_START
    found = _faults_of_file(connection, "quick_check", lambda: time.monotonic() > until)
    if found:
        raise NotADatabase(
            text(
                "{place} is damaged ({why}). `matto store check` tells more. Move it away, and "
                "put a backup in its place with `matto store restore`.",
                place=connection.engine.url.database,
                why=found[0],
            )
        )


def _faults_of_file(
    connection: Connection, pragma: str, enough: Callable[[], bool] | None = None
) -> list[str]:
    """Return what SQLite says of its file; nothing where it had to stop or it is no file."""
    if connection.dialect.name != "sqlite":
        return []
    file: Any = connection.connection.driver_connection
    file.set_progress_handler(enough, STEPS)
    try:
        found = [str(row[0]) for row in file.execute(f"PRAGMA {pragma}")]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return []
    finally:
        file.set_progress_handler(None, 0)
    return [line for line in found if line != "ok"]


def ids_of(connection: Connection) -> Sequence[str]:
    return connection.execute(select(TABLES.c.id).order_by(TABLES.c.changed_at)).scalars().all()


def check(
    connection: Connection, ids: Sequence[str], report: CheckReport, *, replay: bool = True
) -> Iterator[int]:
    """Check the file, then table by table; passes on how many are done."""
    for line in _faults_of_file(connection, "integrity_check"):
        report.faults.append(Fault(Text(line)))
    yield 0
    for number, table_id in enumerate(ids, start=1):
        try:
            _check_table(connection, table_id, report, replay=replay)
        except (MattoError, msgspec.MsgspecError, DBAPIError) as error:
            report.faults.append(Fault(_sentence(error), table_id))
        yield number
    known = select(TABLES.c.id)
    for table in (EVENTS, SEATS):
        stray = select(table.c.table_id).where(table.c.table_id.not_in(known)).distinct()
        for table_id in connection.execute(stray).scalars():
            what = text("It has rows in {rows}, and no line.", rows=table.name)
            report.faults.append(Fault(what, table_id))


def _sentence(error: Exception) -> Text:
    if isinstance(error, MattoError):
        return error.sentence
    cause = error.orig if isinstance(error, DBAPIError) else error
    return text("It cannot be read: {why}", why=str(cause).partition("\n")[0])


def _check_table(
    connection: Connection, table_id: str, report: CheckReport, *, replay: bool
) -> None:
    found = connection.execute(queries.chained(table_id)).all()
    if not found:
        return  # it was deleted meanwhile
    rows = schema.whole(table_id, found)
    events = [queries.stored_event(row) for row in rows]
    report.tables += 1
    report.events += len(events)
    _check_line(rows, events, table_id, report)
    if replay:
        _replay(connection, table_id, events, report)


def _check_line(
    rows: Sequence[Row[Any]], events: Sequence[StoredEvent], table_id: str, report: CheckReport
) -> None:
    """See that what lists are made from is what the events say."""
    dealt = max((one.seq for one in events if isinstance(one.event, Dealt)), default=0)
    details = [bool(row.detail) for row in rows]
    if rows[0].dealt != dealt or details != [isinstance(one.event, Detail) for one in events]:
        report.faults.append(Fault(Text(WRONG_LINE, (("what", "dealt"),)), table_id))


def _replay(
    connection: Connection, table_id: str, events: Sequence[StoredEvent], report: CheckReport
) -> None:
    """Play every deal again, and hold the end against what is kept."""
    opened = events[0].event
    if isinstance(opened, Opened):
        try:
            game_of(opened.game, opened.rules_version)
        except MattoError as error:
            report.unplayable.append(Fault(error.sentence, table_id))
            return
    state = folded(table_id, events)
    for what, kept, found in _told_twice(connection, state):
        if kept != found:
            report.faults.append(Fault(Text(WRONG_LINE, (("what", what),)), table_id))


def _told_twice(
    connection: Connection, state: TableState
) -> Iterator[tuple[str, object, object]]:
    line = connection.execute(select(TABLES).where(TABLES.c.id == state.id)).first()
    seats = select(SEATS.c.seat, SEATS.c.holder).where(SEATS.c.table_id == state.id)
    sitting = {seat: holder for seat, holder in connection.execute(seats)}
    if line is None or line.seq != state.seq:
        return  # it has moved on meanwhile
    yield "phase", line.phase, state.phase.value
    yield "seats", sitting, {chair.seat: chair.holder for chair in state.chairs if chair.holder}
