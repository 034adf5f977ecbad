"""What is read from the database and written to it.

SQLAlchemy writes a statement that every action needs once, in the words of its database. To
carry one out takes it several times as long as SQLite itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

from matto.server.store import schema
from matto.server.store.schema import DELETED, EVENTS, LEASES, RECEIPTS, SEATS, SECRETS, TABLES
from matto.server.tables import events, store_interface
from matto.server.tables.errors import KeyUsed
from matto.server.tables.store_interface import Append, Appended, Conflict, StoredEvent
from matto.server.tables.views import Phase


def execute(
    connection: Connection, statement: sa.ClauseElement, values: Mapping[str, object]
) -> Any:
    """Carry a statement out in the transaction that goes on; returns the driver's cursor."""
    dialect = connection.dialect
    written = _written(statement, dialect, tuple(values))
    given = {**written.params, **values}
    in_order = None if written.positiontup is None else [given[n] for n in written.positiontup]
    words, driver = str(written), dialect.loaded_dbapi
    try:
        return connection.connection.cursor().execute(words, in_order or given)
    except driver.Error as error:
        raise DBAPIError.instance(
            words, None, error, driver.Error, hide_parameters=True, dialect=dialect
        ) from error


@lru_cache
def _written(
    statement: sa.ClauseElement, dialect: sa.Dialect, names: tuple[str, ...]
) -> SQLCompiler:
    made = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(made, SQLCompiler)
    return made


NOT_DELETED = TABLES.c.phase != DELETED
MAY_BE_JOINED = (TABLES.c.phase == Phase.GATHERING.value) & (TABLES.c.listed == 1)
GOES_ON = TABLES.c.phase.not_in([Phase.OVER.value, DELETED])


def stored_event(row: sa.Row[Any]) -> StoredEvent:
    return StoredEvent(row.seq, row.at, events.decode(row.body))


# -- the queries -------------------------------------------------------------------------


def chained(table_id: str, after: int = 0, upto: int | None = None) -> sa.Select[Any]:
    """All events of a table from one place and up to another, with how far the table is.

    One statement, so that both are of one moment. A table without events gives one row.
    """
    wanted = (EVENTS.c.table_id == TABLES.c.id) & (EVENTS.c.seq >= after)
    if upto is not None:
        wanted &= EVENTS.c.seq <= upto
    query = sa.select(EVENTS, TABLES.c.seq.label("last"), TABLES.c.head, TABLES.c.dealt)
    found = query.select_from(TABLES.outerjoin(EVENTS, wanted))
    return found.where(TABLES.c.id == table_id, NOT_DELETED).order_by(EVENTS.c.seq)


def is_of(holder: str) -> sa.ColumnElement[bool]:
    sits = sa.select(SEATS.c.table_id).where(SEATS.c.holder == holder)
    return TABLES.c.id.in_(
        sa.union(sits, sa.select(TABLES.c.id).where(TABLES.c.host == holder))
    )


def has_expired(retention: store_interface.Retention, now: int) -> sa.ColumnElement[bool]:
    undealt, over = TABLES.c.dealt == 0, TABLES.c.phase == Phase.OVER.value
    return sa.or_(
        _untouched(undealt, now, retention.milliseconds(Phase.GATHERING, dealt=False)),
        _untouched(~undealt & ~over, now, retention.milliseconds(Phase.PLAYING, dealt=True)),
        _untouched(~undealt & over, now, retention.milliseconds(Phase.OVER, dealt=True)),
    )


def is_unused(opened_before: int) -> sa.ColumnElement[bool]:
    """Tables at which nobody sits, and nothing has happened since they were opened."""
    is_empty = ~sa.exists().where(SEATS.c.table_id == TABLES.c.id)
    as_opened = TABLES.c.changed_at == TABLES.c.opened_at
    return sa.and_(is_empty, as_opened, TABLES.c.opened_at <= opened_before)


def _untouched(which: sa.ColumnElement[bool], now: int, span: int) -> sa.ColumnElement[bool]:
    return sa.and_(which, TABLES.c.changed_at <= now - span) if span else sa.false()


GENERATION = "generation"
"""The secret that changes when a backup is put back, so that servers forget what they know."""

_GENERATION = sa.select(SECRETS.c.value).where(SECRETS.c.name == GENERATION).scalar_subquery()

