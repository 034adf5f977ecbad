"""What a call and a demand prove in the game of the same name."""

from __future__ import annotations

from collections.abc import Iterator

from matto.blocks.exchange import LAID_AWAY
from matto.engine.cards import KINGS, NUMBER
from matto.engine.table import Event, View
from matto.games.nice.common import TAROCCHE
from matto.inference.constraint import AWAY, EITHER, HAND, Constraint, Forbidden, Holds
from matto.inference.constraints.nice import OF_NICE
from matto.inference.constraints.shared import from_others


def calls(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Who calls a trump holds all Kings, and has every higher trump, or has laid it away."""
    seat, card = event.seat, event.what[0]
    where = EITHER if view.options["call_laid_away"] == "passed_over" else HAND  # 3.15
    yield Forbidden(seat, frozenset({card}), index, where)  # 3.12, 3.16
    if card not in KINGS:  # 3.15
        strength = view.pack.strength
        higher = frozenset(
            one for one in TAROCCHE if strength[NUMBER[one]] > strength[NUMBER[card]]
        )
        yield Holds(seat, KINGS, index)
        yield Holds(seat, higher, index, where)


def demands(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Nobody demands a card that he holds or has laid away: 3.8, 3.11."""
    cards = view.pack.cards.intersection(event.what)
    yield Forbidden(event.seat, cards, index, EITHER)


def has_laid_it_away(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """The card demanded lies among those laid away: 3.11."""
    if event.what[0] == LAID_AWAY:
        demanded = next(e.what for e in reversed(view.events[:index]) if e.kind == "demand")
        yield Holds(event.seat, frozenset(demanded), index, AWAY)


INFERENCES = (
    *OF_NICE,
    from_others("call", calls),
    from_others("demand", demands),
    from_others("says", has_laid_it_away),
)
