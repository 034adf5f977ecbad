"""The exact solver against all ways to play on, tried with the kernel's own rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from counts.endings import SAYING_NOTHING
from counts.endings import ending as ending_of_run
from kernel.exact_brute import by_card
from kernel.exact_deals import (
    ALONE_OF_THREE,
    CONTRACTS,
    Contract,
    ending,
    endings,
    legal_cards,
    plan_for,
)
from matto.engine.cards import CODES
from matto.engine.run import Run
from matto.games import game
from matto.kernel.layout import Plan
from matto.kernel.packing import plan_of, state_of, stock_of
from matto.kernel.solver import CannotSolve, Solver, can_solve
from samples import many

ENOUGH = 10**6
BITS = 12
OTHERS = (
    Contract("grosstarock", ALONE_OF_THREE),
    Contract("marolles", ALONE_OF_THREE),
    Contract("mitigatti-3", ALONE_OF_THREE),
)
"""Games of three for themselves, as if two were partners: they pay by other rows."""


def wrongs(contract: Contract, number: int, tricks: int) -> int:
    """How many endings the solver gets wrong."""
    wrong = 0
    for state, plan, stock in endings(contract, number, tricks):
        found = Solver(plan, BITS).values_of_moves(state, stock, ENOUGH)
        wrong += found != by_card(state, plan, stock, {})
    return wrong


# -- against brute force -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("contract", [*CONTRACTS, *OTHERS], ids=str)
def test_every_card_of_an_ending_has_the_value_of_the_best_play_that_follows(
    contract: Contract,
) -> None:
    assert wrongs(contract, many(5), tricks=2) == 0
    assert wrongs(contract, many(2), tricks=3) == 0
    if len(contract.side) < 5:  # five players have too many ways to play four tricks
        assert wrongs(contract, many(1), tricks=4) == 0


@pytest.mark.slow
def test_a_table_with_two_places_finds_the_same_as_a_large_one() -> None:
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 1, 4)
        small, large = Solver(plan, 1), Solver(plan, 14)
        found = small.values_of_moves(state, stock, 10**7)
        assert found
        assert found == large.values_of_moves(state, stock, 10**7)
        assert small.tried >= large.tried


def test_an_ending_is_left_as_it_was() -> None:
    state, plan, stock = ending(CONTRACTS[0], 3, 4, lying=1)
    before = state.copy()
    Solver(plan, BITS).values_of_moves(state, stock, ENOUGH)
    assert (state == before).all()


@pytest.mark.slow
def test_two_threads_with_solvers_of_their_own_do_not_disturb_each_other() -> None:
    given = [ending(contract, 2, 5) for contract in CONTRACTS]

    def all_values(bits: int) -> list[dict[int, int] | None]:
        return [
            Solver(plan, bits).values_of_moves(state, stock, 10**7)
            for state, plan, stock in given
        ]

    alone = all_values(BITS)
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(all_values, [BITS, BITS])) == [alone, alone]


# -- against the engine ------------------------------------------------------------------------


ENGINE: tuple[tuple[str, dict[str, object], int], ...] = (
    ("mineo-3", {}, 3),
    ("mineo-4", {}, 2),
    ("barcellona-4", {}, 2),
    ("tortorici-4", {}, 2),
    ("calatafimi-4", {}, 2),
    ("calatafimi-2", {}, 3),
    ("mitigatti-4", {}, 2),
    ("priestertarock", {}, 2),
)

TAKE_LONG = {one[0] for one in ENGINE} - {"calatafimi-2", "tortorici-4"}


def by_engine(run: Run, side: tuple[int, ...]) -> int:
    """What an ending is worth when the engine itself plays all ways to go on."""
    while run.decision is not None and run.decision.kind != "play":
        run.do(next(word for word in run.decision.options if word in SAYING_NOTHING))
    if run.decision is None:
        assert run.result is not None
        signed = zip(run.result.scores, side, strict=True)
        return sum(score if party == 0 else -score for score, party in signed)
    values = []
    for card in run.decision.options:
        further = run.fork()
        further.do(card)
        values.append(by_engine(further, side))
    return max(values) if side[run.decision.seat] == 0 else min(values)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "given", "cards"),
    [
        pytest.param(*one, marks=pytest.mark.slow if one[0] in TAKE_LONG else ())
        for one in ENGINE
    ],
)
def test_the_engine_finds_the_same_value(
    game_id: str, given: dict[str, object], cards: int
) -> None:
    compared = 0
    for seed in range(12):
        run = ending_of_run(game(game_id), given, seed, cards)
        plan = plan_of(run.game, run.table)
        if run.decision is None or not can_solve(plan):
            continue
        state, stock = state_of(run.table, plan), stock_of(run.table)
        found = Solver(plan, BITS).values_of_moves(state, stock, ENOUGH)
        assert found is not None
        assert {CODES[card] for card in found} == set(run.decision.options)
        best = max if plan.side[run.decision.seat] == 0 else min
        assert best(found.values()) == by_engine(run.fork(), tuple(map(int, plan.side)))
        compared += 1
    assert compared > 3


# -- what is not searched to the end -----------------------------------------------------------


def test_no_more_cards_are_tried_than_allowed_and_nothing_is_told_then() -> None:
    broken_off = 0
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 4, 6)
        solver = Solver(plan, BITS)
        for nodes in (0, 1, 100, 1000):
            found = solver.values_of_moves(state, stock, nodes)
            # Each card of the first trick is tried, and a last trick is played in one go.
            most = nodes + len(legal_cards(state, plan)) + 2 * len(contract.side)
            assert solver.tried <= most
            assert found is None or set(found) == set(legal_cards(state, plan))
            broken_off += found is None
    assert broken_off > 2 * len(CONTRACTS)


@pytest.mark.slow
def test_what_an_ending_has_left_in_the_table_does_not_disturb_the_next_one() -> None:
    for contract in CONTRACTS:
        used: Solver | None = None
        for seed in (5, 6, 7):
            state, plan, stock = ending(contract, seed, 4)
            used = used if used and plans_are_alike(used.plan, plan) else Solver(plan, BITS)
            found = used.values_of_moves(state, stock, ENOUGH)
            assert found == Solver(plan, BITS).values_of_moves(state, stock, ENOUGH)


def plans_are_alike(one: Plan, other: Plan) -> bool:
    return all(map(np.array_equal, one, other))


@pytest.mark.parametrize("game_id", ["grosstarock", "marolles", "mitigatti-3", "calatafimi-3"])
def test_where_each_plays_for_himself_nothing_is_solved(game_id: str) -> None:
    contract = Contract(game_id, (0, 1, 2))
    _, plan, _ = ending(contract, 0, 3)
    assert not can_solve(plan)
    with pytest.raises(CannotSolve):
        Solver(plan)


def test_all_contracts_of_two_sides_can_be_solved() -> None:
    for contract in CONTRACTS:
        assert can_solve(plan_for(contract, 0))
