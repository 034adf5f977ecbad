"""What the compiled rule of thumb weighs cards with: worked out from a plan before the play."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    RANKS_IN_SUIT,
    TRUMP_BITS,
)
from matto.kernel import layout as lay
from matto.kernel.layout import Numbers, Plan, Reals
from matto.kernel.weights import CHEAPEST_TRUMP, chance_of_one

CARDS = FOOL_NUMBER + 1
REMEMBERED = 512
MOST_HELD, MOST_UNSEEN, MOST_WANTED = 30, CARDS, 24


class Scales(NamedTuple):
    """What cards are weighed with, in card points.

    By card: `worth`, what it is worth to take it; `cost`, what it would still do later;
    `last_with`, what it brings to win the last trick with it; `place`, where it lies in a
    sorted hand; `above`, the word of the cards that are higher in its suit.
    `single`: the numbers of the last row of `Plan.weights`. `pack`: the two words of all cards,
    and the word of the trumps.
    `chances`: `[held, unseen, wanted]`, how likely a hand of so many of the unseen cards has
    one of those wanted.
    """

    worth: Reals
    cost: Reals
    last_with: Reals
    place: Reals
    above: Numbers
    single: Reals
    pack: Numbers
    chances: Reals


def scales_of(plan: Plan) -> Scales:
    """Give what cards are weighed with in deals of a plan."""
    return _scales(plan.strength.tobytes(), plan.weights.tobytes())


@lru_cache(maxsize=REMEMBERED)
def _scales(strengths: bytes, rows: bytes) -> Scales:
    strength = np.frombuffer(strengths, dtype=np.int64)
    weights = np.frombuffer(rows, dtype=np.float64).reshape(-1, CARDS)
    single = weights[lay.SINGLE].copy()
    return Scales(
        weights[lay.WORTH].copy(),
        _cost(strength, float(single[lay.TRUMP_COST])),
        weights[lay.LAST_WITH].copy(),
        weights[lay.PLACE].copy(),
        _above(strength),
        single,
        _pack(strength),
        chances(),
    )


def _cost(strength: Numbers, dearest: float) -> Reals:
    """What each trump is good for later: high ones are dear."""
    trumps = [card for card in range(FIRST_TRUMP_NUMBER, CARDS) if strength[card] > 0]
    cost = np.zeros(CARDS)
    for card in trumps:
        lower = sum(bool(strength[card] > strength[other]) for other in trumps)
        cost[card] = CHEAPEST_TRUMP + dearest * (lower / len(trumps)) ** 2
    return cost


def _pack(strength: Numbers) -> Numbers:
    both = sum(1 << card for card in range(FOOL_NUMBER) if strength[card] > 0)
    plain = both & ((1 << FIRST_TRUMP_NUMBER) - 1)
    fool = FOOL_BIT if strength[FOOL_NUMBER] else 0
    tarocks = both >> FIRST_TRUMP_NUMBER | FOOL_BIT
    return np.array([plain, tarocks, TRUMP_BITS | fool], dtype=np.int64)


def _above(strength: Numbers) -> Numbers:
    above = np.zeros(CARDS, dtype=np.int64)
    for card in range(CARDS if strength[FOOL_NUMBER] else FOOL_NUMBER):
        trump = card >= FIRST_TRUMP_NUMBER
        first = FIRST_TRUMP_NUMBER if trump else card // RANKS_IN_SUIT * RANKS_IN_SUIT
        after = CARDS if trump else first + RANKS_IN_SUIT
        start = FIRST_TRUMP_NUMBER if trump else 0
        for other in range(first, after):
            if strength[other] > strength[card]:
                above[card] |= 1 << (other - start)
    return above


@lru_cache(maxsize=1)
def chances() -> Reals:
    """How likely a hand has one of some cards: `[held, unseen, wanted]`."""
    shape = MOST_HELD + 1, MOST_UNSEEN + 1, MOST_WANTED + 1
    each = [chance_of_one(wanted, held, unseen) for held, unseen, wanted in np.ndindex(shape)]
    return np.array(each).reshape(shape)
