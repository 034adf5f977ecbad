"""How a database gets its form, step by numbered step; a step is never changed afterwards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, inspect
from sqlalchemy import text as sql

from matto.engine.words import text
from matto.server.store import chain
from matto.server.store.errors import NotADatabase, StoreTooNew, StoreTooOld
from matto.server.store.faults import place_of
from matto.server.store.schema import FORM, METADATA

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
    """Compute the chain of every table, as `chain.link` says."""
    tables = connection.execute(sql("SELECT id FROM matto_tables ORDER BY id")).scalars().all()
    if len(tables) > MANY:
        log.warning("the events of %s tables get their hashes, once", len(tables))
    read = sql("SELECT seq, at, body FROM matto_facts WHERE table_id = :id ORDER BY seq")
    write = sql("UPDATE matto_facts SET hash = :hash WHERE table_id = :id AND seq = :seq")
    for table_id in tables:
        head, links = chain.root(table_id), list[dict[str, Any]]()
        for seq, at, body in connection.execute(read, {"id": table_id}):
            head = chain.link(head, seq, at, body)
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
    """Tell in which form a database is; a new one is in form 0."""
    found = set(inspect(connection).get_table_names())
    if FORM not in found:
        foreign = found if connection.dialect.name == "sqlite" else found & set(METADATA.tables)
        if foreign:
            raise NotADatabase(
                text("The tables cannot be kept here: this is another program's database.")
            )
        connection.execute(sql(f"CREATE TABLE {FORM} (version INTEGER NOT NULL)"))
    return connection.execute(sql(f"SELECT MAX(version) FROM {FORM}")).scalar() or 0
