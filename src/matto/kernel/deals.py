"""Drawing the places of hidden cards, every way as likely as any other.

Cards are in *groups* that may lie in the same places. A *cell* is a group and one of its
places: going through the cells, so many cards of the group are put into the place. `count_ways`
works backwards and notes for every situation in how many ways the rest can be placed; `draw`
goes forwards and chooses by these numbers. They are 64-bit floats, sums and products of
positive numbers only, so that their relative error stays below 10⁻¹²: less than could be seen
in 10²⁰ draws.

A situation is the room left in each place (one of them follows from the others: it has no
stride), the state of the conditions on numbers of cards, and how many cards of the group are
left. `moves` gives the state of the conditions after so many cards more, -1 for none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.kernel.chance import Chance, below, next_chance
from matto.kernel.compiled import compiled, needed

PLACE, SIZE, LAST, STATES, MOVES, TABLE, REST, STRIDE, ROOM = 0, 1, 2, 3, 4, 5, 6, 7, 8
CELL_SIZE = 9

_SHIFT = np.uint64(11)
_UNIT = 1.0 / (1 << 53)
FIRST_TAROCK = 56

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Cells(NamedTuple):
    """What is drawn from.

    `cells`: rows of `CELL_SIZE` numbers. `weights`: by cell, in how many ways each card lies
    there. `radix`: rows of (stride, room) of the places that have one. `moves` and `table`:
    see above. `choose`: in how many ways so many of so many are chosen. `cards`: the cards of
    all groups, one group after another. `slots`: rows of (merged place, first slot, cards
    drawn, cards fixed, 1 if in any order) for each place, in the order of merged places.
    `fixed`: the numbers of the fixed cards, in the same order.
    """

    cells: Numbers
    weights: Floats
    radix: Numbers
    moves: Numbers
    table: Floats
    choose: Floats
    cards: Numbers
    slots: Numbers
    fixed: Numbers


@compiled
def _at(cell: Numbers, room: int, state: int, left: int) -> int:
    """Where the number of a situation stands in the table."""
    return int(cell[TABLE] + (room * cell[STATES] + state) * (cell[SIZE] + 1) + left)


@compiled
def _room_here(cell: Numbers, radix: Numbers, room: int, left: int) -> int:
    """The room left in the place of a cell."""
    if cell[STRIDE]:
        return int(room // cell[STRIDE] % (cell[ROOM] + 1))
    others = 0
    for stride, most in radix:
        others += room // stride % (most + 1)
    return int(cell[REST] + left - others)


@compiled
def _ways(all_: Cells, number: int, room: int, state: int, left: int, put: int) -> float:
    """In how many ways the rest can be placed if so many cards are put into a cell's place."""
    cell = all_.cells[number]
    after = all_.moves[cell[MOVES] + state * (cell[SIZE] + 1) + put]
    if after < 0:
        return 0.0
    room -= put * cell[STRIDE]
    ways = all_.choose[left, put] * all_.weights[number] ** put
    if number + 1 == len(all_.cells):
        return ways if room == 0 else 0.0
    following = all_.cells[number + 1]
    rest = following[SIZE] if cell[LAST] else left - put
    return float(ways * all_.table[_at(following, room, after, rest)])


@compiled
def _count_cell(all_: Cells, number: int, room: int, left: int) -> None:
    """Note the numbers for a cell with so much room and so many cards left, in every state."""
    cell = all_.cells[number]
    here = min(_room_here(cell, all_.radix, room, left), left)
    for state in range(cell[STATES]):
        ways = 0.0
        for put in range(left if cell[LAST] else 0, here + 1):
            ways += _ways(all_, number, room, state, left, put)
        all_.table[_at(cell, room, state, left)] = ways


@compiled
def count_ways(all_: Cells) -> float:
    """Fill the table; gives in how many ways all cards can be placed."""
    rooms = 1
    for _, most in all_.radix:
        rooms *= most + 1
    for number in range(len(all_.cells) - 1, -1, -1):
        cell = all_.cells[number]
        for room in range(rooms):
            others = 0
            for stride, most in all_.radix:
                others += room // stride % (most + 1)
            for left in range(max(0, others - cell[REST]), cell[SIZE] + 1):
                _count_cell(all_, number, room, left)
    if len(all_.cells) == 0:
        return 1.0
    first_cell = all_.cells[0]
    return float(all_.table[_at(first_cell, rooms - 1, 0, first_cell[SIZE])])


