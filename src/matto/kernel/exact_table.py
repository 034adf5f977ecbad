"""Positions that the exact solver has met before.

A position between two tricks is known again by its cards in relative order (owner and kind of
each card that is still to come, suit by suit) and by all that is still open. The bounds that
are kept are of what is still to be gained from there.
"""

from __future__ import annotations

from collections.abc import Sequence

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, RANKS_IN_SUIT, SUIT_BITS, TRUMP
from matto.kernel import layout as lay
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_memory import BEYOND, MIXED, Entry, Frame, Memory
from matto.kernel.layout import Numbers
from matto.kernel.piles import has_trick

SCRAMBLE, SHIFT = 0x2545F4914F6CDD1D, 29
OWNER_CODE, EQUAL_CODE, SUIT_CODE = 0x9E3779B97F4A7C1, 0xD1B54A32D192ED0, 0x8CB92BA72F3D8DD


@compiled
def scrambled(number: int) -> int:
    """Give a number that has nothing in common with those of neighbours."""
    number *= SCRAMBLE
    return (number ^ (number >> SHIFT)) * SCRAMBLE


@compiled(inline=True)
def key_of(memory: Memory, frame: Frame, state: Numbers) -> int:
    """Give a number for a position between tricks; plain suits may change places."""
    key, seats = 0, memory.rules[lay.SEATS]
    for suit in range(TRUMP):
        word = frame.open_plain & SUIT_BITS << (RANKS_IN_SUIT * suit)
        if word:
            key += cards_key(memory, state, seats, word, 0, suit_status(memory, state, suit))
    key = scrambled(key)
    if frame.open_tarocks:
        key += cards_key(memory, state, seats, frame.open_tarocks, FIRST_TRUMP_NUMBER, 0)
    return scrambled(key + status(memory, frame, state)) + memory.salt


@compiled
def cards_key(
    memory: Memory, state: Numbers, seats: int, word: int, first: int, known: int
) -> int:
    """Give a number for the cards of a word in their order, with their owners."""
    key, before, hands = SUIT_CODE + known, -1, lay.TAROCKS if first else lay.PLAIN
    while word:
        place = lowest(word)
        word &= word - 1
        key += memory.mark[first + place]
        for seat in range(seats):
            key += (state[hands + seat] >> place & 1) * (seat + 1) * OWNER_CODE
        if before >= memory.equal_low[first + place]:
            key += EQUAL_CODE
        key *= SCRAMBLE
        key ^= key >> SHIFT
        before = place
    return key * SCRAMBLE


@compiled
def suit_status(memory: Memory, state: Numbers, suit: int) -> int:
    """Give a number for those who must lead on a plain suit."""
    known = 0
    if memory.rules[lay.LEAD_ON]:
        for seat in range(memory.rules[lay.SEATS]):
            if state[lay.BOUND + seat] == suit and must_lead_on(memory, state, seat):
                known |= 2 << seat
    return scrambled(known) if known else 0


@compiled
def must_lead_on(memory: Memory, state: Numbers, seat: int) -> bool:
    """Tell whether it matters if a seat leads on the suit that it has led."""
    plain = state[lay.PLAIN + seat] & memory.led_on_plain
    return bool(plain | state[lay.TAROCKS + seat] & memory.led_on_tarocks)


@compiled(inline=True)
def status(memory: Memory, frame: Frame, state: Numbers) -> int:
    """Give a number for all that is still open besides the cards."""
    known = state[lay.LEADER] + 8 * frame.fool + 64 * frame.fool_waits + 4096 * frame.rest
    if frame.open_tarocks & FOOL_BIT and not memory.fool_keeps:
        known += 16384 * has_trick(state, memory, 0) + 32768 * has_trick(state, memory, 1)
    if memory.direction == MIXED:
        known += frame.points << 17
    known = scrambled(known) + frame.closed
    if memory.rules[lay.LEAD_ON]:
        left = 0
        for seat in range(memory.rules[lay.SEATS]):
            if must_lead_on(memory, state, seat):
                left |= state[lay.LEFT_SUIT + seat] << seat
        known = scrambled(known) + left
    return scrambled(known)


@compiled(inline=True)
def entry_of(memory: Memory, table: Sequence[Entry], key: int) -> Entry:
    """Give where in the table a position belongs."""
    key -= memory.salt  # so that the same search goes the same way
    return table[(key ^ key >> SHIFT) & (len(table) - 1)]


@compiled(inline=True)
def directed(memory: Memory, frame: Frame) -> int:
    """Give the points of side 0 so that more of them are never worth less."""
    return 0 if memory.direction == MIXED else memory.direction * frame.points


@compiled(inline=True)
def recalled(memory: Memory, frame: Frame, table: Sequence[Entry]) -> tuple[int, int]:
    """Give the bounds that are known for a position, and note the card that was best."""
    key, low, high = frame.key, -BEYOND, BEYOND
    entry, points = entry_of(memory, table, key), directed(memory, frame)
    if entry.key == key:
        frame.known = entry.card
        if entry.low > -BEYOND and points >= entry.low_points:
            low = entry.low + frame.gained
        if entry.high < BEYOND and points <= entry.high_points:
            high = entry.high + frame.gained
    return low, high


@compiled(inline=True)
def keep(
    memory: Memory, frame: Frame, table: Sequence[Entry], alpha: int, beta: int, value: int
) -> None:
    """Keep what a search between `alpha` and `beta` has found out about a position."""
    key = frame.key
    entry = entry_of(memory, table, key)
    if entry.key != key:
        entry.key, entry.low, entry.high = key, -BEYOND, BEYOND
    if value > alpha:
        entry.low, entry.low_points = value - frame.gained, directed(memory, frame)
    if value < beta:
        entry.high, entry.high_points = value - frame.gained, directed(memory, frame)
    entry.card = frame.known
