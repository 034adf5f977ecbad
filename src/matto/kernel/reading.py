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
    logs = np.zeros(len(states))
    room = np.zeros(SIZE, np.int64), np.zeros(EYES_SIZE, np.int64)
    kinds = np.zeros((len(trust.shares), MOST_SEATS))
    states, stocks = np.ascontiguousarray(states), np.ascontiguousarray(stocks)
    _read(states, plan, scales_of(plan), stocks, played, viewer, trust, *room, kinds, logs)
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
    kinds: Reals,
    logs: Reals,
) -> None:
    """Play in each deal what was played, as long as it may still be likely."""
    best = -math.inf
    for deal in range(states.shape[0]):
        for place in range(SIZE):
            state[place] = states[deal, place]
        kinds[:] = 0.0
        found = 0.0
        for card in played:
            if state[TURN] != viewer:
                found += log_of_card(state, plan, scales, card, trust, eyes, kinds)
            if found < best - HOPELESS:
                found -= HOPELESS
                break
            play_on(state, plan, stocks[deal % stocks.shape[0]], card)
        logs[deal] = found
        best = found if found > best else best


def read_kinds(
    states: Numbers, plan: Plan, stocks: Numbers, played: Numbers, viewer: int, trust: Trust
) -> Reals:
    """Give how likely each seat's cards are if it is of a kind, in logarithms.

    Shape: `[m, kinds, seats]`; the deals and the cards are those of `read_play`. 0: the viewer.
    """
    kinds = np.zeros((len(states), len(trust.shares), MOST_SEATS))
    states, stocks = np.ascontiguousarray(states), np.ascontiguousarray(stocks)
    eyes = np.zeros(EYES_SIZE, np.int64)
    _read_kinds(states, plan, scales_of(plan), stocks, played, viewer, trust, eyes, kinds)
    return kinds


@compiled
def _read_kinds(
    states: Numbers,
    plan: Plan,
    scales: Scales,
    stocks: Numbers,
    played: Numbers,
    viewer: int,
    trust: Trust,
    eyes: Numbers,
    kinds: Reals,
) -> None:
    """Play in each deal what was played, to the end."""
    for deal in range(states.shape[0]):
        state = states[deal].copy()
        for card in played:
            if state[TURN] != viewer:
                log_of_card(state, plan, scales, card, trust, eyes, kinds[deal])
            play_on(state, plan, stocks[deal % stocks.shape[0]], card)


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
    trust = Trust(np.array([0.5, 0.5]), np.array([0.5, 1.0]))
    for read in (read_play, read_kinds):
        read(state[None, :], plan, NO_STOCK, np.array([0, 1]), NO_CARD, trust)
