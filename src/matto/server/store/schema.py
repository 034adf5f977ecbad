"""The tables of the database, as queries use them; `migrations` makes them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, MetaData, Table, Text

METADATA = MetaData()

TABLES = Table(
    "matto_tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("host", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("dealt", Integer, nullable=False),
    Column("head", Text, nullable=False),
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
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("detail", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", Text, nullable=False),
)
"""What has happened, from which all else follows.

`detail`: matters within its deal only; `hash` chains it to the event before (see `chain`).
"""

RECEIPTS = Table(
    "matto_receipts",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("fingerprint", Text, nullable=False),
)
"""The commands that were carried out, by the key under which they came: none is twice.

`fingerprint` tells one command from another; it is empty where a form without it kept them.
"""

SEATS = Table(
    "matto_seats",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", Text, nullable=False),
)
"""Who sits where now, so that each finds his tables again."""

LEASES = Table(
    "matto_leases",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("worker", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Which worker drives the bots and clocks of a table, and until when."""

SECRETS = Table(
    "matto_secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the server made once by chance, such as the key that it signs with."""

FORM = "matto_form"
"""The table that tells in which form the others are."""
