"""What is written to the database, each within a savepoint of the writer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from matto.server.store import by_driver, chain
from matto.server.store.schema import EVENTS, LEASES, RECEIPTS, SEATS, SECRETS, TABLES
from matto.server.tables.errors import KeyUsed
from matto.server.tables.events import (
    AnyEvent,
    Dealt,
    HandedOver,
    Left,
    Opened,
    Sat,
    encode,
    is_detail,
)
from matto.server.tables.storage import Append, Appended, Conflict

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
        """Where it stands in its transaction."""
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
            rows = self._rows(chain.root(wanted.table_id))
            self._begin(connection, first, rows[-1]["hash"])
        else:
            rows = self._rows(self._head(connection))
            self._go_on(connection, rows[-1]["hash"])
        for row in rows:
            by_driver.execute(connection, _ADD_EVENT, row)
        if wanted.key:
            values = {
                "table_id": wanted.table_id,
                "holder": wanted.holder,
                "key": wanted.key,
                "seq": wanted.last,
                "fingerprint": wanted.fingerprint,
            }
            by_driver.execute(connection, _ADD_RECEIPT, values)
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
        found = by_driver.execute(connection, _HEAD, {"table": self.wanted.table_id}).fetchone()
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
        if by_driver.execute(connection, _UNCHANGED, values).rowcount != 1:
            raise Conflict

    def _dealt(self) -> int | None:
        """The place of the last deal in these events among all events of the table."""
        places = enumerate(self.wanted.events, start=self.wanted.expected + 1)
        return max((seq for seq, event in places if isinstance(event, Dealt)), default=None)

    def _rows(self, previous: str) -> Sequence[dict[str, Any]]:
        """The events as they are kept, each with its hash after the `previous` one."""
        rows, wanted = list[dict[str, Any]](), self.wanted
        for seq, event in enumerate(wanted.events, start=wanted.expected + 1):
            body = encode(event)
            previous = chain.link(previous, seq, wanted.at, body)
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
        """Where it stands in its transaction."""
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
        """Where it stands in its transaction."""
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
        """Where it stands in its transaction."""
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
    kept = by_driver.execute(connection, _RECEIPT, wanted).fetchone()
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
    """An insert that can say what is to happen if the line is there already."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
