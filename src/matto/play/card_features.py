"""The features of each legal card for a network: their names, order and scale.

All of it follows from an observation, a row of bytes, and from what is the same in every deal
of a game (`CardTables`).
"""

from __future__ import annotations

from typing import NamedTuple

from matto.engine.tricks import TRUMP
from matto.play.bits import Cells, Row
from matto.play.layout import NO_CARD
from matto.play.observation import (
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
    CLASSES,
    FOOL,
    SUITS,
)

SCALE_OF = {
    "promised": 1.0,  # by the rule of thumb (`promise_inputs`)
    "usual": 1.0,  # what the rule of thumb would play
    "trump": 1.0,
    "fool": 1.0,  # one that is no trump
    "worth": 1 / 4,
    "named": 1.0,  # aloud, by somebody
    "above": 1 / 5,  # higher ones of its suit that others may have
    "top": 1.0,  # there are none
    "same": 1 / 8,  # all of its suit that others may have
    "above_share": 1.0,
    "dear": 1 / 8,  # what these are worth
    "own": 1 / 6,  # the viewer's own of its suit
    "own_above": 1 / 4,
    "own_top": 1.0,
    "own_low": 1.0,
    "takes": 1.0,  # it would be the best of the trick
    "between": 1 / 3,  # lower ones of its suit that take, too
    "takes_top": 1.0,
    "takes_points": 1 / 8,
    "leads": 1.0,
    "points": 1 / 8,  # what lies
    "friend_wins": 1.0,
    "friend_worth": 1 / 4,  # the card's, where a friend wins
    "trumps": 1 / 10,  # that others may have
    "own_trumps": 1 / 8,
    "masters": 1 / 5,  # own cards above which there are none
    "held": 1 / 20,
    "foes_behind": 1 / 2,  # who play after this card; all are foes who are not known as friends
    "friends_behind": 1 / 2,
    "over": 1 / 2,  # foes behind who may have a higher one of its suit
    "ruffs": 1 / 2,  # foes behind who lack the suit that was led and may have a trump
    "friend_ruffs": 1 / 2,  # friends who lack its suit and may have a trump
    "led_before": 1.0,  # its suit
}
"""The names of what is told, in order, and by what each is multiplied."""

FEATURES = tuple(SCALE_OF)
SCALE = tuple(SCALE_OF.values())

(
    PROMISED,
    USUAL,
    IS_TRUMP,
    IS_FOOL,
    WORTH,
    NAMED,
    ABOVE,
    TOP,
    SAME,
    ABOVE_SHARE,
    DEAR,
    OWN,
    OWN_ABOVE,
    OWN_TOP,
    OWN_LOW,
    TAKES,
    BETWEEN,
    TAKES_TOP,
    TAKES_POINTS,
    LEADS,
    POINTS,
    FRIEND_WINS,
    FRIEND_WORTH,
    TRUMPS,
    OWN_TRUMPS,
    MASTERS,
    HELD,
    FOES_BEHIND,
    FRIENDS_BEHIND,
    OVER,
    RUFFS,
    FRIEND_RUFFS,
    LED_BEFORE,
) = range(len(FEATURES))

OF_ALL_CARDS = (
    *(LEADS, POINTS, FRIEND_WINS, TRUMPS, OWN_TRUMPS, MASTERS, HELD),
    *(FOES_BEHIND, FRIENDS_BEHIND),
)
"""Features common to all legal cards; the rest are by card."""


class CardTables(NamedTuple):
    """Constants of a game, by the columns of cards.

    `suit`, `height` in it, `worth`; `there`: 1 for the cards of the pack that is played with.
    `first`, `end`: between which columns the cards of each suit lie. `start`: where each
    plane begins. `seats`: how many.
    """

    suit: Row
    first: Row
    end: Row
    height: Row
    worth: Row
    there: Row
    start: Row
    seats: int


LIE, FIRST, BEST, OF_TRICK = 0, 1, 2, 3
"""How many cards lie, the one led and the best so far: columns, or `NO_CARD`."""


def write_common(row: Row, tables: CardTables, abroad: Cells, trick: Cells, out: Cells) -> None:
    """Write what is the same for all cards of a position, and the cards others may have."""
    start, columns = tables.start, len(tables.suit)
    for feature in range(len(out)):
        out[feature] = 0.0
    for column in range(columns):
        abroad[column] = is_abroad(row, tables, column)
    for column in range(columns):
        trump = tables.suit[column] == TRUMP
        out[TRUMPS] += trump and abroad[column]
        if row[start[AT_HAND] + column]:
            out[HELD] += 1
            out[OWN_TRUMPS] += trump
            out[MASTERS] += above(abroad, 0, tables, column) == 0
    write_trick(row, tables, trick, out)


