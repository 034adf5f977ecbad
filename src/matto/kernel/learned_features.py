"""What a network is told of each card that may be played, compiled.

The names stand in `matto.kernel.card_features`; `matto.players.learned.features` says the same
with NumPy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import TRUMP
from matto.kernel.batch_layout import Bytes
from matto.kernel.card_features import (
    ABOVE,
    ABOVE_SHARE,
    AT_AWAY,
    AT_CEILING,
    AT_FRIENDS,
    AT_HAND,
    AT_LEADER,
    AT_LYING,
    AT_NAMED,
    AT_OPEN,
    AT_PLAYED,
    AT_SUITS_LED,
    AT_VOID,
    AT_WINNING,
    BETWEEN,
    DEAR,
    FOES_BEHIND,
    FOOL,
    FRIEND_RUFFS,
    FRIEND_WINS,
    FRIEND_WORTH,
    FRIENDS_BEHIND,
    HEIGHTS,
    HELD,
    IS_FOOL,
    IS_TRUMP,
    LEADS,
    LED_BEFORE,
    MASTERS,
    NAMED,
    OVER,
    OWN,
    OWN_ABOVE,
    OWN_LOW,
    OWN_TOP,
    OWN_TRUMPS,
    POINTS,
    RUFFS,
    SAME,
    SUITS,
    TAKES,
    TAKES_POINTS,
    TAKES_TOP,
    TOP,
    TRUMPS,
    WORTH,
    CardTables,
)
from matto.kernel.compiled import compiled
from matto.kernel.layout import NO_CARD, Numbers

Floats = NDArray[np.float32]

LIE, FIRST, BEST, OF_TRICK = 0, 1, 2, 3
"""How many cards lie, the one led and the best so far: columns, or `NO_CARD`."""


@compiled
def tell_whole(
    row: Bytes, tables: CardTables, abroad: Bytes, trick: Numbers, told: Floats
) -> None:
    """Write what is the same for all cards of a position, and the cards others may have."""
    start, columns = tables.start, tables.suit.shape[0]
    for feature in range(told.shape[0]):
        told[feature] = 0.0
    for column in range(columns):
        abroad[column] = is_abroad(row, tables, column)
    for column in range(columns):
        trump = tables.suit[column] == TRUMP
        told[TRUMPS] += trump and abroad[column]
        if row[start[AT_HAND] + column]:
            told[HELD] += 1
            told[OWN_TRUMPS] += trump
            told[MASTERS] += above(abroad, 0, tables, column) == 0
    tell_trick(row, tables, trick, told)


@compiled
def tell_trick(row: Bytes, tables: CardTables, trick: Numbers, told: Floats) -> None:
    """Write what lies, and who wins and plays after this seat."""
    start, lies = tables.start, 0
    for column in range(tables.suit.shape[0]):
        if row[start[AT_LYING] + column]:
            lies += 1
            told[POINTS] += taken(tables, column)
    told[LEADS] = lies == 0
    for seat in range(1, tables.seats):
        friend = row[start[AT_FRIENDS] + seat]
        told[FRIEND_WINS] += friend * row[start[AT_WINNING] + seat]
        if seat < tables.seats - lies:
            told[FRIENDS_BEHIND if friend else FOES_BEHIND] += 1
    trick[LIE], trick[FIRST], trick[BEST] = lies, NO_CARD, NO_CARD
    if lies:
        trick[FIRST] = card_of(row, tables, AT_LEADER)
        trick[BEST] = card_of(row, tables, AT_WINNING)


@compiled(inline=True)
def taken(tables: CardTables, column: int) -> float:
    """What it is worth to take a card: nothing if it is a Fool that is no trump."""
    return 0.0 if tables.suit[column] == FOOL else tables.worth[column]


@compiled(inline=True)
def is_abroad(row: Bytes, tables: CardTables, column: int) -> int:
    """Tell whether others may have a card: 1 or 0."""
    start, columns = tables.start, tables.suit.shape[0]
    if not tables.there[column] or row[start[AT_HAND] + column]:
        return 0
    if row[start[AT_AWAY] + column] or row[start[AT_OPEN] + column]:
        return 0
    for seat in range(tables.seats):
        if row[start[AT_PLAYED] + seat * columns + column]:
            return 0
    return 1


@compiled
def above(cards: Bytes, begin: int, tables: CardTables, column: int) -> int:
    """Count the higher ones of a card's suit among cards that begin at a place."""
    found, suit, height = 0, tables.suit[column], tables.height[column]
    for other in range(tables.first[suit], tables.end[suit]):
        if tables.suit[other] == suit and tables.height[other] > height:
            found += cards[begin + other]
    return found


