"""What is read from the database and written to it: queries, and jobs for the writer.

SQLAlchemy writes such a statement once, in the words of its database. To carry one out takes it
five times as long as SQLite itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ClauseElement,
    ColumnElement,
    Connection,
    Dialect,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

from matto.server.store import schema
from matto.server.store.schema import DELETED, EVENTS, LEASES, RECEIPTS, SEATS, SECRETS, TABLES
from matto.server.tables.errors import KeyUsed
from matto.server.tables.events import (
    AnyEvent,
    Dealt,
    HandedOver,
    Left,
    Opened,
    Sat,
    decode,
    encode,
    is_detail,
)
from matto.server.tables.storage import (
    Append,
    Appended,
    Conflict,
    Retention,
    StoredEvent,
    TableLine,
)
from matto.server.tables.views import Phase

KEPT = 256


class Written(NamedTuple):
    """A statement in the words of a database: `places` names what is given by its order."""

    words: str
    places: tuple[str, ...] | None
    fixed: Mapping[str, object]


def execute(
    connection: Connection, statement: ClauseElement, values: Mapping[str, object]
) -> Any:
    """Carry a statement out, in the transaction that goes on; gives the driver's cursor."""
    dialect = connection.dialect
    words, places, fixed = _written(statement, dialect, tuple(values))
    filled = {**fixed, **values}
    given = filled if places is None else tuple(filled[name] for name in places)
    driver = dialect.loaded_dbapi
    try:
        return connection.connection.cursor().execute(words, given)
    except driver.Error as error:
        raise DBAPIError.instance(
            words, None, error, driver.Error, hide_parameters=True, dialect=dialect
        ) from error


@lru_cache(maxsize=KEPT)
def _written(statement: ClauseElement, dialect: Dialect, columns: tuple[str, ...]) -> Written:
    made = statement.compile(dialect=dialect, column_keys=list(columns))
    assert isinstance(made, SQLCompiler)
    places = made.positiontup
    return Written(str(made), None if places is None else tuple(places), made.params)


NOT_DELETED = TABLES.c.phase != DELETED
MAY_BE_JOINED = (TABLES.c.phase == Phase.GATHERING.value) & (TABLES.c.listed == 1)
GOES_ON = TABLES.c.phase.not_in([Phase.OVER.value, DELETED])
MOST_COUNTED = 2**31 - 1


def stored_event(row: Row[Any]) -> StoredEvent:
    """Read an event; raises `msgspec.MsgspecError` if it is not as it was kept."""
    return StoredEvent(row.seq, row.at, decode(row.body))


def table_line(row: Row[Any]) -> TableLine:
    """Read the line of a table."""
    return TableLine(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        phase=Phase(row.phase),
        seq=row.seq,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
        dealt=row.dealt,
    )


# -- the queries -------------------------------------------------------------------------


def chained(table_id: str, after: int = 0, upto: int | None = None) -> Select[Any]:
    """All events of a table from one place and up to another, with how far the table is.

    One statement, so that both are of one moment. A table without events gives one row.
    """
    wanted = (EVENTS.c.table_id == TABLES.c.id) & (EVENTS.c.seq >= after)
    if upto is not None:
        wanted &= EVENTS.c.seq <= upto
    query = select(EVENTS, TABLES.c.seq.label("last"), TABLES.c.head, TABLES.c.dealt)
    found = query.select_from(TABLES.outerjoin(EVENTS, wanted))
    return found.where(TABLES.c.id == table_id, NOT_DELETED).order_by(EVENTS.c.seq)


def lines_of(table_ids: Iterable[str]) -> Select[Any]:
    return select(TABLES).where(TABLES.c.id.in_(list(table_ids)), NOT_DELETED)


def lines_unfinished() -> Select[Any]:
    return select(TABLES).where(GOES_ON).order_by(TABLES.c.changed_at)


def lines_listed(most: int) -> Select[Any]:
    query = select(TABLES).where(MAY_BE_JOINED)
    return query.order_by(TABLES.c.changed_at.desc()).limit(most)


