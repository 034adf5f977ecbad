"""Barcellona for three: what a solo and each for self are paid, and the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from barcellona_3_tables import GAME, SWEEP, SWEEP_TALON, finished, play_by, playing, rows
from helpers import do, play_on, result_of
from matto.engine.run import Match, Run

clause = pytest.mark.clause
SOLO_OF_1 = (1, 0, 1)
EACH = (0, 1, 2)

MIDDLE_TRUMPS = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T0"  # 15 in fifteen
# 50 in seven cards, 2 + 15 + 8 in the others: 75 in 31 cards, less 2 × 10 + 1: 54
FIFTY_FOUR = f"F T20 T1 T19 T18 T17 T16 SJ {MIDDLE_TRUMPS} S10 S9 S8 S7 S6 S5 C5 C6"
FIFTY_FIVE = FIFTY_FOUR.replace("SJ", "SC")  # 3 for 2
FIFTY_SIX = FIFTY_FOUR.replace("SJ", "SQ")  # 4 for 2


@pytest.mark.parametrize(
    ("pile", "number", "amounts", "single"),
    [
        (FIFTY_FOUR, "5.3", (2, -4, 2), (1, -2, 1)),
        (FIFTY_FIVE, "5.4", (0, 0, 0), (0, 0, 0)),
        (FIFTY_SIX, "5.2", (-2, 4, -2), (-1, 2, -1)),
    ],
)
@clause("barcellona-3 5.1", "barcellona-3 5.2", "barcellona-3 5.3", "barcellona-3 5.4")
def test_a_solo_pays_twice_the_difference_to_55_to_or_from_each_opponent(
    pile: str, number: str, amounts: tuple[int, ...], single: tuple[int, ...]
) -> None:
    done = finished(SOLO_OF_1, {1: pile}, declarer=1)
    (row,) = rows(done)
    assert (row.clause, row.amounts) == (f"barcellona-3 {number}", amounts)
    (half,) = rows(done, solo_rate="single")
    assert (half.clause, half.amounts) == (f"barcellona-3 {number}", single)


@pytest.mark.parametrize(
    ("soloist", "amounts"), [(0, (12, -6, -6)), (1, (-6, 12, -6)), (2, (-6, -6, 12))]
)
@clause("barcellona-3 5.2", "barcellona-3 5.6")
def test_whoever_is_soloist_wins_four_times_the_difference_in_all(
    soloist: int, amounts: tuple[int, ...]
) -> None:
    side = tuple(0 if seat == soloist else 1 for seat in EACH)
    other = (soloist + 1) % 3
    # with 53 of the cards, the last trick makes 58: 3 above 55, from or to whom it may be
    pile = FIFTY_FOUR.replace("SJ", "D5")
    done = finished(
        side, {soloist: pile}, [(0, "S9 S8 S7", soloist)], declarer=soloist, rest_to=other
    )
    (row,) = rows(done)
    assert row.amounts == amounts


# 43 in nine cards less 6: 37 card points
DEALER = "T20 T1 SK BK CK DK S10 S9 S8"
# 42 in nine cards less 6: 36; the rest, 61 in 45 cards less 30, and the last trick: 36
RIGHT = "F T19 T18 T17 T16 SQ BQ SC S5"


@pytest.mark.parametrize(
    ("dealer", "right", "amounts"),
    [
        (DEALER, RIGHT, (0, 0, 0)),
        (DEALER.replace("S8", "BJ"), RIGHT, (1, 0, -1)),  # 38, 36, 35
        (DEALER.replace("DK", "DQ"), RIGHT, (-1, 0, 1)),  # 36, 36, 37
        (DEALER, RIGHT.replace("S5", "BJ"), (0, 1, -1)),  # 37, 37, 35
        (DEALER, RIGHT.replace("SC", "SJ"), (0, -1, 1)),  # 37, 35, 37
    ],
)
@clause("barcellona-3 5.5", "barcellona-3 5.6")
def test_in_each_for_self_the_dealer_is_measured_by_37_and_the_others_by_36(
    dealer: str, right: str, amounts: tuple[int, ...]
) -> None:
    done = finished(EACH, {0: dealer, 1: right}, declarer=0)
    (row,) = rows(done, solo_rate="single")  # the rate is that of a solo
    assert (row.clause, row.amounts) == ("barcellona-3 5.5", amounts)


@clause("barcellona-3 5.5")
def test_the_share_of_37_goes_with_the_deal() -> None:
    done = finished(EACH, {1: DEALER, 0: RIGHT}, declarer=1)
    assert [row.amounts for row in rows(done)] == [(0, 0, 0)]
    done = finished(EACH, {0: DEALER, 1: RIGHT}, declarer=1)
    assert [row.amounts for row in rows(done)] == [(1, -1, 0)]


def turned(by_seat: Sequence[int], by: int) -> tuple[int, ...]:
    """What is paid by seat when everybody sits so many places further round."""
    return tuple(by_seat[(seat - by) % 3] for seat in EACH)


@clause("barcellona-3 5.1", "barcellona-3 5.2", "barcellona-3 4.11")
@pytest.mark.parametrize("dealer", EACH)
@pytest.mark.parametrize(
    ("words", "further"), [("passo solo", 0), ("solo", 1), ("passo passo solo", 2)]
)
@pytest.mark.parametrize(("rate", "each"), [("double", 108), ("single", 54)])
def test_a_played_solo_is_paid_to_the_soloist_wherever_he_sits(
    words: str, further: int, dealer: int, rate: str, each: int
) -> None:
    by = dealer + further  # the soloist has what seat 1 has in SWEEP
    hands = {(seat + by) % 3: cards for seat, cards in SWEEP.items()}
    given = {"leader": "soloist", "solo_rate": rate}
    run = playing(words, hands, SWEEP_TALON, dealer=dealer, **given)
    play_by(run, {(2 + by) % 3: "F"})
    assert result_of(run).points == turned((0, 109, 0), by)
    assert result_of(run).scores == turned((-each, 2 * each, -each), by)  # 54 above 55


@clause("barcellona-3 5.5", "barcellona-3 4.12")
@pytest.mark.parametrize("dealer", EACH)
def test_a_played_deal_of_each_for_self_measures_whoever_has_dealt_by_37(dealer: int) -> None:
    hands = {(seat + dealer) % 3: cards for seat, cards in SWEEP.items()}
    run = playing("passo passo each_for_self", hands, SWEEP_TALON, dealer=dealer)
    play_by(run, {(1 + dealer) % 3: SWEEP[1], (2 + dealer) % 3: "F"})
    # the dealer's SQ SC SJ: 9 − 2 = 7, which is 30 below 37; 102 and 0 against 36
    assert result_of(run).points == turned((7, 102, 0), dealer)
    assert result_of(run).scores == turned((-30, 66, -36), dealer)


@clause("barcellona-3 6.1")
@pytest.mark.parametrize("words", ["solo", "passo passo each_for_self"])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_player_at_the_dealers_right_deals_next(words: str, dealer: int) -> None:
    result = play_on(do(Run.shuffled(GAME, seed=5, dealer=dealer), words)).result
    assert result is not None
    assert result.next_dealer == (dealer + 1) % 3


@clause("barcellona-3 6.2", "barcellona-3 6.3")
def test_the_ledger_adds_up_points_from_zero_for_as_many_deals_as_agreed() -> None:
    match = Match(GAME, dealer=2, limit=3)
    sums = [0, 0, 0]
    for seed in range(3):
        assert match.ledger == sums
        result = play_on(match.next_run(seed=seed)).result
        assert result is not None
        assert dict(result.carried) == {}
        match.take(result)
        sums = [own + new for own, new in zip(sums, result.scores, strict=True)]
    assert match.ledger == sums
    assert match.over
    assert GAME.unit == 1


@clause("barcellona-3 7.7")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    done = finished(SOLO_OF_1, {1: FIFTY_SIX}, declarer=1)
    assert rows(replace(done, faults={"revoke": (0, 2, 0)})) == rows(done)