@compiled
def card_of(row: Bytes, tables: CardTables, plane: int) -> int:
    """Find the card in the trick of the seat that a plane marks, or `NO_CARD`."""
    start, columns = tables.start, tables.suit.shape[0]
    for seat in range(tables.seats):
        if row[start[plane] + seat]:
            for column in range(columns):
                played = row[start[AT_PLAYED] + seat * columns + column]
                if played and row[start[AT_LYING] + column]:
                    return column
    return NO_CARD


@compiled
def tell_card(
    row: Bytes, tables: CardTables, abroad: Bytes, trick: Numbers, column: int, told: Floats
) -> None:
    """Write what is told of one card, where the whole position stands already."""
    suit, start, best = tables.suit[column], tables.start, trick[BEST]
    told[IS_TRUMP], told[IS_FOOL] = suit == TRUMP, suit == FOOL
    told[WORTH], told[NAMED] = tables.worth[column], row[start[AT_NAMED] + column]
    tell_suit(row, tables, abroad, column, told)
    takes, between = suit != FOOL, told[OWN] - 1
    between -= told[OWN_ABOVE]
    if best != NO_CARD:
        takes = takes_over(tables, column, best)
        if tables.suit[best] == suit:
            ours = above(row, start[AT_HAND], tables, best)
            between = ours - told[OWN_ABOVE] - 1
    told[TAKES] = takes
    told[BETWEEN] = between if takes else 0.0
    told[TAKES_TOP] = told[TOP] if takes else 0.0
    told[TAKES_POINTS] = told[POINTS] if takes else 0.0
    told[FRIEND_WORTH] = told[FRIEND_WINS] * told[WORTH]
    tell_others(row, tables, trick, column, told)


@compiled
def tell_suit(row: Bytes, tables: CardTables, abroad: Bytes, column: int, told: Floats) -> None:
    """Write what is known of the suit of a card."""
    same, dear, own, hand = 0, 0.0, 0, tables.start[AT_HAND]
    suit = tables.suit[column]
    for other in range(tables.first[suit], tables.end[suit]):
        if tables.suit[other] == suit:
            own += row[hand + other]
            if abroad[other]:
                same += 1
                dear += taken(tables, other)
    higher = above(abroad, 0, tables, column)
    ours = above(row, hand, tables, column)
    told[ABOVE], told[TOP], told[SAME], told[DEAR] = higher, higher == 0, same, dear
    told[ABOVE_SHARE] = higher / max(same, 1)
    told[OWN], told[OWN_ABOVE], told[OWN_TOP] = own, ours, ours == 0
    told[OWN_LOW] = own - 1 - ours == 0


@compiled(inline=True)
def takes_over(tables: CardTables, column: int, best: int) -> bool:
    """Tell whether a card takes a trick in which another is best."""
    suit, other = tables.suit[column], tables.suit[best]
    if suit == FOOL:
        return False
    if suit == other:
        return bool(tables.height[column] > tables.height[best])
    return bool(suit == TRUMP or other == FOOL)


@compiled
def tell_others(
    row: Bytes, tables: CardTables, trick: Numbers, column: int, told: Floats
) -> None:
    """Write who may go over a card, and whether its suit was led."""
    suit, start, seats = tables.suit[column], tables.start, tables.seats
    led = suit
    if trick[FIRST] != NO_CARD and tables.suit[trick[FIRST]] != FOOL:
        led = tables.suit[trick[FIRST]]
    told[OVER] = told[RUFFS] = told[FRIEND_RUFFS] = 0.0
    for seat in range(1, seats):
        ceiling, void = start[AT_CEILING] + HEIGHTS * seat, start[AT_VOID] + SUITS * seat
        trumps = row[ceiling + TRUMP] > 0
        if row[start[AT_FRIENDS] + seat]:
            told[FRIEND_RUFFS] += trumps and suit < TRUMP and row[void + suit]
        elif seat < seats - trick[LIE]:
            told[OVER] += row[ceiling + suit] > tables.height[column]
            told[RUFFS] += trumps and led < TRUMP and row[void + led]
    told[LED_BEFORE] = row[start[AT_SUITS_LED] + suit] if suit < TRUMP else 0
