"""What a rule of thumb has to know of a deal: how dear each card is, from its prices alone.

All is worked out from a plan before the play, for each party, and measured so that all the
cards of the deal together are worth about 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.kernel import layout
from matto.kernel.layout import MOST_SEATS, Numbers, Plan
from matto.prices import (
    CAPTURED,
    COMPARED,
    FROM_LOSER,
    HAS_ALL,
    LAST_BY_SEAT,
    LAST_BY_SIDE,
    LAST_WITH,
    LED_ON,
    MOST,
    PLAYED,
    POINTS,
    TAKEN,
    WATCHED,
)
from matto.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER, RANKS_IN_SUIT

CARDS = FOOL_NUMBER + 1
REMEMBERED = 512
SPREAD = 0.1
"""How far a party's card points stray from what is expected, as a part of all there are."""
PER_CARD_OF_A_SET = 0.5
"""What one card of a set is worth of what the whole set pays."""

Reals = NDArray[np.float64]


class Taste(NamedTuple):
    """How dear things are to each party.

    `worth`: `[party, card]`, what it is worth to take a card rather than lose it. `last`: by
    party, the same of the last trick; `last_with`: by card, what it is worth besides to win
    the last trick with it rather than lose it. `above`: by card, the word of the cards that
    are higher in its suit. `height`: by trump, how many trumps of the deal are lower, as a
    part of all. `missing`: `[k, h]`, the chance that k other seats hold none of h hidden
    cards. `habits`: the numbers below, in the order of their names.
    """

    worth: Reals
    last: Reals
    last_with: Reals
    above: Numbers
    height: Reals
    missing: Reals
    habits: Reals
    pack: Numbers


HABITS = (
    CHEAPEST_TRUMP,  # what a trump is good for later, the lowest of all,
    DEAREST_TRUMP,  # and the highest besides
    LONG_SUIT,  # leading a suit, for each card of it
    DRAW_TRUMPS,  # leading a trump when one has more than the others
    KEPT_FOOL,  # what a Fool is good for later
    NOISE,  # how much chance is mixed into each choice
    KEPT_HIGH,  # what a plain card that nothing beats is good for later
    PERHAPS,  # how likely a card of value comes home later that is not the highest
    FOR_LAST,  # the part of what the last trick is worth for which the highest trump is kept
    COMES,  # what each card is worth that is still to be played to a trick
) = tuple(range(10))
SETTINGS = (0.010, 0.080, 0.002, 0.010, 0.030, 0.004, 0.005, 0.35, 0.4, 0.0008)
"""Found by letting each change play against what was best before, in all games at once."""


def taste_of(plan: Plan, habits: Sequence[float] = SETTINGS) -> Taste:
    """Give what a plan's prices make dear."""
    return _taste(*(part.tobytes() for part in plan), habits=tuple(habits))


@lru_cache(maxsize=REMEMBERED)
def _taste(*parts: bytes, habits: tuple[float, ...]) -> Taste:
    flat = [np.frombuffer(part, dtype=np.int64) for part in parts]
    rules, strength, side = flat[:3]
    plan = Plan(
        rules,
        strength,
        side,
        flat[3].reshape(-1, 3),
        flat[4].reshape(-1, layout.ROW_SIZE),
        flat[5],
    )
    worth, last, last_with = _Weighing(plan).weighed()
    whole = worth.max(axis=0).sum() + last.max() + last_with.max()
    scale = float(whole) or 1.0
    return Taste(
        worth / scale,
        last / scale,
        last_with / scale,
        _above(strength),
        _height(strength),
        _missing(int(rules[layout.SEATS])),
        np.array(habits),
        _pack(strength),
    )


def _in_row(row: Numbers) -> list[int]:
    plain, tarocks = int(row[layout.ROW_PLAIN]), int(row[layout.ROW_TAROCKS])
    both = plain | tarocks << FIRST_TRUMP_NUMBER
    return [card for card in range(CARDS) if both >> card & 1]


