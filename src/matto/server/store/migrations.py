"""How a database gets its form, step by numbered step; a step is never changed afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, text

from matto.server.errors import StoreTooNew
from matto.words import text as sentence

FIRST = (
    "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL,"
    " rules_version INTEGER NOT NULL, host TEXT NOT NULL, phase TEXT NOT NULL,"
    " seq INTEGER NOT NULL, opened_at BIGINT NOT NULL, changed_at BIGINT NOT NULL)",
    "CREATE INDEX tables_by_host ON tables (host)",
    "CREATE INDEX tables_by_phase ON tables (phase)",
    "CREATE TABLE facts (table_id TEXT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL,"
    " at BIGINT NOT NULL, detail INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (table_id, seq))",
    "CREATE INDEX facts_that_stay ON facts (table_id, seq) WHERE detail = 0",
    "CREATE TABLE receipts (table_id TEXT NOT NULL REFERENCES tables (id),"
    " holder TEXT NOT NULL, key TEXT NOT NULL, seq INTEGER NOT NULL,"
    " PRIMARY KEY (table_id, holder, key))",
    "CREATE TABLE seats (table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL,"
    " holder TEXT NOT NULL, PRIMARY KEY (table_id, seat))",
    "CREATE INDEX seats_by_holder ON seats (holder)",
    "CREATE TABLE leases (table_id TEXT PRIMARY KEY REFERENCES tables (id),"
    " worker TEXT NOT NULL, until BIGINT NOT NULL)",
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)
MIGRATIONS: tuple[Sequence[str], ...] = (FIRST,)
"""The statements of each step; the first makes version 1."""

LOCK = 0x6D6174746F
"""The number of the lock under which PostgreSQL lets one worker at a time change the form."""


def migrate(connection: Connection, steps: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring a database to the newest form, within the transaction of the connection.

    Raises `StoreTooNew` if it has a newer one.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    connection.execute(text("CREATE TABLE IF NOT EXISTS form (version INTEGER NOT NULL)"))
    version = connection.execute(text("SELECT MAX(version) FROM form")).scalar() or 0
    if version > len(steps):
        raise StoreTooNew(
            sentence(
                "The tables are kept in form {found}; this program knows forms up to {known}. "
                "Use the newer matto that kept them.",
                found=version,
                known=len(steps),
            )
        )
    for number in range(version, len(steps)):
        for statement in steps[number]:
            connection.execute(text(statement))
        values = {"version": number + 1}
        connection.execute(text("INSERT INTO form (version) VALUES (:version)"), values)
