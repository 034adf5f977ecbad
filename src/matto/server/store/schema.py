"""The tables of the database, the chain of hashes over events, and the migrations.

A chain finds out what a disk, a copy or a hand at the database has lost or changed. It has no
key: whoever changes events on purpose can compute it anew.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, Row, Table, inspect
from sqlalchemy import Text as TextColumn
from sqlalchemy import text as sql

from matto.engine.errors import MattoError
from matto.engine.words import N_, Text, text
from matto.server.store.database_errors import NotADatabase, StoreTooNew, StoreTooOld, place_of

BYTES = 16
PERSON = b"matto events"

MISSING = N_("Event {seq} is missing.")
CHANGED = N_("Event {seq} is not as it was kept.")
NOT_THE_LAST = N_("Event {seq} is not the last that was kept.")


class BrokenChain(MattoError):
    """The events of a table are not those that were kept; `seq` is the first at fault."""

    def __init__(self, sentence: str, seq: int) -> None:
        super().__init__(Text(sentence, (("seq", seq),)))
        self.seq = seq


def chain_root(table_id: str) -> str:
    return _hash(table_id)


def chain_link(previous: str, seq: int, at: int, body: str) -> str:
    return _hash(f"{previous} {seq} {at} {body}")


def _hash(kept: str) -> str:
    return hashlib.blake2b(kept.encode(), digest_size=BYTES, person=PERSON).hexdigest()


def verified_rows(
    table_id: str, rows: Sequence[Row[Any]], after: int = 0, upto: int | None = None
) -> list[Row[Any]]:
    """Return the rows of a table after one place and up to another; none is missing or changed.

    `rows` are those of `lines.chained`, with the row at `after`: the next one needs its hash.
    Raises `BrokenChain`.
    """
    if not rows or rows[0].last < after:
        return []  # there is no such table, or it was restored to an earlier moment
    last, head = rows[0].last, rows[0].head
    kept = [row for row in rows if row.seq is not None]
    previous = chain_root(table_id)
    if after:
        if not kept or kept[0].seq != after:
            raise BrokenChain(MISSING, after)
        previous = kept.pop(0).hash
    previous = _verified(kept, after, previous)
    seq = after + len(kept)
    if seq < (last if upto is None else min(last, upto)):
        raise BrokenChain(MISSING, seq + 1)
    if seq > last or (seq == last and previous != head):
        raise BrokenChain(NOT_THE_LAST, seq)
    return kept


def _verified(kept: Sequence[Row[Any]], after: int, previous: str) -> str:
    for seq, row in enumerate(kept, start=after + 1):
        if row.seq != seq:
            raise BrokenChain(MISSING, seq)
        if chain_link(previous, seq, row.at, row.body) != row.hash:
            raise BrokenChain(CHANGED, seq)
        previous = row.hash
    return previous


METADATA = MetaData()

TABLES = Table(
    "matto_tables",
    METADATA,
    Column("id", TextColumn, primary_key=True),
    Column("game", TextColumn, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("host", TextColumn, nullable=False),
    Column("phase", TextColumn, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("dealt", Integer, nullable=False),
    Column("head", TextColumn, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),
)
"""One line a table: how far it is, so that lists need not replay it.

`seq` counts its events, `dealt` is the place of the last deal among them, `head` the hash of
the last event; `listed` is 1 where anybody is told of it.
"""

DELETED = "deleted"
"""The phase of a table that was taken away: nobody finds it, and its rows go in batches."""

EVENTS = Table(
    "matto_facts",
    METADATA,
    Column("table_id", TextColumn, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("detail", Integer, nullable=False),
    Column("body", TextColumn, nullable=False),
    Column("hash", TextColumn, nullable=False),
)
"""What has happened, from which all else follows.

`detail`: matters within its deal only; `hash` chains it to the event before (see `chain`).
"""

RECEIPTS = Table(
    "matto_receipts",
    METADATA,
    Column("table_id", TextColumn, primary_key=True),
    Column("holder", TextColumn, primary_key=True),
    Column("key", TextColumn, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("fingerprint", TextColumn, nullable=False),
)
"""The commands that were carried out, by the key under which they came: none is twice.

`fingerprint` tells one command from another; it is empty where a form without it kept them.
"""

SEATS = Table(
    "matto_seats",
    METADATA,
    Column("table_id", TextColumn, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", TextColumn, nullable=False),
)
"""Who sits where now, so that each finds his tables again."""

LEASES = Table(
    "matto_leases",
    METADATA,
    Column("table_id", TextColumn, primary_key=True),
    Column("worker", TextColumn, nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Which worker drives the bots and clocks of a table, and until when."""

SECRETS = Table(
    "matto_secrets",
    METADATA,
    Column("name", TextColumn, primary_key=True),
    Column("value", TextColumn, nullable=False),
)
"""What the server made once by chance, such as the key that it signs with."""

FORM = "matto_form"
"""The table that tells in which form the others are."""


MANY = 1000

log = logging.getLogger("matto.store")

