"""One search tree as arrays: nodes, and branches that lie in a row for each node.

A node stands for what all players have seen since the search began: the cards played, in
their order. A branch is a card that was played there; it remembers how often it was chosen,
how often it could have been chosen, and what it brought the seat that played it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel.compiled import compiled
from matto.kernel.layout import Numbers

NO_NODE = -1
NO_BRANCH = -1
ROOT = 0

NODES_USED, BRANCHES_USED = 0, 1
FIRST_ROOM = 2
"""For so many branches a node has room at first; then twice as many whenever it is full."""
SLOTS_A_BRANCH = 4
"""A row of branches and the shorter rows from which it grew take at most so much room."""


class Pool(NamedTuple):
    """The arrays of one tree.

    By node: `first`, where its branches begin; `branches`, how many it has; `room` for how
    many there is; `plain` and `tarocks`, the cards that have a branch. By branch: `card`,
    `visits`, how often it was chosen; `offered`, how often its card was legal; `total`, the
    payoffs of the seat that played it; `child`, the node behind it or `NO_NODE`. `used`: how
    many nodes and branches are in use.
    """

    first: NDArray[np.int32]
    branches: NDArray[np.int32]
    room: NDArray[np.int32]
    plain: Numbers
    tarocks: Numbers
    card: NDArray[np.int32]
    visits: NDArray[np.int32]
    offered: NDArray[np.int32]
    total: NDArray[np.float64]
    child: NDArray[np.int32]
    used: Numbers


def new_pool(iterations: int) -> Pool:
    """Give an empty tree with room for so many iterations, each of which adds a branch."""
    nodes, slots = iterations + 2, SLOTS_A_BRANCH * (iterations + 2)
    used = np.zeros(2, dtype=np.int64)
    used[NODES_USED] = 1
    return Pool(
        first=np.zeros(nodes, dtype=np.int32),
        branches=np.zeros(nodes, dtype=np.int32),
        room=np.zeros(nodes, dtype=np.int32),
        plain=np.zeros(nodes, dtype=np.int64),
        tarocks=np.zeros(nodes, dtype=np.int64),
        card=np.empty(slots, dtype=np.int32),
        visits=np.empty(slots, dtype=np.int32),
        offered=np.empty(slots, dtype=np.int32),
        total=np.empty(slots, dtype=np.float64),
        child=np.empty(slots, dtype=np.int32),
        used=used,
    )


@compiled
def add_branch(pool: Pool, node: int, card: int) -> int:
    """Give a node a branch for a card that it had none for; tells where it lies."""
    if pool.branches[node] == pool.room[node]:
        make_room(pool, node)
    place = pool.first[node] + pool.branches[node]
    pool.branches[node] += 1
    if card < FIRST_TRUMP_NUMBER:
        pool.plain[node] |= 1 << card
    else:
        pool.tarocks[node] |= 1 << (card - FIRST_TRUMP_NUMBER)
    pool.card[place] = card
    pool.visits[place], pool.offered[place] = 0, 1
    pool.total[place], pool.child[place] = 0.0, NO_NODE
    return place


@compiled
def make_room(pool: Pool, node: int) -> None:
    """Move a node's branches to where there is room for twice as many."""
    old, begin, room = pool.first[node], pool.used[BRANCHES_USED], pool.room[node]
    room = 2 * room if room else FIRST_ROOM
    for place in range(pool.branches[node]):
        pool.card[begin + place] = pool.card[old + place]
        pool.visits[begin + place] = pool.visits[old + place]
        pool.offered[begin + place] = pool.offered[old + place]
        pool.total[begin + place] = pool.total[old + place]
        pool.child[begin + place] = pool.child[old + place]
    pool.first[node], pool.room[node] = begin, room
    pool.used[BRANCHES_USED] += room


@compiled
def node_behind(pool: Pool, branch: int) -> int:
    """Give the node behind a branch; it is made when it is first asked for."""
    if pool.child[branch] == NO_NODE:
        node = pool.used[NODES_USED]
        pool.used[NODES_USED] += 1
        pool.first[node] = pool.branches[node] = pool.room[node] = 0
        pool.plain[node] = pool.tarocks[node] = 0
        pool.child[branch] = node
    return pool.child[branch]


@compiled
def best_branch(pool: Pool, node: int, plain: int, tarocks: int, spread: float) -> int:
    """Choose among the branches whose cards are legal now, and count them as offered.

    A branch is worth what it brought on average and a bonus for being rarely chosen when it
    was offered: the subset-armed bandit of information-set tree search. `spread` is the
    weight of the bonus in units of payoff.
    """
    best, most = NO_BRANCH, -math.inf
    first = pool.first[node]
    for branch in range(first, first + pool.branches[node]):
        card = pool.card[branch]
        word, bit = plain, card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = tarocks, card - FIRST_TRUMP_NUMBER
        if not word >> bit & 1:
            continue
        pool.offered[branch] += 1
        visits = pool.visits[branch]
        bonus = math.sqrt(math.log(pool.offered[branch]) / visits)
        worth = pool.total[branch] / visits + spread * bonus
        if worth > most:
            best, most = branch, worth
    return best
