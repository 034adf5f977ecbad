"""Cards that lie open before the dealer all through a deal and count for him."""

from __future__ import annotations

from matto.blocks.talon import show_talon
from matto.engine.table import INTO_HAND, OUT_OF_HAND, Table

__all__ = [
    "lay_open",
    "lay_talon_open",
    "open_cards",
    "take_open",
]


def lay_talon_open(table: Table) -> None:
    """Turn the talon up before the dealer, for whom it counts."""
    show_talon(table)
    table.laid_away[table.dealer].extend(table.setup.deal.talon)


def open_cards(table: Table) -> list[str]:
    """The cards that lie open now."""
    return table.laid_away[table.dealer]


def take_open(table: Table, seat: int, card: str) -> None:
    """A seat takes one of the open cards into its hand, seen by all."""
    open_cards(table).remove(card)
    table.add(seat, [card])
    table.tell("takes", seat, card, moves=INTO_HAND)


def lay_open(table: Table, seat: int, card: str) -> None:
    """A seat lays a card of its hand with the open ones, which are shown anew."""
    open_cards(table).append(card)
    table.remove(seat, [card])
    table.tell("lays open", seat, card, moves=OUT_OF_HAND)
    table.tell("talon", table.dealer, *open_cards(table))
