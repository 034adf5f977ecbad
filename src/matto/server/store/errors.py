"""What can go wrong with the database, each with a sentence that one can act on."""

from __future__ import annotations

from matto.engine.errors import MattoError


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