def lines_expired(retention: Retention, now: int, most: int) -> Select[Any]:
    """The lines of tables that nobody has touched for too long, those longest at rest first."""
    undealt, over = TABLES.c.dealt == 0, TABLES.c.phase == Phase.OVER.value
    too_old = or_(
        _untouched(undealt, now, retention.milliseconds(Phase.GATHERING, dealt=False)),
        _untouched(~undealt & ~over, now, retention.milliseconds(Phase.PLAYING, dealt=True)),
        _untouched(~undealt & over, now, retention.milliseconds(Phase.OVER, dealt=True)),
    )
    query = select(TABLES).where(NOT_DELETED, too_old)
    return query.order_by(TABLES.c.changed_at).limit(most)


def _untouched(which: ColumnElement[bool], now: int, span: int) -> ColumnElement[bool]:
    return and_(which, TABLES.c.changed_at <= now - span) if span else false()


def number_of_tables(most: int, host: str = "", *, listed: bool = False) -> Select[Any]:
    """How many tables there are, or of a host that go on; counted no further than `most`.

    `listed`: only those that anybody may join before they begin.
    """
    some = select(TABLES.c.id).limit(min(most, MOST_COUNTED))
    if host:
        some = some.where(TABLES.c.host == host, GOES_ON)
    if listed:
        some = some.where(MAY_BE_JOINED)
    return select(func.count()).select_from(some.subquery())


def census() -> Select[Any]:
    kinds = (TABLES.c.game, TABLES.c.phase)
    return select(*kinds, func.count()).where(NOT_DELETED).group_by(*kinds)


def size_of_postgres() -> Select[Any]:
    """How many bytes a database of PostgreSQL takes."""
    return select(func.pg_database_size(func.current_database()))


def lines_with(holder: str, most: int) -> Select[Any]:
    """The lines of the tables that somebody sits at or has opened, the latest first."""
    own = union(
        select(SEATS.c.table_id).where(SEATS.c.holder == holder),
        select(TABLES.c.id).where(TABLES.c.host == holder),
    )
    query = select(TABLES).where(TABLES.c.id.in_(own), NOT_DELETED)
    return query.order_by(TABLES.c.changed_at.desc()).limit(most)


GENERATION = "generation"
"""The secret that changes when a backup is put back, so that servers forget what they know."""

_GENERATION = select(SECRETS.c.value).where(SECRETS.c.name == GENERATION).scalar_subquery()

EARLY, LATE = 0, 1
"""Leases and secrets are locked before tables are."""

# What every action asks and writes.
_IS_TABLE = TABLES.c.id == bindparam("table")
_HEAD = select(TABLES.c.seq, TABLES.c.head, _GENERATION.label("generation")).where(_IS_TABLE)
_UNCHANGED = update(TABLES).where(_IS_TABLE, TABLES.c.seq == bindparam("expected"))
_RECEIPT = select(RECEIPTS.c.seq, RECEIPTS.c.fingerprint).where(
    RECEIPTS.c.table_id == bindparam("table"),
    RECEIPTS.c.holder == bindparam("holder"),
    RECEIPTS.c.key == bindparam("key"),
)
_ADD_EVENT, _ADD_RECEIPT = insert(EVENTS), insert(RECEIPTS)


