"""The Fool that comes back to its owner, who gives a worthless card of his tricks for it."""

from __future__ import annotations

from matto.engine.cards import FOOL
from matto.engine.fool_exchange import exchange_in
from matto.engine.table import Table

__all__ = ["FoolExchange"]


class FoolExchange:
    """Tells all of the exchange as soon as a trick makes it possible."""

    def __init__(self, table: Table, until: int, worthless: frozenset[str]) -> None:
        self.table = table
        self.until = until
        self.worthless = worthless
        self._played = self._done = False

    def after_trick(self) -> None:
        """Make the exchange if it is owed and the trick just taken allows it."""
        tricks = self.table.tricks
        self._played = self._played or FOOL in tricks[-1].cards
        if self._done or not self._played:
            return
        found = exchange_in(tricks, self.until, self.worthless)
        if found is not None:
            self._done = True
            self.table.tell("exchanges", found.owner, found.card)
