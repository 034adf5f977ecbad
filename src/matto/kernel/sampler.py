"""Sampling where hidden cards lie, every way as likely as any other.

Cards are in *groups* that may lie in the same places. A *cell* is a group and one of its
places: going through the cells, so many cards of the group are put into the place. A *node* is
a situation that can come up before a cell: the room left in each place, the state of the
conditions on numbers of cards, and how many cards of the group are left. Its *edges* are the
numbers of cards that can be put there. `grow` finds all nodes, cell by cell, and notes in how
many ways the rest can be placed; `draw` walks from the first node to the last and chooses
edges by these numbers. They are 64-bit floats, sums and products of positive numbers only, so
that their relative error stays below 10⁻¹²: less than could be seen in 10²⁰ draws.

The room in all places is a single number, each place having its stride in it. `moves` gives
the state of the conditions after so many cards more, -1 for none. Some places are *pools*:
what is put there is a group of its own later, of as many cards as there are then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.kernel.compiled import compiled, needed
from matto.kernel.primitives import Rng, below, next_bits, rng_from

PLACE, SIZE, LAST, STATES, MOVES, STRIDE, ROOM, FUTURE = 0, 1, 2, 3, 4, 5, 6, 7
POOL, POOL_STRIDE, POOL_ROOM = 8, 9, 10
CELL_SIZE = 11

_SHIFT = np.uint64(11)
_UNIT = 1.0 / (1 << 53)
_SPREAD = 0x1E3779B97F4A7C15
_SPREAD_SHIFT = 20
NONE = -1

FEW_NODES, EDGES, MORE = 1 << 11, 6, 4
"""How many nodes there is room for at first, edges for each, and how much more if too few."""

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Cells(NamedTuple):
    """The position from which worlds are drawn.

    `cells`: rows of `CELL_SIZE` numbers; `FUTURE` is how many cards of later groups may lie in
    the place, `POOL` the pool that is the group, or -1. `weights`: by cell, in how many ways
    each card lies there. `room`: the room in all places at first. `moves`: see above.
    `choose`: in how many ways so many of so many are chosen. `cards`: the cards of all groups
    but pools, one group after another. `slots`: rows of (merged place, first slot, cards
    drawn, cards fixed, 1 if in any order) for each place, in the order of merged places.
    `fixed`: the numbers of the fixed cards, in the same order.
    """

    cells: Numbers
    weights: Floats
    room: int
    moves: Numbers
    choose: Floats
    cards: Numbers
    slots: Numbers
    fixed: Numbers


class Tree(NamedTuple):
    """The nodes of all cells with their edges.

    `first`: by node the number of its first edge, and after the last node that of all edges.
    `put`, `child`, `upto`: by edge the cards put, the node after it, and in how many ways the
    rest can be placed by this and the node's earlier edges. `ways`: by node. `keys`, `found`:
    what each node stands for, and where to find it, while the tree grows.
    """

    first: Numbers
    put: Numbers
    child: Numbers
    upto: Floats
    ways: Floats
    keys: Numbers
    found: Numbers


class TreeSpace:
    """Room to grow trees in, one after another; it grows with them."""

    def __init__(self) -> None:
        self._nodes = FEW_NODES
        self._tree = self._clear()

    def _clear(self) -> Tree:
        nodes = self._nodes
        return Tree(
            first=np.empty(nodes + 1, np.int64),
            put=np.empty(EDGES * nodes, np.int64),
            child=np.empty(EDGES * nodes, np.int64),
            upto=np.empty(EDGES * nodes, np.float64),
            ways=np.empty(nodes, np.float64),
            keys=np.empty(nodes, np.int64),
            found=np.empty(2 * nodes, np.int64),
        )

    def tree_of(self, all_: Cells) -> Tree:
        """Find all nodes and edges and count the ways; the first node has those of all."""
        while True:
            tree = self._tree
            tree.found[:] = NONE
            nodes = grow(all_, tree)
            if nodes != NONE:
                break
            self._nodes *= MORE
            self._tree = self._clear()
        edges = int(tree.first[nodes])
        return Tree(
            tree.first[: nodes + 1].copy(),
            tree.put[:edges].copy(),
            tree.child[:edges].copy(),
            tree.upto[:edges].copy(),
            tree.ways[:nodes].copy(),
            tree.keys[:0],
            tree.found[:0],
        )


@compiled
def _limits(cell: Numbers, room: int, left: int) -> tuple[int, int]:
    """The fewest and the most cards that can be put into a cell's place."""
    here = room // cell[STRIDE] % (cell[ROOM] + 1)
    fewest = max(0, here - cell[FUTURE])
    return int(max(fewest, left) if cell[LAST] else fewest), int(min(here, left))


