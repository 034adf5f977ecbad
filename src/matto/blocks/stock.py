"""A stock that is drawn from during the play, each drawn card shown to all."""

from __future__ import annotations

from matto.engine.table import INTO_HAND, Table

__all__ = [
    "Stock",
]


class Stock:
    """The cards that lie over, face down, drawn from the top."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._next = 0
        table.tell("stock", table.dealer, str(len(table.setup.deal.talon)))

    def __len__(self) -> int:
        return len(self.table.setup.deal.talon) - self._next

    def draw(self, seat: int) -> None:
        """A seat takes the top card, shows it and puts it into its hand."""
        card = self.table.setup.deal.talon[self._next]
        self._next += 1
        self.table.add(seat, [card])
        self.table.tell("draws", seat, card, moves=INTO_HAND)
