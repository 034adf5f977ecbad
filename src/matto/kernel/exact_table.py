"""Positions that the exact solver has met before, and bounds for all others.

A position between two tricks is known again by its cards in relative order (owner and kind of
each card that is still to come, suit by suit) and by all that is still open. The value that is
kept is what is still to be gained from there.
"""

from __future__ import annotations

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, RANKS_IN_SUIT, SUIT_BITS, TRUMP
from matto.kernel import exact_desk as on
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled
from matto.kernel.exact_extremes import write_safe
from matto.kernel.exact_points import most_points
from matto.kernel.exact_rows import SCRAMBLE, SHIFT, scrambled
from matto.kernel.exact_setup import gained
from matto.kernel.exact_trick import BOUND_BITS, BOUND_SUIT, HAS_LEFT, is_last, play_last
from matto.kernel.layout import Numbers

BEYOND = 1 << 40  # more than any value
OWNER_CODE, EQUAL_CODE, SUIT_CODE = 0x9E3779B97F4A7C1, 0xD1B54A32D192ED0, 0x8CB92BA72F3D8DD
POINT_BITS, POINT_MASK, NO_POINTS = 16, 0xFFFF, 0x8000
WORD_BITS = 64


@compiled
def key_of(desk: Numbers, frame: int) -> int:
    """Give a number for a position between tricks; plain suits may change places."""
    key = 0
    for suit in range(TRUMP):
        first = RANKS_IN_SUIT * suit
        word = desk[frame + on.OPEN_PLAIN] & SUIT_BITS << first
        if word:
            known = suit_status(desk, frame, suit)
            key += cards_key(desk, frame + on.HAND_PLAIN, word, 0, known)
    key = scrambled(key)
    word = desk[frame + on.OPEN_TAROCKS]
    if word:
        key += cards_key(desk, frame + on.HAND_TAROCKS, word, FIRST_TRUMP_NUMBER, 0)
    return scrambled(key + status(desk, frame)) + desk[on.SALT]


@compiled(inline=True)
def cards_key(desk: Numbers, hands: int, word: int, first: int, known: int) -> int:
    """Give a number for the cards of a word in their order, with their owners."""
    key, before = SUIT_CODE + known, -1
    while word:
        place = lowest(word)
        word &= word - 1
        key += desk[on.FEATURE + first + place]
        for seat in range(desk[on.SEATS]):
            key += (desk[hands + seat] >> place & 1) * (seat + 1) * OWNER_CODE
        if before >= desk[on.EQUAL_LOW + first + place]:
            key += EQUAL_CODE
        key *= SCRAMBLE
        key ^= key >> SHIFT
        before = place
    return key * SCRAMBLE


@compiled
def suit_status(desk: Numbers, frame: int, suit: int) -> int:
    """Give what matters of a plain suit besides its cards: was it led, and by whom last."""
    known = 0
    if desk[on.DUTIES]:
        known = desk[frame + on.SUITS_LED] >> suit & 1
    if desk[on.LEAD_ON]:
        for seat in range(desk[on.SEATS]):
            bound = (desk[frame + on.BOUND] >> (BOUND_BITS * seat) & BOUND_SUIT) - 1
            if bound == suit and must_lead_on(desk, frame, seat):
                known |= 2 << seat
    return scrambled(known) if known else 0


@compiled
def must_lead_on(desk: Numbers, frame: int, seat: int) -> bool:
    """Tell whether it matters if a seat leads on the suit that it has led."""
    plain = desk[frame + on.HAND_PLAIN + seat] & desk[on.LED_ON_PLAIN]
    return bool(plain | desk[frame + on.HAND_TAROCKS + seat] & desk[on.LED_ON_TAROCKS])


@compiled
def status(desk: Numbers, frame: int) -> int:
    """Give a number for all that is still open besides the cards."""
    known = desk[frame + on.LEADER] + (desk[frame + on.VARIANT] + 1) * 8
    known += desk[frame + on.FOOL_WAITS] * 64
    if desk[on.BY_LOTS]:
        known += desk[frame + on.REST] * 4096
    if desk[frame + on.OPEN_TAROCKS] & FOOL_BIT and not desk[on.KEEPS]:
        known += desk[frame + on.WITH_TRICK] * 16384
    if desk[on.DIRECTION] == on.MIXED:
        known += desk[frame + on.POINTS] << 17
    known = scrambled(known) + desk[frame + on.CLOSED]
    if desk[on.LEAD_ON]:
        left = 0
        for seat in range(desk[on.SEATS]):
            if must_lead_on(desk, frame, seat):
                left |= desk[frame + on.BOUND] & HAS_LEFT << (BOUND_BITS * seat)
        known = scrambled(known) + left
    return scrambled(known)