class AppendJob(msgspec.Struct, frozen=True):
    """Adds events to a table, if it is still as long as was expected."""

    wanted: Append
    generation: str = ""

    @property
    def place(self) -> tuple[int, str]:
        return LATE, self.wanted.table_id

    def __call__(self, connection: Connection) -> Appended:
        """Add the events; raises `Conflict`, `KeyUsed`."""
        wanted = self.wanted
        if wanted.key:
            before = receipt(
                connection, wanted.table_id, wanted.holder, wanted.key, wanted.fingerprint
            )
            if before is not None:
                return Appended(before, repeated=True)
        first = self.wanted.events[0]
        if isinstance(first, Opened):
            rows = self._rows(schema.root(wanted.table_id))
            self._begin(connection, first, rows[-1]["hash"])
        else:
            rows = self._rows(self._head(connection))
            self._go_on(connection, rows[-1]["hash"])
        for row in rows:
            execute(connection, _ADD_EVENT, row)
        if wanted.key:
            values = {
                "table_id": wanted.table_id,
                "holder": wanted.holder,
                "key": wanted.key,
                "seq": wanted.last,
                "fingerprint": wanted.fingerprint,
            }
            execute(connection, _ADD_RECEIPT, values)
        for event in self.wanted.events:
            _note_seat(connection, self.wanted.table_id, event)
        return Appended(self.wanted.last)

    def _begin(self, connection: Connection, first: Opened, head: str) -> None:
        values = {
            "id": self.wanted.table_id,
            "game": first.game,
            "rules_version": first.rules_version,
            "host": first.host,
            "phase": self.wanted.phase,
            "seq": self.wanted.last,
            "dealt": self._dealt() or 0,
            "head": head,
            "opened_at": self.wanted.at,
            "changed_at": self.wanted.at,
            "listed": int(first.listed),
        }
        begun = _insert(connection, TABLES).values(values).on_conflict_do_nothing()
        if connection.execute(begun.returning(TABLES.c.id)).first() is None:
            raise Conflict

    def _head(self, connection: Connection) -> str:
        """The hash of the table's last event; raises `Conflict` if it is not as expected."""
        found = execute(connection, _HEAD, {"table": self.wanted.table_id}).fetchone()
        if found is None:
            raise Conflict
        seq, head, restored = found
        if seq != self.wanted.expected or (restored or "") != self.generation:
            raise Conflict  # or what was expected is of before a backup was put back
        return str(head)

    def _go_on(self, connection: Connection, head: str) -> None:
        """Set how far the table is, if it is still where it was expected."""
        values = {
            "seq": self.wanted.last,
            "head": head,
            "phase": self.wanted.phase,
            "changed_at": self.wanted.at,
        }
        if dealt := self._dealt():
            values["dealt"] = dealt
        values |= {"table": self.wanted.table_id, "expected": self.wanted.expected}
        if execute(connection, _UNCHANGED, values).rowcount != 1:
            raise Conflict

    def _dealt(self) -> int | None:
        places = enumerate(self.wanted.events, start=self.wanted.expected + 1)
        return max((seq for seq, event in places if isinstance(event, Dealt)), default=None)

    def _rows(self, previous: str) -> Sequence[dict[str, Any]]:
        """The events as they are kept, each with its hash after the `previous` one."""
        rows, wanted = list[dict[str, Any]](), self.wanted
        for seq, event in enumerate(wanted.events, start=wanted.expected + 1):
            body = encode(event)
            previous = schema.link(previous, seq, wanted.at, body)
            rows.append(
                {
                    "table_id": wanted.table_id,
                    "seq": seq,
                    "at": wanted.at,
                    "detail": int(is_detail(event)),
                    "body": body,
                    "hash": previous,
                }
            )
        return rows


class Secret(msgspec.Struct, frozen=True):
    """A secret of the server: what was made becomes it if there is none yet."""

    name: str
    made: str

    @property
    def place(self) -> tuple[int, str]:
        return EARLY, f"secret {self.name}"

    def __call__(self, connection: Connection) -> str:
        """Keep it, and give the one that is kept."""
        made = _insert(connection, SECRETS).on_conflict_do_nothing()
        connection.execute(made.values(name=self.name, value=self.made))
        query = select(SECRETS.c.value).where(SECRETS.c.name == self.name)
        return str(connection.execute(query).scalar_one())


class Lease(msgspec.Struct, frozen=True):
    """A worker's request to own a table for a while; times in milliseconds."""

    table_id: str
    worker: str
    now: int
    until: int

    @property
    def place(self) -> tuple[int, str]:
        return EARLY, f"table {self.table_id}"

    def __call__(self, connection: Connection) -> bool:
        """Tell whether the worker owns the table now: not if another does."""
        values = {"worker": self.worker, "until": self.until}
        latest = self.until + (self.until - self.now)
        free = (LEASES.c.worker == self.worker) | (LEASES.c.until <= self.now)
        free |= LEASES.c.until > latest  # by a clock that has been set back since
        leased = _insert(connection, LEASES).values(values | {"table_id": self.table_id})
        wanted = leased.on_conflict_do_update(
            index_elements=["table_id"], set_=values, where=free
        )
        return connection.execute(wanted.returning(LEASES.c.table_id)).first() is not None


