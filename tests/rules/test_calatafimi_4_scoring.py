"""Calatafimi for four: what is counted and paid, and the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calatafimi_tables import (
    FOUR,
    PILES,
    counted,
    held,
    laid_away,
    paid,
)
from helpers import do, outcome, play_on, start
from matto.engine.run import Match, Run
from matto.games import game

clause = pytest.mark.clause
GAME = game(FOUR)
SOLO_OF_0, PARTNERS_0_1 = (0, 1, 1, 1), (0, 0, 1, 1)


# -- the payment -----------------------------------------------------------------------------


@clause(f"{FOUR} 5.1")
def test_cards_laid_away_count_for_the_party_of_their_owner() -> None:
    hands = {0: "BK CK DK T17 T16 F", 1: "T20 T1", 2: "SK T19 T18"}
    run = do(held(FOUR, hands, "SQ BQ CQ"), "passo passo passo passo")
    laid_away(run, "SQ BQ CQ")
    play_on(do(run, "venti quindici"))
    assert run.result is not None
    # seats 1 and 2 are twenty and fifteen; the dealer, seat 0, plays against them with seat 3
    assert run.result.points[0] == counted(run, {0, 3}, "SQ BQ CQ")
    assert run.result.points[1] == counted(run, {1, 2})


@clause(f"{FOUR} 5.2")
@pytest.mark.parametrize(("points", "above"), [(56, 1), (60, 5)])
def test_above_55_every_opponent_pays_the_difference(points: int, above: int) -> None:
    row = paid(FOUR, SOLO_OF_0, points)
    assert row.amounts == (3 * above, -above, -above, -above)
    assert row.clause == f"{FOUR} 5.2"


@clause(f"{FOUR} 5.3")
def test_below_55_it_is_paid_to_all() -> None:
    row = paid(FOUR, SOLO_OF_0, 54)
    assert row.amounts == (-3, 1, 1, 1)
    assert row.clause == f"{FOUR} 5.3"
    assert paid(FOUR, PARTNERS_0_1, 54).amounts == (-1, -1, 1, 1)


@clause(f"{FOUR} 5.4")
@pytest.mark.parametrize("side", [SOLO_OF_0, PARTNERS_0_1])
def test_55_is_a_draw(side: tuple[int, ...]) -> None:
    row = paid(FOUR, side, 55)
    assert row.amounts == (0, 0, 0, 0)
    assert row.clause == f"{FOUR} 5.4"


@clause(f"{FOUR} 5.5")
def test_a_soloist_wins_and_loses_threefold() -> None:
    assert paid(FOUR, SOLO_OF_0, 60).amounts == (15, -5, -5, -5)
    assert paid(FOUR, (1, 1, 0, 1), 54, declarer=2).amounts == (1, 1, -3, 1)


@clause(f"{FOUR} 5.6")
@pytest.mark.parametrize("side", [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)])
def test_two_against_two_each_wins_or_loses_once(side: tuple[int, ...]) -> None:
    assert paid(FOUR, side, 60).amounts == tuple(5 if own == 0 else -5 for own in side)


@clause(f"{FOUR} 5.7", f"{FOUR} 5.8")
def test_payments_balance_and_nothing_else_is_paid() -> None:
    for seed in range(12):
        run = Run.shuffled(GAME, seed=seed, dealer=seed % 4)
        run.do("tengo")
        if seed % 2:
            run.do("solo")
        play_on(run)
        assert run.result is not None
        assert sum(run.result.scores) == 0
        assert len(run.result.sheet) == (0 if run.result.thrown_in else 1)


HIGHEST = " ".join(f"T{trump}" for trump in range(20, 5, -1))  # fifteen, worth 30


def swept(hands: dict[int, str], said: str) -> Run:
    """Seat 1 says venti and wins every trick; the dealer has laid three Queens away: 10."""
    run = do(held(FOUR, {**hands, 1: HIGHEST}, "SQ BQ CQ"), "passo passo passo passo")
    play_on(do(laid_away(run, "SQ BQ CQ"), said))
    assert {trick.winner for trick in run.table.tricks} == {1}
    return run


@clause(f"{FOUR} 3.14", f"{FOUR} 5.2", f"{FOUR} 5.6")
def test_the_twenty_and_his_fifteen_settle_the_difference_to_55_with_the_two_others() -> None:
    result = swept({0: "DK", 2: "SK BK CK", 3: "T1 F"}, "venti quindici").result
    assert result is not None
    assert result.points == (10, 99, 99, 10)
    assert result.scores == (-44, 44, 44, -44)


@clause(f"{FOUR} 3.21", f"{FOUR} 5.1", f"{FOUR} 5.2", f"{FOUR} 5.6")
@pytest.mark.parametrize(
    ("holder", "points", "scores"),
    [
        (2, (10, 99, 99, 10), (-44, 44, 44, -44)),
        (3, (10, 99, 10, 99), (-44, 44, -44, 44)),
        (0, (109, 109, 0, 0), (54, 54, -54, -54)),  # the Queens are theirs, too
    ],
)
def test_the_twenty_and_the_holder_of_the_called_king_settle_in_the_same_way(
    holder: int, points: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    result = swept({holder: "DK"}, "venti zero zero zero DK").result
    assert result is not None
    assert (result.points, result.scores) == (points, scores)


# -- the match -------------------------------------------------------------------------------


@clause(f"{FOUR} 6.1")
def test_the_next_player_deals_whatever_happened() -> None:
    played = play_on(do(held(FOUR, dealer=3), "solo"))
    assert played.result is not None
    assert played.result.next_dealer == 0
    assert not played.result.thrown_in
    given_up = start(FOUR, dealer=3)
    for seat in range(4):
        given_up.do_as(seat, "mescolate")
    nobody = laid_away(do(held(FOUR, dealer=3), "passo passo passo passo"))
    do(nobody, "zero zero zero zero")
    for run in (given_up, nobody):
        assert run.result is not None
        assert run.result.thrown_in
        assert run.result.next_dealer == 0


@clause(f"{FOUR} 6.2")
def test_the_ledger_adds_results_up_from_zero() -> None:
    match = Match(GAME)
    assert match.ledger == [0, 0, 0, 0]
    for number in range(3):
        run = match.next_run(seed=number)
        run.do("tengo")
        run.do("solo")
        match.take(play_on(run).result)  # type: ignore[arg-type]
    assert match.ledger == [sum(r.scores[seat] for r in match.results) for seat in range(4)]
    assert min(match.ledger) < 0
    assert (GAME.unit, dict(match.carried)) == (1, {})


@clause(f"{FOUR} 6.3")
def test_anybody_may_deal_first_and_the_number_of_deals_is_agreed() -> None:
    match = Match(GAME, dealer=2, limit=4)
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        run = match.next_run(seed=len(dealers))
        run.do("tengo")
        run.do("solo")
        match.take(play_on(run).result)  # type: ignore[arg-type]
    assert dealers == [2, 3, 0, 1]


@clause(f"{FOUR} 7.7")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    found = outcome(FOUR, SOLO_OF_0, {0: PILES[60]}, [(1, "T7 T8 T9 T10", 1)], rest_to=1)
    faulty = replace(found, faults={"revoke": (2, 0, 1, 0), "wrong_call": (1, 1, 1, 1)})
    assert GAME.score(faulty, GAME.resolve()) == GAME.score(found, GAME.resolve())
    assert [row.amounts for row in GAME.score(found, GAME.resolve())] == [(15, -5, -5, -5)]
