"""Calatafimi for two: counting, the payment, the match."""

from __future__ import annotations

import pytest

from helpers import lot_points, outcome, play_on, start
from matto.engine.outcome import Outcome, outcome_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import SICILIAN_WITHOUT_4

GAME = game("calatafimi-2")
clause = pytest.mark.clause
EACH_ALONE = (0, 1)

TRUMPS_FROM_THE_TOP = [f"T{number}" for number in range(20, -1, -1)]
SWORDS = ["SK", "SQ", "SC", "SJ", "S10", "S9", "S8", "S7", "S6", "S5"]


def settled(pile: str, *, last_to: int) -> Outcome:
    """Seat 0 has a pile, seat 1 the rest; somebody won the last trick."""
    return outcome(
        "calatafimi-2", EACH_ALONE, {0: pile}, [(0, "S5 B5", last_to)], rest_to=1, declarer=None
    )


def seat_1_wins(last_led: str, *, fuggitivo_at: int) -> Run:
    """Seat 1 has all trumps and leads them, then swords; `last_led` is its last card.

    Seat 0 cannot follow nor trump, plays the Fuggitivo to a given trick and keeps the DK.
    """
    own = [*TRUMPS_FROM_THE_TOP, *(card for card in SWORDS if card != last_led)][:30]
    own.append(last_led)
    others = [card for card in SICILIAN_WITHOUT_4.codes if card not in own]
    others.sort(key=lambda card: (card == "DK", card != "F"))
    stock = " ".join(card for pair in zip(own[15:], others[15:], strict=True) for card in pair)
    run = start("calatafimi-2", {1: " ".join(own[:15]), 0: " ".join(others[:15])}, stock)
    while run.decision is not None:
        options = run.decision.options
        if run.decision.seat == 1:
            run.do(min(options, key=own.index))
        elif "F" in options and len(run.table.tricks) == fuggitivo_at:
            run.do("F")
        else:
            run.do(min(options, key=lambda card: (card == "F", card == "DK")))
    return run


@clause("calatafimi-2 5.1")
def test_five_cards_worth_27_count_24() -> None:
    assert lot_points("F T20 T5 DK D7".split(), SICILIAN_WITHOUT_4) == 24  # noqa: SIM905


@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("", 0),
        ("T5", 0),  # 1, one left over costs 1
        ("T5 T6", 1),  # 2 − 1
        ("T5 T6 T7", 1),  # 3 − 2
        ("DK", 4),  # 5 − 1
        ("DK DQ", 8),  # 9 − 1
        ("DK DQ DC", 10),  # 12 − 2
        ("DK DQ DC DJ", 11),  # 14 − 2 − 1
    ],
)
@clause("calatafimi-2 5.1")
def test_every_three_cards_cost_2_and_one_or_two_left_over_cost_1(
    pile: str, counted: int
) -> None:
    assert GAME.points(settled(pile, last_to=1), GAME.resolve())[0] == counted


@pytest.mark.parametrize("last_to", [0, 1])
@clause("calatafimi-2 5.2")
def test_the_last_trick_adds_5_to_the_card_points_of_its_winner(last_to: int) -> None:
    counted = GAME.points(settled("DK DQ DC", last_to=last_to), GAME.resolve())
    assert counted[0] == (15 if last_to == 0 else 10)
    # the other: 59 cards of 145 − 12 = 133, less 2 × 19 + 1
    assert counted[1] == (94 if last_to == 0 else 99)


@pytest.mark.parametrize("tricks", range(31))
@clause("calatafimi-2 5.3", "calatafimi-2 4.16")
def test_the_total_is_108_when_the_owners_tricks_can_be_divided_by_three(tricks: int) -> None:
    rest = [card for card in SICILIAN_WITHOUT_4.codes if card != "F"]
    pile = ["F", *rest[: 2 * tricks]] if tricks else []
    expected = 108 if tricks and tricks % 3 == 0 else 109
    assert sum(GAME.points(settled(" ".join(pile), last_to=1), GAME.resolve())) == expected


ARIE_AND_TENS = "F T20 T1 T19 T18 T17 T16"  # 50 in seven cards
MIDDLE_TRUMPS = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T0"  # 15 in fifteen
# 50 + 4 + 3 + 2 + 2 + 18 = 79 in 29 cards, less 2 × 9 + 1: 60
SIXTY = f"{ARIE_AND_TENS} SQ SC SJ BJ {MIDDLE_TRUMPS} S5 S6 S7"
# 50 + 2 + 23 = 75 in 31 cards, less 2 × 10 + 1: 54
FIFTY_FOUR = f"{ARIE_AND_TENS} SJ {MIDDLE_TRUMPS} S10 S9 S8 S7 S6 S5 C5 C6"


