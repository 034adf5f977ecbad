"""Where things lie in the rows of a batch: notes, observations, and cards as bytes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import FIRST_TRUMP_NUMBER, TRUMP
from matto.kernel.bits import BITS, lowest
from matto.kernel.compiled import compiled
from matto.kernel.layout import MOST_SEATS, Numbers, Plan

Bytes = NDArray[np.uint8]

SUITS = TRUMP + 1
FOOL = SUITS
MOST = 255
EVERY = 0x0101010101010101  # a word of bytes that are 1
_BITS_APART = 0x02040810204081
_SEVEN_BITS = EVERY * 0x7F

PART = 7  # so many bits of a word are looked up at once: half a suit
PART_BITS = (1 << PART) - 1
PLAIN_PARTS, TAROCK_PARTS = 8, 4

# -- notes of a row: numbers, and words of a byte for each seat, so that a turn of the word has
# -- them as the seat to play counts them ------------------------------------------------------
LIES = 0  # the values of the cards of the trick that is going on
LACKS = 1  # by seat: a bit for each class of cards that it has shown not to hold
BARRED = LACKS + MOST_SEATS  # by seat: courts that it has shown not to hold
LED_LAST = (
    BARRED + MOST_SEATS
)  # by seat: a word, in which the byte of the suit it led last is 1
TRICKS_WON = LED_LAST + MOST_SEATS  # a word: the tricks of each seat
POINTS = TRICKS_WON + 1  # a word: the values of the cards in its tricks, at most `MOST`
PLAYED = POINTS + 1  # two words: the cards that have been played
NOTES = PLAYED + 2

# -- where the planes begin that change while cards are played ---------------------------------
PLANES = (
    "hand",
    "lying",
    "played",
    "held",
    "void",
    "ceiling",
    "led",
    "suits_led",
    "leader",
    "winning",
    "tricks",
    "points",
    "friends",
    "stock",
    "asked",
)
(
    AT_HAND,
    AT_LYING,
    AT_PLAYED,
    AT_HELD,
    AT_VOID,
    AT_CEILING,
    AT_LED,
    AT_SUITS_LED,
    AT_LEADER,
    AT_WINNING,
    AT_TRICKS,
    AT_POINTS,
    AT_FRIENDS,
    AT_STOCK,
    AT_ASKED,
) = range(len(PLANES))


class Writing(NamedTuple):
    """Where everything lies in a row.

    `start`: where each of `PLANES` begins, and last where the others do. `columns`: how many
    cards there are. `column`, `suit` and `value`: by card number; a Fool that is no trump is a
    suit of its own. `lacking`: `[2, states, suits]`, what a card proves its hand to lack, early
    and late (`matto.encoding.proofs`). `heights`: `[parts, sets]`, for each set of cards in a
    part of a word the greatest strength.
    """

    start: Numbers
    columns: int
    column: Numbers
    suit: Numbers
    value: Numbers
    lacking: Numbers
    heights: Bytes


class Seen(NamedTuple):
    """What seats had seen before the first card of each deal.

    `settled`: `[d, viewers, length]`, the planes that do not change any more. `held`:
    `[d, viewers, seats, 2]`, the cards that a viewer knows each to hold, as two words; `knows`:
    `[d, viewers]`, whether there are any. `unseen`: `[d, viewers, 2]`, those that may be in any
    hand but his. `friends`: `[d, 2, viewers]`, a word in which the bytes of those known to be
    on his side are 1, counted from him, before and after the called card is played.
    `parted_by`: `[d]`, a word with the bytes of the seats that end this when they win a trick.
    """

    settled: Bytes
    held: Numbers
    knows: Numbers
    unseen: Numbers
    friends: Numbers
    parted_by: Numbers


class Sighted(NamedTuple):
    """All that an observation is made of.

    `first` is the state at the first lead; `planes` has a byte for each card, by seat the cards
    that it has played and those in its hand, and last those that lie; `slot` is that of `seen`.
    """

    state: Numbers
    first: Numbers
    notes: Numbers
    planes: Bytes
    plan: Plan
    seen: Seen
    slot: int
    writing: Writing


@compiled(inline=True)
def put(row: Bytes, start: int, writing: Writing, plain: int, tarocks: int) -> None:
    """Mark the cards of two words."""
    while plain:
        row[start + writing.column[lowest(plain)]] = 1
        plain &= plain - 1
    while tarocks:
        row[start + writing.column[FIRST_TRUMP_NUMBER + lowest(tarocks)]] = 1
        tarocks &= tarocks - 1


@compiled(inline=True)
def bytes_of(bits: int) -> int:
    """Give a word in which a byte is 1 for each of up to seven bits."""
    return bits * _BITS_APART & EVERY


@compiled(inline=True)
def filled(word: int) -> int:
    """Give a word in which a byte is 1 where one of the first seven of a word is not 0."""
    return ((word & _SEVEN_BITS) + _SEVEN_BITS | word) >> (BITS - 1) & EVERY


@compiled(inline=True)
def turned(word: int, viewer: int, seats: int) -> int:
    """Turn a word of a byte for each seat so that it begins with the viewer's.

    Beyond the byte of the last seat there may be anything.
    """
    return word >> (BITS * viewer) | word << (BITS * (seats - viewer))
