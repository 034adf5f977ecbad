"""How well the cards that were played fit deals that may be, if others go by rules of thumb."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, NO_CARD, SIZE, TURN, Numbers, Plan, Reals
from matto.kernel.play import legal_now, play_on
from matto.kernel.playouts import NO_STOCK, tiny_deal
from matto.kernel.policy import EYES_SIZE, look, promise, what_lies
from matto.kernel.scales import Scales, scales_of

HOPELESS = 12.0
"""A deal so much less likely than another, in logarithms, is not read to its end."""


class Trust(NamedTuple):
    """How far others are believed to go by rules of thumb.

    `trusted`: how likely a seat does so at all; `otherwise`: with which chance one who does
    departs from them, to play anything.
    """

    trusted: float
    otherwise: float


def read_play(
    states: Numbers, plan: Plan, stocks: Numbers, played: Numbers, viewer: int, trust: Trust
) -> Reals:
    """Give how likely the cards of the others are, in each deal: `[m]`, in logarithms.

    `states`: `[m, SIZE]`, the deals at the first lead; `stocks`: `[m, k]`; `played`: the
    numbers of the cards since. Each seat either goes by rules of thumb, but for a card now and
    then, or always plays anything. The viewer's own cards, and those that had to be played,
    tell nothing. Hopeless deals are given as still less likely than they were found.
    """
    logs = np.zeros(len(states))
    room = np.zeros(SIZE, np.int64), np.zeros(EYES_SIZE, np.int64)
    seats = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    states, stocks = np.ascontiguousarray(states), np.ascontiguousarray(stocks)
    _read(states, plan, scales_of(plan), stocks, played, viewer, trust, *room, *seats, logs)
    return logs


@compiled
def _read(
    states: Numbers,
    plan: Plan,
    scales: Scales,
    stocks: Numbers,
    played: Numbers,
    viewer: int,
    trust: Trust,
    state: Numbers,
    eyes: Numbers,
    by_rule: Reals,
    by_chance: Reals,
    logs: Reals,
) -> None:
    """Play in each deal what was played, as long as it may still be likely."""
    best = -math.inf
    for deal in range(states.shape[0]):
        for place in range(SIZE):
            state[place] = states[deal, place]
        for seat in range(by_rule.shape[0]):
            by_rule[seat] = by_chance[seat] = 0.0
        found = 0.0
        for card in played:
            if state[TURN] != viewer:
                found += log_of_card(state, plan, scales, card, trust, eyes, by_rule, by_chance)
            if found < best - HOPELESS:
                found -= HOPELESS
                break
            play_on(state, plan, stocks[deal % stocks.shape[0]], card)
        logs[deal] = found
        best = found if found > best else best


@compiled(inline=True)
def log_of_card(
    state: Numbers,
    plan: Plan,
    scales: Scales,
    card: int,
    trust: Trust,
    eyes: Numbers,
    by_rule: Reals,
    by_chance: Reals,
) -> float:
    """Take note of a card of the seat to play; gives what it adds to the likelihood."""
    plain, tarocks = legal_now(state, plan)
    choices, seat = count(plain) + count(tarocks), state[TURN]
    if choices == 1:
        return 0.0
    before = either(trust.trusted, by_rule[seat], by_chance[seat])
    likely = trust.otherwise / choices
    if is_best(state, plan, scales, card, plain, tarocks, eyes):
        likely += 1.0 - trust.otherwise
    by_rule[seat] += math.log(likely)
    by_chance[seat] -= math.log(choices)
    return either(trust.trusted, by_rule[seat], by_chance[seat]) - before


@compiled(inline=True)
def either(share: float, one: float, other: float) -> float:
    """Give the logarithm of a mixture, of whose parts the logarithms are given."""
    high, low = one + math.log(share), other + math.log(1.0 - share)
    if high < low:
        high, low = low, high
    return high + math.log1p(math.exp(low - high))


@compiled(inline=True)
def is_best(
    state: Numbers,
    plan: Plan,
    scales: Scales,
    card: int,
    plain: int,
    tarocks: int,
    eyes: Numbers,
) -> bool:
    """Tell whether a legal card promises as much as any other."""
    look(state, plan, scales, eyes)
    lies = what_lies(state, plan, scales)
    own = promise(state, plan, scales, card, lies, eyes)
    while plain or tarocks:
        if plain:
            other = lowest(plain)
            plain &= plain - 1
        else:
            other = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
        if other != card and promise(state, plan, scales, other, lies, eyes) > own:
            return False
    return True


@needed("reading of cards")
def warm_up() -> None:
    """Read one trick of two seats."""
    state, plan = tiny_deal()
    trust = Trust(trusted=0.5, otherwise=0.5)
    read_play(state[None, :], plan, NO_STOCK, np.array([0, 1]), NO_CARD, trust)
