"""What a network is told of each card that may be played, with NumPy: for one view or many.

What the names mean stands in `matto.kernel.card_features`; `matto.kernel.learned_features`
says the same once more, compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.encoding import Encoding
from matto.engine.cards import NUMBER
from matto.engine.tricks import TRUMP
from matto.kernel.card_features import (
    FEATURES,
    FOOL,
    HEIGHTS,
    PLANES,
    SCALE,
    SUITS,
    CardTables,
)

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Integers = NDArray[np.intp]
ONE = np.float32(1)


def card_tables(encoding: Encoding) -> CardTables:
    """Give what is the same in every deal with the options of an encoding."""
    pack, cards = encoding.game.pack(encoding.options), encoding.cards
    there = np.array([card in pack.codes for card in cards])
    least = min(pack.value_of.values())
    suits = [pack.suit_of(card) for card in cards]
    return CardTables(
        suit=np.array(suits, np.int64),
        height=np.array([pack.strength[NUMBER[card]] for card in cards], np.int64),
        worth=np.array([pack.value_of.get(card, least) - least for card in cards], np.float32),
        there=there.astype(np.uint8),
        start=np.array([encoding.planes[plane].start for plane in PLANES], np.int64),
        seats=encoding.game.seats,
    )


class Whole(NamedTuple):
    """What is told of positions as wholes, row by row; the first five by card: `[m, C]`."""

    same: Floats
    above: Floats
    dear: Floats
    own: Floats
    own_above: Floats
    lies: Floats
    best: Integers
    led: Integers
    points: Floats
    friend_wins: Floats
    trumps: Floats
    own_trumps: Floats
    masters: Floats
    held: Floats
    foes_behind: Floats
    friends_behind: Floats


class CardFeatures:
    """Tells of the cards of a game what a network is told."""

    def __init__(self, encoding: Encoding) -> None:
        tables = self.tables = card_tables(encoding)
        self._planes = encoding.planes
        suit, height = tables.suit, tables.height
        same = suit[:, None] == suit
        above = same & (height[:, None] > height)  # [d, c]: d is above c
        self._sums = np.hstack([same, above]).astype(np.float32)
        trump, fool = suit == TRUMP, suit == FOOL
        over = above | (trump[:, None] & ~trump) | (~fool[:, None] & fool)
        self._takes = over & ~fool[:, None]  # [c, d]: c takes a trick in which d is best
        self._trump, self._fool = trump.astype(np.float32), fool.astype(np.float32)
        self._taken = np.where(fool, np.float32(0), tables.worth)

    def of(
        self, seen: Bytes, rows: Integers, cards: Integers, promised: Floats, usual: Integers
    ) -> Floats:
        """Tell of some cards, each in the row of a position: `[cards, FEATURES]`."""
        whole = self._whole(seen)
        told = (
            promised,
            cards == usual[rows],
            self._trump[cards],
            self._fool[cards],
            self.tables.worth[cards],
            self._plane(seen, "named")[rows, cards],
            *self._of_suits(whole, rows, cards),
            *self._of_trick(whole, rows, cards),
            *(numbers[rows] for numbers in whole[10:]),
            *self._of_others(seen, whole, rows, cards),
        )
        found = np.empty((len(FEATURES), len(cards)), np.float32)
        for place, numbers in enumerate(told):
            found[place] = numbers
        return found.T * SCALE

    def _of_suits(
        self, whole: Whole, rows: Integers, cards: Integers
    ) -> Iterator[NDArray[Any]]:
        same, above, dear, own, own_above = (by_card[rows, cards] for by_card in whole[:5])
        yield from (above, above == 0, same, above / np.maximum(same, ONE), dear)
        yield from (own, own_above, own_above == 0, own - 1 == own_above)

    def _of_trick(
        self, whole: Whole, rows: Integers, cards: Integers
    ) -> Iterator[NDArray[Any]]:
        suit, worth = self.tables.suit[cards], self.tables.worth[cards]
        best, lies = whole.best[rows], whole.lies[rows]
        takes = np.where(lies > 0, self._takes[cards, best], suit != FOOL)
        own_above = whole.own_above[rows, cards]
        lower = whole.own[rows, cards] - 1 - own_above
        of_best = whole.own_above[rows, best] - own_above - 1
        between = np.where((lies > 0) & (self.tables.suit[best] == suit), of_best, lower)
        friend_wins, points = whole.friend_wins[rows], whole.points[rows]
        top = whole.above[rows, cards] == 0
        yield from (takes, takes * between, takes * top, takes * points)
        yield from (lies == 0, points, friend_wins, friend_wins * worth)

    def of_one(self, seen: Bytes, cards: Integers, promised: Floats, usual: int) -> Floats:
        """Tell of cards of one position: `[cards, FEATURES]`."""
        rows = np.zeros(len(cards), np.intp)
        return self.of(seen[None], rows, cards, promised, np.array([usual]))

    def _plane(self, seen: Bytes, name: str) -> Bytes:
        return seen[:, self._planes[name]]

    def _whole(self, seen: Bytes) -> Whole:
        tables, seats = self.tables, self.tables.seats
        lying = self._plane(seen, "lying")
        played = self._plane(seen, "played").reshape(len(seen), seats, -1)
        abroad, own = self._abroad(seen, played), self._plane(seen, "hand").astype(np.float32)
        others, ours = abroad @ self._sums, own @ self._sums
        cards = own.shape[1]
        winning, friends = self._plane(seen, "winning"), self._plane(seen, "friends")
        lies = lying.sum(1)
        behind = (np.arange(seats) < (seats - lies)[:, None]) * (np.arange(seats) > 0)
        first = self._card_of(played, lying, self._plane(seen, "leader"))
        return Whole(
            same=others[:, :cards],
            above=others[:, cards:],
            dear=(abroad * self._taken) @ self._sums[:, :cards],
            own=ours[:, :cards],
            own_above=ours[:, cards:],
            lies=lies.astype(np.float32),
            best=self._card_of(played, lying, winning),
            led=np.where(lies > 0, tables.suit[first], FOOL),
            points=lying.astype(np.float32) @ self._taken,
            friend_wins=(winning * friends).sum(1).astype(np.float32),
            trumps=abroad @ self._trump,
            own_trumps=own @ self._trump,
            masters=(own * (others[:, cards:] == 0)).sum(1),
            held=own.sum(1),
            foes_behind=(behind * (friends == 0)).sum(1).astype(np.float32),
            friends_behind=(behind * friends).sum(1).astype(np.float32),
        )

    def _abroad(self, seen: Bytes, played: Bytes) -> Floats:
        """The cards that others may have: 1 or 0."""
        gone = played.sum(1)
        for plane in ("hand", "away", "open"):
            gone = gone + self._plane(seen, plane)
        abroad: Floats = ((gone == 0) * self.tables.there).astype(np.float32)
        return abroad

    @staticmethod
    def _card_of(played: Bytes, lying: Bytes, who: Bytes) -> Integers:
        """The card that a seat has in the trick; none is the first of all."""
        own = played[np.arange(len(who)), who.argmax(1)] * lying
        found: Integers = own.argmax(1)
        return found

    def _of_others(
        self, seen: Bytes, whole: Whole, rows: Integers, cards: Integers
    ) -> tuple[NDArray[Any], ...]:
        """What is told of seats that may go over a card, and whether its suit was led."""
        seats, suit = self.tables.seats, self.tables.suit[cards]
        void = self._plane(seen, "void").reshape(-1, seats, SUITS)[rows]
        ceiling = self._plane(seen, "ceiling").reshape(-1, seats, HEIGHTS)[rows]
        friends = self._plane(seen, "friends")[rows]
        place, each = np.arange(seats), np.arange(len(cards))
        foes = (place < (seats - whole.lies[rows])[:, None]) * (place > 0) * (friends == 0)
        led = whole.led[rows]
        led = np.where(led == FOOL, suit, led)
        trumps = ceiling[:, :, TRUMP] > 0
        over = ceiling[each, :, suit] > self.tables.height[cards][:, None]
        plain, follows = np.minimum(suit, TRUMP - 1), np.minimum(led, TRUMP - 1)
        return (
            (foes * over).sum(1),
            (foes * void[each, :, follows] * trumps).sum(1) * (led < TRUMP),
            (friends * void[each, :, plain] * trumps).sum(1) * (suit < TRUMP),
            self._plane(seen, "suits_led")[rows, plain] * (suit < TRUMP),
        )
