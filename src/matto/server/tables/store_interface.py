"""The interface of the store that tables need, its records, table ids, limits, retention."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sys
from collections.abc import Iterable
from typing import Protocol

import msgspec

from matto.server.tables.errors import TooManyListed, TooManyOwnTables, TooManyTables
from matto.server.tables.events import TableEvent
from matto.server.tables.views import KEPT_FOR_EVER, Phase, Retained

DAY = 24 * 60 * 60 * 1000
"""In milliseconds, as all times of tables are."""

SOON = 14 * DAY
SHARE_THAT_IS_SOON = 4
"""Players are warned two weeks before, or in the last quarter where that is shorter."""


class Retention(msgspec.Struct, frozen=True):
    """For how many days tables are kept that nobody touches; 0 means for ever.

    `undealt`: no card was ever dealt; `unfinished`: the match goes on; `finished`: it is over.
    What is to be deleted, and when, follows from a table's own line and from this alone: all
    workers find the same, and nothing has to be remembered.
    """

    undealt: float = 0.0
    unfinished: float = 0.0
    finished: float = 0.0

    def milliseconds(self, phase: Phase, *, dealt: bool) -> int:
        if not dealt:
            return int(self.undealt * DAY)
        return int((self.finished if phase is Phase.OVER else self.unfinished) * DAY)

    def kept(self, phase: Phase, *, dealt: bool, touched: int, now: int) -> Retained:
        """Until when a table is kept that was touched last at some time, in milliseconds."""
        span = self.milliseconds(phase, dealt=dealt)
        if not span:
            return KEPT_FOR_EVER
        until = touched + span
        return Retained(until / 1000, soon=until - now < min(SOON, span // SHARE_THAT_IS_SOON))

    @property
    def shortest(self) -> int:
        spans = (self.undealt, self.unfinished, self.finished)
        return min((int(span * DAY) for span in spans if span), default=0)


FOR_EVER = Retention()


class StoredEvent(msgspec.Struct, frozen=True):
    """An event with its place among those of its table, and its time in milliseconds."""

    seq: int
    at: int
    event: TableEvent


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
    events: tuple[TableEvent, ...]
    at: int
    phase: str
    holder: str = ""
    key: str = ""
    fingerprint: str = ""

    @property
    def last(self) -> int:
        return self.expected + len(self.events)


class TableStore(Protocol):
    """What tables need of a store: what it has acknowledged is kept."""

    @property
    def alone(self) -> bool: ...

    async def append(self, wanted: Append) -> Appended: ...
    async def events(
        self, table_id: str, after: int = 0, upto: int | None = None
    ) -> list[StoredEvent]: ...
    async def events_that_matter(self, table_id: str) -> list[StoredEvent]: ...
    async def receipt(
        self, table_id: str, holder: str, key: str, fingerprint: str = ""
    ) -> int | None: ...
    async def line(self, table_id: str) -> TableLine | None: ...
    async def lines(self, table_ids: Iterable[str]) -> list[TableLine]: ...
    async def unfinished(self) -> list[TableLine]: ...
    async def tables_of(self, holder: str) -> list[TableLine]: ...
    async def count(self, most: int, host: str = "", *, listed: bool = False) -> int: ...
    async def expired(self, retention: Retention, now: int) -> list[TableLine]: ...
    async def unused(self, opened_before: int) -> list[TableLine]: ...
    async def mark_deleted(self, line: TableLine) -> bool: ...
    async def prune(self) -> bool: ...
    async def secret(self, name: str) -> str: ...
    async def lease(self, table_id: str, worker: str, now: int, until: int) -> bool: ...
    async def release(self, worker: str, table_id: str = "") -> None: ...


LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for each other."""

LENGTH = 14
TABLE_ID = re.compile(f"[{LETTERS}]{{{LENGTH}}}")


async def new_table_id(store: TableStore, host: str, key: str) -> str:
    """Make an id; the same one for the same host and key, if there is a key."""
    if not key:
        return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    secret = (await store.secret("table ids")).encode()
    digest = hmac.new(secret, f"{host} {key}".encode(), hashlib.sha256).digest()
    number, most = int.from_bytes(digest), len(LETTERS)
    return "".join(LETTERS[number // most**place % most] for place in range(LENGTH))


class TableLimits(msgspec.Struct, frozen=True):
    """How many tables there may be, and how many opened with one key that go on."""

    tables: int = sys.maxsize
    tables_of_one: int = sys.maxsize
    listed_of_one: int = 2

    async def require_room(self, store: TableStore, host: str, *, listed: bool = False) -> None:
        if await store.count(self.tables_of_one, host) >= self.tables_of_one:
            raise TooManyOwnTables(self.tables_of_one)
        most = self.listed_of_one
        if listed and await store.count(most, host, listed=True) >= most:
            raise TooManyListed(most)
        if await store.count(self.tables) >= self.tables:
            raise TooManyTables(self.tables)


NO_LIMITS = TableLimits()
