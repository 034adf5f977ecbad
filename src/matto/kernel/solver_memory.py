"""The exact solver's record of an ending, its table of positions, and its bounds.

Cards have *new numbers* here: within a suit, and among the trumps, they stand in the order of
their strength. All amounts are what side 0 receives less what side 1 receives.

A position between two tricks is known again by its cards in relative order (owner and kind of
each card that is still to come, suit by suit) and by all that is still open. The bounds that
are kept are of what is still to be gained from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Protocol, get_args, get_type_hints

import numpy as np

from matto.engine.scoring import LOT
from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    RANKS_IN_SUIT,
    SUIT_BITS,
    TRUMP,
)
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled
from matto.kernel.layout import MOST_SEATS, RULES_SIZE, SIZE, Numbers
from matto.kernel.play import has_trick
from matto.kernel.primitives import count, lowest

CARDS = FOOL_NUMBER + 1
MOST_TRICKS, MOST_PLIES, MOST_MOVES, MOST_SETS = 40, 81, 32, 24
COLUMN = 256
"""For so many numbers of card points there is room."""
BEYOND = 1 << 40
"""More than any value."""
FOOLS = 4
"""So many values the Fool's bits have."""

BySeat = Annotated[Numbers, (MOST_SEATS,)]
ByCard = Annotated[Numbers, (CARDS,)]
BySide = Annotated[Numbers, (2,)]
BySideAndCard = Annotated[Numbers, (2, CARDS)]
ByPoints = Annotated[Numbers, (COLUMN,)]


class CardSet(Protocol):
    """Cards of which a side wants all: what that pays, and what it pays to miss one."""

    plain: int
    tarocks: int
    side: int
    earned: int
    missed: int


class Frame(Protocol):
    """What the solver knows of a position besides the kernel's state."""

    gained: int  # what is paid so far
    points: int  # card points of side 0, in full lots where lots are counted
    rest: int  # and cards above these
    closed: int  # bit by set whose fate is known
    fool_waits: int  # 0, or 1 + winner of its trick + 8 × owner while its owner has no trick
    fool: int  # bits: it lies with side 0, it came late
    open_plain: int  # cards whose pile is not known yet
    open_tarocks: int
    known: int  # the card that was best here before, or NO_CARD
    key: int  # of a position between tricks


class Memory(Protocol):
    """The record: what a plan pays, what an ending is about, how far the search has come."""

    # -- of a plan (see `exact_payments`)
    rules: Annotated[Numbers, (RULES_SIZE,)]  # these three as in the plan
    strength: ByCard
    side: BySeat
    sign: BySeat  # 1 for seats of side 0, -1 for others
    new: ByCard  # new number by old number
    equal_low: ByCard  # places in the word of the lowest and highest card as strong as this
    equal_high: ByCard
    gain: Annotated[Numbers, (CARDS, MOST_SEATS, MOST_SEATS)]  # by card, owner and winner
    watched: Annotated[Numbers, (MOST_SEATS, 2, MOST_TRICKS)]  # by owner, won, trick number
    last: BySeat  # by who wins the last trick
    late: Annotated[Numbers, (CARDS, MOST_SEATS, 2, 2)]  # of a card in the last trick besides:
    # by owner, won, and whether he has left his suit
    kind: ByCard  # tells cards apart by the rows that look at them
    led_on_plain: int  # cards that pay only if their player led on his suit
    led_on_tarocks: int
    sets: Annotated[Sequence[CardSet], CardSet, MOST_SETS]
    set_count: int
    lots: int  # 1 where points are counted in lots of three
    fool_keeps: int  # 1 where the Fool is always its owner's

    # -- of an ending (see `exact_begin`)
    stock: ByCard  # the cards that lie in the stock
    points_of: ByCard  # over an empty card where lots are counted
    fool_points: BySide  # of a Fool on the way: played in time, and late
    fool_fixed: int  # 1 when it is known whose it is
    points_in_all: int  # of both sides at the end, a Fool on the way left out
    cards_in_all: int
    first_points: int  # what the first place of a column stands for
    length: int  # of the columns that is in use
    worth: Annotated[Numbers, (FOOLS * LOT, COLUMN)]  # what so many points are worth at the
    # end without the slope: by the Fool's bits and cards above full lots
    least: ByPoints  # the least and the most of these
    most: ByPoints
    slope: int  # what each point is worth at least
    direction: int  # of what points are worth above that: 1, 0, -1, or MIXED
    mark: ByCard  # what makes cards unlike besides their place
    best_if: BySideAndCard  # the most and the least that a card brings, by who wins it
    worst_if: BySideAndCard
    last_best: BySide
    last_worst: BySide
    weight: ByCard  # how much hangs on a card
    alike: ByCard  # at the position seen last: which card was taken for this one

    # -- of a search (see `exact_search`)
    salt: int  # makes what earlier searches have kept unknown
    nodes: int  # cards tried
    limit: int
    stopped: int
    states: Annotated[Numbers, (MOST_PLIES + 2, SIZE)]
    frames: Annotated[Sequence[Frame], Frame, MOST_PLIES]
    moves: Annotated[Numbers, (MOST_PLIES, MOST_MOVES)]
    ranks: Annotated[Numbers, (MOST_PLIES, MOST_MOVES)]