# What every action asks and writes, made once.
_IS_TABLE = TABLES.c.id == sa.bindparam("table")
_HEAD = sa.select(TABLES.c.seq, TABLES.c.head, _GENERATION.label("generation")).where(_IS_TABLE)
_UNCHANGED = sa.update(TABLES).where(_IS_TABLE, TABLES.c.seq == sa.bindparam("expected"))
_RECEIPT = sa.select(RECEIPTS.c.seq, RECEIPTS.c.fingerprint).where(
    RECEIPTS.c.table_id == sa.bindparam("table_id"),
    RECEIPTS.c.holder == sa.bindparam("holder"),
    RECEIPTS.c.key == sa.bindparam("key"),
)
_ADD_EVENT, _ADD_RECEIPT = sa.insert(EVENTS), sa.insert(RECEIPTS)


def generation(connection: Connection) -> str:
    return connection.execute(sa.select(_GENERATION)).scalar() or ""


def receipt(
    connection: Connection, table_id: str, holder: str, key: str, fingerprint: str
) -> int | None:
    """Return the number of events with which a command was carried out before, if it was.

    Raises `KeyUsed` if it was another command: one of another fingerprint, both known.
    """
    wanted = {"table_id": table_id, "holder": holder, "key": key}
    kept = execute(connection, _RECEIPT, wanted).fetchone()
    if kept is None:
        return None
    seq, before = kept
    if fingerprint and before not in {"", fingerprint}:
        raise KeyUsed
    return int(seq)


# -- what is written -----------------------------------------------------------------------


def append(connection: Connection, wanted: Append, expected_generation: str) -> Appended:
    """Add events to a table if it is as long as was expected; raises `Conflict`, `KeyUsed`."""
    own = {"table_id": wanted.table_id, "holder": wanted.holder, "key": wanted.key}
    if wanted.key:
        before = receipt(connection, **own, fingerprint=wanted.fingerprint)
        if before is not None:
            return Appended(before, repeated=True)
    first = wanted.events[0]
    if isinstance(first, events.Opened):
        rows = _rows(wanted, schema.chain_root(wanted.table_id))
        _open(connection, wanted, first, rows[-1]["hash"])
    else:
        rows = _rows(wanted, _head(connection, wanted, expected_generation))
        _go_on(connection, wanted, rows[-1]["hash"])
    for row in rows:
        execute(connection, _ADD_EVENT, row)
    if wanted.key:
        done = {**own, "seq": wanted.last, "fingerprint": wanted.fingerprint}
        execute(connection, _ADD_RECEIPT, done)
    for event in wanted.events:
        _note_seat(connection, wanted.table_id, event)
    return Appended(wanted.last)


def _rows(wanted: Append, previous: str) -> list[dict[str, Any]]:
    """The events as they are kept, each with its hash after the `previous` one."""
    rows = list[dict[str, Any]]()
    for seq, event in enumerate(wanted.events, start=wanted.expected + 1):
        body = events.encode(event)
        previous = schema.chain_link(previous, seq, wanted.at, body)
        rows.append(
            {
                "table_id": wanted.table_id,
                "seq": seq,
                "at": wanted.at,
                "detail": int(isinstance(event, events.Detail)),
                "body": body,
                "hash": previous,
            }
        )
    return rows


def _line(wanted: Append, head: str) -> dict[str, Any]:
    line = {"seq": wanted.last, "head": head, "phase": wanted.phase, "changed_at": wanted.at}
    places = enumerate(wanted.events, start=wanted.expected + 1)
    dealt = [seq for seq, event in places if isinstance(event, events.Dealt)]
    return {**line, "dealt": dealt[-1]} if dealt else line


def _open(connection: Connection, wanted: Append, first: events.Opened, head: str) -> None:
    values = {
        "id": wanted.table_id,
        "game": first.game,
        "rules_version": first.rules_version,
        "host": first.host,
        "dealt": 0,
        "opened_at": wanted.at,
        "listed": int(first.listed),
        **_line(wanted, head),
    }
    begun = _insert(connection, TABLES).values(values).on_conflict_do_nothing()
    if connection.execute(begun.returning(TABLES.c.id)).first() is None:
        raise Conflict


