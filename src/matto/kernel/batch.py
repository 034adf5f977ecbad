"""Many deals stepped at once, card by card: legality, tricks and payments are the kernel's own.

A *row* is one of the deals that go on at the same time; a *slot* keeps a deal as it was at its
first lead, so that a row can begin it again and again without the engine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.kernel.compiled import compiled
from matto.kernel.layout import PLAIN, SEATS, TAROCKS, TRICKS, TURN, Numbers, Plan, Reals
from matto.kernel.observation import (
    Bytes,
    ObservedDeal,
    PriorKnowledge,
    note_card,
    note_deal,
    note_trick,
    observe,
    put,
)
from matto.kernel.play import is_over, legal_now, play_card, settle
from matto.kernel.primitives import (
    below,
    clear_bytes,
    copy_bytes,
    count,
    lowest,
    spread_seeds,
    word_at,
)
from matto.play.observation import Writing

Flags = NDArray[np.bool_]
Cards = NDArray[np.uint8]

NO_ACTION = -1
NO_SEAT = -1
BYTES = 8  # of a word


class Plans(NamedTuple):
    """Plans of many deals of one game with one set of options, one behind the other.

    `rules`: `[p, RULES_SIZE]`; `side`: `[p, MOST_SEATS]`. The pay rules of plan k are the rows
    from `first[k]` to before `first[k + 1]` of `pay_rules`; their tables are all in `tables`.
    `strength` and `values` are those of the pack, `weights` are nobody's.
    """

    rules: Numbers
    strength: Numbers
    side: Numbers
    values: Numbers
    first: Numbers
    pay_rules: Numbers
    tables: Numbers
    weights: Reals


class Slots(NamedTuple):
    """Deals at their first lead, and what seats have seen by then.

    `states`: `[d, SIZE]`. `which`: `[d]`, the number of its plan. `stocks`: `[d, k]`.
    """

    states: Numbers
    which: Numbers
    stocks: Numbers
    seen: PriorKnowledge


class Rows(NamedTuple):
    """Deals that go on.

    `states`: `[n, SIZE]`. `slot`: `[n]`, where each began. `played`: `[n, most]`, the cards
    played so far by number, `moves`: `[n]`, how many these are. `notes`: `[n, NOTES]`.
    `planes`: `[n, (2 * seats + 1) * cards]`, a byte for each card (see `ObservedDeal`).
    `seats`: `[n]`, who is to act, `NO_SEAT` where the deal is over. `masks`: `[n, actions]`.
    `observations`: `[n, length]`. `rewards`: `[n, seats]`. `done`: `[n]`.
    """

    states: Numbers
    slot: Numbers
    played: Cards
    moves: Numbers
    notes: Numbers
    planes: Bytes
    seats: Numbers
    masks: Flags
    observations: Bytes
    rewards: Numbers
    done: Flags


@compiled(inline=True)
def plan_at(plans: Plans, number: int) -> Plan:
    """Return one of many plans."""
    begin, end = plans.first[number], plans.first[number + 1]
    return Plan(
        plans.rules[number],
        plans.strength,
        plans.side[number],
        plans.values,
        plans.pay_rules[begin:end],
        plans.tables,
        plans.weights,
    )


@compiled
def start_rows(
    rows: Rows, slots: Slots, plans: Plans, writing: Writing, chosen: Numbers
) -> None:
    """Begin the deals of the slots of some rows."""
    for row in chosen:
        slot = rows.slot[row]
        for column in range(slots.states.shape[1]):
            rows.states[row, column] = slots.states[slot, column]
        rows.moves[row] = 0
        rows.notes[row, :] = 0
        plan = plan_at(plans, slots.which[slot])
        note_deal(rows.planes[row], rows.states[row], plan, writing)
        write_row(rows, slots, row, plan, writing)


@compiled(inline=True)
def write_row(rows: Rows, slots: Slots, row: int, plan: Plan, writing: Writing) -> None:
    """Write down who is to act, what may be played, and what is seen."""
    state, mask, slot = rows.states[row], rows.masks[row], rows.slot[row]
    plain, tarocks = legal_now(state, plan)
    rows.seats[row] = state[TURN]
    clear_bytes(mask, 0, mask.shape[0])
    if plain == state[PLAIN + state[TURN]] and tarocks == state[TAROCKS + state[TURN]]:
        hand = writing.columns * (plan.rules[SEATS] + state[TURN])
        copy_bytes(mask, 0, rows.planes[row], hand, writing.columns)
    else:
        put(mask, 0, writing, plain, tarocks)
    notes, planes = rows.notes[row], rows.planes[row]
    observed = ObservedDeal(state, notes, planes, plan, slots.seen, slot, writing)
    observe(rows.observations[row], observed)


@compiled
def first_illegal(masks: Flags, seats: Numbers, actions: Numbers) -> int:
    """Return the first row whose action is not legal, -1 if there is none.

    A row whose deal is over takes no action but `NO_ACTION`.
    """
    for row in range(actions.shape[0]):
        action = actions[row]
        if seats[row] == NO_SEAT:
            if action != NO_ACTION:
                return row
        elif action < 0 or action >= masks.shape[1] or not masks[row, action]:
            return row
    return -1


@compiled
def step_rows(
    rows: Rows,
    slots: Slots,
    plans: Plans,
    card_of: Numbers,
    writing: Writing,
    actions: Numbers,
    begin: int,
    end: int,
) -> None:
    """Play a legal card in each of the rows from `begin` to before `end` that go on."""
    for row in range(begin, end):
        for seat in range(rows.rewards.shape[1]):
            rows.rewards[row, seat] = 0
        if rows.seats[row] == NO_SEAT:
            continue
        rows.done[row] = False
        slot, state, card = rows.slot[row], rows.states[row], card_of[actions[row]]
        plan = plan_at(plans, slots.which[slot])
        rows.played[row, rows.moves[row]] = card
        rows.moves[row] += 1
        tricks, stock = state[TRICKS], slots.stocks[slot]
        note_card(rows.notes[row], rows.planes[row], state, plan, writing, card)
        play_card(state, plan, stock, card)
        if state[TRICKS] > tricks:
            note_trick(rows.notes[row], rows.planes[row], state, plan, writing, stock)
        if is_over(state, plan):
            settle_row(rows, row, plan)
        else:
            write_row(rows, slots, row, plan, writing)


@compiled
def settle_row(rows: Rows, row: int, plan: Plan) -> None:
    """Settle a deal whose cards are all played."""
    settle(rows.states[row], plan, rows.rewards[row])
    rows.done[row], rows.seats[row] = True, NO_SEAT
    for action in range(rows.masks.shape[1]):
        rows.masks[row, action] = False
    for place in range(rows.observations.shape[1]):
        rows.observations[row, place] = 0


@compiled
def choose_at_random(masks: Flags, seed: int, begin: int, end: int, actions: Numbers) -> None:
    """Choose in each row one of the actions of its mask, each as likely as another.

    A row without any gets `NO_ACTION`.
    """
    rng = np.zeros(1, np.uint64)
    for row in range(begin, end):
        mask = masks[row]
        legal = marks(mask)
        actions[row] = NO_ACTION
        if legal:
            rng[0] = spread_seeds(seed, row)
            actions[row] = nth_mark(mask, below(rng, legal))


@compiled(inline=True)
def marks(mask: Flags) -> int:
    """Count the marks of a mask, eight at once."""
    whole, found = mask.shape[0] // BYTES * BYTES, 0
    for place in range(0, whole, BYTES):
        found += count(word_at(mask, place))
    for place in range(whole, mask.shape[0]):
        found += mask[place]
    return found


@compiled(inline=True)
def nth_mark(mask: Flags, number: int) -> int:
    """Return the place of a mark by its number, from 0 on; there must be so many."""
    whole, place = mask.shape[0] // BYTES * BYTES, 0
    while place < whole:
        word = word_at(mask, place)
        here = count(word)
        if number < here:
            for _ in range(number):
                word &= word - 1
            return place + lowest(word) // BYTES
        number -= here
        place += BYTES
    while number or not mask[place]:
        number -= mask[place]
        place += 1
    return place
