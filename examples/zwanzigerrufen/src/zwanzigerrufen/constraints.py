"""What words prove of cards that others do not see."""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine.events import Event
from matto.engine.view import View
from matto.players.inference.constraints import Constraint, Forbidden, Holds
from matto.players.inference.constraints.shared import from_others
from zwanzigerrufen import PAGAT, PAGAT_ULTIMO, TO_CALL


def calls(_view: View, index: int, event: Event) -> Iterator[Constraint]:
    """The caller lacks what he calls and holds all that he would rather have called: 3.2."""
    card = event.what[0]
    yield Forbidden(event.seat, frozenset({card}), index)
    yield Holds(event.seat, frozenset(TO_CALL[: TO_CALL.index(card)]), index)


def announces(_view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Only the holder of the Pagat announces it: 3.5."""
    if event.what[0] == PAGAT_ULTIMO:
        yield Holds(event.seat, PAGAT, index)


INFERENCES = (from_others("call", calls), from_others("announce", announces))