def _head(connection: Connection, wanted: Append, expected_generation: str) -> str:
    found = execute(connection, _HEAD, {"table": wanted.table_id}).fetchone()
    if found is None:
        raise Conflict
    seq, head, restored = found
    if seq != wanted.expected or (restored or "") != expected_generation:
        raise Conflict  # or what was expected is of before a backup was put back
    return str(head)


def _go_on(connection: Connection, wanted: Append, head: str) -> None:
    """Set how far the table is, if it is still where it was expected."""
    values = {**_line(wanted, head), "table": wanted.table_id, "expected": wanted.expected}
    if execute(connection, _UNCHANGED, values).rowcount != 1:
        raise Conflict


def _note_seat(connection: Connection, table_id: str, event: events.TableEvent) -> None:
    if isinstance(event, events.HandedOver | events.Left):
        own = (SEATS.c.table_id == table_id) & (SEATS.c.seat == event.seat)
        connection.execute(sa.delete(SEATS).where(own))
    if isinstance(event, events.HandedOver | events.Sat):
        values = {"table_id": table_id, "seat": event.seat, "holder": event.holder}
        connection.execute(sa.insert(SEATS), values)


def _insert(connection: Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def secret(connection: Connection, name: str, made: str) -> str:
    """Keep what was made as a secret of the server, and return the one that is kept."""
    kept = _insert(connection, SECRETS).values(name=name, value=made).on_conflict_do_nothing()
    connection.execute(kept)
    query = sa.select(SECRETS.c.value).where(SECRETS.c.name == name)
    return str(connection.execute(query).scalar_one())


def lease(connection: Connection, table_id: str, worker: str, now: int, until: int) -> bool:
    """Let a worker own a table until a time in milliseconds; False if another does."""
    values = {"worker": worker, "until": until}
    latest = until + (until - now)
    free = (LEASES.c.worker == worker) | (LEASES.c.until <= now)
    free |= LEASES.c.until > latest  # by a clock that has been set back since
    leased = _insert(connection, LEASES).values(table_id=table_id, **values)
    wanted = leased.on_conflict_do_update(index_elements=["table_id"], set_=values, where=free)
    return connection.execute(wanted.returning(LEASES.c.table_id)).first() is not None


def release(connection: Connection, worker: str, table_id: str) -> None:
    released = sa.delete(LEASES).where(LEASES.c.worker == worker)
    if table_id:
        released = released.where(LEASES.c.table_id == table_id)
    connection.execute(released)


def mark_deleted(connection: Connection, line: store_interface.TableLine) -> bool:
    """Take a table away unless something has happened at it since its line was read.

    From then on nobody finds it, and an append to it meets a `Conflict`: it has no events.
    False if that was so, or another worker has taken it away before.
    """
    untouched = (TABLES.c.id == line.id) & (TABLES.c.seq == line.seq)
    gone = sa.update(TABLES).where(untouched, TABLES.c.phase != DELETED)
    return connection.execute(gone.values(phase=DELETED, seq=-1)).rowcount == 1


BATCH = 500
"""Events that are deleted at once: with PostgreSQL or SQLite a few milliseconds."""


def prune(connection: Connection, batch: int = BATCH) -> bool:
    """Delete some rows of a table that was taken away, or with the last of them its line.

    False if nothing is left to delete.
    """
    doomed = sa.select(TABLES.c.id).where(TABLES.c.phase == DELETED).order_by(TABLES.c.id)
    # two workers take two tables, or one of them none
    doomed = doomed.limit(1).with_for_update(skip_locked=True)
    table_id = connection.execute(doomed).scalar()
    if table_id is None:
        return False
    own = EVENTS.c.table_id == table_id
    first = connection.execute(sa.select(sa.func.min(EVENTS.c.seq)).where(own)).scalar()
    upto = None if first is None else first + batch
    for rows in (EVENTS, RECEIPTS):
        some = sa.delete(rows).where(rows.c.table_id == table_id)
        connection.execute(some if upto is None else some.where(rows.c.seq < upto))
    if upto is None:
        for rows in (SEATS, LEASES):
            connection.execute(sa.delete(rows).where(rows.c.table_id == table_id))
        connection.execute(sa.delete(TABLES).where(TABLES.c.id == table_id))
    return True