class Entry(Protocol):
    """What is kept of a position between tricks: bounds of what it has still to bring."""

    key: int
    low: int
    low_points: int
    high: int
    high_points: int
    card: int


MIXED = 2
ON_SIDE_0, CAME_LATE = 1, 2
OWNER_FACTOR = 8


def dtype_of(fields: type) -> np.dtype[Any]:
    """Give the record type with the fields of a class."""
    return np.dtype(
        [
            (name, *_field(hint))
            for name, hint in get_type_hints(fields, None, None, True).items()
        ]
    )


def _field(hint: Any) -> tuple[Any, ...]:
    match get_args(hint)[1:]:
        case ():
            return (np.int64,)
        case (tuple(shape),):
            return np.int64, shape
        case (record, length):
            return dtype_of(record), (length,)
    raise TypeError(f"a field of the solver's memory cannot be {hint}")


def new_memory() -> Any:
    """Make an empty `Memory`."""
    return np.zeros(1, dtype_of(Memory)).view(np.recarray)[0]


def new_table(bits: int) -> Any:
    """Make a table of 2 to the power of `bits` entries."""
    return np.zeros(1 << bits, dtype_of(Entry))


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


WEIGHT = 4  # found by trial, as the other weights of the order (see `exact_moves`)


@compiled
def write_extremes(memory: Memory, state: Numbers) -> None:
    """Write down the most and the least that cards and the last trick bring, by side."""
    for side in range(2):
        memory.last_best[side], memory.last_worst[side] = -BEYOND, BEYOND
        for seat in range(memory.rules[lay.SEATS]):
            if memory.side[seat] == side:
                memory.last_best[side] = max(memory.last_best[side], memory.last[seat])
                memory.last_worst[side] = min(memory.last_worst[side], memory.last[seat])
    last = memory.length - 1
    spread = abs(memory.most[last] - memory.least[0]) + abs(memory.slope) * last
    for card in range(FOOL_NUMBER + 1):
        for side in range(2):
            memory.best_if[side, card], memory.worst_if[side, card] = -BEYOND, BEYOND
        write_extremes_of(memory, state, card)
        gain = best(memory, card) - worst(memory, card)
        points = memory.points_of[card] * spread * 2 // max(1, last)
        memory.weight[card] = WEIGHT * (gain + points)


