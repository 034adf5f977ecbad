"""Priestertarock: counting, who wins, what is written, and what a revoke costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import do, outcome, play_on, start
from matto.engine.events import Result
from matto.engine.options import Options
from matto.engine.outcome import Outcome, card_points
from matto.games import game
from matto.games.priestertarock import counting

ID = "priestertarock"
GAME = game(ID)
clause = pytest.mark.clause

SECRET = (1, 0, 1, 0, 1)  # caller 1 and partner 3 against 0, 2 and 4
SOLO = (1, 0, 1, 1, 1)  # caller 1 alone
KINGS = "SK BK CK DK"  # 20
QUEENS = "SQ BQ CQ DQ"  # 16
IN_TIME, TOO_LATE = 10, 11


def options(**given: Any) -> Options:
    return GAME.resolve(given)


def deal(
    callers: str, fool: int | None, trick: int = 1, side: tuple[int, ...] = SECRET
) -> Outcome:
    """Caller 1 has these cards, seat 2 the rest; `fool` plays the Fool to a trick, or none."""
    piles = {1: callers} | ({} if fool is None else {fool: "F"})
    if fool == 1:
        piles = {1: f"{callers} F"}
    tricks = [(0, "", 0)] * (trick - 1) + ([] if fool is None else [(fool, "F", 2)])
    return outcome(ID, side, piles, tricks, rest_to=2, declarer=1, dealer=0)


def scores(finished: Outcome, **given: Any) -> tuple[int, ...]:
    (row,) = GAME.score(finished, options(**given))
    return row.amounts


def points(finished: Outcome, **given: Any) -> tuple[int, int]:
    chosen = options(**given)
    counted = {side: card_points(finished, side, counting(chosen)) for side in (0, 1)}
    return counted[0], counted[1]


# Seat 1 holds the Fool and fourteen trumps that nobody beats, and leads the Fool last.
DRAWN = {
    0: "BA DC DJ D10 D9 D8 D7 D6 D5 D4 D3 D2 DA T7 T6",
    1: "F T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8",
    2: "SQ SC SJ S10 S9 S8 S7 S6 S5 S4 S3 T4 T3 T2 T1",
    3: "SK S2 SA CK CQ CC CJ C10 C9 C8 C7 C6 C5 C4 C3",
    4: "C2 CA BK BQ BC BJ B10 B9 B8 B7 B6 B5 B4 B3 B2",
}
OPEN = "DK DQ T5"  # 9 points


def played(call: str, dealer: int = 0, **given: Any) -> Result:
    """All trumps are drawn and everything falls to seat 1; the last trick is worth nothing."""
    passes = ["passo"] * ((0 - dealer) % 5)
    run = start(ID, DRAWN, OPEN, dealer=dealer, **given)
    result = play_on(do(run, [*passes, "chiamo", call])).result
    assert result is not None
    return result


@clause("priestertarock 5.1", "priestertarock 5.2")
def test_a_party_counts_its_tricks_its_fool_and_the_open_cards_of_the_dealer() -> None:
    # the Fool falls to trick 15: 66 points in all; 66 − 9 open = 57 in tricks of seat 1
    assert played("T21").points == (9, 57, 9, 9, 9)
    assert played("CK").points == (9, 57, 9, 57, 9)  # partner 3 has won nothing himself
    # with the dealer as his partner, whose card lies open, he has the open cards too
    assert played("DK").points == (66, 66, 0, 0, 0)
    # or with the dealer as his hidden partner
    assert played("T7").points == (66, 66, 0, 0, 0)


@clause("priestertarock 5.2")
def test_the_open_cards_count_for_the_dealer_who_is_the_caller() -> None:
    run = start(ID, DRAWN, OPEN, dealer=0)
    result = play_on(do(run, "passo passo passo passo chiamo DA")).result
    assert result is not None
    assert result.points == (9, 57, 57, 57, 57)
    assert result.scores == (-4, 1, 1, 1, 1)


@clause("priestertarock 5.3")
@pytest.mark.parametrize(
    ("trick", "worth"), [(1, 5), (9, 5), (IN_TIME, 5), (TOO_LATE, 0), (15, 0)]
)
def test_the_fool_keeps_its_points_up_to_the_tenth_trick(trick: int, worth: int) -> None:
    finished = deal(KINGS, fool=3, trick=trick)
    # callers 20 and the Fool; the others have all the rest of 66: 46
    assert points(finished) == (20 + worth, 46)


@clause("priestertarock 5.3")
@pytest.mark.parametrize(("trick", "caller"), [(IN_TIME, 57 + 5), (TOO_LATE, 57)])
def test_a_led_fool_keeps_or_loses_its_points_in_the_same_way(trick: int, caller: int) -> None:
    run = do(start(ID, DRAWN, OPEN), "chiamo T21")
    while len(run.table.tricks) < trick - 1 and run.decision is not None:
        run.do(run.decision.options[0])
    result = play_on(do(run, "F")).result  # the tricks from the tenth on hold no points
    assert result is not None
    assert result.points == (9, caller, 9, 9, 9)


@clause("priestertarock 5.4", "priestertarock 5.8")
def test_the_fool_among_the_open_cards_counts_for_the_dealers_party() -> None:
    finished = outcome(ID, SECRET, {0: "F D2 D3", 1: KINGS}, rest_to=2, declarer=1, dealer=0)
    assert points(finished) == (20, 51)  # 71 in all
    assert points(finished, fool_in_open=0) == (20, 46)  # 66 in all
    partner = outcome(
        ID, (0, 0, 1, 1, 1), {0: "F D2 D3", 1: KINGS}, rest_to=2, declarer=1, dealer=0
    )
    assert points(partner) == (25, 46)
    assert points(partner, fool_in_open=0) == (20, 46)


@clause("priestertarock 5.4")
@pytest.mark.parametrize(("value", "total"), [(5, 71), (0, 66)])
def test_an_open_fool_in_a_deal_that_is_played(value: int, total: int) -> None:
    hands = {**DRAWN, 1: DRAWN[1].replace("F", "T5")}
    run = start(ID, hands, "DK DQ F", dealer=0, fool_in_open=value)
    result = play_on(do(run, "chiamo T21")).result
    assert result is not None
    # open for the dealer: king 5, queen 4 and the Fool
    assert result.points == (9 + value, 57, 9 + value, 9 + value, 9 + value)
    assert result.points[0] + result.points[1] == total


@clause("priestertarock 5.5")
@pytest.mark.parametrize(
    ("callers", "counted", "won"),
    [
        (f"{KINGS} SQ BQ CQ SC", 35, False),  # 20 + 12 + 3
        (f"{KINGS} {QUEENS}", 36, True),  # 20 + 16
        (f"{KINGS} SQ BQ CQ SC SJ", 37, True),  # 20 + 12 + 3 + 2
    ],
)
def test_thirty_six_of_71_win(callers: str, counted: int, won: bool) -> None:
    finished = deal(callers, fool=2, trick=IN_TIME)
    assert points(finished) == (counted, 71 - counted)
    assert (scores(finished)[1] > 0) is won


@clause("priestertarock 5.5")
def test_the_fool_in_time_makes_the_thirty_six() -> None:
    # 31 and the Fool: kings 20, two queens 8, a cavalier 3
    callers = f"{KINGS} SQ BQ SC"
    assert scores(deal(callers, fool=3, trick=IN_TIME))[1] == 2
    assert scores(deal(callers, fool=2, trick=IN_TIME))[1] == -2


@clause("priestertarock 5.6")
@pytest.mark.parametrize(
    ("callers", "counted", "won"),
    [
        (f"{KINGS} SQ BQ CQ", 32, False),  # 20 + 12
        (f"{KINGS} SQ BQ CQ SJ", 34, True),  # 20 + 12 + 2
        (f"{KINGS} SQ BQ CQ SC", 35, True),  # 20 + 12 + 3
    ],
)
@pytest.mark.parametrize("fool", [1, 2])
def test_thirty_four_of_66_win(callers: str, counted: int, won: bool, fool: int) -> None:
    finished = deal(callers, fool=fool, trick=TOO_LATE)
    assert points(finished) == (counted, 66 - counted)
    assert (scores(finished)[1] > 0) is won


THIRTY_THREE = f"{KINGS} SQ BQ T21"  # 20 + 8 + 5


@clause("priestertarock 5.7", "priestertarock 5.8")
@pytest.mark.parametrize(
    ("fool", "won"), [(1, False), (3, False), (0, True), (2, True), (4, True)]
)
def test_at_33_to_33_the_side_without_the_fool_wins(fool: int, won: bool) -> None:
    finished = deal(THIRTY_THREE, fool=fool, trick=TOO_LATE)
    assert points(finished) == (33, 33)
    assert (scores(finished)[1] > 0) is won
    (row,) = GAME.score(finished, options())
    assert str(row.note) == "33 each: the side without the Fool wins"


@clause("priestertarock 5.8")
@pytest.mark.parametrize(("side", "won"), [(SECRET, True), ((0, 0, 1, 1, 1), False)])
def test_an_open_fool_is_held_by_the_dealers_party(side: tuple[int, ...], won: bool) -> None:
    finished = outcome(ID, side, {0: "F", 1: THIRTY_THREE}, rest_to=2, declarer=1, dealer=0)
    assert points(finished, fool_in_open=0) == (33, 33)
    assert (scores(finished, fool_in_open=0)[1] > 0) is won


WINNING, LOSING = f"{KINGS} {QUEENS}", f"{KINGS} SQ"


@clause("priestertarock 5.9")
def test_with_a_partner_two_for_the_caller_and_one_for_everybody_else() -> None:
    won, lost = deal(WINNING, fool=2), deal(LOSING, fool=2)
    assert scores(won) == (-1, 2, -1, 1, -1)
    assert scores(lost) == (1, -2, 1, -1, 1)
    assert GAME.score(won, options())[0].clause == "priestertarock 5.9"


@clause("priestertarock 5.10")
def test_alone_four_for_the_caller_and_one_for_everybody_else() -> None:
    won, lost = deal(WINNING, fool=2, side=SOLO), deal(LOSING, fool=2, side=SOLO)
    assert scores(won) == (-1, 4, -1, -1, -1)
    assert scores(lost) == (1, -4, 1, 1, 1)
    assert GAME.score(won, options())[0].clause == "priestertarock 5.10"


@clause("priestertarock 5.10")
def test_every_way_of_playing_alone_has_the_same_price() -> None:
    assert played("T21").scores == (-1, 4, -1, -1, -1)  # the secret solo
    run = do(start(ID, DRAWN, OPEN), "chiamo demand SK SK")  # the open solo
    result = play_on(run).result
    assert result is not None
    assert result.scores == (-1, 4, -1, -1, -1)


@clause("priestertarock 5.11")
def test_winning_all_the_points_is_paid_like_winning_just() -> None:
    everything = outcome(ID, SECRET, {}, [(1, "F", 1)], rest_to=1, declarer=1)
    assert points(everything) == (71, 0)
    assert scores(everything) == scores(deal(WINNING, fool=2)) == (-1, 2, -1, 1, -1)
    assert sum(scores(everything)) == 0


def with_revokes(*times: int, side: tuple[int, ...] = SECRET) -> Outcome:
    """The deal that the caller's party wins, with each seat's number of revokes."""
    return replace(deal(WINNING, fool=2, side=side), faults={"revoke": times})


def total(finished: Outcome, **given: Any) -> tuple[int, ...]:
    rows = GAME.score(finished, options(**given))
    return tuple(sum(row.amounts[seat] for row in rows) for seat in range(5))


@clause("priestertarock 7.2", "priestertarock 7.3")
@pytest.mark.parametrize("offender", range(5))
def test_who_revokes_writes_minus_four_and_each_other_plus_one(offender: int) -> None:
    times = [1 if seat == offender else 0 for seat in range(5)]
    rows = GAME.score(with_revokes(*times), options())
    amounts = tuple(-4 if seat == offender else 1 for seat in range(5))
    assert [(row.clause, row.amounts) for row in rows] == [("priestertarock 7.2", amounts)]


@clause("priestertarock 7.2")
def test_without_a_revoke_no_penalty_is_written() -> None:
    rows = GAME.score(with_revokes(0, 0, 0, 0, 0), options())
    assert [row.clause for row in rows] == ["priestertarock 5.9"]


@clause("priestertarock 7.4")
def test_the_penalty_stands_instead_of_the_score_or_besides_it() -> None:
    finished = with_revokes(0, 0, 0, 1, 0)  # the partner has revoked
    assert total(finished) == (1, 1, 1, -4, 1)
    # the deal is won: −1 +2 −1 +1 −1, and the penalty
    assert total(finished, revoke_score="besides") == (0, 3, 0, -3, 0)


@clause("priestertarock 7.4", "priestertarock 5.10")
@pytest.mark.parametrize(
    ("offender", "instead", "besides"),
    # the solo is won: −1 +4 −1 −1 −1
    [(3, (1, 1, 1, -4, 1), (0, 5, 0, -5, 0)), (1, (1, -4, 1, 1, 1), (0, 0, 0, 0, 0))],
)
def test_after_a_solo_too_it_stands_instead_of_the_score_or_besides_it(
    offender: int, instead: tuple[int, ...], besides: tuple[int, ...]
) -> None:
    times = [1 if seat == offender else 0 for seat in range(5)]
    finished = with_revokes(*times, side=SOLO)
    assert total(finished) == instead
    assert total(finished, revoke_score="besides") == besides


@clause("priestertarock 7.5")
def test_with_the_option_every_revoke_is_penalised() -> None:
    # seat 0 once: −4 +1 +1 +1 +1; seat 2 three times: +3 +3 −12 +3 +3
    finished = with_revokes(1, 0, 3, 0, 0)
    assert total(finished, revokes_counted="each") == (-1, 4, -11, 4, 4)
    besides = total(finished, revokes_counted="each", revoke_score="besides")
    assert besides == (-2, 6, -12, 5, 3)  # and the deal that is won: −1 +2 −1 +1 −1


@clause("priestertarock 7.5")
def test_two_offenders_write_minus_three_each_however_often_they_erred() -> None:
    assert total(with_revokes(1, 0, 3, 0, 0)) == (-3, 2, -3, 2, 2)