@compiled
def _following(all_: Cells, number: int, key: int, put: int) -> int:
    """The key of the node after an edge, -1 if a condition forbids it."""
    cell = all_.cells[number]
    left = key % (cell[SIZE] + 1)
    state = key // (cell[SIZE] + 1) % cell[STATES]
    room = key // (cell[SIZE] + 1) // cell[STATES] - put * cell[STRIDE]
    after = all_.moves[cell[MOVES] + state * (cell[SIZE] + 1) + put]
    if after < 0:
        return NONE
    if number + 1 == len(all_.cells):
        return int(room)
    following = all_.cells[number + 1]
    rest = following[SIZE] if cell[LAST] else left - put
    if cell[LAST] and following[POOL] >= 0:
        free = room // following[POOL_STRIDE] % (following[POOL_ROOM] + 1)
        rest = following[POOL_ROOM] - free
        room -= free * following[POOL_STRIDE]
    return int((room * following[STATES] + after) * (following[SIZE] + 1) + rest)


@compiled
def _node(tree: Tree, key: int, layer: int, nodes: int) -> int:
    """The node with a key among those of a layer, or the next one, which is given the key.

    What has been found for earlier layers counts as nothing.
    """
    mask = len(tree.found) - 1
    place = ((key * _SPREAD) >> _SPREAD_SHIFT) & mask
    while tree.found[place] >= layer:
        if tree.keys[tree.found[place]] == key:
            return int(tree.found[place])
        place = (place + 1) & mask
    tree.found[place] = nodes
    tree.keys[nodes] = key
    return nodes


@compiled
def _grow_cell(
    all_: Cells, tree: Tree, number: int, begins: int, ends: int, edges: int
) -> tuple[int, int]:
    """Find the edges of a cell's nodes, and the next cell's nodes; no node if there is no room.

    Gives how many nodes and edges there are then.
    """
    cell, nodes = all_.cells[number], ends
    for node in range(begins, ends):
        key = tree.keys[node]
        left = key % (cell[SIZE] + 1)
        room = key // (cell[SIZE] + 1) // cell[STATES]
        fewest, most = _limits(cell, room, left)
        tree.first[node] = edges
        if edges + most >= len(tree.put) or nodes + most + 1 >= len(tree.keys):
            return NONE, edges
        for put in range(fewest, most + 1):
            after = _following(all_, number, key, put)
            if after >= 0:
                tree.put[edges] = put
                tree.child[edges] = _node(tree, after, ends, nodes)
                nodes = max(nodes, tree.child[edges] + 1)
                edges += 1
    return nodes, edges


@compiled
def _count_cell(all_: Cells, tree: Tree, number: int, begins: int, ends: int) -> None:
    """Count the ways from a cell's nodes on."""
    size, weight = all_.cells[number, SIZE], all_.weights[number]
    for node in range(begins, ends):
        left = tree.keys[node] % (size + 1)
        ways = 0.0
        for edge in range(tree.first[node], tree.first[node + 1]):
            put = tree.put[edge]
            ways += all_.choose[left, put] * weight**put * tree.ways[tree.child[edge]]
            tree.upto[edge] = ways
        tree.ways[node] = ways