@compiled
def write_extremes_of(memory: Memory, state: Numbers, card: int) -> None:
    """Write down what a card can bring with each owner it may have and each winner."""
    for owner in range(memory.rules[lay.SEATS]):
        if not may_own(memory, state, owner, card):
            continue
        for winner in range(memory.rules[lay.SEATS]):
            won, side = int(owner == winner), memory.side[winner]
            low = high = 0
            if card == memory.rules[lay.WATCHED]:
                number = state[lay.TRICKS] + 1
                low = high = memory.watched[owner, won, number]
                for later in range(number + 1, memory.rules[lay.ALL_TRICKS] + 1):
                    low = min(low, memory.watched[owner, won, later])
                    high = max(high, memory.watched[owner, won, later])
            gain = memory.gain[card, owner, winner]
            kept, left = memory.late[card, owner, won, 0], memory.late[card, owner, won, 1]
            low, high = low + gain + min(0, kept, left), high + gain + max(0, kept, left)
            memory.best_if[side, card] = max(memory.best_if[side, card], high)
            memory.worst_if[side, card] = min(memory.worst_if[side, card], low)


@compiled
def may_own(memory: Memory, state: Numbers, seat: int, card: int) -> bool:
    """Tell whether a card is a seat's, or nobody's yet."""
    word, bit = lay.OWN_PLAIN, card
    if card >= FIRST_TRUMP_NUMBER:
        word, bit = lay.OWN_TAROCKS, card - FIRST_TRUMP_NUMBER
    if state[word + seat] >> bit & 1:
        return True
    owned = 0
    for other in range(memory.rules[lay.SEATS]):
        owned |= state[word + other] >> bit & 1
    return not owned


@compiled(inline=True)
def best(memory: Memory, card: int) -> int:
    """The most that a card brings, whoever wins it."""
    return max(memory.best_if[0, card], memory.best_if[1, card])


@compiled(inline=True)
def worst(memory: Memory, card: int) -> int:
    """The least that a card brings, whoever wins it."""
    return min(memory.worst_if[0, card], memory.worst_if[1, card])


@compiled(inline=True)
def trumps_of(memory: Memory, state: Numbers, side: int) -> int:
    """Give all trumps of a side but the Fool."""
    trumps = 0
    for seat in range(memory.rules[lay.SEATS]):
        if memory.side[seat] == side:
            trumps |= state[lay.TAROCKS + seat]
    return trumps & ~FOOL_BIT


@compiled(inline=True)
def up_to_highest(memory: Memory, trumps: int) -> int:
    """Give all trumps that the highest of some trumps can beat, or is as strong as."""
    filled = trumps | trumps >> 1
    filled |= filled >> 2
    filled |= filled >> 4
    filled |= filled >> 8
    filled |= filled >> 16
    highest = FIRST_TRUMP_NUMBER + count(filled) - 1
    return (2 << memory.equal_high[highest]) - 1


@compiled(inline=True)
def certain(memory: Memory, frame: Frame, state: Numbers) -> tuple[int, int, int, int]:
    """Find the trumps that no opponent can take: their side, they in two words, and tricks.

    If somebody has nothing but such trumps, his side wins all cards that are left.
    """
    trumps, other, side = trumps_of(memory, state, 0), trumps_of(memory, state, 1), 0
    if other > trumps:
        trumps, other, side = other, trumps, 1
    if other:
        trumps &= ~up_to_highest(memory, other)
    if not trumps or state[lay.DRAWN] < memory.rules[lay.STOCK]:
        return side, 0, 0, 0
    tricks = 0
    for seat in range(memory.rules[lay.SEATS]):
        if memory.side[seat] == side:
            tricks = max(tricks, count(state[lay.TAROCKS + seat] & trumps))
    if tricks == memory.rules[lay.ALL_TRICKS] - state[lay.TRICKS]:
        return side, frame.open_plain, frame.open_tarocks & ~FOOL_BIT, tricks
    return side, 0, trumps, tricks


@compiled(inline=True)
def bounds(memory: Memory, frame: Frame, state: Numbers) -> tuple[int, int]:
    """Give bounds between tricks: at the end side 0 has gained no less, and no more."""
    side, plain, tarocks, tricks = certain(memory, frame, state)
    left = memory.rules[lay.ALL_TRICKS] - state[lay.TRICKS]
    least, most, low, high = cards_between(memory, frame, side, plain, tarocks)
    fewer, more = besides_cards(memory, frame, left, side, tricks)
    lost, won = sets_between(memory, frame, side, plain, tarocks)
    worst_last, best_last = last_between(memory, side, tricks == left)
    less, greater = worths_between(memory, frame.points, low + fewer, high + more)
    least, most = least + lost + worst_last + less, most + won + best_last + greater
    return frame.gained + least, frame.gained + most


