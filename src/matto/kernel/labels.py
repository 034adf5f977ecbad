"""Labelled positions for learning: what each legal card would have brought in its deal.

A deal is played from its first lead, and wherever the seat to play has a choice, every legal
card of it is tried: the deal is played to its end by rules of thumb, which judge from what each
seat sees. So a label knows where all cards lie, but those who play do not; the mean of labels
over all that a seat cannot see is what a card is worth to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.kernel import layout as lay
from matto.kernel.batch_layout import NOTES, Bytes, Seen, Sighted, Writing
from matto.kernel.batch_notes import clear_notes, note_card, note_deal, note_trick
from matto.kernel.batch_observing import observe
from matto.kernel.bits import count
from matto.kernel.compiled import compiled
from matto.kernel.layout import MOST_SEATS, Numbers, Plan
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, play_on, taken_out
from matto.kernel.playouts import copy_row
from matto.kernel.policy import (
    EYES_SIZE,
    look,
    play_by_rule,
    promise,
    thumb_card,
    what_lies,
)
from matto.kernel.rng import Rng, below, one_card
from matto.kernel.scales import Scales

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
    seen: Seen,
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
    states, filled, eyes = np.zeros((2, lay.SIZE), np.int64), 0, np.zeros(EYES_SIZE, np.int64)
    states[0] = first
    state, notes, planes = states[0], fresh_notes(), fresh_planes(first, plan, writing)
    sighted = Sighted(state, first, notes, planes, plan, seen, slot, writing)
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = thumb_card(state, plan, scales, plain, tarocks, eyes)
        if count(plain) + count(tarocks) > 1:
            observe(labels.observations[filled], sighted)
            try_cards(states, plan, scales, stock, writing, eyes, labels.values[filled])
            weigh_cards(state, plan, scales, writing, eyes, labels.promised[filled])
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
def fresh_notes() -> Numbers:
    """Give notes in which nothing has been shown yet."""
    notes = np.zeros(NOTES, np.int64)
    clear_notes(notes)
    return notes


@compiled
def fresh_planes(state: Numbers, plan: Plan, writing: Writing) -> Bytes:
    """Give the cards as bytes at the first lead."""
    planes = np.zeros((2 * plan.rules[lay.SEATS] + 1) * writing.columns, np.uint8)
    note_deal(planes, state, plan, writing)
    return planes


@compiled
def try_cards(
    states: Numbers,
    plan: Plan,
    scales: Scales,
    stock: Numbers,
    writing: Writing,
    eyes: Numbers,
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
        play_by_rule(deal, plan, scales, stock, eyes)
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
    eyes: Numbers,
    promised: Floats,
) -> None:
    """Write what the rule of thumb weighs each legal card by, in card points."""
    for column in range(promised.shape[0]):
        promised[column] = np.nan
    look(state, plan, scales, eyes)
    lies = what_lies(state, plan, scales)
    plain, tarocks = legal_now(state, plan)
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        promised[writing.column[card]] = promise(state, plan, scales, card, lies, eyes)
