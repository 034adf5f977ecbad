"""Naming a card: its holder becomes the hidden partner, or must give it."""

from __future__ import annotations

from collections.abc import Collection

from matto.table import INTO_HAND, OUT_OF_HAND, Table, View


def hand_over(table: Table, giver: int, taker: int, card: str, *, hidden: bool = False) -> None:
    """Move a card from hand to hand, in the sight of all or (`hidden`) of these two only."""
    seen_by = (giver, taker) if hidden else None
    table.remove(giver, [card])
    table.add(taker, [card])
    table.tell("gives", giver, card, to=seen_by, moves=OUT_OF_HAND)
    table.tell("takes", taker, card, to=seen_by, moves=INTO_HAND)
    if hidden:
        table.tell("has given", giver, str(taker))


def sides(seats: int, party: Collection[int]) -> tuple[int, ...]:
    """Give each seat its side: 0 for the members of a party, 1 for all others."""
    return tuple(0 if seat in party else 1 for seat in range(seats))


def party_of_called(view: View, caller: int, card: str) -> frozenset[int] | None:
    """Give the party of a caller as far as a view knows it, None while it is hidden.

    The called card tells it: to its holder at once, to all when it has been played. A caller
    who holds it himself is alone. Nothing is guessed from suits in which somebody is void.
    """
    if card in view.hand and view.seat is not None:
        return frozenset({caller, view.seat})
    for event in view.events:
        if event.kind == "play" and event.what[0] == card:
            return frozenset({caller, event.seat})
    return None


def on_own_side(view: View, party: frozenset[int] | None) -> frozenset[int]:
    """Give the other seats on a view's side once it knows the caller's party."""
    if view.seat is None or party is None:
        return frozenset()
    own = party if view.seat in party else frozenset(range(view.seats)) - party
    return own - {view.seat}
