"""A seat's observation during the play, as a row of bytes, and the notes it is made from.

What the cards have shown is noted card by card; what the seat that looks knows besides is noted
before it looks (from `VIEWER` on). A set of cards is two words, one of seats a word with a byte
for each. What is shorter than a word is written as one: it reaches into what comes behind it,
which is written later.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from matto.engine.tricks import (
    DEMANDED,
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
from matto.play import layout as lay
from matto.play.bits import (
    BITS,
    Cells,
    Row,
    clear_bytes,
    copy_bytes,
    lowest,
    put_eight,
    put_four,
)
from matto.play.layout import MOST_SEATS

SUITS = TRUMP + 1
FOOL = SUITS
CLASSES = SUITS + 1
"""A Fool that is no trump is a suit of its own; so many bytes say how high a seat can be."""
STATES = DEMANDED + SUITS
"""The states of a trick (`matto.engine.tricks`)."""
MOST = 255
"""The largest count that an entry holds; larger ones stay at that."""
EVERY = 0x0101010101010101  # a word of bytes that are 1
_BITS_APART = 0x02040810204081
_SEVEN_BITS = EVERY * 0x7F

PART = 7  # so many bits of a word are looked up at once: half a suit
SETS = 1 << PART
PLAIN_PARTS, TAROCK_PARTS = 8, 4
PARTS = PLAIN_PARTS + TAROCK_PARTS

# -- notes of what the cards have shown --------------------------------------------------------
LIES = 0  # the values of the cards of the trick that is going on
LACKS = 1  # by seat: a bit for each class of cards that it has shown not to hold
BARRED = LACKS + MOST_SEATS  # by seat: courts that it has shown not to hold
LED_LAST = BARRED + MOST_SEATS  # by seat: a word, in which the byte of the suit led last is 1
TRICKS_WON = LED_LAST + MOST_SEATS  # a word: the tricks of each seat
POINTS = TRICKS_WON + 1  # a word: the values of the cards in its tricks, at most `MOST`
PLAYED = POINTS + 1  # two words: the cards that have been played
DRAWN = PLAYED + 2  # by seat: two words, the cards that it has drawn for all to see

# -- notes of what the seat that looks knows besides -------------------------------------------
VIEWER = DRAWN + 2 * MOST_SEATS
OWN = VIEWER + 1  # two words: its hand
UNSEEN = OWN + 2  # two words: the cards that may be in any hand but its own
KNOWS = UNSEEN + 2  # whether it knows of cards in any hand
HELD = KNOWS + 1  # by seat: two words, the cards that it is known to hold
LEADING_SEAT = HELD + 2 * MOST_SEATS  # a word: who leads to the trick
WINNING = LEADING_SEAT + 1  # a word: whose card is best
FRIENDS = WINNING + 1  # a word, counted from the viewer: those known to be on its side
ASKED = FRIENDS + 1  # a word, counted from the viewer: who is asked
SUITS_LED = ASKED + 1  # a bit for each plain suit that was led to a finished trick
DRAWABLE = SUITS_LED + 1  # how many cards are still to be drawn
NOTES = DRAWABLE + 1

# -- the planes of a row: first those that change while cards are played -----------------------
PLANES = (
    *("hand", "lying", "played", "held", "void", "ceiling", "led", "suits_led", "leader"),
    *("winning", "tricks", "points", "friends", "stock", "asked"),
    *("kind", "contract", "away", "open", "talon", "named", "dealer", "taker", "said"),
    *("number", "options", "carried", "ledger"),
)
AT_HAND, AT_LYING, AT_PLAYED, AT_HELD, AT_VOID, AT_CEILING = 0, 1, 2, 3, 4, 5
AT_LED, AT_SUITS_LED, AT_LEADER, AT_WINNING, AT_TRICKS, AT_POINTS = 6, 7, 8, 9, 10, 11
AT_FRIENDS, AT_STOCK, AT_ASKED = 12, 13, 14
SETTLED = 15  # the first of those that are settled before the first card
AT_AWAY, AT_OPEN, AT_NAMED = 17, 18, 20


class Rules(Protocol):
    """The numbers of a plan that are asked for here (see `matto.kernel.layout.Plan`)."""

    @property
    def rules(self) -> Row: ...


class Writing(NamedTuple):
    """Where everything lies in a row.

    `start`: where each of `PLANES` begins. `seats`, `columns`: how many seats and cards there
    are. `column`, `suit` and `value`: by card number. `lacking`:
    by whether it is late (the Fool excuses no more), state of the trick and suit of the card,
    what a card proves its hand to lack. `heights`: by part of a word and set of cards in it,
    the greatest strength.
    """

    start: Row
    seats: int
    columns: int
    column: Row
    suit: Row
    value: Row
    lacking: Row
    heights: Row


def put(row: Cells, start: int, writing: Writing, plain: int, tarocks: int) -> None:
    """Mark the cards of two words."""
    while plain:
        row[start + writing.column[lowest(plain)]] = 1
        plain &= plain - 1
    while tarocks:
        row[start + writing.column[FIRST_TRUMP_NUMBER + lowest(tarocks)]] = 1
        tarocks &= tarocks - 1


# -- what the cards show -----------------------------------------------------------------------


def bytes_shown(writing: Writing) -> int:
    """Return in how many bytes the cards of a deal are noted (`note_card`)."""
    return (2 * writing.seats + 1) * writing.columns


def note_card(
    notes: Cells, planes: Cells, state: Row, plan: Rules, writing: Writing, card: int
) -> None:
    """Take note of a card before it is played.

    `planes` has a byte for each card: by seat those that it has played, by seat those in its
    hand, and last those that lie.
    """
    seat, suit, led = state[lay.TURN], writing.suit[card], state[lay.LED]
    seats, columns, column = writing.seats, writing.columns, writing.column[card]
    planes[columns * seat + column] = 1
    planes[columns * (seats + seat) + column] = 0
    planes[2 * seats * columns + column] = 1
    if card < FIRST_TRUMP_NUMBER:
        notes[PLAYED] |= 1 << card
        if state[lay.LYING] == 0:
            notes[LED_LAST + seat] = 1 << (BITS * suit)
    else:
        notes[PLAYED + 1] |= 1 << (card - FIRST_TRUMP_NUMBER)
    notes[LIES] += writing.value[card]
    late = 1 if state[lay.TRICKS] >= plan.rules[lay.UNTIL] else 0
    notes[LACKS + seat] |= writing.lacking[(late * STATES + led) * CLASSES + suit]
    if plan.rules[lay.DUTIES] and suit < TRUMP and (led in (LEADING, suit)):
        note_duty(notes, state, seat, card)


def note_duty(notes: Cells, state: Row, seat: int, card: int) -> None:
    """Note which court would have had to be played: see `matto.engine.tricks.dutiful`."""
    suit = card // RANKS_IN_SUIT
    shift, bit = RANKS_IN_SUIT * suit, 1 << (card - RANKS_IN_SUIT * suit)
    if not state[lay.SUITS_LED] >> suit & 1 and bit != KING_BIT:
        notes[BARRED + seat] |= KING_BIT << shift
    if state[lay.LYING_PLAIN] >> shift & KING_BIT and bit != JACK_BIT:
        notes[BARRED + seat] |= JACK_BIT << shift


def note_winner(notes: Cells, planes: Cells, writing: Writing, winner: int) -> None:
    """Take note of a trick that is finished."""
    clear_bytes(planes, 2 * writing.seats * writing.columns, writing.columns)
    byte = BITS * winner
    points = notes[POINTS] >> byte & MOST
    notes[POINTS] += (min(MOST, points + notes[LIES]) - points) << byte
    notes[TRICKS_WON] += 1 << byte
    notes[LIES] = 0


# -- what a seat sees --------------------------------------------------------------------------


def write(row: Cells, notes: Row, planes: Row, writing: Writing) -> None:
    """Write what the viewer sees, but for what was settled before the first card."""
    start, viewer, columns = writing.start, notes[VIEWER], writing.columns
    seats = writing.seats
    copy_bytes(row, start[AT_HAND], planes, columns * (seats + viewer), columns)
    copy_bytes(row, start[AT_LYING], planes, columns * 2 * seats, columns)
    before, behind = columns * viewer, columns * (seats - viewer)
    copy_bytes(row, start[AT_PLAYED], planes, before, behind)
    copy_bytes(row, start[AT_PLAYED] + behind, planes, 0, before)
    clear_bytes(row, start[AT_HELD], columns * seats + SUITS)
    put_hands(row, notes, writing)
    put_course(row, notes, writing)


def put_hands(row: Cells, notes: Row, writing: Writing) -> None:
    """Write how high the viewer and others can be, what these lack and are known to hold."""
    viewer, seats, start = notes[VIEWER], writing.seats, writing.start
    knows = notes[KNOWS]
    if knows:
        put_held(row, notes, writing, 0)
    common = highest(writing, notes[UNSEEN], notes[UNSEEN + 1])
    put_eight(row, start[AT_CEILING], highest(writing, notes[OWN], notes[OWN + 1]))
    for place in range(1, seats):
        seat = seat_at(place, viewer, seats)
        lacks, most = notes[LACKS + seat], common
        if knows or notes[BARRED + seat]:
            put_held(row, notes, writing, place)
            most = highest_of(seat, notes, writing)
        else:
            most &= ~(bytes_of(lacks) * MOST)
        put_eight(row, start[AT_CEILING] + CLASSES * place, most)
        void = bytes_of(lacks) & ~filled(most)
        put_four(row, start[AT_VOID] + SUITS * place, void)
        row[start[AT_VOID] + SUITS * place + TRUMP] = void >> (BITS * TRUMP) & 1


def put_held(row: Cells, notes: Row, writing: Writing, place: int) -> None:
    """Write the cards that a seat is known to hold."""
    held = HELD + 2 * seat_at(place, notes[VIEWER], writing.seats)
    at = writing.start[AT_HELD] + writing.columns * place
    put(row, at, writing, notes[held], notes[held + 1])


def put_course(row: Cells, notes: Row, writing: Writing) -> None:
    """Write what has been led and won, by whom, and who is asked."""
    start, viewer, seats = writing.start, notes[VIEWER], writing.seats
    for place in range(seats):
        led = notes[LED_LAST + seat_at(place, viewer, seats)]
        put_four(row, start[AT_LED] + TRUMP * place, led)
    put_four(row, start[AT_SUITS_LED], bytes_of(notes[SUITS_LED]))
    put_eight(row, start[AT_LEADER], turned(notes[LEADING_SEAT], viewer, seats))
    put_eight(row, start[AT_WINNING], turned(notes[WINNING], viewer, seats))
    put_eight(row, start[AT_TRICKS], turned(notes[TRICKS_WON], viewer, seats))
    put_eight(row, start[AT_POINTS], turned(notes[POINTS], viewer, seats))
    put_eight(row, start[AT_FRIENDS], notes[FRIENDS])
    row[start[AT_STOCK]] = notes[DRAWABLE]
    put_eight(row, start[AT_ASKED], notes[ASKED])


def seat_at(place: int, viewer: int, seats: int) -> int:
    """Return the seat that is so many places after the viewer."""
    return viewer + place if viewer + place < seats else viewer + place - seats


def turned(word: int, viewer: int, seats: int) -> int:
    """Turn a word of a byte for each seat so that it begins with the viewer's.

    Beyond the byte of the last seat there may be anything.
    """
    return word >> (BITS * viewer) | word << (BITS * (seats - viewer))


def bytes_of(bits: int) -> int:
    """Return a word in which a byte is 1 for each of up to seven bits."""
    return bits * _BITS_APART & EVERY


def filled(word: int) -> int:
    """Return a word in which a byte is 1 where one of the first seven of a word is not 0."""
    return ((word & _SEVEN_BITS) + _SEVEN_BITS | word) >> (BITS - 1) & EVERY


def highest(writing: Writing, plain: int, tarocks: int) -> int:
    """Return the greatest strength in each suit of two words, and whether the Fool is there.

    It is a word of `CLASSES` bytes.
    """
    heights, found, best = writing.heights, 0, 0
    for suit in range(TRUMP):
        part = 2 * suit
        low = int(heights[part * SETS + (plain >> (PART * part) & (SETS - 1))])
        part += 1
        high = int(heights[part * SETS + (plain >> (PART * part) & (SETS - 1))])
        found |= max(low, high) << (BITS * suit)
    for part in range(TAROCK_PARTS):
        held = tarocks >> (PART * part) & (SETS - 1)
        best = max(best, int(heights[(PLAIN_PARTS + part) * SETS + held]))
    fool = writing.suit[FOOL_NUMBER] == FOOL and tarocks & FOOL_BIT != 0
    return found | best << (BITS * TRUMP) | fool << (BITS * FOOL)


def highest_of(seat: int, notes: Row, writing: Writing) -> int:
    """Return how high another seat can be that has shown more than suits that it lacks."""
    lacks, held = notes[LACKS + seat], HELD + 2 * seat
    plain, tarocks = notes[UNSEEN] & ~notes[BARRED + seat], notes[UNSEEN + 1]
    for suit in range(TRUMP):
        if lacks >> suit & 1:
            plain &= ~(SUIT_BITS << (RANKS_IN_SUIT * suit))
    if lacks >> TRUMP & 1:
        tarocks &= FOOL_BIT if writing.suit[FOOL_NUMBER] == FOOL else 0
    if lacks >> FOOL & 1:
        tarocks &= ~FOOL_BIT
    return highest(writing, plain | notes[held], tarocks | notes[held + 1])
