"""What the seat to play sees, written into a row of bytes: the same as `matto.encoding` writes.

What was settled before the first card is kept with the deal, as `Seen`; all else is worked out
from the state at every card, and from `notes` of what the cards have shown. What is shorter
than a word is written as one: it reaches into what comes behind it, which is written later.
"""

from __future__ import annotations

from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
)
from matto.kernel.batch_layout import (
    AT_ASKED,
    AT_CEILING,
    AT_FRIENDS,
    AT_HAND,
    AT_HELD,
    AT_LEADER,
    AT_LED,
    AT_LYING,
    AT_PLAYED,
    AT_POINTS,
    AT_STOCK,
    AT_SUITS_LED,
    AT_TRICKS,
    AT_VOID,
    AT_WINNING,
    BARRED,
    FOOL,
    LACKS,
    LED_LAST,
    MOST,
    PART,
    PART_BITS,
    PLAIN_PARTS,
    PLANES,
    PLAYED,
    POINTS,
    SUITS,
    TAROCK_PARTS,
    TRICKS_WON,
    Bytes,
    Sighted,
    Writing,
    bytes_of,
    filled,
    put,
    turned,
)
from matto.kernel.bits import BITS, clear_bytes, copy_bytes, put_eight, put_four
from matto.kernel.compiled import compiled
from matto.kernel.layout import (
    BEST_SEAT,
    CALLED,
    DRAWN,
    LEADER,
    LYING,
    NO_CARD,
    OWN_PLAIN,
    OWN_TAROCKS,
    PLAIN,
    SEATS,
    STOCK,
    SUITS_LED,
    TAROCKS,
    TURN,
)

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
