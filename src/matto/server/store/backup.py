"""Backups: a copy of all tables in one file, made and put back while a server runs.

Rows are read in one transaction, so that they are of one moment, and written to the other
database in one. The file is a database of SQLite, whatever the rows come from or go to.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, delete, func, insert, select

from matto.engine.words import text
from matto.server.store.check import CheckReport, check, quick_check
from matto.server.store.database_errors import NotADatabase, StoreNotEmpty, matto_error
from matto.server.store.engines import address_of, engines_of, transaction_engine
from matto.server.store.queries import GENERATION, secret
from matto.server.store.schema import LEASES, METADATA, SECRETS, TABLES, migrate, require_form

COPIED = (TABLES, *(one for one in METADATA.sorted_tables if one not in (TABLES, LEASES)))
"""All but the leases, which belong to workers of now; first the lines that others refer to."""

AT_ONCE = 1000
Where = str | Path


@contextmanager
def _opened(url: URL, told: URL, *, writes: bool = False) -> Iterator[Connection]:
    """Open a database for one transaction; what is wrong is told of the place `told`."""
    engine = transaction_engine(url, writes=writes)
    try:
        with engine.begin() as connection:
            yield connection
    except Exception as error:
        raise matto_error(error, told) from error
    finally:
        engine.dispose()


@contextmanager
def reading(where: Where) -> Iterator[Connection]:
    url = address_of(where)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise NotADatabase(text("There is no file {place}.", place=url.database))
    with _opened(url, url) as connection:
        require_form(connection)
        yield connection


def rows_to_copy(source: Connection) -> int:
    counts = (source.execute(select(func.count()).select_from(table)) for table in COPIED)
    return sum(int(found.scalar_one()) for found in counts)


def backup(source: Connection, file: Path, *, overwrite: bool = False) -> Iterator[int]:
    """Copy all tables to a file, which is there only when it is whole.

    Passes on how many rows are done. Raises `StoreNotEmpty` if the file is there already.
    """
    if file.is_dir():
        raise StoreNotEmpty(
            text("{file} is a folder. Name the file that the backup is to be.", file=file)
        )
    if file.exists() and not overwrite:
        raise StoreNotEmpty(
            text("{file} is there already. Say --overwrite to replace it.", file=file)
        )
    with _beside(file) as partial:
        with _opened(address_of(partial), address_of(file), writes=True) as target:
            migrate(target)
            yield from _copied(source, target)
        os.replace(partial, file)
        _settle(file.parent)


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A new file of our own in the same folder, taken away at the end if it is still there."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        os.close(handle)
        try:
            yield Path(name)
        finally:
            for left in (name, f"{name}-journal", f"{name}-wal", f"{name}-shm"):
                with suppress(FileNotFoundError):
                    os.unlink(left)
    except OSError as error:
        raise matto_error(error, address_of(file)) from error


def _settle(folder: Path) -> None:
    with suppress(OSError):  # some systems open no folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _copied(source: Connection, target: Connection) -> Iterator[int]:
    done = 0
    for table in COPIED:
        found = source.execution_options(yield_per=AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])
            done += len(rows)
            yield done


@contextmanager
def copy_of(file: Path) -> Iterator[Connection]:
    """Read a backup in today's form; the file itself is left as it is.

    Raises what is wrong with the file.
    """
    if not file.is_file():
        raise NotADatabase(text("There is no file {place}.", place=file))
    with tempfile.TemporaryDirectory(prefix="matto-restore-") as folder:
        try:
            copy = Path(shutil.copy(file, folder))
        except OSError as error:
            raise matto_error(error, address_of(file)) from error
        with _opened(address_of(copy), address_of(file), writes=True) as connection:
            quick_check(connection)
            require_form(connection, or_earlier=True, called=str(file))
            migrate(connection)
            yield connection


def follow(source: Connection, ids: Sequence[str], file: Path) -> Iterator[int]:
    """Follow the events of every table of a backup; passes on how many are done.

    Raises `NotADatabase` if anything is missing or changed.
    """
    report = CheckReport()
    yield from check(source, ids, report, replay=False)
    if report.faults:
        raise NotADatabase(
            text(
                "The backup {file} is damaged, and nothing was replaced. {fault} "
                "`matto store check {file}` tells more. Say --damaged to put it back as it is; "
                "what is at fault stays closed.",
                file=file,
                fault=report.faults[0].sentence,
            )
        )


def restore(source: Connection, where: Where, *, overwrite: bool = False) -> Iterator[int]:
    """Put the tables of a backup in the place of those of a database, in one transaction.

    Passes on how many rows are done. Raises `StoreNotEmpty` if there are tables already.
    Servers that run notice it, as the generation changes.
    """
    url = address_of(where)
    try:
        if url.get_backend_name() == "sqlite":
            Path(str(url.database)).absolute().parent.mkdir(parents=True, exist_ok=True)
        writing, other = engines_of(url, 1)
        other.dispose()
        try:
            with writing.begin() as target:
                migrate(target)
                _make_empty(target, url.render_as_string(), overwrite=overwrite)
                yield from _copied(source, target)
                target.execute(delete(SECRETS).where(SECRETS.c.name == GENERATION))
                secret(target, GENERATION, secrets.token_hex(8))
        finally:
            writing.dispose()
    except Exception as error:
        raise matto_error(error, url) from error


def _make_empty(target: Connection, place: str, *, overwrite: bool) -> None:
    if target.dialect.name == "postgresql":
        target.exec_driver_sql(f"LOCK TABLE {TABLES.name}, {SECRETS.name} IN EXCLUSIVE MODE")
    if not overwrite and target.execute(select(TABLES.c.id).limit(1)).first() is not None:
        raise StoreNotEmpty(
            text(
                "There are tables in {place} already. Say --overwrite to put those of the "
                "backup in their place; whatever happened since then is lost.",
                place=place,
            )
        )
    for table in (LEASES, *reversed(COPIED)):
        target.execute(delete(table))