class Release(msgspec.Struct, frozen=True):
    """A worker gives up one table, or all that it owns."""

    worker: str
    table_id: str = ""

    @property
    def place(self) -> tuple[int, str]:
        return EARLY, f"table {self.table_id}"

    def __call__(self, connection: Connection) -> None:
        """Give up what is named."""
        released = delete(LEASES).where(LEASES.c.worker == self.worker)
        if self.table_id:
            released = released.where(LEASES.c.table_id == self.table_id)
        connection.execute(released)


def generation(connection: Connection) -> str:
    """Tell which backup was put back last; empty if none was."""
    return connection.execute(select(_GENERATION)).scalar() or ""


def receipt(
    connection: Connection, table_id: str, holder: str, key: str, fingerprint: str
) -> int | None:
    """Give the number of events with which a command was carried out before, if it was.

    Raises `KeyUsed` if it was another command: one of another fingerprint, both known.
    """
    wanted = {"table": table_id, "holder": holder, "key": key}
    kept = execute(connection, _RECEIPT, wanted).fetchone()
    if kept is None:
        return None
    seq, before = kept
    if fingerprint and before not in {"", fingerprint}:
        raise KeyUsed
    return int(seq)


def _note_seat(connection: Connection, table_id: str, event: AnyEvent) -> None:
    """Remember who sits where, so that each finds his tables again."""
    if isinstance(event, HandedOver | Left):
        own = (SEATS.c.table_id == table_id) & (SEATS.c.seat == event.seat)
        connection.execute(delete(SEATS).where(own))
    if isinstance(event, HandedOver | Sat):
        values = {"table_id": table_id, "seat": event.seat, "holder": event.holder}
        connection.execute(insert(SEATS), values)


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


BATCH = 500
"""Events that one job deletes: with PostgreSQL or SQLite a few milliseconds."""


class Doom(msgspec.Struct, frozen=True):
    """Takes a table away, unless something has happened at it since its line was read.

    From then on nobody finds it, and an append to it meets a `Conflict`: it has no events.
    """

    line: TableLine

    @property
    def place(self) -> tuple[int, str]:
        return LATE, self.line.id

    def __call__(self, connection: Connection) -> bool:
        """Tell whether it was taken away: by us, not by another worker before."""
        untouched = (TABLES.c.id == self.line.id) & (TABLES.c.seq == self.line.seq)
        gone = update(TABLES).where(untouched, TABLES.c.phase != DELETED)
        values = {"phase": DELETED, "seq": -1}
        return connection.execute(gone.values(values)).rowcount == 1


class Prune(msgspec.Struct, frozen=True):
    """Deletes some rows of a table that was taken away, or with the last of them its line."""

    batch: int = BATCH

    @property
    def place(self) -> tuple[int, str]:
        return LATE, "~"

    def __call__(self, connection: Connection) -> bool:
        """Tell whether there may be more to delete."""
        doomed = select(TABLES.c.id).where(TABLES.c.phase == DELETED).order_by(TABLES.c.id)
        # two workers take two tables, or one of them none
        doomed = doomed.limit(1).with_for_update(skip_locked=True)
        table_id = connection.execute(doomed).scalar()
        if table_id is None:
            return False
        first = connection.execute(
            select(func.min(EVENTS.c.seq)).where(EVENTS.c.table_id == table_id)
        ).scalar()
        upto = None if first is None else first + self.batch
        for rows in (EVENTS, RECEIPTS):
            some = delete(rows).where(rows.c.table_id == table_id)
            connection.execute(some if upto is None else some.where(rows.c.seq < upto))
        if upto is None:
            for rows in (SEATS, LEASES):
                connection.execute(delete(rows).where(rows.c.table_id == table_id))
            connection.execute(delete(TABLES).where(TABLES.c.id == table_id))
        return True
