"""What the seat to play sees, as a row of bytes: the same as `matto.players.encoding`.

What was settled before the first card is kept with the deal, as `Seen`; all else is worked out
from the state at every card, and from `notes` of what the cards have shown. What is shorter
than a word is written as one: it reaches into what comes behind it, which is written later.

`matto.players.encoding.suits` says the same with NumPy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    JACK_BIT,
    KING_BIT,
    LEADING,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
)
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    BEST_SEAT,
    CALLED,
    DRAWN,
    DUTIES,
    LEADER,
    LED,
    LYING,
    LYING_PLAIN,
    MOST_SEATS,
    NO_CARD,
    OWN_PLAIN,
    OWN_TAROCKS,
    PLAIN,
    SEATS,
    STOCK,
    SUITS_LED,
    TAROCKS,
    TRICKS,
    TURN,
    UNTIL,
    Numbers,
    Plan,
    PlayRules,
)
from matto.kernel.primitives import BITS, clear_bytes, copy_bytes, lowest, put_eight, put_four

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
    and late (`matto.players.encoding.observation`). `heights`: `[parts, sets]`, for each set of
    cards in a part of a word the greatest strength.
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


@compiled(inline=True)
def clear_notes(notes: Numbers) -> None:
    """Nothing has been shown yet."""
    for place in range(NOTES):
        notes[place] = 0


@compiled(inline=True)
def note_deal(planes: Bytes, state: Numbers, plan: PlayRules, writing: Writing) -> None:
    """Take note of the hands at the first lead."""
    clear_bytes(planes, 0, planes.shape[0])
    seats = plan.rules[SEATS]
    for seat in range(seats):
        hand = writing.columns * (seats + seat)
        put(planes, hand, writing, state[PLAIN + seat], state[TAROCKS + seat])


@compiled(inline=True)
def note_card(
    notes: Numbers, planes: Bytes, state: Numbers, plan: PlayRules, writing: Writing, card: int
) -> None:
    """Take note of a card before it is played."""
    seat, suit, led = state[TURN], writing.suit[card], state[LED]
    seats, columns, column = plan.rules[SEATS], writing.columns, writing.column[card]
    planes[columns * seat + column] = 1
    planes[columns * (seats + seat) + column] = 0
    planes[2 * seats * columns + column] = 1
    if card < FIRST_TRUMP_NUMBER:
        notes[PLAYED] |= 1 << card
        if state[LYING] == 0:
            notes[LED_LAST + seat] = 1 << (BITS * suit)
    else:
        notes[PLAYED + 1] |= 1 << (card - FIRST_TRUMP_NUMBER)
    notes[LIES] += writing.value[card]
    late = 1 if state[TRICKS] >= plan.rules[UNTIL] else 0
    notes[LACKS + seat] |= writing.lacking[late, led, suit]
    if plan.rules[DUTIES] and suit < TRUMP and (led in (LEADING, suit)):
        note_duty(notes, state, seat, card)


@compiled
def note_duty(notes: Numbers, state: Numbers, seat: int, card: int) -> None:
    """Note which court would have had to be played: see `matto.engine.tricks.dutiful`."""
    suit = card // RANKS_IN_SUIT
    shift, bit = RANKS_IN_SUIT * suit, 1 << (card - RANKS_IN_SUIT * suit)
    if not state[SUITS_LED] >> suit & 1 and bit != KING_BIT:
        notes[BARRED + seat] |= KING_BIT << shift
    if state[LYING_PLAIN] >> shift & KING_BIT and bit != JACK_BIT:
        notes[BARRED + seat] |= JACK_BIT << shift


@compiled(inline=True)
def note_trick(
    notes: Numbers,
    planes: Bytes,
    state: Numbers,
    plan: PlayRules,
    writing: Writing,
    stock: Numbers,
) -> None:
    """Take note of a trick that is finished, and of the cards drawn after it."""
    seats, winner = plan.rules[SEATS], state[LEADER]
    clear_bytes(planes, 2 * seats * writing.columns, writing.columns)
    byte = BITS * winner
    points = notes[POINTS] >> byte & MOST
    notes[POINTS] += (min(MOST, points + notes[LIES]) - points) << byte
    notes[TRICKS_WON] += 1 << byte
    notes[LIES] = 0
    drawn = (state[TRICKS] - 1) * seats  # before: as many as the stock had, or this
    for place in range(drawn, state[DRAWN]):
        seat = (winner + place) % seats
        planes[writing.columns * (seats + seat) + writing.column[stock[place]]] = 1


HEIGHTS = SUITS + 1
"""So many bytes say how high a seat can be."""


@compiled(inline=True)
def observe(row: Bytes, sighted: Sighted) -> None:
    """Write what the seat to play sees."""
    start, viewer, planes = sighted.writing.start, sighted.state[TURN], sighted.planes
    seats, columns = sighted.plan.rules[SEATS], sighted.writing.columns
    settled, kept = start[len(PLANES)], sighted.seen.settled[sighted.slot, viewer]
    copy_bytes(row, start[AT_HAND], planes, columns * (seats + viewer), columns)
    copy_bytes(row, start[AT_LYING], planes, columns * 2 * seats, columns)
    before, behind = columns * viewer, columns * (seats - viewer)
    copy_bytes(row, start[AT_PLAYED], planes, before, behind)
    copy_bytes(row, start[AT_PLAYED] + behind, planes, 0, before)
    clear_bytes(row, start[AT_HELD], columns * seats + SUITS)
    put_hands(row, sighted)
    put_course(row, sighted)
    copy_bytes(row, settled, kept, 0, kept.shape[0])


@compiled(inline=True)
def put_hands(row: Bytes, sighted: Sighted) -> None:
    """Write how high the viewer and others can be, what these lack and are known to hold."""
    state, notes, writing = sighted.state, sighted.notes, sighted.writing
    viewer, seats, start = state[TURN], sighted.plan.rules[SEATS], writing.start
    knows = sighted.plan.rules[STOCK] or sighted.seen.knows[sighted.slot, viewer]
    if knows:
        put_held(row, sighted, 0, held_by(viewer, sighted))
    unseen = unseen_by(sighted)
    common = highest(writing, unseen[0], unseen[1])
    own = highest(writing, state[PLAIN + viewer], state[TAROCKS + viewer])
    put_eight(row, start[AT_CEILING], own)
    for place in range(1, seats):
        seat = seat_at(place, viewer, seats)
        lacks, most = notes[LACKS + seat], common
        if knows or notes[BARRED + seat]:
            held = held_by(seat, sighted)
            put_held(row, sighted, place, held)
            most = highest_of(seat, unseen, held, sighted)
        else:
            most &= ~(bytes_of(lacks) * MOST)
        put_eight(row, start[AT_CEILING] + HEIGHTS * place, most)
        void = bytes_of(lacks) & ~filled(most)
        put_four(row, start[AT_VOID] + SUITS * place, void)
        row[start[AT_VOID] + SUITS * place + TRUMP] = void >> (BITS * TRUMP) & 1


@compiled(inline=True)
def put_course(row: Bytes, sighted: Sighted) -> None:
    """Write what has been led and won, by whom, and who is asked."""
    state, notes, start = sighted.state, sighted.notes, sighted.writing.start
    viewer, seats = state[TURN], sighted.plan.rules[SEATS]
    for place in range(seats):
        led = notes[LED_LAST + seat_at(place, viewer, seats)]
        put_four(row, start[AT_LED] + TRUMP * place, led)
    put_four(row, start[AT_SUITS_LED], bytes_of(state[SUITS_LED]))
    put_eight(row, start[AT_LEADER], turned(1 << (BITS * state[LEADER]), viewer, seats))
    winning = (state[LYING] > 0) << (BITS * state[BEST_SEAT])
    put_eight(row, start[AT_WINNING], turned(winning, viewer, seats))
    put_eight(row, start[AT_TRICKS], turned(notes[TRICKS_WON], viewer, seats))
    put_eight(row, start[AT_POINTS], turned(notes[POINTS], viewer, seats))
    put_eight(row, start[AT_FRIENDS], friends_of(sighted))
    row[start[AT_STOCK]] = sighted.plan.rules[STOCK] - state[DRAWN]
    put_eight(row, start[AT_ASKED], 1)


@compiled(inline=True)
def seat_at(place: int, viewer: int, seats: int) -> int:
    """Give the seat that is so many places after the viewer."""
    return viewer + place if viewer + place < seats else viewer + place - seats


@compiled(inline=True)
def held_by(seat: int, sighted: Sighted) -> tuple[int, int]:
    """Give the cards that a seat is known to hold: those seen before, or drawn since."""
    known, notes = sighted.seen.held[sighted.slot, sighted.state[TURN], seat], sighted.notes
    drawn = drawn_by(seat, sighted)
    return (known[0] | drawn[0]) & ~notes[PLAYED], (known[1] | drawn[1]) & ~notes[PLAYED + 1]


@compiled(inline=True)
def drawn_by(seat: int, sighted: Sighted) -> tuple[int, int]:
    """Give the cards that a seat has drawn, as two words."""
    state, first = sighted.state, sighted.first
    return (
        state[OWN_PLAIN + seat] & ~first[OWN_PLAIN + seat],
        state[OWN_TAROCKS + seat] & ~first[OWN_TAROCKS + seat],
    )


@compiled(inline=True)
def put_held(row: Bytes, sighted: Sighted, place: int, held: tuple[int, int]) -> None:
    """Write the cards that a seat is known to hold."""
    writing = sighted.writing
    put(row, writing.start[AT_HELD] + writing.columns * place, writing, held[0], held[1])


@compiled(inline=True)
def unseen_by(sighted: Sighted) -> tuple[int, int]:
    """Give the cards that may be in any hand but the viewer's, for all that he has seen."""
    unseen, notes = sighted.seen.unseen[sighted.slot, sighted.state[TURN]], sighted.notes
    plain, tarocks = unseen[0] & ~notes[PLAYED], unseen[1] & ~notes[PLAYED + 1]
    if sighted.plan.rules[STOCK]:
        for seat in range(sighted.plan.rules[SEATS]):
            drawn = drawn_by(seat, sighted)
            plain &= ~drawn[0]
            tarocks &= ~drawn[1]
    return plain, tarocks