@compiled
def _put_here(
    all_: Cells, number: int, room: int, state: int, left: int, chance: Chance
) -> int:
    """How many cards go into a cell's place, by chance."""
    cell = all_.cells[number]
    if cell[LAST]:
        return left
    ways = all_.table[_at(cell, room, state, left)]
    wanted = (next_chance(chance) >> _SHIFT) * _UNIT * ways
    possible = 0
    for put in range(min(_room_here(cell, all_.radix, room, left), left) + 1):
        own = _ways(all_, number, room, state, left, put)
        if own > 0.0:
            possible = put
            wanted -= own
            if wanted < 0.0:
                return put
    return possible


@compiled
def _shuffle(cards: Numbers, first: int, length: int, chance: Chance) -> None:
    for place in range(length - 1, 0, -1):
        other = first + below(chance, place + 1)
        place_here = first + place
        cards[place_here], cards[other] = cards[other], cards[place_here]


@compiled
def _place(all_: Cells, lists: Numbers, filled: Numbers, chance: Chance) -> None:
    """Put every card of every group into the list of a merged place."""
    room = 0
    for stride, most in all_.radix:
        room += stride * most
    state, first, left = 0, 0, 0
    fresh = True
    for number in range(len(all_.cells)):
        cell = all_.cells[number]
        if fresh:
            left = cell[SIZE]
            _shuffle(all_.cards, first, left, chance)
        put = _put_here(all_, number, room, state, left, chance)
        place = cell[PLACE]
        for _ in range(put):
            lists[place, filled[place]] = all_.cards[first]
            filled[place] += 1
            first += 1
        state = all_.moves[cell[MOVES] + state * (cell[SIZE] + 1) + put]
        room -= put * cell[STRIDE]
        left -= put
        fresh = cell[LAST] == 1


@compiled
def _two_words(cards: Numbers, words: Numbers) -> None:
    plain, tarocks = 0, 0
    for card in cards:
        if card < FIRST_TAROCK:
            plain |= 1 << card
        else:
            tarocks |= 1 << (card - FIRST_TAROCK)
    words[0] = plain
    words[1] = tarocks


@compiled
def _deal_out(
    all_: Cells, lists: Numbers, lying: Numbers, words: Numbers, chance: Chance
) -> None:
    """Part the lists of merged places among their places, and add the fixed cards."""
    taken = np.zeros(len(lists), np.int64)
    fixed = 0
    for number in range(len(all_.slots)):
        merged, first, drawn, given, mixed = all_.slots[number]
        for slot in range(first, first + drawn):
            lying[slot] = lists[merged, taken[merged]]
            taken[merged] += 1
        for slot in range(first + drawn, first + drawn + given):
            lying[slot] = all_.fixed[fixed]
            fixed += 1
        if mixed:
            _shuffle(lying, first, drawn + given, chance)
        _two_words(lying[first : first + drawn + given], words[number])


@compiled
def draw(all_: Cells, chance: Chance, lying: Numbers, words: Numbers) -> None:
    """Fill `lying` (a card's number for each slot) and `words` (two for each place)."""
    places = 1
    for row in all_.slots:
        places = max(places, row[0] + 1)
    lists = np.zeros((places, lying.shape[1] + 1), np.int64)
    filled = np.zeros(places, np.int64)
    for world in range(len(lying)):
        filled[:] = 0
        _place(all_, lists, filled, chance)
        for place in range(places):
            _shuffle(lists[place], 0, filled[place], chance)
        _deal_out(all_, lists, lying[world], words[world], chance)


@needed("worlds")
def _make_ready() -> object:
    from matto.kernel.chance import chance_from

    one = np.zeros((1, CELL_SIZE), np.int64)
    one[0, :] = (0, 1, 1, 1, 0, 0, 0, 0, 1)
    all_ = Cells(
        one,
        np.ones(1),
        np.zeros((0, 2), np.int64),
        np.zeros(2, np.int64),
        np.zeros(2),
        np.ones((2, 2)),
        np.zeros(1, np.int64),
        np.array([[0, 0, 1, 0, 0]], np.int64),
        np.zeros(0, np.int64),
    )
    count_ways(all_)
    return draw(all_, chance_from(1), np.zeros((1, 1), np.int64), np.zeros((1, 1, 2), np.int64))
