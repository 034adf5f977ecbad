"""How well the cards that were played fit deals that may be, if others go by rules of thumb."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from matto.kernel.bits import count
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, NO_CARD, SIZE, TURN, Numbers, Plan, Reals
from matto.kernel.play import legal_now, play_on, taken_out
from matto.kernel.playouts import NO_STOCK, tiny_deal
from matto.kernel.policy import EYES_SIZE, look, promise, what_lies
from matto.kernel.scales import Scales, scales_of

HOPELESS = 12.0
"""A deal so much less likely than another, in logarithms, is not read to its end."""


class Trust(NamedTuple):
    """How far others are believed to go by rules of thumb: of which kinds they may be.

    `shares`: how likely a seat is of each kind; `otherwise`: with which chance one of it
    departs from the rules at a card, to play anything: `[kinds]`, both.
    """

    shares: Reals
    otherwise: Reals


def read_play(
    states: Numbers, plan: Plan, stocks: Numbers, played: Numbers, viewer: int, trust: Trust
) -> Reals:
    """Give how likely the cards of the others are, in each deal: `[m]`, in logarithms.

    `states`: `[m, SIZE]`, the deals at the first lead; `stocks`: `[m, k]`; `played`: the
    numbers of the cards since. Of which kind a seat is, its cards tell. The viewer's own cards,
    and those that had to be played, tell nothing. Hopeless deals are given as still less likely
    than they were found.
    """
    logs, _ = _read_all(states, plan, stocks, played, viewer, trust, HOPELESS)
    return logs


def read_kinds(
    states: Numbers, plan: Plan, stocks: Numbers, played: Numbers, viewer: int, trust: Trust
) -> Reals:
    """Give how likely each seat's cards are if it is of a kind, in logarithms.

    Shape: `[m, kinds, seats]`; the deals and the cards are those of `read_play`, each read to
    its end. Of the viewer nothing is told: 0.
    """
    _, kinds = _read_all(states, plan, stocks, played, viewer, trust, math.inf)
    return kinds


def _read_all(
    states: Numbers,
    plan: Plan,
    stocks: Numbers,
    played: Numbers,
    viewer: int,
    trust: Trust,
    hopeless: float,
) -> tuple[Reals, Reals]:
    """How likely the cards are in each deal, and of each kind of seat in each."""
    logs = np.zeros(len(states))
    kinds = np.zeros((len(states), len(trust.shares), MOST_SEATS))
    state, eyes = np.zeros(SIZE, np.int64), np.zeros(EYES_SIZE, np.int64)
    deals = np.ascontiguousarray(states), plan, scales_of(plan), np.ascontiguousarray(stocks)
    _read(*deals, played, viewer, trust, hopeless, state, eyes, kinds, logs)
    return logs, kinds


@compiled
def _read(
    states: Numbers,
    plan: Plan,
    scales: Scales,
    stocks: Numbers,
    played: Numbers,
    viewer: int,
    trust: Trust,
    hopeless: float,
    state: Numbers,
    eyes: Numbers,
    kinds: Reals,
    logs: Reals,
) -> None:
    """Play in each deal what was played, as long as it is not hopelessly less likely."""
    best = -math.inf
    for deal in range(states.shape[0]):
        for place in range(SIZE):
            state[place] = states[deal, place]
        found = 0.0
        for card in played:
            if state[TURN] != viewer:
                found += log_of_card(state, plan, scales, card, trust, eyes, kinds[deal])
            if found < best - hopeless:
                found -= hopeless
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
    kinds: Reals,
) -> float:
    """Take note of a card of the seat to play; gives what it adds to the likelihood.

    `kinds`: `[kinds, seats]`, how likely each seat's cards are so far if it is of a kind.
    """
    plain, tarocks = legal_now(state, plan)
    choices, seat = count(plain) + count(tarocks), state[TURN]
    if choices == 1:
        return 0.0
    before = of_any_kind(trust.shares, kinds, seat)
    best = is_best(state, plan, scales, card, plain, tarocks, eyes)
    for kind in range(kinds.shape[0]):
        otherwise = trust.otherwise[kind]
        kinds[kind, seat] += math.log(otherwise / choices + best * (1.0 - otherwise))
    return of_any_kind(trust.shares, kinds, seat) - before


@compiled(inline=True)
def of_any_kind(shares: Reals, kinds: Reals, seat: int) -> float:
    """Give how likely a seat's cards are, whatever kind it is of, in logarithms."""
    high = kinds[0, seat]
    for kind in range(1, kinds.shape[0]):
        high = max(high, kinds[kind, seat])
    total = 0.0
    for kind in range(kinds.shape[0]):
        total += shares[kind] * math.exp(kinds[kind, seat] - high)
    return high + math.log(total)


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
        other, plain, tarocks = taken_out(plain, tarocks)
        if other != card and promise(state, plan, scales, other, lies, eyes) > own:
            return False
    return True


@needed("reading of cards")
def warm_up() -> None:
    """Read one trick of two seats."""
    state, plan = tiny_deal()
    trust = Trust(np.array([0.5, 0.5]), np.array([0.5, 1.0]))
    read_play(state[None, :], plan, NO_STOCK, np.array([0, 1]), NO_CARD, trust)