@compiled(inline=True)
def highest(writing: Writing, plain: int, tarocks: int) -> int:
    """Give the greatest strength in each suit of two words, and whether the Fool is there.

    It is a word of `HEIGHTS` bytes.
    """
    heights, found, best = writing.heights, 0, 0
    for suit in range(TRUMP):
        part = 2 * suit
        low = int(heights[part, plain >> (PART * part) & PART_BITS])
        high = int(heights[part + 1, plain >> (PART * (part + 1)) & PART_BITS])
        found |= max(low, high) << (BITS * suit)
    for part in range(TAROCK_PARTS):
        height = int(heights[PLAIN_PARTS + part, tarocks >> (PART * part) & PART_BITS])
        best = max(best, height)
    fool = writing.suit[FOOL_NUMBER] == FOOL and tarocks & FOOL_BIT != 0
    return found | best << (BITS * TRUMP) | fool << (BITS * FOOL)


@compiled(inline=True)
def highest_of(
    seat: int, unseen: tuple[int, int], held: tuple[int, int], sighted: Sighted
) -> int:
    """Give how high another seat can be that has shown more than suits that it lacks."""
    notes, writing = sighted.notes, sighted.writing
    plain, tarocks = without(
        notes[LACKS + seat], unseen[0] & ~notes[BARRED + seat], unseen[1], writing
    )
    return highest(writing, plain | held[0], tarocks | held[1])


