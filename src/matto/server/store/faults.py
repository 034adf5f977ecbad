"""What databases say when something is wrong, as errors that say what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from sqlalchemy.exc import DBAPIError, NoSuchModuleError

from matto.errors import MattoError
from matto.server.errors import (
    BadStoreAddress,
    NotADatabase,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnavailable,
)
from matto.words import Text, text

LOCKED = text(
    "Another program holds the file of the tables. Close it, or wait until it is done, and "
    "try again."
)
DAMAGED = text(
    "The file of the tables is no database, or is damaged. Move it away, or put a copy from "
    "before in its place."
)
READ_ONLY = text(
    "The tables cannot be kept: the file or its folder may not be written. Change that, or "
    "choose another place."
)
FULL = text("The tables cannot be kept: there is no room left. Make room, and try again.")

_SQLITE: dict[int, tuple[Callable[[Text], MattoError], Text]] = {
    sqlite3.SQLITE_BUSY: (StoreLocked, LOCKED),
    sqlite3.SQLITE_LOCKED: (StoreLocked, LOCKED),
    sqlite3.SQLITE_NOTADB: (NotADatabase, DAMAGED),
    sqlite3.SQLITE_CORRUPT: (NotADatabase, DAMAGED),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_CANTOPEN: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_PERM: (StoreReadOnly, READ_ONLY),
    sqlite3.SQLITE_FULL: (StoreFull, FULL),
}
_POSTGRES: dict[str, tuple[Callable[[Text], MattoError], Text]] = {
    "53100": (StoreFull, FULL),
    "25006": (StoreReadOnly, READ_ONLY),
    "42501": (StoreReadOnly, READ_ONLY),
    "55P03": (StoreLocked, LOCKED),
}
PRIMARY_CODE = 0xFF


def named(error: BaseException) -> BaseException:
    """Give the error of matto for an error of a database; all others as they are."""
    if isinstance(error, NoSuchModuleError | ImportError):
        return BadStoreAddress(
            text(
                "There is no driver for this database ({why}). For PostgreSQL, install "
                "matto with its “postgres” extra.",
                why=error,
            )
        )
    if not isinstance(error, DBAPIError):
        return error
    known = _known(error.orig)
    if known is not None:
        kind, sentence = known
        return kind(sentence)
    why = str(error.orig).strip().partition("\n")[0]
    return StoreUnavailable(text("The database does not answer as it should: {why}", why=why))


def _known(cause: BaseException | None) -> tuple[Callable[[Text], MattoError], Text] | None:
    if isinstance(cause, sqlite3.Error):
        return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE)
    return _POSTGRES.get(getattr(cause, "sqlstate", None) or "")