@compiled
def grow(all_: Cells, tree: Tree) -> int:
    """Fill a tree; gives the number of its nodes, or -1 if there was no room for all."""
    begins = np.zeros(len(all_.cells) + 2, np.int64)
    begins[1], edges = 1, 0
    tree.keys[0] = all_.room
    if len(all_.cells):
        cell = all_.cells[0]
        tree.keys[0] = tree.keys[0] * cell[STATES] * (cell[SIZE] + 1) + cell[SIZE]
    for number in range(len(all_.cells)):
        nodes, edges = _grow_cell(all_, tree, number, begins[number], begins[number + 1], edges)
        if nodes == NONE:
            return NONE
        begins[number + 2] = nodes
    for node in range(begins[-2], begins[-1]):
        tree.ways[node] = 1.0
    for node in range(begins[-2], begins[-1] + 1):
        tree.first[node] = edges
    for number in range(len(all_.cells) - 1, -1, -1):
        _count_cell(all_, tree, number, begins[number], begins[number + 1])
    return int(begins[-1])


@compiled
def _edge(tree: Tree, node: int, rng: Rng) -> int:
    """One of a node's edges, by chance."""
    wanted = (next_bits(rng) >> _SHIFT) * _UNIT * tree.ways[node]
    edge, last = tree.first[node], tree.first[node + 1] - 1
    while edge < last and tree.upto[edge] <= wanted:
        edge += 1
    while edge > tree.first[node] and tree.upto[edge] == tree.upto[edge - 1]:
        edge -= 1  # rounding has gone beyond the last edge that leads anywhere
    return int(edge)


@compiled
def _shuffle(cards: Numbers, first: int, length: int, rng: Rng) -> None:
    for place in range(length - 1, 0, -1):
        other = first + below(rng, place + 1)
        place_here = first + place
        cards[place_here], cards[other] = cards[other], cards[place_here]


@compiled
def _place(all_: Cells, tree: Tree, lists: Numbers, filled: Numbers, rng: Rng) -> None:
    """Put every card of every group into the list of a merged place."""
    first, node, fresh = 0, 0, True
    for number in range(len(all_.cells)):
        cell = all_.cells[number]
        pool, place = cell[POOL], cell[PLACE]
        if fresh and pool < 0:
            _shuffle(all_.cards, first, cell[SIZE], rng)
        elif fresh:
            _shuffle(lists[pool], 0, filled[pool], rng)
        edge = _edge(tree, node, rng)
        for _ in range(tree.put[edge]):
            if pool < 0:
                card = all_.cards[first]
                first += 1
            else:
                filled[pool] -= 1
                card = lists[pool, filled[pool]]
            lists[place, filled[place]] = card
            filled[place] += 1
        node, fresh = tree.child[edge], cell[LAST] == 1


@compiled
def _deal_out(all_: Cells, lists: Numbers, lying: Numbers, rng: Rng) -> None:
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
            _shuffle(lying, first, drawn + given, rng)


@compiled
def draw(all_: Cells, tree: Tree, rng: Rng, lying: Numbers) -> None:
    """Fill `lying`: a card's number for each slot."""
    places = 1
    for row in all_.slots:
        places = max(places, row[0] + 1)
    for cell in all_.cells:
        places = max(places, cell[PLACE] + 1)
    lists = np.zeros((places, lying.shape[1] + 1), np.int64)
    filled = np.zeros(places, np.int64)
    for world in range(len(lying)):
        for place in range(places):
            filled[place] = 0
        _place(all_, tree, lists, filled, rng)
        for place in range(places):
            _shuffle(lists[place], 0, filled[place], rng)
        _deal_out(all_, lists, lying[world], rng)


@needed("worlds")
def _make_ready() -> object:
    row = np.zeros((1, CELL_SIZE), np.int64)
    row[0, [SIZE, LAST, STATES, STRIDE, ROOM]] = 1
    row[0, POOL] = NONE
    all_ = Cells(
        cells=row,
        weights=np.ones(1),
        room=1,
        moves=np.zeros(2, np.int64),
        choose=np.ones((2, 2)),
        cards=np.zeros(1, np.int64),
        slots=np.array([[0, 0, 1, 0, 0]], np.int64),
        fixed=np.zeros(0, np.int64),
    )
    return draw(all_, TreeSpace().tree_of(all_), rng_from(1), np.zeros((1, 1), np.int64))