@compiled
def least_gain(desk: Numbers, frame: int) -> int:
    """Give a bound: at the end side 0 has gained no less."""
    least = desk[frame + on.SUM] + desk[frame + on.DOWN] - desk[on.CUT_DOWN]
    first, last = reach(desk, frame)
    least += min(desk[on.SLOPE] * first, desk[on.SLOPE] * last)
    least -= desk[on.SLOPE] * (desk[frame + on.POINTS] - desk[on.FIRST_POINTS])
    if desk[on.DIRECTION] != on.MIXED:
        return least + min(desk[on.LEAST + first], desk[on.LEAST + last])
    lowest_worth = desk[on.LEAST + first]
    for place in range(first + 1, last + 1):
        lowest_worth = min(lowest_worth, desk[on.LEAST + place])
    return least + lowest_worth


@compiled
def most_gain(desk: Numbers, frame: int) -> int:
    """Give a bound: at the end side 0 has gained no more."""
    most = desk[frame + on.SUM] + desk[frame + on.UP] - desk[on.CUT_UP]
    first, last = reach(desk, frame)
    most += max(desk[on.SLOPE] * first, desk[on.SLOPE] * last)
    most -= desk[on.SLOPE] * (desk[frame + on.POINTS] - desk[on.FIRST_POINTS])
    if desk[on.DIRECTION] != on.MIXED:
        return most + max(desk[on.MOST + first], desk[on.MOST + last])
    highest_worth = desk[on.MOST + first]
    for place in range(first + 1, last + 1):
        highest_worth = max(highest_worth, desk[on.MOST + place])
    return most + highest_worth


@compiled(inline=True)
def reach(desk: Numbers, frame: int) -> tuple[int, int]:
    """Give the places in the columns of the fewest and the most points that side 0 may get."""
    first = desk[frame + on.POINTS] - desk[on.FIRST_POINTS] + desk[on.BELOW]
    first += desk[on.CUT_LEAST]
    last = most_points(desk, frame) - desk[on.FIRST_POINTS]
    return max(0, first), min(last, desk[on.LENGTH] - 1)


@compiled
def without_search(desk: Numbers, frame: int, alpha: int, beta: int) -> tuple[bool, int]:
    """Tell whether a position between tricks need not be searched, and its value then.

    The value is exact, or a bound that lies outside of `alpha` and `beta`.
    """
    if is_last(desk, frame):
        desk[on.NODES] += desk[on.SEATS]
        return True, gained(desk, play_last(desk, frame))
    write_safe(desk, frame)
    least, most = least_gain(desk, frame), most_gain(desk, frame)
    if least >= beta or least == most:
        return True, least
    if most <= alpha:
        return True, most
    if desk[on.NODES] >= desk[on.LIMIT]:
        desk[on.STOPPED] = 1
        return True, (least + most) // 2
    desk[frame + on.KEY] = key_of(desk, frame)
    entry = entry_of(desk, frame)
    if desk[entry + on.ENTRY_KEY] != desk[frame + on.KEY]:
        return False, 0
    desk[frame + on.KNOWN] = desk[entry + on.ENTRY_CARD]
    points, so_far = directed(desk, frame), desk[frame + on.SUM]
    word = desk[entry + on.ENTRY_LOW]
    low = (word >> POINT_BITS) + so_far if points >= (word & POINT_MASK) else -BEYOND
    word = desk[entry + on.ENTRY_HIGH]
    high = (word >> POINT_BITS) + so_far if points <= (word & POINT_MASK) else BEYOND
    if low >= beta or low == high:
        return True, low
    return high <= alpha, high


@compiled(inline=True)
def entry_of(desk: Numbers, frame: int) -> int:
    """Give where in the table a position belongs."""
    key = desk[frame + on.KEY] - desk[on.SALT]  # so that the same search goes the same way
    return on.ENTRIES + on.ENTRY * ((key ^ key >> SHIFT) & ((1 << desk[on.BITS]) - 1))


@compiled(inline=True)
def directed(desk: Numbers, frame: int) -> int:
    """Give the points of side 0 so that more of them are never worth less."""
    if desk[on.DIRECTION] in (0, on.MIXED):
        return NO_POINTS
    return NO_POINTS + desk[on.DIRECTION] * (desk[frame + on.POINTS] - desk[on.FIRST_POINTS])


@compiled
def keep(desk: Numbers, frame: int, alpha: int, beta: int, value: int, card: int) -> None:
    """Keep what a search between `alpha` and `beta` has found out about a position."""
    entry = entry_of(desk, frame)
    word = (value - desk[frame + on.SUM] << POINT_BITS) | directed(desk, frame)
    if desk[entry + on.ENTRY_KEY] != desk[frame + on.KEY]:
        desk[entry + on.ENTRY_KEY] = desk[frame + on.KEY]
        desk[entry + on.ENTRY_LOW] = (-BEYOND << POINT_BITS) | NO_POINTS
        desk[entry + on.ENTRY_HIGH] = (BEYOND << POINT_BITS) | NO_POINTS
    if value > alpha:
        desk[entry + on.ENTRY_LOW] = word
    if value < beta:
        desk[entry + on.ENTRY_HIGH] = word
    desk[entry + on.ENTRY_CARD] = card
