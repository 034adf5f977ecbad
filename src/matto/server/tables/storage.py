"""What tables need of a store: what is read and written, and the methods that do it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from matto.server.tables.events import AnyEvent
from matto.server.tables.retention import Retention
from matto.server.tables.views import Phase


class StoredEvent(msgspec.Struct, frozen=True):
    """An event with its place among those of its table, and its time in milliseconds."""

    seq: int
    at: int
    event: AnyEvent


class TableLine(msgspec.Struct, frozen=True):
    """How far a table is, for lists."""

    id: str
    game: str
    rules_version: int
    phase: Phase
    seq: int
    opened_at: int
    changed_at: int
    dealt: int = 0


class Appended(msgspec.Struct, frozen=True):
    """What became of an append: the number of events, and whether it was kept before."""

    seq: int
    repeated: bool = False


class Conflict(Exception):
    """Somebody else has added to the table first; nothing of the append is kept."""


class Append(msgspec.Struct, frozen=True):
    """Events to be added to a table that has `expected` of them, at a time in milliseconds.

    With a `key`, a holder's command is kept once: the same key again adds nothing, and with
    another `fingerprint` it is refused.
    """

    table_id: str
    expected: int
    events: tuple[AnyEvent, ...]
    at: int
    phase: str
    holder: str = ""
    key: str = ""
    fingerprint: str = ""

    @property
    def last(self) -> int:
        """How many events the table has afterwards."""
        return self.expected + len(self.events)


class TableStore(Protocol):
    """A store of table events: what it has acknowledged is kept."""

    @property
    def alone(self) -> bool:
        """Tell whether nobody else writes to it."""
        ...

    async def append(self, wanted: Append) -> Appended:
        """Add events to a table; raises `Conflict` if it has moved on, and `KeyUsed`."""
        ...

    async def events(
        self, table_id: str, after: int = 0, upto: int | None = None
    ) -> list[StoredEvent]:
        """Give all events of a table in order, after one place and up to another."""
        ...

    async def events_that_matter(self, table_id: str) -> list[StoredEvent]:
        """Give the events of a table in order, details of deals before the last left out."""
        ...

    async def receipt(
        self, table_id: str, holder: str, key: str, fingerprint: str = ""
    ) -> int | None:
        """Give the number of events with which a command was carried out before, if it was.

        Raises `KeyUsed` if it was another command.
        """
        ...

    async def line(self, table_id: str) -> TableLine | None:
        """Tell how far a table is; None if there is no such table."""
        ...

    async def lines(self, table_ids: Iterable[str]) -> list[TableLine]:
        """Tell how far some tables are."""
        ...

    async def unfinished(self) -> list[TableLine]:
        """List the tables whose match is not over, the one longest at rest first."""
        ...

    async def listed(self, most: int) -> list[TableLine]:
        """List the tables that anybody may join before they begin, the latest first."""
        ...

    async def tables_of(self, holder: str) -> list[TableLine]:
        """List the tables that somebody sits at or has opened, the latest first."""
        ...

    async def count(self, most: int, host: str = "", *, listed: bool = False) -> int:
        """Count all tables, or those of a host that go on, no further than `most`.

        `listed`: only those that anybody may join before they begin.
        """
        ...

    async def expired(self, retention: Retention, now: int) -> list[TableLine]:
        """List some tables that nobody has touched for longer than they are kept."""
        ...

    async def doom(self, line: TableLine) -> bool:
        """Take a table away at once, if nothing has happened at it since its line was read."""
        ...

    async def prune(self) -> bool:
        """Delete some of what is left of tables taken away; tell whether there may be more."""
        ...

    async def secret(self, name: str) -> str:
        """Give a secret of this server, made when it is first asked for."""
        ...
