"""The check of a database: its file, the numbers and hashes of events, every deal replayed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import DBAPIError

from matto.engine.errors import MattoError
from matto.engine.words import N_, Text, text
from matto.records.replay import game_of
from matto.server.store import queries, schema
from matto.server.store.database_errors import NotADatabase
from matto.server.store.schema import EVENTS, SEATS, TABLES
from matto.server.tables.events import Dealt, Detail, Opened
from matto.server.tables.replay import fold
from matto.server.tables.state import TableState
from matto.server.tables.store_interface import StoredEvent

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


def quick_check(connection: Connection) -> None:
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
    rows = schema.verified_rows(table_id, found)
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
    state = fold(table_id, events)
    for what, kept, found in _differences(connection, state):
        if kept != found:
            report.faults.append(Fault(Text(WRONG_LINE, (("what", what),)), table_id))


def _differences(
    connection: Connection, state: TableState
) -> Iterator[tuple[str, object, object]]:
    line = connection.execute(select(TABLES).where(TABLES.c.id == state.id)).first()
    seats = select(SEATS.c.seat, SEATS.c.holder).where(SEATS.c.table_id == state.id)
    sitting = {seat: holder for seat, holder in connection.execute(seats)}
    if line is None or line.seq != state.seq:
        return  # it has moved on meanwhile
    yield "phase", line.phase, state.phase.value
    yield "seats", sitting, {chair.seat: chair.holder for chair in state.chairs if chair.holder}