@compiled(inline=True)
def without(lacks: int, plain: int, tarocks: int, writing: Writing) -> tuple[int, int]:
    """Leave out of two words the suits of some bits."""
    for suit in range(TRUMP):
        if lacks >> suit & 1:
            plain &= ~(SUIT_BITS << (RANKS_IN_SUIT * suit))
    if lacks >> TRUMP & 1:
        tarocks &= FOOL_BIT if writing.suit[FOOL_NUMBER] == FOOL else 0
    if lacks >> FOOL & 1:
        tarocks &= ~FOOL_BIT
    return plain, tarocks


@compiled(inline=True)
def friends_of(sighted: Sighted) -> int:
    """Give a word in which the bytes of those known to be on the viewer's side are 1."""
    seen, slot, notes = sighted.seen, sighted.slot, sighted.notes
    called = sighted.plan.rules[CALLED]
    if notes[TRICKS_WON] & seen.parted_by[slot]:
        return 0
    known = 0
    if called != NO_CARD and called < FIRST_TRUMP_NUMBER:
        known = notes[PLAYED] >> called & 1
    elif called != NO_CARD:
        known = notes[PLAYED + 1] >> (called - FIRST_TRUMP_NUMBER) & 1
    return int(seen.friends[slot, known, sighted.state[TURN]])


class Suits(NamedTuple):
    """What each suit has in observations and among actions, to put alike ones in order.

    `groups`: `[groups, 4]`, suits that are alike. `entries` and `actions`: `[4, most]`, those
    of a suit, in the same order for all of a group. `suit_of_action`: the suit that has it;
    `at_action`: its place there. Where there is none stands -1.
    """

    groups: Numbers
    entries: Numbers
    actions: Numbers
    suit_of_action: Numbers
    at_action: Numbers


@compiled
def order_suits(row: Bytes, suits: Suits, places: Numbers) -> None:
    """Find in whose place each suit stands when more comes before less."""
    for suit in range(TRUMP):
        places[suit] = suit
    for group in suits.groups:
        for own in group:
            if own < 0:
                break
            rank = 0
            for other in group:
                if other >= 0:
                    rank += comes_before(row, suits, other, own)
            places[own] = group[rank]


@compiled
def comes_before(row: Bytes, suits: Suits, other: int, own: int) -> int:
    """Tell whether a suit comes before an alike one: 1 or 0; of equals the first."""
    for place in range(suits.entries.shape[1]):
        entry = suits.entries[own, place]
        if entry < 0:
            break
        theirs, ours = row[suits.entries[other, place]], row[entry]
        if theirs != ours:
            return 1 if theirs > ours else 0
    return 1 if other < own else 0


@compiled(inline=True)
def action_in_order(action: int, suits: Suits, places: Numbers) -> int:
    """Give what an action is in the order of suits."""
    suit = suits.suit_of_action[action]
    return action if suit < 0 else suits.actions[places[suit], suits.at_action[action]]


@compiled
def put_in_order(row: Bytes, suits: Suits, places: Numbers, ordered: Bytes) -> None:
    """Write an observation with each suit in its place."""
    for entry in range(row.shape[0]):
        ordered[entry] = row[entry]
    for suit in range(TRUMP):
        there = places[suit]
        if there == suit:
            continue
        for place in range(suits.entries.shape[1]):
            entry = suits.entries[suit, place]
            if entry < 0:
                break
            ordered[suits.entries[there, place]] = row[entry]
