"""What the seat to play sees, written into a row of bytes: the same as `matto.encoding` writes.

What was settled before the first card is kept with the deal, as `Seen`; all else is worked out
from the state at every card, and from `notes` of what the cards have shown.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import FIRST_TRUMP_NUMBER, TRUMP
from matto.kernel.bits import copy_bytes, lowest
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    BEST_SEAT,
    CALLED,
    DRAWN,
    LEADER,
    LYING,
    LYING_PLAIN,
    LYING_TAROCKS,
    MOST_SEATS,
    NO_CARD,
    NO_SUIT,
    OWN_PLAIN,
    OWN_TAROCKS,
    PLAIN,
    SEATS,
    STOCK,
    SUITS_LED,
    TAROCKS,
    TURN,
    WON,
    Numbers,
    PlayRules,
)

Bytes = NDArray[np.uint8]

SUITS = TRUMP + 1
MOST = 255

# -- notes of a row --------------------------------------------------------------------------
FOLLOW = 0  # the suit to be followed in the trick that is going on, or NO_SUIT
LIES = 1  # the values of the cards of that trick
VOID = 2  # by seat: a bit for each suit in which it has shown itself void
LED_LAST = VOID + MOST_SEATS  # by seat: the plain suit it led last, or NO_SUIT
POINTS = LED_LAST + MOST_SEATS  # by seat: the values of the cards in its tricks
NOTES = POINTS + MOST_SEATS

# -- where the planes begin that change while cards are played ---------------------------------
PLANES = (
    "hand",
    "lying",
    "played",
    "held",
    "void",
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
    _HAND,
    _LYING,
    _PLAYED,
    _HELD,
    _VOID,
    _LED,
    _SUITS_LED,
    _LEADER,
    _WINNING,
    _TRICKS,
    _POINTS,
    _FRIENDS,
    _STOCK,
    _ASKED,
) = range(len(PLANES))


class Writing(NamedTuple):
    """Where everything lies in a row.

    `start`: where each of `PLANES` begins, and last where the others do. `columns`: how many
    cards there are. `column`, `suit` and `value`: by card number; a Fool that is no trump has
    no suit.
    """

    start: Numbers
    columns: int
    column: Numbers
    suit: Numbers
    value: Numbers


class Seen(NamedTuple):
    """What seats had seen before the first card of each deal.

    `settled`: `[d, seats, length]`, the planes that do not change any more, by viewer. `held`:
    `[d, viewers, seats, 2]`, the cards that a viewer knows each to hold, as two words.
    `friends`: `[d, 2, viewers]`, a bit for each seat known to be on the viewer's side, before
    and after the called card is played. `parted_by`: `[d]`, a bit for each seat that ends this
    when it wins a trick.
    """

    settled: Bytes
    held: Numbers
    friends: Numbers
    parted_by: Numbers


@compiled(inline=True)
def clear_notes(notes: Numbers) -> None:
    """Nothing has been shown yet."""
    for place in range(NOTES):
        notes[place] = 0
    notes[FOLLOW] = NO_SUIT
    for seat in range(MOST_SEATS):
        notes[LED_LAST + seat] = NO_SUIT


@compiled(inline=True)
def note_card(
    notes: Numbers, shown: Bytes, state: Numbers, writing: Writing, card: int
) -> None:
    """Take note of a card before it is played."""
    seat, suit = state[TURN], writing.suit[card]
    shown[writing.columns * seat + writing.column[card]] = 1
    if state[LYING] == 0:
        notes[FOLLOW], notes[LIES] = NO_SUIT, 0
        if 0 <= suit < TRUMP:
            notes[LED_LAST + seat] = suit
    notes[LIES] += writing.value[card]
    if suit == NO_SUIT:
        return
    follow = notes[FOLLOW]
    if follow == NO_SUIT:
        notes[FOLLOW] = suit
    elif suit != follow:
        notes[VOID + seat] |= 1 << follow | (0 if suit == TRUMP else 1 << TRUMP)


@compiled(inline=True)
def note_trick(
    notes: Numbers, state: Numbers, writing: Writing, stock: Numbers, seats: int, drawn: int
) -> None:
    """Take note of a trick that is finished, and of the cards drawn after it."""
    winner = state[LEADER]
    notes[POINTS + winner] += notes[LIES]
    for place in range(drawn, state[DRAWN]):
        suit = writing.suit[stock[place]]
        if suit != NO_SUIT:
            notes[VOID + (winner + place - drawn) % seats] &= ~(1 << suit)


@compiled(inline=True)
def observe(
    row: Bytes,
    state: Numbers,
    first: Numbers,
    notes: Numbers,
    shown: Bytes,
    plan: PlayRules,
    seen: Seen,
    slot: int,
    writing: Writing,
) -> None:
    """Write what the seat to play sees.

    `first` is the state at the first lead, `shown` has by seat a byte for each card, 1 once the
    seat has played it.
    """
    start, seats, viewer = writing.start, plan.rules[SEATS], state[TURN]
    settled, kept = start[len(PLANES)], seen.settled[slot, viewer]
    for place in range(settled):
        row[place] = 0
    copy_bytes(row, settled, kept, 0, kept.shape[0])
    put(row, start[_HAND], writing, state[PLAIN + viewer], state[TAROCKS + viewer])
    put(row, start[_LYING], writing, state[LYING_PLAIN], state[LYING_TAROCKS])
    friends = friends_of(state, plan, seen, slot, viewer)
    for seat in range(seats):
        place = seat - viewer if seat >= viewer else seat - viewer + seats
        put_cards(row, place, seat, shown, state, first, seen.held[slot, viewer, seat], writing)
        put_seat(row, place, seat, state, notes, writing)
        row[start[_FRIENDS] + place] = friends >> seat & 1
    for suit in range(TRUMP):
        row[start[_SUITS_LED] + suit] = state[SUITS_LED] >> suit & 1
    row[start[_STOCK]] = plan.rules[STOCK] - state[DRAWN]
    row[start[_ASKED]] = 1


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
def put_cards(
    row: Bytes,
    place: int,
    seat: int,
    shown: Bytes,
    state: Numbers,
    first: Numbers,
    held: Numbers,
    writing: Writing,
) -> None:
    """Mark what a seat has played, and what it is known to hold."""
    own_plain, own_tarocks = state[OWN_PLAIN + seat], state[OWN_TAROCKS + seat]
    plain, tarocks = own_plain & ~state[PLAIN + seat], own_tarocks & ~state[TAROCKS + seat]
    begin, columns = writing.columns * place, writing.columns
    copy_bytes(row, writing.start[_PLAYED] + begin, shown, columns * seat, columns)
    drawn_plain = own_plain & ~first[OWN_PLAIN + seat]
    drawn_tarocks = own_tarocks & ~first[OWN_TAROCKS + seat]
    plain, tarocks = (held[0] | drawn_plain) & ~plain, (held[1] | drawn_tarocks) & ~tarocks
    put(row, writing.start[_HELD] + begin, writing, plain, tarocks)


@compiled(inline=True)
def put_seat(
    row: Bytes, place: int, seat: int, state: Numbers, notes: Numbers, writing: Writing
) -> None:
    """Write what a seat has led, won and shown besides cards."""
    start, suit = writing.start, notes[LED_LAST + seat]
    if suit != NO_SUIT:
        row[start[_LED] + TRUMP * place + suit] = 1
    row[start[_POINTS] + place] = min(MOST, notes[POINTS + seat])
    row[start[_TRICKS] + place] = state[WON + seat]
    row[start[_LEADER] + place] = state[LEADER] == seat
    row[start[_WINNING] + place] = state[LYING] > 0 and state[BEST_SEAT] == seat
    if place:
        for suit in range(SUITS):
            row[start[_VOID] + SUITS * place + suit] = notes[VOID + seat] >> suit & 1


@compiled(inline=True)
def friends_of(state: Numbers, plan: PlayRules, seen: Seen, slot: int, viewer: int) -> int:
    """Give a bit for each seat that the viewer knows to be on its side."""
    called, known = plan.rules[CALLED], 0
    if seen.parted_by[slot]:
        for seat in range(plan.rules[SEATS]):
            if seen.parted_by[slot] >> seat & 1 and state[WON + seat]:
                return 0
    if called != NO_CARD:
        for seat in range(plan.rules[SEATS]):
            if called < FIRST_TRUMP_NUMBER:
                played = state[OWN_PLAIN + seat] & ~state[PLAIN + seat]
                known |= played >> called & 1
            else:
                played = state[OWN_TAROCKS + seat] & ~state[TAROCKS + seat]
                known |= played >> (called - FIRST_TRUMP_NUMBER) & 1
    return seen.friends[slot, known, viewer]
