"""What is noted of a row beside its state: what cards have shown, and cards as bytes."""

from __future__ import annotations

from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    JACK_BIT,
    KING_BIT,
    LEADING,
    RANKS_IN_SUIT,
    TRUMP,
)
from matto.kernel.batch_layout import (
    BARRED,
    LACKS,
    LED_LAST,
    LIES,
    MOST,
    NOTES,
    PLAYED,
    POINTS,
    TRICKS_WON,
    Bytes,
    Writing,
    put,
)
from matto.kernel.bits import BITS, clear_bytes
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    DRAWN,
    DUTIES,
    LEADER,
    LED,
    LYING,
    LYING_PLAIN,
    PLAIN,
    SEATS,
    SUITS_LED,
    TAROCKS,
    TRICKS,
    TURN,
    UNTIL,
    Numbers,
    PlayRules,
)


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
