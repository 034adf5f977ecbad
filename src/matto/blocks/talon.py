"""The cards that lie over: shown, looked at, taken up."""

from __future__ import annotations

from matto.table import INTO_HAND, Table


def show_talon(table: Table, *, to: int | None = None) -> None:
    """Turn the talon up for all, or let one seat look at it."""
    table.tell("talon", table.dealer, *table.setup.deal.talon, to=to)


def take_talon(table: Table, seat: int) -> None:
    """A seat takes the talon into its hand."""
    talon = table.setup.deal.talon
    table.add(seat, talon)
    table.tell("takes", seat, *talon, to=seat, moves=INTO_HAND)
    table.tell("takes talon", seat, str(len(talon)))
