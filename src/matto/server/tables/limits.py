"""How many tables there may be, on the whole server and of one person."""

from __future__ import annotations

import sys

import msgspec

from matto.server.tables.errors import TooManyListed, TooManyOwnTables, TooManyTables
from matto.server.tables.storage import TableStore


class TableLimits(msgspec.Struct, frozen=True):
    """How many tables there may be, and how many opened with one key that go on."""

    tables: int = sys.maxsize
    tables_of_one: int = sys.maxsize
    listed_of_one: int = 2

    async def insist_on_room(
        self, store: TableStore, host: str, *, listed: bool = False
    ) -> None:
        """Raise `TooManyTables`, `TooManyOwnTables` or `TooManyListed` if there is no room."""
        if await store.count(self.tables) >= self.tables:
            raise TooManyTables(self.tables)
        if await store.count(self.tables_of_one, host) >= self.tables_of_one:
            raise TooManyOwnTables(self.tables_of_one)
        most = self.listed_of_one
        if listed and await store.count(most, host, listed=True) >= most:
            raise TooManyListed(most)


NO_LIMITS = TableLimits()
