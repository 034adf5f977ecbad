"""Mineo for four: the Fuggitivo of a party without a trick, in deals played to the last card.

Seat 1 calls the 19 of seat 3, bets, and leads; seats 2 and 0 are the opponents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from helpers import do, start
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from mineo_4_tables import ALL_PASS, CALLED, play_by

clause = pytest.mark.clause
CALLERS, OPPONENTS = 0, 1


def trumps(high: int, low: int) -> str:
    return " ".join(f"T{number}" for number in range(high, low - 1, -1))


SUITS = {
    2: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ CC",
    3: "BK BQ BC BJ B10 B9 B8 B7 B6 B5 CJ C10 C9",
    0: "DK DQ DC DJ D10 D9 D8 D7 D6 D5 D4 C8 C7",
}

# With the talon the caller has all trumps but the 19, the Picciotti and the Miseria.
ALL_TRICKS = {
    1: f"T20 {trumps(18, 5)}",
    2: f"F T0 {SUITS[2]}",
    3: f"T19 {SUITS[3]} C6",
    0: f"T1 {SUITS[0]} C5",
}

# With the talon he has all but the 19, and the 18 and the Picciotti of seat 0.
ALL_BUT_ONE = {
    1: f"T20 {trumps(17, 4)}",
    2: f"F {SUITS[2]} C6",
    3: f"T19 {SUITS[3]} C5",
    0: f"T18 T1 {SUITS[0]}",
}


def turned(hands: Mapping[int, str], by: int) -> dict[int, str]:
    """The hands when everybody sits so many places further round."""
    return {(seat + by) % 4: cards for seat, cards in hands.items()}


def bet(
    hands: Mapping[int, str], talon: str, by: int = 0, bids: str = ALL_PASS + CALLED
) -> Run:
    """Seat 1 has called, has laid the talon away again, has bet, and leads.

    All sit `by` places further round, the dealer too.
    """
    run = start(
        "mineo-4", turned(hands, by), talon, dealer=by, leader="soloist", caller_leads=True
    )
    return do(run, f"{bids}{talon} scommessa silence silence silence")


def back(by_seat: Sequence[int], by: int) -> tuple[int, ...]:
    """Figures by seat, as if nobody had moved."""
    return tuple(by_seat[(seat + by) % 4] for seat in range(4))


def sheet(run: Run, by: int = 0) -> list[tuple[str, tuple[int, ...]]]:
    assert run.result is not None
    return [(row.item, back(row.amounts, by)) for row in run.result.sheet]


def paid(run: Run, by: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The card points and the results of a deal that is over."""
    assert run.result is not None
    return back(run.result.points, by), back(run.result.scores, by)


def to_party(amount: int, partner: int) -> tuple[int, ...]:
    """What the caller 1 and his partner have each from one of the others."""
    return tuple(amount if seat in {1, partner} else -amount for seat in range(4))


@clause("mineo-4 4.12", "mineo-4 5.8", "mineo-4 3.11", "mineo-4 5.12")
@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize("partner", [2, 3, 0])
def test_opponents_without_a_trick_lose_the_fuggitivo_and_the_caller_wins_his_bet(
    partner: int, by: int
) -> None:
    hands = {**ALL_TRICKS, partner: ALL_TRICKS[3], 3: ALL_TRICKS[partner]}
    run = bet(hands, "T4 T3 T2", by)
    caller = (1 + by) % 4
    play_by(run, {caller: "T20", (2 + by) % 4: "F", (3 + by) % 4: "F"})
    assert {trick.winner for trick in run.table.tricks} == {caller}
    assert outcome_of(run.table).piles[caller] == run.table.pack.cards
    assert sheet(run, by) == [
        ("pigliate", to_party(1, partner)),  # the Picciotti, and not the partner's 19
        ("vanto", to_party(1, partner)),
        ("rimatura", to_party(1, partner)),
        ("arie", to_party(2, partner)),
        ("quattro_re", to_party(1, partner)),
        ("scommessa", to_party(1, partner)),
    ]
    # 146 in 21 lots, less 42, and 5 for the last trick
    points = tuple(109 if seat in {1, partner} else 0 for seat in range(4))
    assert paid(run, by) == (points, to_party(7, partner))


@clause("mineo-4 4.12", "mineo-4 5.8", "mineo-4 5.10", "mineo-4 5.11")
@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize(("bids", "times"), [(f"{ALL_PASS}vado_solo ", 1), ("vado_solo ", 2)])
def test_alone_he_has_the_same_from_each_of_three_and_the_19_besides(
    bids: str, times: int, by: int
) -> None:
    run = do(bet(ALL_TRICKS, "T4 T3 T2", by, bids), "T20 F T19 T1")
    play_by(run, {})
    # two pigliate, the vanto, the rimatura, two for the arie, the Kings, the bet: 8
    eight = 8 * times
    assert paid(run, by) == ((0, 109, 0, 0), (-eight, 3 * eight, -eight, -eight))


@clause("mineo-4 4.12", "mineo-4 4.10", "mineo-4 5.8", "mineo-4 5.12")
def test_one_trick_of_his_partner_saves_the_fuggitivo_of_an_opponent() -> None:
    run = do(bet(ALL_BUT_ONE, "T3 T2 T0"), "T20 F T19 T1 T17 S5 B5 T18")
    play_by(run, {})
    assert [trick.winner for trick in run.table.tricks] == [1, 0, *[1] * 13]
    outcome = outcome_of(run.table)
    assert outcome.pile(OPPONENTS) == {"F", "T17", "S5", "B5", "T18"}
    won, lost = to_party(1, 3), to_party(-1, 3)
    assert sheet(run) == [
        ("pigliate", won),  # the Picciotti
        ("pigliate", lost),  # the 17
        ("vanto", won),
        ("rimatura", won),
        ("quattro_re", won),
        ("scommessa", lost),
    ]
    # the opponents: 10 + 5 + 1 + 1 + 5 = 22, less 2 for three cards and 1 for two: 19
    assert paid(run) == ((19, 90, 19, 90), (-2, 2, -2, 2))


@clause("mineo-4 4.12", "mineo-4 4.10", "mineo-4 5.8", "mineo-4 5.12")
def test_one_trick_of_the_caller_saves_the_fuggitivo_of_his_partner() -> None:
    hands = {
        **ALL_BUT_ONE,
        2: ALL_BUT_ONE[2].replace("F", "B5"),
        3: ALL_BUT_ONE[3].replace("B5", "F"),
    }
    run = do(bet(hands, "T3 T2 T0"), "T20 B5 T19 T1 T17 S5 F T18")
    play_by(run, {})
    assert [trick.winner for trick in run.table.tricks] == [1, 0, *[1] * 13]
    outcome = outcome_of(run.table)
    assert outcome.pile(OPPONENTS) == {"T17", "S5", "T18"}
    assert "F" in outcome.pile(CALLERS)
    won, lost = to_party(1, 3), to_party(-1, 3)
    assert sheet(run) == [
        ("pigliate", won),
        ("pigliate", lost),
        ("vanto", won),
        ("rimatura", won),
        ("quattro_re", won),
        ("scommessa", won),
    ]
    # the opponents: 5 + 1 + 5 = 11, less 2: 9
    assert paid(run) == ((9, 100, 9, 100), (-4, 4, -4, 4))
