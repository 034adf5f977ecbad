"""The cards of two words in the order in which a hand is shown, looked up in pieces.

What has been looked up is kept here and not with the pack: a pack is in every view, and the
pieces of a deal's hands are not for all seats to see.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping

from matto.engine.cards import (
    DISPLAY_SUITS,
    FOOL,
    NUMBER,
    RANKS_IN_SUIT,
    SUITS,
    TAROCK_BIT,
    Pack,
    codes_in,
)

__all__ = [
    "HandOrder",
    "hand_order_of",
]

_CHUNK = 12  # trump words are looked up in halves: 2 × 4,096 entries at the most
MOST = 1024
"""Entries of a piece that are kept: a server that plays for months would else keep them all."""

_SUIT_SHIFTS = tuple(SUITS.index(suit) * RANKS_IN_SUIT for suit in DISPLAY_SUITS)
_, _CUPS, _BATONS, _COINS = _SUIT_SHIFTS
_SUIT_BITS = (1 << RANKS_IN_SUIT) - 1
_FOOL_BIT = TAROCK_BIT[NUMBER[FOOL]]
_LOW = (1 << _CHUNK) - 1
_HIGH = (_FOOL_BIT >> _CHUNK) - 1


class _Piece(dict[int, tuple[str, ...]]):
    """Part of a word of cards -> those cards in hand order, worked out when first asked.

    What a suit has is kept in `alone` as well, by the whole word.
    """

    def __init__(
        self, place: Mapping[str, int], shift: int, alone: dict[int, tuple[str, ...]] | None
    ) -> None:
        super().__init__()
        self._place = place
        self._shift = shift
        self._alone = alone

    def __missing__(self, bits: int) -> tuple[str, ...]:
        if len(self) >= MOST:
            self.clear()
        word = bits << self._shift
        codes = codes_in(0, word) if self._alone is None else codes_in(word, 0)
        self[bits] = found = tuple(sorted(codes, key=self._place.__getitem__))
        if self._alone is not None:
            if len(self._alone) >= MOST:
                self._alone.clear()
            self._alone[word] = found
        return found


class HandOrder:
    """The order in which a hand of a pack is shown.

    Looked up in pieces (a suit, half the trumps) that are remembered, because every question
    of the engine passes here. A suit has 16,384 different contents: not all are kept.
    """

    def __init__(self, pack: Pack) -> None:
        place = pack.place
        self._one_suit: dict[int, tuple[str, ...]] = {}
        self._suits = tuple(_Piece(place, shift, self._one_suit) for shift in _SUIT_SHIFTS)
        self._trumps = _Piece(place, _CHUNK, None), _Piece(place, 0, None)
        if pack.fool_is_trump:  # the Fool stands where the pack has it
            self._halves = _HIGH | _FOOL_BIT >> _CHUNK, _LOW
        else:
            self._halves = _HIGH, _LOW | _FOOL_BIT

    def cards(self, plain: int, tarocks: int) -> tuple[str, ...]:
        """Give the cards of two words in hand order."""
        if not tarocks and plain in self._one_suit:  # following suit: the commonest case
            return self._one_suit[plain]
        suits: tuple[str, ...] = ()
        if plain:
            swords, cups, batons, coins = self._suits
            suits = (
                swords[plain & _SUIT_BITS]
                + cups[plain >> _CUPS & _SUIT_BITS]
                + batons[plain >> _BATONS & _SUIT_BITS]
                + coins[plain >> _COINS]
            )
        if not tarocks:
            return suits
        high, low = self._trumps
        high_trumps, low_trumps = self._halves
        return suits + high[tarocks >> _CHUNK & high_trumps] + low[tarocks & low_trumps]


_ORDERS: dict[int, HandOrder] = {}


def hand_order_of(pack: Pack) -> HandOrder:
    """The hand order of a pack, worked out once for as long as there is the pack."""
    found = _ORDERS.get(id(pack))
    if found is None:
        found = _ORDERS[id(pack)] = HandOrder(pack)
        weakref.finalize(pack, _ORDERS.pop, id(pack), None)
    return found
