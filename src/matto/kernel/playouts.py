"""Deals played to the end many times: payments, and labels of what each card brings.

A deal is played from its first lead, and wherever the seat to play has a choice, every legal
card of it is tried: the deal is played to its end by rules of thumb, which judge from what each
seat sees. So a label knows where all cards lie, but those who play do not; the mean of labels
over all that a seat cannot see is what a card is worth to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import CODES
from matto.engine.tricks import LEADING
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled, needed
from matto.kernel.heuristic import (
    heuristic_card,
    look,
    new_knowledge,
    play_by_rule,
    promise,
    scales_of,
    what_lies,
)
from matto.kernel.layout import MOST_SEATS, NO_CARD, NO_WEIGHTS, Numbers, Plan
from matto.kernel.observation import (
    Bytes,
    ObservedDeal,
    PriorKnowledge,
    bytes_shown,
    note_card,
    note_deal,
    note_trick,
    observe,
)
from matto.kernel.play import is_over, legal_now, play_card, play_on, settle, taken_out
from matto.kernel.primitives import Rng, below, count, one_card, spread_seeds
from matto.play.heuristic import Scales, SeatKnowledge
from matto.play.observation import NOTES, Writing

CARDS = len(CODES)
NO_STOCK: Numbers = np.zeros((1, 0), dtype=np.int64)


def random_playouts(
    states: Numbers, plan: Plan, stocks: Numbers | None = None, n: int = 1, seed: int = 0
) -> Numbers:
    """Play deals to the end at random, `n` times each; gives the sums of what seats are paid.

    `states`: `[m, SIZE]`, then the sums are `[m, seats]`, or one state, then `[seats]`.
    `stocks`: `[m, k]`, the cards of the stock in each deal. The same seed gives the same sums;
    the playouts of a state do not depend on the other states.
    """
    rows, lots, sums = _in_rows(states, stocks)
    _play_all_at_random(rows, plan, lots, n, seed, sums)
    return _by_seat(states, plan, sums)


def rule_playouts(states: Numbers, plan: Plan, stocks: Numbers | None = None) -> Numbers:
    """Play deals to the end by rules of thumb, which leave nothing to chance, and settle them.

    Shapes are those of `random_playouts`.
    """
    rows, lots, sums = _in_rows(states, stocks)
    _play_all_by_rule(rows, plan, scales_of(plan), lots, sums)
    return _by_seat(states, plan, sums)


def _in_rows(states: Numbers, stocks: Numbers | None) -> tuple[Numbers, Numbers, Numbers]:
    rows = np.ascontiguousarray(np.atleast_2d(states), dtype=np.int64)
    lots = np.ascontiguousarray(np.atleast_2d(NO_STOCK if stocks is None else stocks))
    return rows, lots, np.zeros((len(rows), MOST_SEATS), dtype=np.int64)


def _by_seat(states: Numbers, plan: Plan, sums: Numbers) -> Numbers:
    paid = sums[:, : plan.rules[lay.SEATS]]
    return paid if np.ndim(states) > 1 else paid[0]


@compiled
def _play_all_at_random(
    states: Numbers, plan: Plan, stocks: Numbers, n: int, seed: int, sums: Numbers
) -> None:
    """Play each deal at random so many times."""
    deal, pay = np.zeros(lay.SIZE, np.int64), np.zeros(MOST_SEATS, np.int64)
    rng = np.zeros(1, np.uint64)
    for number in range(states.shape[0] * n):
        row = number // n
        copy_row(states, row, deal)
        rng[0] = spread_seeds(seed, number)
        play_at_random(deal, plan, stocks[row % stocks.shape[0]], rng)
        add_payment(deal, plan, pay, sums[row])


@compiled
def play_through(states: Numbers, plan: Plan, stock: Numbers, played: Numbers) -> None:
    """Play the same cards in each deal, one after the other."""
    for row in range(states.shape[0]):
        for card in played:
            play_card(states[row], plan, stock, card)


@compiled
def play_in_each(states: Numbers, plan: Plan, stocks: Numbers, card: int) -> None:
    """Play a card in each deal, and let everybody take note of what it shows."""
    for row in range(states.shape[0]):
        play_on(states[row], plan, stocks[row], card)


@compiled
def play_at_random(state: Numbers, plan: Plan, stock: Numbers, rng: Rng) -> None:
    """Play a deal to the end, each legal card as likely as another."""
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        play_card(state, plan, stock, one_card(rng, plain, tarocks))


@compiled(inline=True)
def copy_row(table: Numbers, row: int, target: Numbers) -> None:
    """Copy a row of a table; a slice would have Numba compile much that is never used."""
    for column in range(table.shape[1]):
        target[column] = table[row, column]


@compiled(inline=True)
def add_payment(deal: Numbers, plan: Plan, pay: Numbers, sums: Numbers) -> None:
    """Settle a finished deal and add what each seat is paid."""
    for seat in range(MOST_SEATS):
        pay[seat] = 0
    settle(deal, plan, pay)
    for seat in range(MOST_SEATS):
        sums[seat] += pay[seat]


@compiled
def _play_all_by_rule(
    states: Numbers, plan: Plan, scales: Scales, stocks: Numbers, sums: Numbers
) -> None:
    """Play the deals by rules of thumb."""
    deal, pay = np.zeros(lay.SIZE, np.int64), np.zeros(MOST_SEATS, np.int64)
    known = new_knowledge()
    for number in range(states.shape[0]):
        copy_row(states, number, deal)
        play_by_rule(deal, plan, scales, stocks[number % stocks.shape[0]], known)
        add_payment(deal, plan, pay, sums[number])


def tiny_deal() -> tuple[Numbers, Plan]:
    """Return the state and plan of one trick of two seats, to make things ready with."""
    rules = np.zeros(lay.RULES_SIZE, dtype=np.int64)
    rules[lay.SEATS], rules[lay.ALL_TRICKS], rules[lay.WATCHED] = 2, 1, NO_CARD
    shapes = ((CARDS,), (MOST_SEATS,), (1, 3), (1, lay.ROW_SIZE), (1,))
    strength, side, *rows = (np.zeros(shape, dtype=np.int64) for shape in shapes)
    plan = Plan(rules, strength, side, rows[0], rows[1], rows[2], NO_WEIGHTS)
    state = np.zeros(lay.SIZE, dtype=np.int64)
    state[lay.PLAIN : lay.PLAIN + 2] = 1, 2
    state[lay.LED], state[lay.BEST] = LEADING, NO_CARD
    return state, plan


@needed("playouts")
def warm_up() -> None:
    """Play one trick of two seats."""
    state, plan = tiny_deal()
    rule_playouts(state, plan)
    play_through(state[None, :].copy(), plan, NO_STOCK[0], np.array([0]))
    play_in_each(state[None, :].copy(), plan, NO_STOCK, 0)


Floats = NDArray[np.float32]

OUT_OF = 1000
"""How often chance plays instead of the rule of thumb is given out of so many."""


class Labels(NamedTuple):
    """Positions: `observations` `[m, length]`, and `values` `[m, columns]` of each card.

    A value is what the seat to play is paid, NaN for a card that it cannot play. `promised`:
    `[m, columns]`, what the rule of thumb weighs cards by, NaN for the same. `usual`:
    `[m]`, the column of the card that it plays.
    """

    observations: Bytes
    values: Floats
    promised: Floats
    usual: Numbers


class FirstLead(NamedTuple):
    """A deal at its first lead: `first` is its state, `stock` what is drawn later on."""

    first: Numbers
    plan: Plan
    scales: Scales
    stock: Numbers


@compiled
def label_deal(
    dealt: FirstLead,
    seen: PriorKnowledge,
    slot: int,
    writing: Writing,
    chance: int,
    rng: Rng,
    labels: Labels,
) -> int:
    """Play a deal from its first lead and label its choices; gives how many these are.

    What seats have seen before is that of `slot`; `chance` is how often of `OUT_OF` a random
    card is played. There must be room for a row a card.
    """
    first, plan, scales, stock = dealt
    states, filled, known = np.zeros((2, lay.SIZE), np.int64), 0, new_knowledge()
    states[0] = first
    state, notes = states[0], np.zeros(NOTES, np.int64)
    planes = np.zeros(bytes_shown(writing), np.uint8)
    note_deal(planes, first, plan, writing)
    observed = ObservedDeal(state, notes, planes, plan, seen, slot, writing)
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = heuristic_card(state, plan, scales, plain, tarocks, known)
        if count(plain) + count(tarocks) > 1:
            observe(labels.observations[filled], observed)
            try_cards(states, plan, scales, stock, writing, known, labels.values[filled])
            weigh_cards(state, plan, scales, writing, known, labels.promised[filled])
            labels.usual[filled] = writing.column[card]
            filled += 1
            if below(rng, OUT_OF) < chance:
                card = one_card(rng, plain, tarocks)
        note_card(notes, planes, state, plan, writing, card)
        play_on(state, plan, stock, card)
        if state[lay.LYING] == 0:
            note_trick(notes, planes, state, plan, writing, stock)
    return filled


@compiled
def try_cards(
    states: Numbers,
    plan: Plan,
    scales: Scales,
    stock: Numbers,
    writing: Writing,
    known: SeatKnowledge,
    values: Floats,
) -> None:
    """Write what each legal card brings who plays it; `states` are the deal and a spare row."""
    state, deal = states[0], states[1]
    pay = np.zeros(MOST_SEATS, np.int64)
    for column in range(values.shape[0]):
        values[column] = np.nan
    plain, tarocks = legal_now(state, plan)
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        copy_row(states, 0, deal)
        play_on(deal, plan, stock, card)
        play_by_rule(deal, plan, scales, stock, known)
        for seat in range(MOST_SEATS):
            pay[seat] = 0
        settle(deal, plan, pay)
        values[writing.column[card]] = pay[state[lay.TURN]]


@compiled
def weigh_cards(
    state: Numbers,
    plan: Plan,
    scales: Scales,
    writing: Writing,
    known: SeatKnowledge,
    promised: Floats,
) -> None:
    """Write what the rule of thumb weighs each legal card by, in card points."""
    for column in range(promised.shape[0]):
        promised[column] = np.nan
    look(state, plan, scales, known)
    lies = what_lies(state, plan, scales)
    plain, tarocks = legal_now(state, plan)
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        promised[writing.column[card]] = promise(state, plan, scales, card, lies, known)
