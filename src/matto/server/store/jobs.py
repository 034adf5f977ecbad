"""What is written to the database, each within a savepoint of the writer."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Table, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from matto.server.facts import AnyFact, Left, Opened, Sat, encode, is_detail
from matto.server.store.schema import FACTS, LEASES, RECEIPTS, SEATS, SECRETS, TABLES


class Append(msgspec.Struct, frozen=True):
    """Facts to be added to a table that has `expected` of them, at a time in milliseconds.

    With a `key`, a holder's wish is kept once: the same key again adds nothing.
    """

    table_id: str
    expected: int
    facts: tuple[AnyFact, ...]
    at: int
    phase: str
    holder: str = ""
    key: str = ""


class Kept(msgspec.Struct, frozen=True):
    """What became of an append: the number of facts, and whether it was kept before."""

    seq: int
    repeated: bool = False


class Conflict(Exception):
    """Somebody else has added to the table first; nothing of the append is kept."""


def append(connection: Connection, wanted: Append) -> Kept:
    """Add facts to a table; raises `Conflict`."""
    if wanted.key:
        before = receipt(connection, wanted.table_id, wanted.holder, wanted.key)
        if before is not None:
            return Kept(before, repeated=True)
    last = wanted.expected + len(wanted.facts)
    _move_on(connection, wanted, last)
    connection.execute(insert(FACTS), _rows(wanted))
    if wanted.key:
        values = {"table_id": wanted.table_id, "holder": wanted.holder, "key": wanted.key}
        connection.execute(insert(RECEIPTS).values(**values, seq=last))
    for fact in wanted.facts:
        _note_seat(connection, wanted.table_id, fact)
    return Kept(last)


def receipt(connection: Connection, table_id: str, holder: str, key: str) -> int | None:
    """Give the number of facts with which a wish was granted before, if it was."""
    return connection.execute(
        select(RECEIPTS.c.seq).where(
            RECEIPTS.c.table_id == table_id,
            RECEIPTS.c.holder == holder,
            RECEIPTS.c.key == key,
        )
    ).scalar()


def _move_on(connection: Connection, wanted: Append, last: int) -> None:
    """Set how far a table is, if it is still where it was expected; raises `Conflict`."""
    first = wanted.facts[0]
    if wanted.expected == 0 and isinstance(first, Opened):
        result = connection.execute(
            _insert(connection, TABLES)
            .values(
                id=wanted.table_id,
                game=first.game,
                rules_version=first.rules_version,
                host=first.host,
                phase=wanted.phase,
                seq=last,
                opened_at=wanted.at,
                changed_at=wanted.at,
            )
            .on_conflict_do_nothing()
        )
    else:
        result = connection.execute(
            update(TABLES)
            .where(TABLES.c.id == wanted.table_id, TABLES.c.seq == wanted.expected)
            .values(seq=last, phase=wanted.phase, changed_at=wanted.at)
        )
    if result.rowcount != 1:
        raise Conflict


def _rows(wanted: Append) -> Sequence[dict[str, object]]:
    return [
        {
            "table_id": wanted.table_id,
            "seq": seq,
            "at": wanted.at,
            "detail": int(is_detail(fact)),
            "body": encode(fact),
        }
        for seq, fact in enumerate(wanted.facts, start=wanted.expected + 1)
    ]


def _note_seat(connection: Connection, table_id: str, fact: AnyFact) -> None:
    """Remember who sits where, so that each finds his tables again."""
    if isinstance(fact, Sat):
        values = {"table_id": table_id, "seat": fact.seat, "holder": fact.holder}
        connection.execute(insert(SEATS).values(**values))
    elif isinstance(fact, Left):
        connection.execute(
            delete(SEATS).where(SEATS.c.table_id == table_id, SEATS.c.seat == fact.seat)
        )


def secret(connection: Connection, name: str, made: str) -> str:
    """Give a secret of the server; `made` becomes it if there is none yet."""
    connection.execute(
        _insert(connection, SECRETS).values(name=name, value=made).on_conflict_do_nothing()
    )
    query = select(SECRETS.c.value).where(SECRETS.c.name == name)
    return str(connection.execute(query).scalar_one())


def lease(connection: Connection, table_id: str, worker: str, now: int, until: int) -> bool:
    """Let a worker own a table for a while, unless another does; times in milliseconds."""
    values = {"worker": worker, "until": until}
    made = _insert(connection, LEASES).values(table_id=table_id, **values)
    mine_or_past = (LEASES.c.worker == worker) | (LEASES.c.until <= now)
    result = connection.execute(
        made.on_conflict_do_update(index_elements=["table_id"], set_=values, where=mine_or_past)
    )
    return result.rowcount == 1


def release(connection: Connection, worker: str) -> None:
    """Give up all that a worker owns."""
    connection.execute(delete(LEASES).where(LEASES.c.worker == worker))


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what is to happen if the line is there already."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
