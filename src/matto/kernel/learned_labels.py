"""Labelled positions to which a network has come itself, and in which it plays on.

`matto.kernel.labels` asks what a card brings if all then play by the rule of thumb. Here the
seat that chooses goes on as the network would: what it would do in the next trick anyhow is no
reason any more to do it now.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from matto.kernel import layout as lay
from matto.kernel.batch_layout import Sighted
from matto.kernel.bits import count
from matto.kernel.compiled import compiled
from matto.kernel.labels import Floats, Labels, weigh_cards
from matto.kernel.layout import MOST_SEATS, Numbers
from matto.kernel.learned import (
    Room,
    Seated,
    begun,
    chosen_card,
    play_rest,
    step,
    value_of,
)
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, taken_out
from matto.kernel.policy import thumb_card


class Trying(NamedTuple):
    """What cards are tried with: the deal once more, and room for all that is worked out.

    A card is tried if the network values it by less than `near` below the best.
    """

    sighted: Sighted
    room: Room
    values: Floats
    paid: Numbers
    near: float


@compiled
def label_again(
    seated: Seated, room: Room, other: Room, guest: int, near: float, labels: Labels
) -> int:
    """Play a deal with the network in one seat, and label its choices; gives how many.

    There must be room for a row a card.
    """
    first, filled = seated.dealt.first, 0
    sighted, again = begun(seated, first.copy()), begun(seated, first.copy())
    values = np.zeros(room.promised.shape[0], np.float32)
    trying = Trying(again, other, values, np.zeros(MOST_SEATS, np.int64), near)
    state, plan, scales = sighted.state, sighted.plan, seated.dealt.scales
    room.before.known[:] = 0
    while not is_over(state, plan):
        plain, tarocks = legal_now(state, plan)
        card = chosen_card(sighted, seated, room, 1 << guest)
        if state[lay.TURN] == guest and count(plain) + count(tarocks) > 1:
            usual = thumb_card(state, plan, scales, plain, tarocks, room.eyes)
            labels.usual[filled] = sighted.writing.column[usual]
            if are_close(seated, room, trying, labels.usual[filled]):
                weigh_cards(
                    state, plan, scales, sighted.writing, room.eyes, labels.promised[filled]
                )
                try_close_ones(sighted, seated, trying, guest, labels.values[filled])
                for entry in range(room.row.shape[0]):
                    labels.observations[filled, entry] = room.row[entry]
                filled += 1
        step(sighted, seated, card)
    return filled


@compiled
def are_close(seated: Seated, room: Room, trying: Trying, usual: int) -> bool:
    """Value cards from the best down, which is 0; tell whether there are more to be tried."""
    best, close, values = -np.inf, 0, trying.values
    for column in range(values.shape[0]):
        values[column] = -np.inf
        if not np.isnan(room.promised[column]):
            values[column] = value_of(column, usual, seated, room)
            best = max(best, values[column])
    for column in range(values.shape[0]):
        values[column] -= best
        close += values[column] > -trying.near
    return close > 1


@compiled
def try_close_ones(
    sighted: Sighted, seated: Seated, trying: Trying, guest: int, brought: Floats
) -> None:
    """Write what each card brings that may be the best; of others it is not known."""
    plain, tarocks = legal_now(sighted.state, sighted.plan)
    for column in range(brought.shape[0]):
        brought[column] = np.nan
    while plain or tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        column = sighted.writing.column[card]
        if trying.values[column] > -trying.near:
            put_back(trying.sighted, sighted)
            step(trying.sighted, seated, card)
            play_rest(trying.sighted, seated, trying.room, 1 << guest)
            trying.paid[:] = 0
            settle(trying.sighted.state, sighted.plan, trying.paid)
            brought[column] = trying.paid[guest]


@compiled
def put_back(again: Sighted, sighted: Sighted) -> None:
    """Bring the deal that cards are tried in to where the other stands."""
    for place in range(sighted.state.shape[0]):
        again.state[place] = sighted.state[place]
    for place in range(sighted.notes.shape[0]):
        again.notes[place] = sighted.notes[place]
    for place in range(sighted.planes.shape[0]):
        again.planes[place] = sighted.planes[place]
