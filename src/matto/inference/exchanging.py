"""The hidden hands of drawn worlds, and which of their cards may change places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from matto.engine.cards import CODES, PLAIN_BIT, TAROCK_BIT
from matto.inference.alike import alike, columns_of
from matto.inference.drawing import Drawn, Worlds
from matto.inference.places import Kind, Place
from matto.kernel.exchange import STAYS
from matto.kernel.layout import Numbers

_PLAIN, _TAROCKS = np.array(PLAIN_BIT, np.int64), np.array(TAROCK_BIT, np.int64)


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
        plain = self._hands(drawn.plain, before, lying, _PLAIN)
        tarocks = self._hands(drawn.tarocks, before, lying, _TAROCKS)
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
    columns = {p: own for p, own in columns_of(worlds).items() if p.kind is Kind.HAND}
    slots = [(place.seat, at) for place, own in columns.items() for at in _range(own)]
    seats, at = np.array(slots, np.int64).reshape(-1, 2).T
    return HiddenHands(at, seats, _all_alike(worlds, list(columns)))


def _range(columns: slice) -> Sequence[int]:
    return range(columns.start, columns.stop)


def _all_alike(worlds: Worlds, hands: Sequence[Place]) -> Numbers:
    seats = worlds.view.seats
    found = np.full((seats, seats, len(CODES)), STAYS)
    for one, other in combinations(hands, 2):
        both = alike(worlds, one, other)
        found[one.seat, other.seat] = found[other.seat, one.seat] = both
    return found
