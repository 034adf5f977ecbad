"""What can go wrong with the database: what drivers say, as errors that say what to do."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Mapping

from sqlalchemy.engine import URL
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    ProgrammingError,
)

from matto.engine.errors import MattoError
from matto.engine.words import N_, Text, text


class StoreLocked(MattoError):
    """Another program holds the file of the tables and does not let go."""


class NotADatabase(MattoError):
    """The file of the tables is something else, or is damaged."""


class StoreReadOnly(MattoError):
    """The file or folder of the tables may not be written."""


class StoreFull(MattoError):
    """There is no room left where the tables are kept."""


class StoreUnavailable(MattoError):
    """The database does not answer: whether the last command was kept is not known."""


class StoreTooNew(MattoError):
    """The tables were kept by a newer program, whose form this one does not know."""


class StoreTooOld(MattoError):
    """The tables were kept by an earlier program, and must be brought to today's form first."""


class StoreNotEmpty(MattoError):
    """A place that something else would be written over."""


class BadStoreAddress(MattoError):
    """An address of a database that this program cannot use."""


log = logging.getLogger(__name__)

Fault = tuple[type[MattoError], str]

LOCKED = N_("Another program holds {place}. Close it, or wait until it is done, and try again.")
DAMAGED = N_(
    "{place} is no database, or is damaged. Move it away, or put an earlier copy in its place."
)
READ_ONLY = N_(
    "The tables cannot be kept: {place} may not be read and written. Change that, or choose "
    "another place."
)
MOVED = N_("{place} was moved or deleted while it was in use. Put it back, and start again.")
FULL = N_(
    "The tables cannot be kept: there is no room left for {place}. Make room, and try again."
)

OUT_OF_REACH = text(
    "The server cannot reach its tables just now. Nothing that counted is lost. Try again in a "
    "moment."
)

PRIMARY_CODE = 0xFF
"""The part of SQLite's codes that tells the kind; the rest tells more."""

_SQLITE: Mapping[int, Fault] = {
    sqlite3.SQLITE_BUSY: (StoreLocked, LOCKED),
    sqlite3.SQLITE_LOCKED: (StoreLocked, LOCKED),
    sqlite3.SQLITE_NOTADB: (NotADatabase, DAMAGED),
    sqlite3.SQLITE_CORRUPT: (NotADatabase, DAMAGED),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_CANTOPEN: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_PERM: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_FULL: (StoreFull, FULL),
}
_FILES: Mapping[int, Fault] = {errno.ENOSPC: (StoreFull, FULL), errno.EDQUOT: (StoreFull, FULL)}
_POSTGRES: Mapping[str, Fault] = {
    "53100": (StoreFull, FULL),
    "25006": (StoreReadOnly, READ_ONLY),
    "42501": (StoreReadOnly, READ_ONLY),
    "55P03": (StoreLocked, LOCKED),
}
DEADLOCK, OUT_OF_ORDER = "40P01", "40001"
OF_THE_STORE = (NotADatabase, StoreFull, StoreLocked, StoreReadOnly, StoreUnavailable)
OF_ONE_JOB = (IntegrityError, DataError, ProgrammingError)


def is_worth_another_try(error: BaseException) -> bool:
    cause = error.orig if isinstance(error, DBAPIError) else None
    return getattr(cause, "sqlstate", None) in {DEADLOCK, OUT_OF_ORDER}


def place_of(url: URL) -> str:
    """Return a database as people call it: a file, or an address without its password."""
    return str(url.database) if url.get_backend_name() == "sqlite" else str(url)


def matto_error(error: BaseException, url: URL) -> BaseException:
    """Return the error of matto for an error of a database; all others as they are."""
    if isinstance(error, NoSuchModuleError | ImportError):
        return BadStoreAddress(
            text(
                "There is no driver for this database ({why}). For PostgreSQL, install matto "
                "with its “postgres” extra.",
                why=error,
            )
        )
    cause = error.orig if isinstance(error, DBAPIError) else error
    known: Fault | None
    if isinstance(cause, OSError) and cause.filename is not None:  # of a file, not a connection
        known = _FILES.get(cause.errno or 0, (StoreReadOnly, READ_ONLY))
    elif isinstance(cause, sqlite3.Error):
        known = _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE)
    elif isinstance(error, DBAPIError):
        known = _POSTGRES.get(getattr(cause, "sqlstate", None) or "")
    else:
        return error
    if known is None:
        why = str(cause).strip().partition("\n")[0]
        return StoreUnavailable(
            text("{place} does not answer as it should: {why}", place=place_of(url), why=why)
        )
    kind, sentence = known
    return kind(Text(sentence, (("place", place_of(url)),)))


def public_error(error: BaseException, url: URL) -> BaseException:
    """Return what people at a table are told when their server meets an error of its database.

    The error of matto stays of its kind; where and what it is goes to the log alone.
    """
    found = matto_error(error, url)
    if not isinstance(found, OF_THE_STORE):
        return found
    log.error("%s", found)
    return type(found)(OUT_OF_REACH)