@compiled(inline=True)
def cards_between(
    memory: Memory, frame: Frame, side: int, sure_plain: int, sure_tarocks: int
) -> tuple[int, int, int, int]:
    """Give what cards bring at least and at most, and what points side 0 has with them."""
    least = most = 0
    low = high = frame.points
    plain, tarocks = frame.open_plain, frame.open_tarocks
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            sure = sure_plain >> card & 1
            plain &= plain - 1
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            sure = sure_tarocks >> (card - FIRST_TRUMP_NUMBER) & 1
            tarocks &= tarocks - 1
        points = memory.points_of[card]
        if sure:
            least, most = least + memory.worst_if[side, card], most + memory.best_if[side, card]
            low, high = low + points * (1 - side), high + points * (1 - side)
        else:
            least, most = least + worst(memory, card), most + best(memory, card)
            low, high = low + min(0, points), high + max(0, points)
    return least, most, low, high


@compiled(inline=True)
def besides_cards(
    memory: Memory, frame: Frame, left: int, side: int, tricks: int
) -> tuple[int, int]:
    """Give what points side 0 gets besides, of `tricks` that a side is certain of."""
    each = memory.rules[lay.COUNT_EACH]
    low, high = each * tricks * (1 - side), each * (left - tricks * side)
    high += memory.rules[lay.COUNT_LAST]
    if memory.lots:  # of the certain tricks a Fool may not stay
        sure = tricks * memory.rules[lay.SEATS] - 1 if tricks else 0
        cards = count(frame.open_plain) + count(frame.open_tarocks)
        low += (frame.rest + sure * (1 - side)) // LOT
        high += (frame.rest + cards - sure * side) // LOT
    if frame.open_tarocks & FOOL_BIT:
        low += min(0, memory.fool_points[0], memory.fool_points[1])
        high += max(0, memory.fool_points[0], memory.fool_points[1])
    return low, high


@compiled(inline=True)
def last_between(memory: Memory, side: int, is_certain: bool) -> tuple[int, int]:
    """Give what winning the last trick pays at least and at most."""
    least, most = memory.last_worst[side], memory.last_best[side]
    if not is_certain:
        least = min(least, memory.last_worst[1 - side])
        most = max(most, memory.last_best[1 - side])
    return least, most


@compiled(inline=True)
def sets_between(
    memory: Memory, frame: Frame, side: int, plain: int, tarocks: int
) -> tuple[int, int]:
    """Give what sets whose fate is open pay at least and at most, given certain cards."""
    least = most = 0
    for place in range(memory.set_count):
        if frame.closed >> place & 1:
            continue
        one = memory.sets[place]
        if one.side != side and one.plain & plain | one.tarocks & tarocks:
            least, most = least + one.missed, most + one.missed
        else:
            least += min(one.missed, one.earned)
            most += max(one.missed, one.earned)
    return least, most


@compiled(inline=True)
def worths_between(memory: Memory, points: int, low: int, high: int) -> tuple[int, int]:
    """Give what points from `low` to `high` are worth, less the slope of those there are."""
    first = max(0, low - memory.first_points)
    last = min(high - memory.first_points, memory.length - 1)
    one, other = memory.slope * first, memory.slope * last
    least, most = memory.least[first], memory.most[first]
    if memory.direction == MIXED:
        for place in range(first + 1, last):
            least, most = min(least, memory.least[place]), max(most, memory.most[place])
    least, most = min(least, memory.least[last]), max(most, memory.most[last])
    paid = memory.slope * (points - memory.first_points)
    return min(one, other) + least - paid, max(one, other) + most - paid
