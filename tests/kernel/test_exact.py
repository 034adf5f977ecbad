"""The exact solver against all ways to play on, tried with the kernel's own rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from counts.endings import SAYING_NOTHING
from counts.endings import ending as ending_of_run
from kernel.exact_brute import by_card
from kernel.exact_deals import CONTRACTS, Contract, ending, endings, legal_cards, plan_for
from matto.engine.cards import CODES
from matto.engine.run import Run
from matto.games import game
from matto.kernel import layout as lay
from matto.kernel.packing import plan_of, state_of, stock_of
from matto.kernel.solver import CannotSolve, Solution, Solver
from matto.kernel.solver_setup import can_solve
from samples import many

ENOUGH = 10**6
BITS = 12


def wrongs(contract: Contract, number: int, tricks: int) -> int:
    """How many endings the solver gets wrong: a value, a best card, or a card's value."""
    wrong = 0
    for state, plan, stock in endings(contract, number, tricks):
        values = by_card(state, plan, stock, {})
        best = max if plan.side[state[lay.TURN]] == 0 else min
        solver = Solver(plan, BITS)
        value, card, _, exact = solver.solve(state, stock, ENOUGH)
        found, _ = solver.values_of_moves(state, stock, ENOUGH)
        right = exact and value == best(values.values()) == values.get(card)
        wrong += not right or found != values
    return wrong


# -- against brute force -----------------------------------------------------------------------


@pytest.mark.parametrize("contract", CONTRACTS[:2], ids=str)
def test_every_card_of_an_ending_has_the_value_of_the_best_play_that_follows(
    contract: Contract,
) -> None:
    assert wrongs(contract, 24, tricks=2) == 0
    assert wrongs(contract, 6, tricks=3) == 0


@pytest.mark.slow
@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_the_same_in_many_more_endings(contract: Contract) -> None:
    assert wrongs(contract, many(15), tricks=2) == 0
    assert wrongs(contract, many(5), tricks=3) == 0
    if len(contract.side) < 5:  # five players have too many ways to play four tricks
        assert wrongs(contract, many(1), tricks=4) == 0


def test_a_table_with_two_places_finds_the_same_as_a_large_one() -> None:
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 1, 5)
        small, large = (Solver(plan, bits).solve(state, stock, 10**7) for bits in (1, 14))
        assert small.exact
        assert large.exact
        assert small.value == large.value
        assert small.tried >= large.tried


def test_an_ending_is_left_as_it_was() -> None:
    state, plan, stock = ending(CONTRACTS[0], 3, 4, lying=1)
    before = state.copy()
    Solver(plan, BITS).solve(state, stock, ENOUGH)
    assert (state == before).all()


@pytest.mark.slow
def test_two_threads_with_solvers_of_their_own_do_not_disturb_each_other() -> None:
    given = [ending(contract, 2, 5) for contract in CONTRACTS]

    def all_values(bits: int) -> list[Solution]:
        return [Solver(plan, bits).solve(state, stock, 10**7) for state, plan, stock in given]

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
        value, card, _, exact = Solver(plan, BITS).solve(state, stock, ENOUGH)
        assert exact
        assert CODES[card] in run.decision.options
        assert value == by_engine(run.fork(), tuple(map(int, plan.side)))
        compared += 1
    assert compared > 3


# -- what is not searched to the end -----------------------------------------------------------


@pytest.mark.slow
def test_no_more_cards_are_tried_than_allowed() -> None:
    broken_off = 0
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 4, 9)
        for nodes in (0, 1, 100, 1000):
            _, card, tried, exact = Solver(plan, BITS).solve(state, stock, nodes)
            # A trick that has begun is played to its end, and the last one in one go.
            assert tried <= nodes + 2 * len(contract.side)
            assert exact or tried >= nodes
            assert card in legal_cards(state, plan)
            broken_off += not exact
    assert broken_off > 2 * len(CONTRACTS)


def test_a_solver_used_before_goes_the_same_way_as_a_new_one() -> None:
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 5, 5)
        used = Solver(plan, BITS)
        used.solve(ending(contract, 6, 5)[0], stock, 300)
        assert used.solve(state, stock, 2000) == Solver(plan, BITS).solve(state, stock, 2000)


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
