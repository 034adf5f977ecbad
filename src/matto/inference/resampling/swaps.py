"""Which hidden cards of drawn worlds may change places: all that is known stays true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from matto.engine.cards import CODES, PLAIN_BIT, TAROCK_BIT
from matto.inference.counting import PlacementSampler
from matto.inference.drawing import Drawn, Worlds
from matto.inference.places import Place, PlaceKind
from matto.kernel.exchange import STAYS
from matto.kernel.layout import Numbers

PLAIN_BITS, TAROCK_BITS = np.array(PLAIN_BIT, np.int64), np.array(TAROCK_BIT, np.int64)


def columns_of(worlds: Worlds) -> Mapping[Place, slice]:
    """Which columns of `Drawn.lying` each place has."""
    room = worlds.counts[0].reduced.problem.room
    ends = np.cumsum(room).tolist()
    return {
        place: slice(end - size, end)
        for place, size, end in zip(worlds.places, room, ends, strict=True)
    }


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

    def with_cards(self, drawn: Drawn, lying: Numbers) -> Drawn:
        """Give the worlds with other cards in the hidden hands: `lying` is `[n, slots]`."""
        before, after = drawn.lying[:, self.columns], drawn.lying.copy()
        after[:, self.columns] = lying
        plain = self._hands(drawn.plain, before, lying, PLAIN_BITS)
        tarocks = self._hands(drawn.tarocks, before, lying, TAROCK_BITS)
        return replace(drawn, lying=after, plain=plain, tarocks=tarocks)

    def _hands(self, hands: Numbers, before: Numbers, lying: Numbers, bits: Numbers) -> Numbers:
        """One word of each hand: what was known of it stays."""
        hands = hands.copy()
        for seat in np.unique(self.seats).tolist():
            own = self.seats == seat
            out = np.bitwise_or.reduce(bits[before[:, own]], axis=1)
            hands[:, seat] &= ~out
            hands[:, seat] |= np.bitwise_or.reduce(bits[lying[:, own]], axis=1)
        return hands

    @property
    def are_fixed(self) -> bool:
        """Tell whether no two cards may change places."""
        return bool((self.alike == STAYS).all())


def hidden_hands(worlds: Worlds) -> HiddenHands:
    """Give the hidden hands of worlds."""
    columns = {p: own for p, own in columns_of(worlds).items() if p.kind is PlaceKind.HAND}
    slots = [(place.seat, at) for place, own in columns.items() for at in _range(own)]
    seats, at = np.array(slots, np.int64).reshape(-1, 2).T
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
