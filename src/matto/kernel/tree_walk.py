"""The iterations of the tree search: down the tree, a new branch, a rollout, and back.

`LANES` iterations go down one after the other before any of them is paid, so that their
rollouts run side by side (see `matto.kernel.lanes`). Until then each branch on their ways is
thought to bring what it brought before, so that it counts as chosen and its mean stays.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from matto.kernel.chance import Chance, below, next_chance, one_card
from matto.kernel.compiled import compiled
from matto.kernel.lanes import CHANCE, DESK_SIZE, LANES, play_to_the_end
from matto.kernel.layout import LYING, MOST_SEATS, SIZE, TRICKS, TURN, Numbers, Plan, Reals
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now
from matto.kernel.policy import EYES_SIZE, play_on, thumb_card
from matto.kernel.scales import Scales
from matto.kernel.tree_pool import ROOT, Pool, add_branch, best_branch, node_behind
from matto.kernel.tree_rollout import play_trick

LONGEST = 80
"""No deal has more decisions than cards."""
SOUNDINGS = 2
"""From so many times `LANES` rollouts the mean and the spread of payoffs are measured."""
WHOLE = 1 << 32
FINE = 1024.0
"""Guesses are so many times finer than payoffs: then they are added and taken away exactly."""
LEAST_SPREAD = 1e-6
"""So much is added to every spread, lest it be nothing."""


class Plans(NamedTuple):
    """Several plans, one behind the other: the fields of `Plan` with one more axis.

    `scales`: what cards are weighed with, with one more axis too but for `chances`, which are
    the same for all.
    """

    rules: Numbers
    strength: Numbers
    side: Numbers
    values: Numbers
    pay_rules: Numbers
    tables: Numbers
    taste: Reals
    scales: Scales


class Worlds(NamedTuple):
    """The deals that the search believes possible.

    `states`: `[m, SIZE]`, one row for each. `which`: `[m]`, the number of its plan. `stocks`:
    `[m, k]`, the cards of its stock.
    """

    states: Numbers
    which: Numbers
    stocks: Numbers


class Scratch(NamedTuple):
    """What the iterations of one tree work on.

    By lane: `deals`, as they are played on; `lots`, their stocks; `depths`, how far they went
    down the tree; `nodes`, `branches`, `movers` and `guesses`, by which nodes and which of
    their branches, who chose these, and what was thought to come of it. `desk` is for
    `matto.kernel.lanes`, `eyes` for `matto.kernel.policy`. `pay`: what each seat
    received. By seat: `mean` and `spread`, the mean
    and the standard deviation of payoffs at random.
    """

    deals: Numbers
    lots: Numbers
    depths: Numbers
    nodes: Numbers
    branches: Numbers
    movers: Numbers
    guesses: Reals
    desk: Numbers
    eyes: Numbers
    pay: Numbers
    mean: Reals
    spread: Reals


def new_scratch(stock: int) -> Scratch:
    """Give the arrays that one tree works on, for stocks of so many cards."""
    return Scratch(
        deals=np.zeros((LANES, SIZE), dtype=np.int64),
        lots=np.zeros((LANES, stock), dtype=np.int64),
        depths=np.zeros(LANES, dtype=np.int64),
        nodes=np.zeros((LANES, LONGEST), dtype=np.int64),
        branches=np.zeros((LANES, LONGEST), dtype=np.int64),
        movers=np.zeros((LANES, LONGEST), dtype=np.int64),
        guesses=np.zeros((LANES, LONGEST)),
        desk=np.zeros(DESK_SIZE, dtype=np.int64),
        eyes=np.zeros(EYES_SIZE, dtype=np.int64),
        pay=np.zeros(MOST_SEATS, dtype=np.int64),
        mean=np.zeros(MOST_SEATS),
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
        plans.pay_rules[number],
        plans.tables[number],
        plans.taste[number],
    )


@compiled
def scales_at(scales: Scales, number: int) -> Scales:
    """Give what cards are weighed with in one of several plans."""
    return Scales(
        scales.worth[number],
        scales.cost[number],
        scales.last_with[number],
        scales.place[number],
        scales.above[number],
        scales.weights[number],
        scales.pack[number],
        scales.chances,
    )


@compiled
def begin(scratch: Scratch, states: Numbers, stocks: Numbers, lane: int, row: int) -> None:
    """Lay the deal of a row on a lane."""
    for place in range(SIZE):
        scratch.deals[lane, place] = states[row, place]
    for place in range(stocks.shape[1]):
        scratch.lots[lane, place] = stocks[row, place]
    scratch.depths[lane] = 0


@compiled
def walk_down(
    pool: Pool, scratch: Scratch, lane: int, plan: Plan, chance: Chance, exploration: float
) -> None:
    """Play the cards that the tree chooses until it grows, or until the deal is over."""
    state, stock, node, grows = scratch.deals[lane], scratch.lots[lane], ROOT, False
    while not grows and not is_over(state, plan):
        seat = state[TURN]
        plain, tarocks = legal_now(state, plan)
        spread = exploration * scratch.spread[seat]
        branch = best_branch(pool, node, plain, tarocks, spread)
        new_plain, new_tarocks = plain & ~pool.plain[node], tarocks & ~pool.tarocks[node]
        grows = new_plain | new_tarocks != 0
        if grows:
            branch = add_branch(pool, node, one_card(chance, new_plain, new_tarocks))
        note(pool, scratch, lane, node, branch, seat)
        play_on(state, plan, stock, pool.card[branch])
        if not grows:
            node = node_behind(pool, branch)


@compiled
def note(pool: Pool, scratch: Scratch, lane: int, node: int, branch: int, seat: int) -> None:
    """Count a branch as chosen, as if it had brought what it brings on average.

    It is remembered by its number at the node, since the row may move before it is paid.
    """
    depth, visits = scratch.depths[lane], pool.visits[branch]
    guess = pool.total[branch] / visits if visits else scratch.mean[seat]
    guess = math.floor(guess * FINE) / FINE
    pool.visits[branch] += 1
    pool.total[branch] += guess
    scratch.nodes[lane, depth] = node
    scratch.branches[lane, depth] = branch - pool.first[node]
    scratch.movers[lane, depth], scratch.guesses[lane, depth] = seat, guess
    scratch.depths[lane] = depth + 1


@compiled
def walk_back(pool: Pool, scratch: Scratch, lane: int) -> None:
    """Put what each seat received in place of what was guessed for its branches."""
    for step in range(scratch.depths[lane]):
        branch = pool.first[scratch.nodes[lane, step]] + scratch.branches[lane, step]
        paid = scratch.pay[scratch.movers[lane, step]]
        pool.total[branch] += paid - scratch.guesses[lane, step]


@compiled
def roll_out(scratch: Scratch, plan: Plan, used: int, chance: Chance) -> None:
    """Play the deals of all lanes to their ends at random; those not used play idly."""
    deals, most = scratch.deals, 0
    for lane in range(LANES):
        if lane >= used:
            begin(scratch, deals, scratch.lots, lane, 0)
        finished = deals[lane, TRICKS] + (1 if deals[lane, LYING] else 0)
        most = finished if finished > most else most
        scratch.desk[CHANCE + lane] = np.int64(next_chance(chance))
    for lane in range(LANES):
        while deals[lane, TRICKS] < most:
            play_trick(deals[lane], plan, scratch.lots[lane], chance)
    play_to_the_end(deals, scratch.desk, plan, scratch.lots)


@compiled
def play_by_rule(
    scratch: Scratch, lane: int, plan: Plan, scales: Scales, chance: Chance, rule: float
) -> None:
    """Play the deal of a lane to its end, a part of the cards by rules of thumb."""
    state, stock = scratch.deals[lane], scratch.lots[lane]
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        if below(chance, WHOLE) < rule * WHOLE:
            card = thumb_card(state, plan, scales, plain, tarocks, scratch.eyes)
        else:
            card = one_card(chance, plain, tarocks)
        play_on(state, plan, stock, card)


@compiled
def pay_out(scratch: Scratch, worlds: Worlds, plans: Plans, lane: int, world: int) -> None:
    """Settle the deal of a lane."""
    for seat in range(MOST_SEATS):
        scratch.pay[seat] = 0
    settle(scratch.deals[lane], plan_at(plans, worlds.which[world]), scratch.pay)


@compiled
def sound(scratch: Scratch, worlds: Worlds, plans: Plans, chance: Chance) -> None:
    """Measure the mean and the spread of what each seat is paid, before the first iteration.

    Later payoffs are no measure: they draw together while the tree learns what is good, and
    a bonus that shrank with them would leave the first error uncorrected for ever.
    """
    mean, spread, times = scratch.mean, scratch.spread, 0
    for first in range(0, SOUNDINGS * LANES, LANES):
        for lane in range(LANES):
            world = (first + lane) % worlds.states.shape[0]
            begin(scratch, worlds.states, worlds.stocks, lane, world)
        roll_out(scratch, plan_at(plans, 0), LANES, chance)
        for lane in range(LANES):
            pay_out(scratch, worlds, plans, lane, (first + lane) % worlds.states.shape[0])
            times += 1
            for seat in range(MOST_SEATS):
                before = scratch.pay[seat] - mean[seat]
                mean[seat] += before / times
                spread[seat] += before * (scratch.pay[seat] - mean[seat])
    for seat in range(MOST_SEATS):
        spread[seat] = math.sqrt(spread[seat] / times) + LEAST_SPREAD


@compiled
def grow(
    pool: Pool,
    scratch: Scratch,
    worlds: Worlds,
    plans: Plans,
    chance: Chance,
    turns: Numbers,
    exploration: float,
    rule: float,
) -> None:
    """Go down the tree and back, once for each number of a world in `turns`."""
    sound(scratch, worlds, plans, chance)
    for first in range(0, turns.shape[0], LANES):
        batch = turns[first : first + LANES]
        for lane in range(batch.shape[0]):
            begin(scratch, worlds.states, worlds.stocks, lane, batch[lane])
            plan = plan_at(plans, worlds.which[batch[lane]])
            walk_down(pool, scratch, lane, plan, chance, exploration)
        if rule > 0:
            roll_out_by_rule(scratch, worlds, plans, batch, chance, rule)
        else:
            roll_out(scratch, plan_at(plans, 0), batch.shape[0], chance)
        for lane in range(batch.shape[0]):
            pay_out(scratch, worlds, plans, lane, batch[lane])
            walk_back(pool, scratch, lane)


@compiled
def roll_out_by_rule(
    scratch: Scratch,
    worlds: Worlds,
    plans: Plans,
    batch: Numbers,
    chance: Chance,
    rule: float,
) -> None:
    """Play the deals of the lanes in use to their ends, a part of the cards by rule."""
    for lane in range(batch.shape[0]):
        number = worlds.which[batch[lane]]
        plan, scales = plan_at(plans, number), scales_at(plans.scales, number)
        play_by_rule(scratch, lane, plan, scales, chance, rule)
