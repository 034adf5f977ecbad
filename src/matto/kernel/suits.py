"""Alike suits put in order, compiled: `matto.players.encoding.suits` does it with NumPy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import TRUMP
from matto.kernel.compiled import compiled
from matto.kernel.layout import Numbers

Bytes = NDArray[np.uint8]


class Suits(NamedTuple):
    """The columns of each suit in observations and actions, to put alike suits in order.

    `groups`: `[groups, 4]`, suits that are alike. `entries` and `actions`: `[4, most]`, those
    of a suit, in the same order for all of a group. `suit_of_action`: the suit that has it;
    `at_action`: its place there. Where there is none stands -1.
    """

    groups: Numbers
    entries: Numbers
    actions: Numbers
    suit_of_action: Numbers
    at_action: Numbers


@compiled
def order_suits(row: Bytes, suits: Suits, places: Numbers) -> None:
    """Find in whose place each suit stands when more comes before less."""
    for suit in range(TRUMP):
        places[suit] = suit
    for group in suits.groups:
        for own in group:
            if own < 0:
                break
            rank = 0
            for other in group:
                if other >= 0:
                    rank += comes_before(row, suits, other, own)
            places[own] = group[rank]


@compiled
def comes_before(row: Bytes, suits: Suits, other: int, own: int) -> int:
    """Return whether a suit comes before an alike one: 1 or 0; of equals the first."""
    for place in range(suits.entries.shape[1]):
        entry = suits.entries[own, place]
        if entry < 0:
            break
        theirs, ours = row[suits.entries[other, place]], row[entry]
        if theirs != ours:
            return 1 if theirs > ours else 0
    return 1 if other < own else 0


@compiled(inline=True)
def action_in_order(action: int, suits: Suits, places: Numbers) -> int:
    """Return what an action is in the order of suits."""
    suit = suits.suit_of_action[action]
    return action if suit < 0 else suits.actions[places[suit], suits.at_action[action]]


@compiled
def put_in_order(row: Bytes, suits: Suits, places: Numbers, ordered: Bytes) -> None:
    """Write an observation with each suit in its place."""
    for entry in range(row.shape[0]):
        ordered[entry] = row[entry]
    for suit in range(TRUMP):
        there = places[suit]
        if there == suit:
            continue
        for place in range(suits.entries.shape[1]):
            entry = suits.entries[suit, place]
            if entry < 0:
                break
            ordered[suits.entries[there, place]] = row[entry]
