"""One iteration of the tree search: down the tree, a new branch, a rollout, and back."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.kernel.chance import Chance, one_card
from matto.kernel.compiled import compiled
from matto.kernel.layout import MOST_SEATS, SIZE, TURN, Numbers, Plan
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, play_card
from matto.kernel.tree_pool import ROOT, Pool, add_branch, best_branch, node_behind
from matto.kernel.tree_rollout import play_at_random

LONGEST = 80
"""No deal has more decisions than cards."""
SOUNDINGS = 64
"""From so many rollouts at random the spread of the payoffs is measured."""
LEAST_SPREAD = 1e-6
"""The spread of payoffs that is assumed where all are equal."""


class Plans(NamedTuple):
    """Several plans, one behind the other: the fields of `Plan` with one more axis."""

    rules: Numbers
    strength: Numbers
    side: Numbers
    values: Numbers
    prices: Numbers
    tables: Numbers


class Worlds(NamedTuple):
    """The deals that the search believes possible.

    `states`: `[m, SIZE]`, one row for each. `which`: `[m]`, the number of its plan. `stocks`:
    `[m, k]`, the cards of its stock.
    """

    states: Numbers
    which: Numbers
    stocks: Numbers


class Scratch(NamedTuple):
    """What an iteration works on; only `spread` is more than that.

    `state`: the deal as it is played on. `branches`, `movers`: the way down the tree. `pay`:
    what each seat received. `spread`: by seat, the standard deviation of what it receives.
    """

    state: Numbers
    branches: Numbers
    movers: Numbers
    pay: Numbers
    spread: NDArray[np.float64]


def new_scratch() -> Scratch:
    """Give the arrays that the iterations of one tree work on."""
    return Scratch(
        state=np.zeros(SIZE, dtype=np.int64),
        branches=np.zeros(LONGEST, dtype=np.int64),
        movers=np.zeros(LONGEST, dtype=np.int64),
        pay=np.zeros(MOST_SEATS, dtype=np.int64),
        spread=np.zeros(MOST_SEATS),
    )


@compiled
def plan_at(plans: Plans, number: int) -> Plan:
    """Give one of several plans."""
    return Plan(
        plans.rules[number],
        plans.strength[number],
        plans.side[number],
        plans.values[number],
        plans.prices[number],
        plans.tables[number],
    )


@compiled
def walk_down(
    pool: Pool, scratch: Scratch, plan: Plan, stock: Numbers, chance: Chance, exploration: float
) -> int:
    """Play the cards that the tree chooses until it grows; tells how many they are."""
    state, depth, node = scratch.state, 0, ROOT
    while not is_over(state, plan):
        seat = state[TURN]
        plain, tarocks = legal_now(state, plan)
        spread = exploration * scratch.spread[seat]
        branch = best_branch(pool, node, plain, tarocks, spread)
        new_plain, new_tarocks = plain & ~pool.plain[node], tarocks & ~pool.tarocks[node]
        grows = new_plain | new_tarocks != 0
        if grows:
            branch = add_branch(pool, node, one_card(chance, new_plain, new_tarocks))
        scratch.branches[depth], scratch.movers[depth] = branch, seat
        depth += 1
        play_card(state, plan, stock, pool.card[branch])
        if grows:
            break
        node = node_behind(pool, branch)
    return depth


@compiled
def walk_back(pool: Pool, scratch: Scratch, depth: int) -> None:
    """Remember for every branch of the way what it brought the seat that chose it."""
    for step in range(depth):
        branch = scratch.branches[step]
        pool.visits[branch] += 1
        pool.total[branch] += scratch.pay[scratch.movers[step]]


@compiled
def roll_out(scratch: Scratch, plan: Plan, stock: Numbers, chance: Chance) -> None:
    """Play the deal to its end and settle it."""
    play_at_random(scratch.state, plan, stock, chance)
    scratch.pay[:] = 0
    settle(scratch.state, plan, scratch.pay)


@compiled
def sound(scratch: Scratch, worlds: Worlds, plans: Plans, chance: Chance) -> None:
    """Measure how far the payoffs of each seat are spread, before the first iteration.

    Later payoffs are no measure: they draw together while the tree learns what is good, and
    a bonus that shrank with them would leave the first error uncorrected for ever.
    """
    mean, squares = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    for sounding in range(SOUNDINGS):
        world = sounding % worlds.states.shape[0]
        plan, stock = plan_at(plans, worlds.which[world]), worlds.stocks[world]
        scratch.state[:] = worlds.states[world]
        roll_out(scratch, plan, stock, chance)
        for seat in range(MOST_SEATS):
            before = scratch.pay[seat] - mean[seat]
            mean[seat] += before / (sounding + 1)
            squares[seat] += before * (scratch.pay[seat] - mean[seat])
    for seat in range(MOST_SEATS):
        scratch.spread[seat] = max(math.sqrt(squares[seat] / SOUNDINGS), LEAST_SPREAD)


@compiled
def grow(
    pool: Pool,
    scratch: Scratch,
    worlds: Worlds,
    plans: Plans,
    chance: Chance,
    numbers: Numbers,
    exploration: float,
) -> None:
    """Go down the tree and back, once for each number of a world."""
    sound(scratch, worlds, plans, chance)
    for turn in range(numbers.shape[0]):
        world = numbers[turn]
        plan, stock = plan_at(plans, worlds.which[world]), worlds.stocks[world]
        scratch.state[:] = worlds.states[world]
        depth = walk_down(pool, scratch, plan, stock, chance, exploration)
        roll_out(scratch, plan, stock, chance)
        walk_back(pool, scratch, depth)
