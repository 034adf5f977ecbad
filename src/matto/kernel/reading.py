"""How well the cards that were played fit deals that may be, if others go by rules of thumb."""

from __future__ import annotations

import math

import numpy as np

from matto.kernel.bits import count, lowest
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, NO_CARD, SIZE, TURN, Numbers, Plan, Reals
from matto.kernel.play import legal_now
from matto.kernel.playouts import NO_STOCK, tiny_deal
from matto.kernel.policy import EYES_SIZE, look, play_on, promise, what_lies
from matto.kernel.scales import Scales, scales_of
from matto.tricks import FIRST_TRUMP_NUMBER


def read_play(
    states: Numbers, plan: Plan, stocks: Numbers, played: Numbers, viewer: int, otherwise: float
) -> tuple[Reals, Reals]:
    """Give how likely each seat's cards are, in each deal: `[m, seats]` twice, in logarithms.

    `states`: `[m, SIZE]`, the deals at the first lead; `stocks`: `[m, k]`; `played`: the
    numbers of the cards since. First by rules of thumb, from which a seat departs with the
    chance `otherwise` to play anything; then for one who always plays anything. The viewer's
    own cards, and those that had to be played, tell nothing.
    """
    told = np.zeros((len(states), MOST_SEATS)), np.zeros((len(states), MOST_SEATS))
    room = np.zeros(SIZE, np.int64), np.zeros(EYES_SIZE, np.int64)
    states, stocks = np.ascontiguousarray(states), np.ascontiguousarray(stocks)
    _read(states, plan, scales_of(plan), stocks, played, viewer, otherwise, *room, *told)
    return told


@compiled
def _read(
    states: Numbers,
    plan: Plan,
    scales: Scales,
    stocks: Numbers,
    played: Numbers,
    viewer: int,
    otherwise: float,
    state: Numbers,
    eyes: Numbers,
    by_rule: Reals,
    by_chance: Reals,
) -> None:
    """Play in each deal what was played, and add up what each card tells."""
    for deal in range(states.shape[0]):
        for place in range(SIZE):
            state[place] = states[deal, place]
        for card in played:
            seat = state[TURN]
            plain, tarocks = legal_now(state, plan)
            choices = count(plain) + count(tarocks)
            if seat != viewer and choices > 1:
                likely = otherwise / choices
                if is_best(state, plan, scales, card, plain, tarocks, eyes):
                    likely += 1.0 - otherwise
                by_rule[deal, seat] += math.log(likely)
                by_chance[deal, seat] -= math.log(choices)
            play_on(state, plan, stocks[deal % stocks.shape[0]], card)


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
    read_play(state[None, :], plan, NO_STOCK, np.array([0, 1]), NO_CARD, 0.5)
