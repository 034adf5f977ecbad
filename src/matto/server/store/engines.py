"""Opening a database: a file of SQLite, or PostgreSQL by its address."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from matto.server.errors import BadStoreAddress
from matto.words import text

FOLDER_VARIABLE = "MATTO_DATA"
FILE = "tables.sqlite"
PATIENCE_MS = 5000
"""How long a writer waits for another program that writes to the same file."""


def default_path() -> Path:
    """The file of the tables in the user's data folder, by the customs of the platform."""
    own = os.environ.get(FOLDER_VARIABLE)
    if own:
        return Path(own) / FILE
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "matto" / FILE


def address_of(where: str | Path | None) -> URL:
    """Give the address of a path, of a database URL, or of the user's own file (None).

    Raises `BadStoreAddress`.
    """
    if where is None or isinstance(where, Path):
        return _of_file(where or default_path())
    if "://" not in where:
        return _of_file(Path(where))
    try:
        url = make_url(where)
    except ArgumentError as error:
        raise BadStoreAddress(text("“{url}” is no address.", url=where)) from error
    if url.get_backend_name() in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database not in {None, "", ":memory:"}:
        return url.set(drivername="sqlite")
    raise BadStoreAddress(
        text("Tables are kept in a file of SQLite or in PostgreSQL, not in {url}.", url=where)
    )


def _of_file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def engines_of(url: URL, readers: int) -> tuple[Engine, Engine]:
    """Open a database twice: for the one writer, and for those who read."""
    if url.get_backend_name() == "postgresql":
        return (
            create_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True),
            create_engine(url, pool_size=readers, max_overflow=0, pool_pre_ping=True),
        )
    _make_private(Path(str(url.database)))
    writer, reader = (
        create_engine(url, pool_size=size, max_overflow=0, pool_timeout=60)
        for size in (1, readers)
    )
    _as_file(writer, begin="BEGIN IMMEDIATE", only_reads=False)
    _as_file(reader, begin="BEGIN", only_reads=True)
    return writer, reader


def _make_private(path: Path) -> None:
    """Nobody else on this machine may read the cards: the file is its owner's alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        return  # SQLite will say what is wrong with it, in the same words as later


def _as_file(engine: Engine, *, begin: str, only_reads: bool) -> None:
    """Let a file be written so that what is acknowledged is on the disk."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, not the driver
        for pragma in (
            f"busy_timeout={PATIENCE_MS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"query_only={'ON' if only_reads else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