class _Weighing:
    """Adds up, row by row, what cards and the last trick are worth to each party."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.seats = int(plan.rules[layout.SEATS])
        self.side = plan.side[: self.seats]
        self.worth = np.zeros((MOST_SEATS, CARDS))
        self.last = np.zeros(MOST_SEATS)
        self.last_with = np.zeros(CARDS)
        self.counts = np.zeros(CARDS)
        for value, plain, tarocks in plan.values:
            both = int(plain) | int(tarocks) << FIRST_TRUMP_NUMBER
            self.counts[[card for card in range(CARDS) if both >> card & 1]] = value
        self.counts -= self.counts[self.counts > 0].min(initial=0) if _in_lots(plan) else 0
        self.counts = np.maximum(self.counts, 0)

    def weighed(self) -> tuple[Reals, Reals, Reals]:
        """Weigh all rows."""
        for row in self.plan.prices:
            self._weigh(row, int(row[layout.OPERATION]))
        return np.maximum(self.worth, 0), np.maximum(self.last, 0), self.last_with

    def _weigh(self, row: Numbers, operation: int) -> None:
        if operation in {POINTS, COMPARED, MOST}:
            self._weigh_points(row, operation)
        elif operation in {LAST_BY_SIDE, LAST_BY_SEAT}:
            self._weigh_last(row, operation)
        elif operation in {CAPTURED, HAS_ALL}:
            share = 1.0 if operation == CAPTURED else PER_CARD_OF_A_SET
            for party, gain in self._gains(row, row[layout.WHO]):
                self.worth[party, _in_row(row)] += gain * share
        else:
            self._weigh_cards(row, operation)

    def _weigh_cards(self, row: Numbers, operation: int) -> None:
        cards, amount = _in_row(row), float(row[layout.AMOUNT])
        others = self.seats - 1
        if operation == FROM_LOSER:
            self.worth[:, cards] += amount
        elif operation == TAKEN or (operation == PLAYED and row[layout.LOSES]):
            self.worth[:, cards] += amount * others
        elif operation == WATCHED:
            begin, length = int(row[layout.TABLE_AT]), int(row[layout.TABLE_LENGTH])
            mean = float(self.plan.tables[begin : begin + length].mean())
            self.worth[:, cards] += mean * others
        elif operation in {LAST_WITH, LED_ON}:
            self.last_with[cards] += (amount + float(row[layout.OTHER])) * others / 2

    def _gains(self, row: Numbers, who: int) -> list[tuple[int, float]]:
        """What each party gains by what earns one of them something, or loses by it."""
        change = row[layout.EARNED : layout.EARNED + self.seats].astype(float)
        change -= row[layout.MISSED : layout.MISSED + self.seats]
        parties = sorted(set(self.side.tolist()))
        sign = {
            party: 1.0 if party == who else -1.0 / (len(parties) - 1 or 1) for party in parties
        }
        return [
            (party, sign[party] * float(change[self.side == party].mean())) for party in parties
        ]

    def _weigh_points(self, row: Numbers, operation: int) -> None:
        rules = self.plan.rules
        if operation == MOST:
            slope = np.full(MOST_SEATS, abs(float(row[layout.AMOUNT])) / self._spread())
        else:
            slope = np.zeros(MOST_SEATS)
            steep = 1 / self._spread() if operation == COMPARED else self._steepness(row)
            who = 0 if operation == COMPARED else row[layout.WHO]
            for party, gain in self._gains(row, who):
                slope[party] = gain * steep
        self.worth += slope[:, None] * self.counts
        self.last += slope * float(rules[layout.COUNT_LAST] + rules[layout.COUNT_EACH])

    def _spread(self) -> float:
        return max(1.0, SPREAD * float(self.counts.sum()) * 2.5)

    def _steepness(self, row: Numbers) -> float:
        """By how much the entry of a table rises with one card point, near the middle."""
        begin, length = int(row[layout.TABLE_AT]), int(row[layout.TABLE_LENGTH])
        table = self.plan.tables[begin : begin + length].astype(float)
        whole = int(self.counts.sum()) + 1
        points = np.arange(whole + 1)
        entries = table[np.clip(points - int(row[layout.FIRST]), 0, length - 1)]
        sides = len(set(self.side.tolist()))
        middle = whole / max(2, sides)
        weight = np.exp(-0.5 * ((points[:-1] - middle) / (SPREAD * whole)) ** 2)
        return float((np.diff(entries) * weight).sum() / weight.sum())

    def _weigh_last(self, row: Numbers, operation: int) -> None:
        who = int(row[layout.WHO])
        for party, gain in self._gains(
            row, who if operation == LAST_BY_SIDE else self.side[who]
        ):
            self.last[party] += gain / (1 if operation == LAST_BY_SIDE else self.seats)


def _in_lots(plan: Plan) -> bool:
    return bool(plan.rules[layout.COUNT_HOW])


def _pack(strength: Numbers) -> Numbers:
    both = sum(1 << card for card in range(FOOL_NUMBER) if strength[card] > 0)
    plain = both & ((1 << FIRST_TRUMP_NUMBER) - 1)
    return np.array([plain, both >> FIRST_TRUMP_NUMBER], dtype=np.int64)


def _above(strength: Numbers) -> Numbers:
    above = np.zeros(CARDS, dtype=np.int64)
    for card in range(FOOL_NUMBER):
        trump = card >= FIRST_TRUMP_NUMBER
        first = FIRST_TRUMP_NUMBER if trump else card // RANKS_IN_SUIT * RANKS_IN_SUIT
        after = FOOL_NUMBER if trump else first + RANKS_IN_SUIT
        start = FIRST_TRUMP_NUMBER if trump else 0
        for other in range(first, after):
            if strength[other] > strength[card]:
                above[card] |= 1 << (other - start)
    return above


def _height(strength: Numbers) -> Reals:
    height = np.zeros(CARDS)
    trumps = strength[FIRST_TRUMP_NUMBER:FOOL_NUMBER]
    height[FIRST_TRUMP_NUMBER:FOOL_NUMBER] = np.maximum(trumps - 1, 0) / max(1, trumps.max())
    return height


def _missing(seats: int) -> Reals:
    others = max(1, seats - 1)
    rows = [(1 - min(k, others) / others) ** np.arange(32) for k in range(MOST_SEATS)]
    return np.array(rows)
