"""Which hidden cards of drawn worlds may change places: all that is known stays true."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from matto.engine.cards import CODES
from matto.inference.counting import PlacementSampler
from matto.inference.drawing import Worlds
from matto.inference.places import Place, PlaceKind
from matto.kernel.exchange import STAYS
from matto.kernel.layout import Numbers


def interchangeable(worlds: Worlds, one: Place, other: Place) -> Numbers:
    """Number the cards so that those with the same number may change two places: `[cards]`.

    A card that may not lie in both of them has the number `STAYS`.
    """
    places = list(worlds.places)
    first, second = places.index(one), places.index(other)
    numbers: dict[object, int] = {}
    signs = [[_sign(count, code, first, second) for count in worlds.counts] for code in CODES]
    return np.array(
        [
            STAYS if None in sign else numbers.setdefault(tuple(sign), len(numbers))
            for sign in signs
        ]
    )


def _sign(count: PlacementSampler, card: str, one: int, other: int) -> object:
    """What tells a card in one of two places from another there; None if it is fixed."""
    reduced, both = count.reduced, {one, other}
    weighed = any((card, place) in reduced.problem.weights for place in both)
    if weighed or not both <= reduced.may.get(card, set()):
        return None
    return tuple(
        card in part.cards
        for part in count.sums
        if (one in part.places) != (other in part.places)
    )


class HiddenHands(NamedTuple):
    """The columns of `Drawn.lying` that are hands: `[slots]`; `seats`: `[slots]`, whose.

    `alike`: `[seats, seats, cards]`, the number of the cards with which each may change places
    between two seats, or `STAYS`.
    """

    columns: Numbers
    seats: Numbers
    alike: Numbers

    @property
    def are_fixed(self) -> bool:
        """Tell whether no two cards may change places."""
        return bool((self.alike == STAYS).all())


def hidden_hands(worlds: Worlds) -> HiddenHands:
    """Give the hidden hands of worlds."""
    columns = {p: own for p, own in worlds.columns.items() if p.kind is PlaceKind.HAND}
    slots = [(place.seat, at) for place, own in columns.items() for at in _range(own)]
    seats, at = np.ascontiguousarray(np.array(slots, np.int64).reshape(-1, 2).T)
    return HiddenHands(at, seats, _all_alike(worlds, list(columns)))


def _range(columns: slice) -> Sequence[int]:
    return range(columns.start, columns.stop)


def _all_alike(worlds: Worlds, hands: Sequence[Place]) -> Numbers:
    seats = worlds.view.seats
    found = np.full((seats, seats, len(CODES)), STAYS)
    for one, other in combinations(hands, 2):
        both = interchangeable(worlds, one, other)
        found[one.seat, other.seat] = found[other.seat, one.seat] = both
    return found
