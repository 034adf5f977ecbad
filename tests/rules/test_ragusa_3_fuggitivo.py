"""Ragusa: the Fuggitivo of a party, or a player, without a trick; played to the last card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from helpers import deal_with, do
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from matto.games import game
from mineo_3_tables import play_by

clause = pytest.mark.clause
GAME = game("ragusa-3")
ALONE: dict[str, Any] = {"parties": "each_for_self", "pauses": False}


def trumps(high: int, low: int) -> str:
    return " ".join(f"T{number}" for number in range(high, low - 1, -1))


def begin(hands: Mapping[int, str], talon: str, dealer: int = 0, **given: Any) -> Run:
    """A deal before anybody has spoken; the seat after the dealer speaks first."""
    options = GAME.resolve(given)
    deal = deal_with(GAME, hands, talon, dealer=dealer, options=options)
    return Run(GAME, deal, dealer=dealer, options=options)


def paid(run: Run) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The card points and the results of a deal that is over."""
    assert run.result is not None
    return run.result.points, run.result.scores


@clause("ragusa-3 4.12", "ragusa-3 5.5")
@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(
    ("said", "further"),
    [("vado_solo", 0), ("passo vado_solo", 1), ("passo passo vado_solo", 2)],
)
def test_opponents_without_a_trick_lose_the_fuggitivo_and_pay_nothing_for_it(
    said: str, further: int, dealer: int
) -> None:
    by = dealer + further
    soloist, left = (1 + by) % 3, (2 + by) % 3
    hands = {  # the soloist has every trump but the two of the talon, and a King
        soloist: f"{trumps(20, 2)} SK",
        left: "F BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ DC DJ D10 D9 D8 D7 D6",
        by % 3: "CK CQ CC CJ C10 C9 C8 C7 C6 C5 SQ SC SJ S10 S9 S8 S7 S6 S5 D5",
    }
    run = do(begin(hands, "T1 T0 D4", dealer), f"{said} D4 T0 T2")
    play_by(run, {soloist: f"{trumps(20, 1)} SK", left: "F"})
    assert {trick.winner for trick in run.table.tricks} == {soloist}
    assert outcome_of(run.table).piles[soloist] == run.table.pack.cards
    # 146 in 21 lots, less 42, and 5 for the last trick; one point, that of the last trick
    points, scores = paid(run)
    assert points == tuple(109 if seat == soloist else 0 for seat in range(3))
    assert scores == tuple(2 if seat == soloist else -1 for seat in range(3))


@clause("ragusa-3 4.12", "ragusa-3 3.8")
def test_a_soloist_without_a_trick_loses_his_though_he_has_laid_cards_away() -> None:
    hands = {  # the opponents have every trump, and the soloist 1 the Fuggitivo
        1: "F SQ SC SJ S10 S9 S8 S7 S6 S5 BK BQ BC BJ B10 B9 B8 B7 B6 B5",
        2: f"{trumps(20, 2)} SK",
        0: "T1 T0 CK CQ CC CJ C10 C9 C8 C7 C6 C5 DK DQ DC DJ D10 D9 D8 D7",
    }
    run = do(begin(hands, "D4 D5 D6"), "vado_solo D4 D5 D6")
    play_by(run, {2: hands[2], 1: "F"})
    assert 1 not in {trick.winner for trick in run.table.tricks}
    piles = outcome_of(run.table).piles
    assert piles[1] == {"D4", "D5", "D6"}
    assert "F" in piles[2]
    assert paid(run) == ((108, 1, 108), (1, -2, 1))  # 1 + 1 + 1 − 2 = 1


APART = {  # seat 1 has the high trumps, seat 2 the low ones, the dealer 0 the Fuggitivo
    1: f"{trumps(20, 4)} CQ SK BK",
    2: "T3 T2 T1 T0 CK CC CJ C10 C9 C8 C7 C6 DK DQ DC DJ D10 D9 D8 D7",
    0: "F C5 BQ BC BJ B10 B9 B8 B7 B6 B5 SQ SC SJ S10 S9 S8 S7 S6 S5",
}


@clause("ragusa-3 4.12", "ragusa-3 3.15")
def test_each_for_himself_it_goes_from_one_without_a_trick_to_the_winner_of_its_trick() -> None:
    run = do(begin(APART, "D4 D5 D6", **ALONE), "D4 D5 D6 CQ CK F T3")
    play_by(run, {1: APART[1]})
    assert [trick.winner for trick in run.table.tricks] == [2, *[1] * 19]
    piles = outcome_of(run.table).piles
    assert piles[2] == {"CQ", "CK", "F"}  # not to seat 1, which has won all the others
    assert piles[0] == {"D4", "D5", "D6"}  # the dealer's cards laid away are no trick
    # 1 + 1 + 1 − 2 = 1, and 4 + 5 + 10 − 2 = 17
    assert paid(run) == ((1, 91, 17), (-1, 2, -1))


@clause("ragusa-3 4.12")
def test_each_for_himself_one_late_trick_of_his_own_saves_it() -> None:
    hands = {
        **APART,
        1: APART[1].replace("SK BK", "BK S5"),
        0: APART[0].replace("S5", "").replace("SQ", "SK SQ"),
    }
    run = do(begin(hands, "D4 D5 D6", **ALONE), "D4 D5 D6 CQ CK F T3")
    play_by(run, {1: hands[1], 0: hands[0].replace("SK", "") + " SK"})
    assert run.table.tricks[-1].winner == 0  # the King of swords takes S5
    piles = outcome_of(run.table).piles
    assert piles[0] >= {"F", "SK", "S5"}
    assert piles[2] == {"CQ", "CK"}