def write_trick(row: Row, tables: CardTables, trick: Cells, out: Cells) -> None:
    """Write what lies, and who wins and plays after this seat."""
    start, lies = tables.start, 0
    for column in range(len(tables.suit)):
        if row[start[AT_LYING] + column]:
            lies += 1
            out[POINTS] += taken(tables, column)
    out[LEADS] = lies == 0
    for seat in range(1, tables.seats):
        friend = row[start[AT_FRIENDS] + seat]
        out[FRIEND_WINS] += friend * row[start[AT_WINNING] + seat]
        if seat < tables.seats - lies:
            out[FRIENDS_BEHIND if friend else FOES_BEHIND] += 1
    trick[LIE], trick[FIRST], trick[BEST] = lies, NO_CARD, NO_CARD
    if lies:
        trick[FIRST] = card_of(row, tables, AT_LEADER)
        trick[BEST] = card_of(row, tables, AT_WINNING)


def taken(tables: CardTables, column: int) -> float:
    """Return what it is worth to take a card: nothing if it is a Fool that is no trump."""
    return 0.0 if tables.suit[column] == FOOL else tables.worth[column]


def is_abroad(row: Row, tables: CardTables, column: int) -> int:
    """Return whether others may have a card: 1 or 0."""
    start, columns = tables.start, len(tables.suit)
    if not tables.there[column] or row[start[AT_HAND] + column]:
        return 0
    if row[start[AT_AWAY] + column] or row[start[AT_OPEN] + column]:
        return 0
    for seat in range(tables.seats):
        if row[start[AT_PLAYED] + seat * columns + column]:
            return 0
    return 1


def above(cards: Row, begin: int, tables: CardTables, column: int) -> int:
    """Count the higher ones of a card's suit among cards that begin at a place."""
    found, suit, height = 0, tables.suit[column], tables.height[column]
    for other in range(tables.first[suit], tables.end[suit]):
        if tables.suit[other] == suit and tables.height[other] > height:
            found += cards[begin + other]
    return found


def card_of(row: Row, tables: CardTables, plane: int) -> int:
    """Find the card in the trick of the seat that a plane marks, or `NO_CARD`."""
    start, columns = tables.start, len(tables.suit)
    for seat in range(tables.seats):
        if row[start[plane] + seat]:
            for column in range(columns):
                played = row[start[AT_PLAYED] + seat * columns + column]
                if played and row[start[AT_LYING] + column]:
                    return column
    return NO_CARD


def write_card(
    row: Row, tables: CardTables, abroad: Cells, trick: Cells, column: int, out: Cells
) -> None:
    """Write the features of one card, where those of the position stand already."""
    suit, start, best = tables.suit[column], tables.start, trick[BEST]
    out[IS_TRUMP], out[IS_FOOL] = suit == TRUMP, suit == FOOL
    out[WORTH], out[NAMED] = tables.worth[column], row[start[AT_NAMED] + column]
    write_suit(row, tables, abroad, column, out)
    takes, between = suit != FOOL, out[OWN] - 1
    between -= out[OWN_ABOVE]
    if best != NO_CARD:
        takes = takes_over(tables, column, best)
        if tables.suit[best] == suit:
            ours = above(row, start[AT_HAND], tables, best)
            between = ours - out[OWN_ABOVE] - 1
    out[TAKES] = takes
    out[BETWEEN] = between if takes else 0.0
    out[TAKES_TOP] = out[TOP] if takes else 0.0
    out[TAKES_POINTS] = out[POINTS] if takes else 0.0
    out[FRIEND_WORTH] = out[FRIEND_WINS] * out[WORTH]
    write_opponents(row, tables, trick, column, out)


def write_suit(row: Row, tables: CardTables, abroad: Cells, column: int, out: Cells) -> None:
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
    out[ABOVE], out[TOP], out[SAME], out[DEAR] = higher, higher == 0, same, dear
    out[ABOVE_SHARE] = higher / max(same, 1)
    out[OWN], out[OWN_ABOVE], out[OWN_TOP] = own, ours, ours == 0
    out[OWN_LOW] = own - 1 - ours == 0


def takes_over(tables: CardTables, column: int, best: int) -> bool:
    """Return whether a card takes a trick in which another is best."""
    suit, other = tables.suit[column], tables.suit[best]
    if suit == FOOL:
        return False
    if suit == other:
        return bool(tables.height[column] > tables.height[best])
    return bool(suit == TRUMP or other == FOOL)


def write_opponents(
    row: Row, tables: CardTables, trick: Cells, column: int, out: Cells
) -> None:
    """Write who may go over a card, and whether its suit was led."""
    suit, start, seats = tables.suit[column], tables.start, tables.seats
    led = suit
    if trick[FIRST] != NO_CARD and tables.suit[trick[FIRST]] != FOOL:
        led = tables.suit[trick[FIRST]]
    out[OVER] = out[RUFFS] = out[FRIEND_RUFFS] = 0.0
    for seat in range(1, seats):
        ceiling, void = start[AT_CEILING] + CLASSES * seat, start[AT_VOID] + SUITS * seat
        trumps = row[ceiling + TRUMP] > 0
        if row[start[AT_FRIENDS] + seat]:
            out[FRIEND_RUFFS] += trumps and suit < TRUMP and row[void + suit]
        elif seat < seats - trick[LIE]:
            out[OVER] += row[ceiling + suit] > tables.height[column]
            out[RUFFS] += trumps and led < TRUMP and row[void + led]
    out[LED_BEFORE] = row[start[AT_SUITS_LED] + suit] if suit < TRUMP else 0
