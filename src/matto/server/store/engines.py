"""Database engines: SQLite in a file, or a database that servers share."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from matto.engine.words import Text, text
from matto.server.store import database_errors
from matto.server.store.database_errors import READ_ONLY, BadStoreAddress, StoreReadOnly

HAS_TABLES = b"tables\n"

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, *, alone: bool) -> None:
        if alone:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int, *, alone: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_NB | (fcntl.LOCK_EX if alone else fcntl.LOCK_SH))


class Sharing:
    """A hold on a file of tables, for one server alone or for several workers.

    The system lets go of it when the process ends, however it ends.
    """

    def __init__(self, path: Path, *, alone: bool) -> None:
        self._path = path
        beside = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreReadOnly(Text(READ_ONLY, (("place", str(path)),))) from error
        try:
            _lock(self._handle, alone=alone)
        except OSError as error:
            os.close(self._handle)
            raise database_errors.StoreLocked(
                text(
                    "Another server is using the tables in {file}. Close it, or give this one "
                    "a folder of its own.",
                    file=path,
                )
            ) from error

    def refuse_emptied(self) -> None:
        """Raise `NotADatabase` if a file that had tables is empty: it is no new server's."""
        had_tables = os.fstat(self._handle).st_size
        if had_tables and self._path.is_file() and not self._path.stat().st_size:
            raise database_errors.NotADatabase(
                text(
                    "{file} had tables and is empty now. Put a backup in its place with `matto "
                    "store restore`, or move it away to begin anew.",
                    file=self._path,
                )
            )

    def note_tables(self) -> None:
        if not os.fstat(self._handle).st_size:
            os.write(self._handle, HAS_TABLES)

    def close(self) -> None:
        os.close(self._handle)


PATIENCE_MS = 5000
"""How long a writer waits for another program that writes to the same file."""

FAR_AWAY: Mapping[str, object] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "options": f"-c lock_timeout={PATIENCE_MS} -c idle_in_transaction_session_timeout=15s",
}
"""How long PostgreSQL is waited for, and locks of one who has stopped amidst.

Parameters of its library, of seconds and milliseconds; those in its address come before them.
"""

PAUSE = 0.005, 0.02
"""Between how many seconds what would have been a deadlock waits before it is tried again."""


def address_of(where: str | Path) -> URL:
    """Return the address of a file's path or of a database URL; raises `BadStoreAddress`."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(where)
    except ArgumentError as error:
        raise _no_address() from error
    if url.get_backend_name() in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database not in {None, "", ":memory:"}:
        return url.set(drivername="sqlite")
    raise _no_address()


def _no_address() -> BadStoreAddress:
    """The address itself is not told again: it may hold a password."""
    return BadStoreAddress(
        text(
            "Tables are kept in a file or in PostgreSQL: write an address that begins with "
            "sqlite:/// or postgresql://."
        )
    )


def engines_of(url: URL, readers: int) -> tuple[Engine, Engine]:
    """Open a database twice: for the one writer, and for those who read."""
    if url.get_backend_name() == "postgresql":
        far_away = {name: value for name, value in FAR_AWAY.items() if name not in url.query}
        more = {"max_overflow": 0, "pool_pre_ping": True, "connect_args": far_away}
        return _engine(url, pool_size=1, **more), _engine(url, pool_size=readers, **more)
    file = Path(str(url.database)).absolute()
    _make_private(file)
    writing = _sqlite_engine(file, begin="BEGIN IMMEDIATE", shared=True, pool_size=1)
    reading = _sqlite_engine(file, only_reads=True, shared=True, pool_size=readers)
    _stay_with(file, writing)
    return writing, reading


def transaction_engine(url: URL, *, writes: bool = False) -> Engine:
    """Open a database for one transaction, to read it as it is at one moment.

    A file is left in the form in which it lies there: `engines_of` would begin a journal.
    """
    if url.get_backend_name() == "postgresql":
        return _engine(url, poolclass=NullPool, isolation_level="REPEATABLE READ")
    file = Path(str(url.database)).absolute()
    return _sqlite_engine(file, mode="rw" if writes else "ro", poolclass=NullPool)


def _engine(url: URL, **more: Any) -> Engine:
    """An engine whose errors do not tell what was asked or written: logs would keep that."""
    return create_engine(url, hide_parameters=True, **more)


def _make_private(file: Path) -> None:
    """Nobody else on this machine may read the cards: the file is its owner's alone."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        # else SQLite would open the file for reading, and only say so when it is to write
        raise StoreReadOnly(Text(READ_ONLY, (("place", str(file)),))) from error


def _sqlite_engine(
    file: Path,
    *,
    mode: str = "rw",
    begin: str = "BEGIN",
    shared: bool = False,
    only_reads: bool = False,
    **pool: Any,
) -> Engine:
    """Open a file that is there: SQLite would else make an empty one in its place.

    A `shared` one is used by several at once, and what is acknowledged is on the disk.
    """
    address = f"{file.as_uri()}?mode={mode}"
    engine = _engine(
        URL.create("sqlite", database=str(file)),
        creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False),
        **({"max_overflow": 0} if shared else {}),
        **pool,
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, not the driver
        connection.execute(f"PRAGMA busy_timeout={PATIENCE_MS}")
        if shared:
            _journal_ahead(connection)
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(f"PRAGMA query_only={only_reads:d}")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.connection.cursor().execute(begin)

    return engine


def _journal_ahead(connection: sqlite3.Connection) -> None:
    """Let readers read while one writes.

    A file is switched to this once, and several workers may switch a new one at the same
    moment. SQLite would have each of them wait for the others, so it refuses instead of
    waiting: what would be a deadlock is tried again.
    """
    patient_until = time.monotonic() + PATIENCE_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            code = error.sqlite_errorcode & database_errors.PRIMARY_CODE
            if code != sqlite3.SQLITE_BUSY or time.monotonic() > patient_until:
                raise
            time.sleep(random.uniform(*PAUSE))  # not all again at the same moment
        else:
            return


def _stay_with(file: Path, engine: Engine) -> None:
    """Do not write on into a file that was moved or deleted: nobody would find it again."""
    place, opened = str(file), file.stat()

    @event.listens_for(engine, "begin")
    def begun(_connection: Connection) -> None:
        try:
            moved = not os.path.samestat(opened, os.stat(place))
        except FileNotFoundError:
            moved = True
        if moved:
            raise StoreReadOnly(Text(database_errors.MOVED, (("place", place),)))
