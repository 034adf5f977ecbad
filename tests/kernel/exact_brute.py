"""All ways to play on, tried one by one with the kernel's own rules and settlement."""

from __future__ import annotations

import numpy as np

from kernel.exact_deals import legal_cards
from matto.kernel import layout as lay
from matto.kernel.layout import Numbers, Plan
from matto.kernel.play import is_over, play_card, settle


def difference(state: Numbers, plan: Plan) -> int:
    """What side 0 receives less what side 1 receives."""
    pay = np.zeros(lay.MOST_SEATS, dtype=np.int64)
    settle(state.copy(), plan, pay)
    seats = range(plan.rules[lay.SEATS])
    return sum(int(pay[seat]) * (1 if plan.side[seat] == 0 else -1) for seat in seats)


def after(state: Numbers, plan: Plan, stock: Numbers, card: int) -> Numbers:
    """The state after a card."""
    further = state.copy()
    play_card(further, plan, stock, card)
    return further


def by_card(
    state: Numbers, plan: Plan, stock: Numbers, known: dict[bytes, int]
) -> dict[int, int]:
    """What each card is worth when both sides then play as well as can be."""
    return {
        card: worth(after(state, plan, stock, card), plan, stock, known)
        for card in legal_cards(state, plan)
    }


def worth(state: Numbers, plan: Plan, stock: Numbers, known: dict[bytes, int]) -> int:
    """What a deal is worth when both sides play as well as can be."""
    if is_over(state, plan):
        return difference(state, plan)
    if (key := state.tobytes()) not in known:
        best = max if plan.side[state[lay.TURN]] == 0 else min
        known[key] = best(by_card(state, plan, stock, known).values())
    return known[key]
