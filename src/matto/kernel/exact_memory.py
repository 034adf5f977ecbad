"""What the exact solver works on: one record with named fields, made once and used again.

Cards have *new numbers* here: within a suit, and among the trumps, they stand in the order of
their strength. All amounts are what side 0 receives less what side 1 receives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Protocol, get_args, get_type_hints

import numpy as np

from matto.engine.scoring import LOT
from matto.engine.tricks import FOOL_NUMBER
from matto.kernel.layout import MOST_SEATS, RULES_SIZE, SIZE, Numbers

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
