"""Max^n against the engine, which plays all ways to go on, and against the exact solver."""

from __future__ import annotations

import numpy as np
import pytest

from counts.endings import SAYING_NOTHING
from counts.endings import ending as ending_of_run
from kernel.exact_deals import CONTRACTS, ending, legal_cards
from matto.engine.cards import NUMBER, words
from matto.engine.run import Run
from matto.engine.tricks import FIRST_TRUMP_NUMBER, LEADING
from matto.games import game
from matto.kernel import layout as lay
from matto.kernel.layout import NO_CARD, Reals
from matto.kernel.packing import plan_of, state_of, stock_of
from matto.kernel.solver import Solver
from matto.kernel.solver_maxn import MaxnSolver, key_of, new_line, unlike
from matto.kernel.solver_setup import can_solve
from samples import many

ENOUGH = 10**6
GAMES = ["grosstarock", "marolles", "mitigatti-3", "calatafimi-3", "barcellona-3"]


def each_for_himself(game_id: str, cards: int, number: int) -> list[Run]:
    """Endings in which each plays for himself, all with a card to choose."""
    found = []
    for seed in range(20 * number):
        run = ending_of_run(game(game_id), {}, seed, cards)
        if run.decision is None or run.decision.kind != "play":
            continue
        if len(run.decision.options) > 1 and not can_solve(plan_of(run.game, run.table)):
            found.append(run)
    return found[:number]


def by_engine(run: Run) -> Reals:
    """What each seat gets if all take what is best for themselves, on the mean of the best."""
    while run.decision is not None and run.decision.kind != "play":
        run.do(next(word for word in run.decision.options if word in SAYING_NOTHING))
    if run.decision is None:
        assert run.result is not None
        return np.array(run.result.scores, float)
    every, seat = list(after_each(run).values()), run.decision.seat
    most = max(values[seat] for values in every)
    mean: Reals = np.mean([values for values in every if values[seat] == most], axis=0)
    return mean


def after_each(run: Run) -> dict[str, Reals]:
    """What each seat gets after each card that may be played now."""
    assert run.decision is not None
    found = {}
    for card in run.decision.options:
        further = run.fork()
        further.do(card)
        found[card] = by_engine(further)
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_each_takes_what_is_best_for_himself(game_id: str) -> None:
    told_apart = 0
    runs = [*each_for_himself(game_id, 2, many(6)), *each_for_himself(game_id, 3, many(2))]
    assert len(runs) > 3
    for run in runs:
        assert run.decision is not None
        plan, cards = plan_of(run.game, run.table), run.decision.options
        state, stock = state_of(run.table, plan), stock_of(run.table)
        numbers = [NUMBER[card] for card in cards]
        found = MaxnSolver(plan).values_of_moves(state, stock, numbers, ENOUGH)
        right = [values[run.decision.seat] for values in after_each(run).values()]
        assert found == pytest.approx(right)
        told_apart += len(set(right)) > 1
    assert told_apart


ALIKE = [
    ("SQ S9 S8 S2", "S7 S3", "", {"SQ": 1, "S2": 1, "S8": 2}),  # S7 and S3 part S2 from S8
    ("SQ S9 S8 S2", "C7 C3", "", {"SQ": 1, "S2": 3}),
    ("S9 S7", "", "S8", {"S9": 1, "S7": 1}),  # S8 lies, and is the best
    ("S9 S7", "C8", "SK", {"S7": 2}),  # the King wins against both
    ("T21 T20 T19 T2 T1", "T18", "", {"T21": 1, "T19": 2, "T2": 1, "T1": 1}),
    ("D9 D7", "D10", "", {"D7": 2}),
]
"""What is held, what others hold, what lies, and how many are like each card that is tried."""


@pytest.mark.parametrize(("own", "others", "lies", "tried"), ALIKE)
def test_of_cards_that_nothing_tells_apart_one_is_tried(
    own: str, others: str, lies: str, tried: dict[str, int]
) -> None:
    run = ending_of_run(game("grosstarock"), {}, 0, 3)
    plan, stock = plan_of(run.game, run.table), stock_of(run.table)
    line, state = new_line(plan), np.zeros(lay.SIZE, np.int64)
    state[lay.LED], state[lay.BEST], state[lay.TURN] = LEADING, NO_CARD, 1
    for seat, cards in ((1, own), (2, others)):
        state[[lay.PLAIN + seat, lay.TAROCKS + seat]] = words(cards.split())
    if lies:
        state[lay.BEST], state[lay.LED], state[lay.LYING] = NUMBER[lies], 0, 1
    line.states[0] = state
    plain, tarocks = unlike(line, plan, stock, 0)
    both = plain | tarocks << FIRST_TRUMP_NUMBER
    kept = [card for card in own.split() if both >> NUMBER[card] & 1]
    assert {card: int(line.times[0, NUMBER[card]]) for card in kept} == tried


MATTERS = [
    *(lay.PLAIN, lay.TAROCKS, lay.PILE_PLAIN, lay.PILE_TAROCKS, lay.OWN_PLAIN, lay.OWN_TAROCKS),
    *(lay.BOUND, lay.LEFT_SUIT, lay.LEADER, lay.TRICKS, lay.SUITS_LED, lay.FOOL_TRICK),
    *(lay.WATCHED_TRICK, lay.DRAWN, lay.WON_BY_PLAIN),
]


def test_positions_between_tricks_are_one_if_only_the_cards_of_the_last_trick_differ() -> None:
    state = np.zeros(lay.SIZE, np.int64)
    keys = {key_of(state)}
    for place in MATTERS:
        other = state.copy()
        other[place] = 1
        keys.add(key_of(other))
    assert len(keys) == 1 + len(MATTERS)
    state[lay.CARD + 1] = NUMBER["SK"]
    assert key_of(state) in keys


def test_two_players_play_as_well_as_the_exact_solver_finds() -> None:
    (contract,) = (one for one in CONTRACTS if one.game_id == "calatafimi-2")
    for seed in range(5):
        state, plan, stock = ending(contract, seed, 4)
        cards, sign = legal_cards(state, plan), 1 if plan.side[state[lay.TURN]] == 0 else -1
        exact, _ = Solver(plan, 12).values_of_moves(state, stock, ENOUGH)
        found = MaxnSolver(plan).values_of_moves(state, stock, cards, ENOUGH)
        assert found is not None
        assert found.tolist() == [sign * exact[card] / 2 for card in cards]


def test_an_ending_of_too_many_cards_has_no_values_and_is_left_as_it_was() -> None:
    (run,) = each_for_himself("calatafimi-3", 4, 1)
    assert run.decision is not None
    plan = plan_of(run.game, run.table)
    state, stock = state_of(run.table, plan), stock_of(run.table)
    before, numbers = state.copy(), [NUMBER[card] for card in run.decision.options]
    assert MaxnSolver(plan).values_of_moves(state, stock, numbers, 10) is None
    assert MaxnSolver(plan).values_of_moves(state, stock, numbers, ENOUGH) is not None
    assert (state == before).all()
