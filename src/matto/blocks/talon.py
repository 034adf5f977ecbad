"""The cards that lie over: shown, looked at, taken up."""

from __future__ import annotations

from matto.engine.table import INTO_HAND, Table

__all__ = [
    "look_at_bottom",
    "look_at_talon",
    "show_talon",
    "take_talon",
]


def show_talon(table: Table, *, to: int | None = None) -> None:
    """Turn the talon up for all, or let one seat look at it."""
    table.tell("talon", table.dealer, *table.setup.deal.talon, to=to)


def take_talon(table: Table, seat: int) -> None:
    """A seat takes the talon into its hand."""
    talon = table.setup.deal.talon
    table.add(seat, talon)
    table.tell("takes", seat, *talon, to=seat, moves=INTO_HAND)
    table.tell("takes talon", seat, str(len(talon)))


def look_at_bottom(table: Table, seat: int) -> None:
    """Let a seat look at the bottom card of the pack, which is the last of those lying over."""
    table.tell("bottom card", seat, table.setup.deal.talon[-1], to=seat)
    table.tell("has seen the bottom card", seat)


def look_at_talon(table: Table, seat: int) -> None:
    """Let a seat look at the talon, alone; all see that it does."""
    show_talon(table, to=seat)
    table.tell("has seen the talon", seat)
