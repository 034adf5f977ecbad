"""What a network is told of each card that may be played, with NumPy: for one view or many.

What the names mean stands in `matto.kernel.card_features`; `matto.kernel.network`
says the same once more, compiled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import NUMBER
from matto.engine.tricks import TRUMP
from matto.kernel.card_features import (
    ABOVE,
    ABOVE_SHARE,
    BETWEEN,
    DEAR,
    FEATURES,
    FOES_BEHIND,
    FOOL,
    FRIEND_RUFFS,
    FRIEND_WINS,
    FRIEND_WORTH,
    FRIENDS_BEHIND,
    HEIGHTS,
    HELD,
    IS_TRUMP,
    LEADS,
    MASTERS,
    NAMED,
    OVER,
    OWN,
    OWN_ABOVE,
    OWN_LOW,
    OWN_TOP,
    OWN_TRUMPS,
    PLANES,
    POINTS,
    PROMISED,
    RUFFS,
    SAME,
    SCALE,
    SUITS,
    TAKES,
    TAKES_POINTS,
    TAKES_TOP,
    TOP,
    TRUMPS,
    USUAL,
    WORTH,
    CardTables,
)
from matto.players.encoding import Encoding

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Integers = NDArray[np.intp]
ONE = np.float32(1)


def card_tables(encoding: Encoding) -> CardTables:
    """Give what is the same in every deal with the options of an encoding."""
    pack, cards = encoding.game.pack(encoding.options), encoding.cards
    there = np.array([card in pack.codes for card in cards])
    least = min(pack.value_of.values())
    suit = np.array([pack.suit_of(card) for card in cards], np.int64)
    of_suit = [np.flatnonzero(suit == number) for number in range(HEIGHTS)]
    return CardTables(
        suit=suit,
        first=np.array([min(columns, default=0) for columns in of_suit], np.int64),
        end=np.array([max(columns, default=-1) + 1 for columns in of_suit], np.int64),
        height=np.array([pack.strength[NUMBER[card]] for card in cards], np.int64),
        worth=np.array([pack.value_of.get(card, least) - least for card in cards], np.float32),
        there=there.astype(np.uint8),
        start=np.array([encoding.planes[plane].start for plane in PLANES], np.int64),
        seats=encoding.game.seats,
    )


class Whole(NamedTuple):
    """What is told of `m` positions as wholes. One more than all cards stands for none."""

    of_all: Floats  # LEADS to FRIEND_WINS, TRUMPS to FRIENDS_BEHIND: [FEATURES, m]
    of_suit: Floats  # SAME, ABOVE, DEAR, OWN, OWN_ABOVE and one more: [6, m * (cards + 1)]
    by_suit: Floats  # RUFFS, FRIEND_RUFFS, LED_BEFORE: [3, m * HEIGHTS]
    best: Integers  # the card to be taken
    led: Integers  # the suit, FOOL where none was
    foes: Floats  # behind: [m, seats]


class CardFeatures:
    """Tells of the cards of a game what a network is told.

    `quick` waits for it at every card: few steps, and lookups by `take`, which are quick ones.
    """

    def __init__(self, encoding: Encoding) -> None:
        tables = self.tables = card_tables(encoding)
        self._planes = {name: encoding.planes[name] for name in PLANES}
        suit, height, self._none = tables.suit, tables.height, len(tables.suit)
        self._suit = np.append(suit, FOOL)
        trump, fool = suit == TRUMP, suit == FOOL
        taken = np.where(fool, np.float32(0), tables.worth)
        self._of_card = np.stack([trump, fool, tables.worth]).astype(np.float32)
        self._counts = np.stack([np.ones_like(taken), trump, taken], 1).astype(np.float32)
        same = suit[:, None] == suit
        above = same & (height[:, None] > height)  # [d, c]: d is above c
        sums = np.stack([same, above, same * taken[:, None]], 1).astype(np.float32)
        self._sums = np.pad(sums, ((0, 0), (0, 0), (0, 1))).reshape(self._none, -1)
        over = above | (trump[:, None] & ~trump) | (~fool[:, None] & fool)
        takes = np.column_stack([over, ~fool]) & ~fool[:, None]
        # [c, d]: c takes a trick in which d is best; both are of a suit
        self._takes = np.stack([takes, np.pad(same, ((0, 0), (0, 1)))]).reshape(2, -1)
        seat, lies = np.arange(tables.seats), np.arange(tables.seats)[:, None]
        self._behind = ((seat > 0) & (seat < tables.seats - lies)).astype(np.float32)

    # -- cards ---------------------------------------------------------------------------

    def of(
        self, seen: Bytes, rows: Integers, cards: Integers, promised: Floats, usual: Integers
    ) -> Floats:
        """Tell of some cards, each in the row of a position: `[cards, FEATURES]`."""
        whole, at = self._whole(seen), rows * (self._none + 1)
        told = np.empty((len(FEATURES), len(cards)), np.float32)
        told[PROMISED] = promised
        told[USUAL] = cards == usual.take(rows)
        told[IS_TRUMP:NAMED] = self._of_card.take(cards, 1)
        told[NAMED] = self._plane(seen, "named")[rows, cards]
        for some in (slice(LEADS, FRIEND_WORTH), slice(TRUMPS, OVER)):
            told[some] = whole.of_all[some].take(rows, 1)
        self._tell_suits(told, whole, at + cards)
        self._tell_trick(told, whole, at, cards, whole.best.take(rows))
        self._tell_others(told, self._plane(seen, "ceiling"), whole, rows, cards)
        return told.T * SCALE

    def of_one(self, seen: Bytes, cards: Integers, promised: Floats, usual: int) -> Floats:
        """Tell of cards of one position: `[cards, FEATURES]`."""
        rows = np.zeros(len(cards), np.intp)
        return self.of(seen[None], rows, cards, promised, np.array([usual]))

    @staticmethod
    def _tell_suits(told: Floats, whole: Whole, at: Integers) -> None:
        """Tell how a card stands in its suit."""
        same, above, dear, own, own_above, _ = whole.of_suit.take(at, 1)
        told[SAME], told[ABOVE], told[DEAR] = same, above, dear
        told[TOP] = above == 0
        told[ABOVE_SHARE] = above / np.maximum(same, ONE)
        told[OWN], told[OWN_ABOVE] = own, own_above
        told[OWN_TOP] = own_above == 0
        told[OWN_LOW] = own - 1 == own_above

    def _tell_trick(
        self, told: Floats, whole: Whole, at: Integers, cards: Integers, best: Integers
    ) -> None:
        """Tell what a card does in the trick, beside the best in it."""
        takes, alike = self._takes.take(cards * (self._none + 1) + best, 1)
        lower = np.where(alike, whole.of_suit[4].take(at + best), told[OWN])
        told[TAKES] = takes
        told[BETWEEN] = lower - told[OWN_ABOVE] - 1
        told[TAKES_TOP], told[TAKES_POINTS] = told[TOP], told[POINTS]
        told[BETWEEN:LEADS] *= takes
        told[FRIEND_WORTH] = told[FRIEND_WINS] * told[WORTH]

    def _tell_others(
        self, told: Floats, ceiling: Bytes, whole: Whole, rows: Integers, cards: Integers
    ) -> None:
        """Tell of seats that may go over a card, and whether its suit was led."""
        suit, led, at = self._suit.take(cards), whole.led.take(rows), rows * HEIGHTS
        heights = ceiling.reshape(len(ceiling), -1, HEIGHTS)[rows, :, suit]
        over = (heights > self.tables.height[cards, None]) * whole.foes.take(rows, 0)
        told[OVER] = np.add.reduce(over, 1)
        told[RUFFS] = whole.by_suit[0].take(at + np.where(led == FOOL, suit, led))
        told[FRIEND_RUFFS:] = whole.by_suit[1:].take(at + suit, 1)

    # -- positions -----------------------------------------------------------------------

    def _plane(self, seen: Bytes, name: str) -> Bytes:
        return seen[:, self._planes[name]]

    def _whole(self, seen: Bytes) -> Whole:
        """Tell of positions as wholes."""
        played = self._plane(seen, "played").reshape(len(seen), self.tables.seats, -1)
        of_all = np.empty((len(FEATURES), len(seen)), np.float32)
        of_suit = self._count(of_all, seen, played)
        lying, winning = self._plane(seen, "lying"), self._plane(seen, "winning")
        lies, _, points = (lying.astype(np.float32) @ self._counts).T
        friends = self._plane(seen, "friends").astype(np.float32)
        behind = self._behind.take(lies.astype(np.intp), 0)
        of_all[LEADS], of_all[POINTS] = lies == 0, points
        of_all[FRIEND_WINS] = np.add.reduce(winning * friends, 1)
        of_all[FRIENDS_BEHIND] = np.add.reduce(behind * friends, 1)
        foes = behind * (friends == 0)
        of_all[FOES_BEHIND] = np.add.reduce(foes, 1)
        lain = np.ones((*played.shape[:2], self._none + 1), np.uint8)
        np.multiply(played, lying[:, None], out=lain[..., :-1])
        each = np.arange(len(seen))
        best, first = (
            lain[each, who.argmax(1)].argmax(1)
            for who in (winning, self._plane(seen, "leader"))
        )
        by_suit = self._ruffs(seen, foes, friends)
        return Whole(of_all, of_suit, by_suit, best, self._suit.take(first), foes)

    def _count(self, of_all: Floats, seen: Bytes, played: Bytes) -> Floats:
        """Count the cards that others may have, and one's own: of all, and of each suit."""
        known = np.empty((2, len(seen), self._none), np.float32)
        gone, hand = np.bitwise_or.reduce(played, 1), self._plane(seen, "hand")
        for plane in (hand, self._plane(seen, "away"), self._plane(seen, "open")):
            gone |= plane
        known[0], known[1] = self.tables.there > gone, hand
        of_suit = (known @ self._sums).reshape(2, len(seen), 3, -1).transpose(0, 2, 1, 3)
        tops = known[1] * (of_suit[0, 1, :, :-1] == 0)
        of_all[MASTERS] = np.add.reduce(tops, 1)
        (_, of_all[TRUMPS], _), (of_all[HELD], of_all[OWN_TRUMPS], _) = (
            known @ self._counts
        ).transpose(0, 2, 1)
        return of_suit.reshape(6, -1)

    def _ruffs(self, seen: Bytes, foes: Floats, friends: Floats) -> Floats:
        """Foes behind and friends who ruff a plain suit, and whether it was led: by suit."""
        void = self._plane(seen, "void").reshape(*foes.shape, SUITS)[..., :TRUMP]
        sides = np.empty((len(seen), 2, self.tables.seats), np.float32)
        sides[:, 0], sides[:, 1] = foes, friends
        sides *= (self._plane(seen, "ceiling")[:, TRUMP::HEIGHTS] > 0)[:, None]
        found = np.zeros((3, len(seen), HEIGHTS), np.float32)
        found[:2, :, :TRUMP] = (sides @ void.astype(np.float32)).transpose(1, 0, 2)
        found[2, :, :TRUMP] = self._plane(seen, "suits_led")
        return found.reshape(3, -1)
