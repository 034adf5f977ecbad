"""The exact solver against all ways to play on, tried with the kernel's own rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from counts.endings import SAYING_NOTHING
from counts.endings import ending as ending_of_run
from kernel.exact_brute import by_card
from kernel.exact_deals import CONTRACTS, Contract, ending, endings, legal_cards, plan_for
from matto.engine.cards import CODES
from matto.engine.run import Run
from matto.engine.tricks import FOOL_NUMBER
from matto.games import game
from matto.kernel import layout as lay
from matto.kernel.exact import can_solve, new_desk, solve, values_of_moves
from matto.kernel.layout import NO_CARD, Numbers
from matto.plan import plan_of, state_of, stock_of
from samples import many

ENOUGH = 10**6
DESK = new_desk(12)


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
    assert wrongs(contract, many(60), tricks=2) == 0
    assert wrongs(contract, many(18), tricks=3) == 0
    if len(contract.side) < 5:  # five players have too many ways to play four tricks
        assert wrongs(contract, many(2), tricks=4) == 0


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


def test_two_threads_with_a_desk_each_do_not_disturb_each_other() -> None:
    given = [ending(contract, 2, 5) for contract in CONTRACTS]

    def all_values(desk: Numbers) -> list[tuple[int, int, int, bool]]:
        return [solve(*one, 10**7, desk) for one in given]

    alone = all_values(new_desk(12))
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(all_values, [new_desk(12), new_desk(12)])) == [alone, alone]


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
        value, card, _, exact = solve(state, plan, stock, ENOUGH, DESK)
        assert exact
        assert CODES[card] in run.decision.options
        assert value == by_engine(run.fork(), tuple(map(int, plan.side)))
        compared += 1
    assert compared > 3


# -- what is not searched to the end -----------------------------------------------------------


def test_no_more_cards_are_tried_than_allowed() -> None:
    broken_off = 0
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 4, 9)
        for nodes in (0, 1, 100, 1000):
            _, card, tried, exact = solve(state, plan, stock, nodes, DESK)
            # A trick that has begun is played to its end, and the last one in one go.
            assert tried <= nodes + 2 * len(contract.side)
            assert exact or tried >= nodes
            assert card in legal_cards(state, plan)
            broken_off += not exact
    assert broken_off > 2 * len(CONTRACTS)


def test_a_desk_used_before_leads_the_same_way_as_a_new_one() -> None:
    for contract in CONTRACTS:
        state, plan, stock = ending(contract, 5, 5)
        solve(*ending(contract, 6, 5), 300, DESK)
        assert solve(state, plan, stock, 2000, DESK) == solve(
            state, plan, stock, 2000, new_desk(12)
        )


@pytest.mark.parametrize("game_id", ["grosstarock", "marolles", "mitigatti-3", "calatafimi-3"])
def test_where_each_plays_for_himself_nothing_is_solved(game_id: str) -> None:
    contract = Contract(game_id, (0, 1, 2))
    state, plan, stock = ending(contract, 0, 3)
    assert not can_solve(plan)
    assert solve(state, plan, stock, ENOUGH, DESK) == (0, NO_CARD, 0, False)


def test_all_contracts_of_two_sides_can_be_solved() -> None:
    for contract in CONTRACTS:
        assert can_solve(plan_for(contract, 0))
