"""How a database gets its form, step by numbered step; a step is never changed afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, inspect
from sqlalchemy import text as sql

from matto.engine.words import text as sentence
from matto.server.store.errors import NotADatabase, StoreTooNew
from matto.server.store.schema import FORM, METADATA

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
MIGRATIONS: tuple[Sequence[str], ...] = (FIRST,)
"""The statements of each step; the first makes form 1."""

LOCK = 0x6D6174746F
"""The number of the lock under which PostgreSQL lets one worker at a time change the form."""


def migrate(connection: Connection, steps: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring a database to the newest form, within the transaction of the connection.

    Raises `StoreTooNew` if it has a newer one, `NotADatabase` if it is another program's.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sql("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    version = _version(connection)
    if version > len(steps):
        raise StoreTooNew(
            sentence(
                "The tables are kept in form {found}; this program knows forms up to {known}. "
                "Use the newer matto that kept them.",
                found=version,
                known=len(steps),
            )
        )
    for number, step in enumerate(steps[version:], start=version + 1):
        for statement in step:
            connection.execute(sql(statement))
        connection.execute(sql(f"INSERT INTO {FORM} VALUES (:version)"), {"version": number})


def _version(connection: Connection) -> int:
    """Tell in which form a database is; a new one is in form 0."""
    found = set(inspect(connection).get_table_names())
    if FORM not in found:
        foreign = found if connection.dialect.name == "sqlite" else found & set(METADATA.tables)
        if foreign:
            raise NotADatabase(
                sentence("The tables cannot be kept here: this is another program's database.")
            )
        connection.execute(sql(f"CREATE TABLE {FORM} (version INTEGER NOT NULL)"))
    return connection.execute(sql(f"SELECT MAX(version) FROM {FORM}")).scalar() or 0