@clause("calatafimi-2 5.4")
def test_sixty_to_49_pays_the_winner_11() -> None:
    finished = settled(SIXTY, last_to=1)
    assert GAME.points(finished, GAME.resolve()) == (60, 49)
    (row,) = GAME.score(finished, GAME.resolve())
    assert (row.clause, row.amounts) == ("calatafimi-2 5.4", (11, -11))


@clause("calatafimi-2 5.4")
def test_the_second_player_is_paid_as_well() -> None:
    (row,) = GAME.score(settled("DK DQ DC", last_to=1), GAME.resolve())
    assert row.amounts == (-89, 89)  # 99 to 10


@clause("calatafimi-2 5.5")
def test_54_to_54_is_a_draw() -> None:
    finished = settled(FIFTY_FOUR, last_to=1)
    assert GAME.points(finished, GAME.resolve()) == (54, 54)
    (row,) = GAME.score(finished, GAME.resolve())
    assert (row.clause, row.amounts) == ("calatafimi-2 5.5", (0, 0))


@clause("calatafimi-2 5.5", "calatafimi-2 5.4")
def test_one_point_more_than_a_draw_is_paid() -> None:
    # the SJ goes over for a 5 of batons: 53 to 55
    finished = settled(FIFTY_FOUR.replace("SJ", "B5"), last_to=1)
    assert GAME.points(finished, GAME.resolve()) == (53, 55)
    (row,) = GAME.score(finished, GAME.resolve())
    assert row.amounts == (-2, 2)


@clause("calatafimi-2 5.6", "calatafimi-2 1.7", "calatafimi-2 4.17")
def test_four_kings_and_caught_tens_are_paid_by_their_card_points_only() -> None:
    finished = outcome(
        "calatafimi-2",
        EACH_ALONE,
        {0: "SK BK CK DK T1 T20"},
        [(1, "T1 T20", 0)],
        rest_to=1,
        declarer=None,
    )
    # 40 in six cards: 36, and 5; the other 105 in 56 cards, less 2 × 18 + 1: 68
    assert GAME.points(finished, GAME.resolve()) == (41, 68)
    assert [row.amounts for row in GAME.score(finished, GAME.resolve())] == [(-27, 27)]


@pytest.mark.parametrize("fuggitivo_at", [0, 20, 30])
@clause("calatafimi-2 4.15", "calatafimi-2 5.6", "calatafimi-2 5.3")
def test_the_fuggitivo_of_one_without_a_trick_goes_over_and_109_are_paid(
    fuggitivo_at: int,
) -> None:
    run = seat_1_wins("S5", fuggitivo_at=fuggitivo_at)
    assert run.result is not None
    assert [trick.winner for trick in run.table.tricks] == [1] * 31
    piles = outcome_of(run.table).piles
    assert [len(pile) for pile in piles] == [0, 62]
    assert run.result.points == (0, 109)
    assert run.result.scores == (-109, 109)


@clause("calatafimi-2 4.15", "calatafimi-2 4.14", "calatafimi-2 5.2")
def test_one_trick_even_the_last_is_enough_to_keep_the_fuggitivo() -> None:
    run = seat_1_wins("D5", fuggitivo_at=3)
    assert run.result is not None
    assert run.table.tricks[30].cards == ("D5", "DK")
    # F DK D5: 16 less 2, and 5; the other 129 in 59 cards, less 2 × 19 + 1
    assert run.result.points == (19, 90)
    assert run.result.scores == (-71, 71)


@clause("calatafimi-2 5.7")
def test_what_one_receives_the_other_pays() -> None:
    for seed in range(20):
        result = play_on(Run.shuffled(GAME, seed=seed)).result
        assert result is not None
        assert sum(result.scores) == 0
        assert max(result.scores) == max(result.points) - min(result.points)


@clause("calatafimi-2 6.2", "calatafimi-2 6.1")
def test_the_other_player_deals_next() -> None:
    for dealer in (0, 1):
        result = play_on(Run.shuffled(GAME, seed=4, dealer=dealer)).result
        assert result is not None
        assert result.next_dealer == 1 - dealer


@clause("calatafimi-2 6.3", "calatafimi-2 6.4")
def test_the_ledger_adds_up_points_from_zero_and_nothing_else_is_carried() -> None:
    match = Match(GAME, dealer=1)
    sums = [0, 0]
    for seed in range(3):
        assert match.ledger == sums
        assert not match.over
        result = play_on(match.next_run(seed=seed)).result
        assert result is not None
        assert dict(result.carried) == {}
        match.take(result)
        sums = [own + new for own, new in zip(sums, result.scores, strict=True)]
    assert match.ledger == sums
    assert GAME.unit == 1


@clause("calatafimi-2 7.2")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    finished = settled(SIXTY, last_to=1)
    faulty = Outcome(
        pack=finished.pack,
        side=finished.side,
        piles=finished.piles,
        tricks=finished.tricks,
        faults={"revoke": (2, 0)},
    )
    assert GAME.score(faulty, GAME.resolve()) == GAME.score(finished, GAME.resolve())