FIRST = (
    "CREATE TABLE matto_tables (id TEXT PRIMARY KEY, game TEXT NOT NULL,"
    " rules_version INTEGER NOT NULL, host TEXT NOT NULL, phase TEXT NOT NULL,"
    " seq INTEGER NOT NULL, dealt INTEGER NOT NULL,"
    " opened_at BIGINT NOT NULL, changed_at BIGINT NOT NULL)",
    "CREATE INDEX matto_tables_by_host ON matto_tables (host)",
    "CREATE INDEX matto_tables_by_phase ON matto_tables (phase)",
    "CREATE TABLE matto_facts (table_id TEXT NOT NULL REFERENCES matto_tables (id),"
    " seq INTEGER NOT NULL, at BIGINT NOT NULL, detail INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (table_id, seq))",
    "CREATE INDEX matto_facts_that_stay ON matto_facts (table_id, seq) WHERE detail = 0",
    "CREATE TABLE matto_receipts (table_id TEXT NOT NULL REFERENCES matto_tables (id),"
    " holder TEXT NOT NULL, key TEXT NOT NULL, seq INTEGER NOT NULL,"
    " PRIMARY KEY (table_id, holder, key))",
    "CREATE TABLE matto_seats (table_id TEXT NOT NULL REFERENCES matto_tables (id),"
    " seat INTEGER NOT NULL, holder TEXT NOT NULL, PRIMARY KEY (table_id, seat))",
    "CREATE INDEX matto_seats_by_holder ON matto_seats (holder)",
    "CREATE TABLE matto_leases (table_id TEXT PRIMARY KEY REFERENCES matto_tables (id),"
    " worker TEXT NOT NULL, until BIGINT NOT NULL)",
    "CREATE TABLE matto_secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)
FINGERPRINTS = ("ALTER TABLE matto_receipts ADD COLUMN fingerprint TEXT NOT NULL DEFAULT ''",)


def chain_all(connection: Connection) -> None:
    tables = connection.execute(sql("SELECT id FROM matto_tables ORDER BY id")).scalars().all()
    if len(tables) > MANY:
        log.warning("the events of %s tables get their hashes, once", len(tables))
    read = sql("SELECT seq, at, body FROM matto_facts WHERE table_id = :id ORDER BY seq")
    write = sql("UPDATE matto_facts SET hash = :hash WHERE table_id = :id AND seq = :seq")
    for table_id in tables:
        head, links = chain_root(table_id), list[dict[str, Any]]()
        for seq, at, body in connection.execute(read, {"id": table_id}):
            head = chain_link(head, seq, at, body)
            links.append({"id": table_id, "seq": seq, "hash": head})
        if links:
            connection.execute(write, links)
        last = sql("UPDATE matto_tables SET head = :head WHERE id = :id")
        connection.execute(last, {"head": head, "id": table_id})


CHAINED = (
    "ALTER TABLE matto_facts ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE matto_tables ADD COLUMN head TEXT NOT NULL DEFAULT ''",
    chain_all,
)
LISTED = (
    "ALTER TABLE matto_tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX matto_tables_listed ON matto_tables (changed_at) WHERE listed = 1",
)
Step = Sequence[str | Callable[[Connection], None]]

MIGRATIONS: tuple[Step, ...] = (FIRST, FINGERPRINTS, CHAINED, LISTED)
"""What each step does; the first makes form 1."""

LOCK = 0x6D6174746F
"""The number of the lock under which PostgreSQL lets one worker at a time change the form."""


def migrate(connection: Connection, steps: Sequence[Step] = MIGRATIONS) -> None:
    """Bring a database to the newest form, within the transaction of the connection.

    Raises `StoreTooNew` if it has a newer one, `NotADatabase` if it is another program's.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sql("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    version = _version(connection)
    if version > len(steps):
        raise _too_new(version, len(steps))
    for number, step in enumerate(steps[version:], start=version + 1):
        for statement in step:
            if isinstance(statement, str):
                connection.execute(sql(statement))
            else:
                statement(connection)
        connection.execute(sql(f"INSERT INTO {FORM} VALUES (:version)"), {"version": number})


def require_form(connection: Connection, *, or_earlier: bool = False, called: str = "") -> None:
    """See that a database is one of ours, and in today's form; nothing of it is changed.

    `called` is how people call it, where that is not its place. Raises `NotADatabase`,
    `StoreTooOld`, `StoreTooNew`.
    """
    place = called or place_of(connection.engine.url)
    if FORM not in inspect(connection).get_table_names():
        raise NotADatabase(text("There are no tables of matto in {place}.", place=place))
    version = _version(connection)
    if version > len(MIGRATIONS):
        raise _too_new(version, len(MIGRATIONS))
    if version < len(MIGRATIONS) and not or_earlier:
        raise StoreTooOld(
            text(
                "The tables in {place} were kept by an earlier matto. `matto serve` brings "
                "them to today's form when it starts.",
                place=place,
            )
        )


def _too_new(found: int, known: int) -> StoreTooNew:
    return StoreTooNew(
        text(
            "The tables are kept in form {found}; this program knows forms up to {known}. "
            "Use the newer matto that kept them.",
            found=found,
            known=known,
        )
    )


def _version(connection: Connection) -> int:
    """Return in which form a database is; a new one is in form 0."""
    found = set(inspect(connection).get_table_names())
    if FORM not in found:
        foreign = found if connection.dialect.name == "sqlite" else found & set(METADATA.tables)
        if foreign:
            raise NotADatabase(
                text("The tables cannot be kept here: this is another program's database.")
            )
        connection.execute(sql(f"CREATE TABLE {FORM} (version INTEGER NOT NULL)"))
    return connection.execute(sql(f"SELECT MAX(version) FROM {FORM}")).scalar() or 0
