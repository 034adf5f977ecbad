"""The exact solver against all ways to play on, tried with the kernel's own rules."""

from __future__ import annotations

import numpy as np
import pytest

from kernel.exact_deals import CONTRACTS, Contract, ending, endings, legal_cards
from matto.kernel import layout as lay
from matto.kernel.exact import new_desk, solve, values_of_moves
from matto.kernel.layout import Numbers, Plan
from matto.kernel.pay import settle
from matto.kernel.play import is_over, play_card
from matto.tricks import FOOL_NUMBER

ENOUGH = 10**6
DESK = new_desk(12)


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


def wrongs(contract: Contract, number: int, tricks: int) -> int:
    """How many endings the solver gets wrong: a value, a best card, or a card's value."""
    wrong = 0
    for state, plan, stock in endings(contract, number, tricks):
        values = by_card(state, plan, stock, {})
        best = max if plan.side[state[lay.TURN]] == 0 else min
        value, card, _, exact = solve(state, plan, stock, ENOUGH, DESK)
        out = np.full(FOOL_NUMBER + 1, np.iinfo(np.int64).min)
        values_of_moves(state, plan, stock, ENOUGH, DESK, out)
        found = {int(move): int(out[move]) for move in np.flatnonzero(out > out.min())}
        right = exact and value == best(values.values()) == values.get(card)
        wrong += not right or found != values
    return wrong


# -- against brute force -----------------------------------------------------------------------


@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_every_card_of_an_ending_has_the_value_of_the_best_play_that_follows(
    contract: Contract,
) -> None:
    assert wrongs(contract, 24, tricks=2) == 0
    assert wrongs(contract, 6, tricks=3) == 0


@pytest.mark.slow
@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_the_same_in_many_more_endings(contract: Contract) -> None:
    assert wrongs(contract, 200, tricks=2) == 0
    assert wrongs(contract, 60, tricks=3) == 0
    assert wrongs(contract, 2 if len(contract.side) > 4 else 4, tricks=4) == 0


def test_a_table_with_two_places_finds_the_same_as_a_large_one() -> None:
    small, large = new_desk(1), new_desk(14)
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 1, 5)
        one, other = (solve(state, plan, stock, 10**7, desk) for desk in (small, large))
        assert one[3]
        assert other[3]
        assert one[0] == other[0]
        assert one[2] >= other[2]


def test_an_ending_is_left_as_it_was() -> None:
    state, plan, stock = ending(CONTRACTS[0], 3, 4, lying=1)
    before = state.copy()
    solve(state, plan, stock, ENOUGH, DESK)
    assert (state == before).all()
