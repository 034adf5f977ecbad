"""Barcellona for four: totals, what is written in both formats, the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers import outcome, play_on, start
from matto.engine.outcome import Outcome, outcome_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import sicilian_points
from matto.games.sicily.barcellona_4 import points

GAME = game("barcellona-4")
ID = "barcellona-4"
PACK = GAME.pack(GAME.resolve()).codes
clause = pytest.mark.clause
PARTNERS, EACH_ALONE = (0, 1, 0, 1), (0, 1, 2, 3)

MIDDLE_TRUMPS = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T0"  # 15 in fifteen
# 50 in seven cards, 2 + 15 + 8 in the others: 75 in 31 cards
PILE = f"F T20 T1 T19 T18 T17 T16 SJ {MIDDLE_TRUMPS} S10 S9 S8 S7 S6 S5 C5 C6"
IN_32 = f"{PILE} D4"  # 76 less 2 × 10 + 1: 55; the other 71 less 21, and 5: 55
IN_33 = f"{PILE} D4 DA"  # 77 less 22: 55; the other 70 in 31 less 21, and 5: 54


def partners(pile: str, *, dealer: int = 0, last_to: int = 1) -> Outcome:
    """Seats 0 and 2 have a pile, seats 1 and 3 the rest; somebody won the last trick."""
    own, partner = pile.split()[::2], pile.split()[1::2]
    return outcome(
        ID,
        PARTNERS,
        {0: " ".join(own), 2: " ".join(partner)},
        [(0, "S5 B5 C5 D5", last_to)],
        rest_to=1,
        declarer=None,
        dealer=dealer,
    )


def written(done: Outcome, **options: object) -> dict[str, tuple[int, ...]]:
    """The sheet: amounts by clause, the rows of one clause added."""
    amounts: dict[str, tuple[int, ...]] = {}
    for row in GAME.score(done, GAME.resolve(options)):
        before = amounts.get(row.clause, (0, 0, 0, 0))
        amounts[row.clause] = tuple(a + b for a, b in zip(before, row.amounts, strict=True))
    return amounts


def pair(done: Outcome, **options: object) -> tuple[int, int]:
    """The card points of seats 0 and 1, who are not partners."""
    first, second, *_ = points(done, GAME.resolve(options))
    return first, second


@pytest.mark.parametrize(
    ("pile", "counted", "amounts"),
    [
        (IN_33, (55, 54), (1, 0, 1, 0)),
        (IN_33.replace("SJ", "B5"), (54, 55), (0, 1, 0, 1)),
        (IN_33.replace("SJ", "SC"), (56, 53), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "SC"), (56, 54), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "B5"), (54, 56), (0, 2, 0, 2)),
    ],
)
@clause("barcellona-4 5.1", "barcellona-4 5.2", "barcellona-4 1.8", "barcellona-4 5.6")
def test_a_side_with_more_than_54_writes_the_difference_and_the_other_nothing(
    pile: str, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(pile)
    assert pair(done) == counted
    assert written(done) == {"barcellona-4 5.1": amounts}


@clause("barcellona-4 5.1", "barcellona-4 1.7")
def test_sixty_to_49_writes_6() -> None:
    done = partners(IN_33, last_to=0)  # 55 and 5 for the last trick
    assert pair(done) == (60, 49)
    assert written(done) == {"barcellona-4 5.1": (6, 0, 6, 0)}


@clause("barcellona-4 5.3", "barcellona-4 5.6")
def test_at_55_to_55_both_sides_write_1() -> None:
    done = partners(IN_32)
    assert pair(done) == (55, 55)
    assert written(done) == {"barcellona-4 5.3": (1, 1, 1, 1)}


@pytest.mark.parametrize(
    ("dealer", "counting", "counted", "amounts"),
    [
        (0, "dealers_side", (55, 54), (1, 0, 1, 0)),
        (2, "dealers_side", (55, 54), (1, 0, 1, 0)),
        (1, "dealers_side", (54, 55), (0, 1, 0, 1)),
        (0, "other_side", (54, 55), (0, 1, 0, 1)),
        (3, "other_side", (55, 54), (1, 0, 1, 0)),
    ],
)
@clause("barcellona-4 5.4")
def test_as_an_option_the_side_that_counts_wins_55_to_54(
    dealer: int, counting: str, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(IN_32, dealer=dealer)
    assert pair(done, counting=counting) == counted
    assert written(done, counting=counting) == {"barcellona-4 5.4": amounts}


@clause("barcellona-4 5.4")
@pytest.mark.parametrize(
    ("pile", "counted", "amounts"),
    [
        (IN_32.replace("SJ", "SC"), (56, 53), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "B5"), (54, 55), (0, 1, 0, 1)),  # the rest of 109, not 56
        (IN_33, (55, 54), (1, 0, 1, 0)),
    ],
)
def test_with_one_side_counting_the_other_has_the_rest_of_109(
    pile: str, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(pile)
    assert pair(done, counting="dealers_side") == counted
    assert written(done, counting="dealers_side") == {"barcellona-4 5.4": amounts}


@clause("barcellona-4 5.1", "barcellona-4 5.3")
@pytest.mark.parametrize(
    ("pile", "last_to", "counted", "amounts"),
    [
        (IN_33, 0, (60, 49), (11, 0, 11, 0)),
        (IN_33, 1, (55, 54), (1, 0, 1, 0)),
        (IN_33.replace("SJ", "B5"), 1, (54, 55), (0, 1, 0, 1)),
        (IN_32.replace("SJ", "SC"), 1, (56, 54), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "B5"), 1, (54, 56), (0, 2, 0, 2)),
        (IN_32, 0, (60, 50), (10, 0, 10, 0)),
    ],
)
def test_option_a_side_writes_what_it_has_above_the_other(
    pile: str, last_to: int, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(pile, last_to=last_to)
    assert pair(done) == counted
    assert written(done, difference="to_other_side") == {"barcellona-4 5.1": amounts}
    assert written(partners(IN_32), difference="to_other_side") == {}  # 55 to 55


@clause("barcellona-4 5.1", "barcellona-4 5.4")
def test_option_the_difference_to_the_rest_of_109() -> None:
    one_count = {"counting": "dealers_side", "difference": "to_other_side"}
    for pile, amounts in (
        (IN_32.replace("SJ", "SC"), (3, 0, 3, 0)),  # 56 and 53
        (IN_32.replace("SJ", "B5"), (0, 1, 0, 1)),  # 54 and 55
        (IN_32, (1, 0, 1, 0)),  # 55 and 54
    ):
        assert written(partners(pile), **one_count) == {"barcellona-4 5.4": amounts}


# 20 + 5 + 2 × 2 + 4 = 33 in nine cards, less 6: 27
TWENTY_SEVEN = "T20 T1 SK SJ BJ S5 S6 S7 S8"


@pytest.mark.parametrize(
    ("pile", "counted", "amounts"),
    [
        # the rest, 114 in 55 cards less 37, and 5: 82
        (TWENTY_SEVEN, (27, 82), (0, -27, -27, 55)),
        (TWENTY_SEVEN.replace("S8", "CJ"), (28, 81), (1, -27, -27, 54)),
        (TWENTY_SEVEN.replace("SJ", "S9"), (26, 83), (-1, -27, -27, 56)),
    ],
)
@pytest.mark.parametrize("counting", ["both_sides", "dealers_side", "other_side"])
@clause("barcellona-4 5.5", "barcellona-4 5.6")
def test_in_each_for_self_everybody_writes_the_difference_to_27(
    pile: str, counted: tuple[int, int], amounts: tuple[int, ...], counting: str
) -> None:
    done = outcome(ID, EACH_ALONE, {0: pile}, [(0, "C5 C6 C7 C8", 3)], rest_to=3, declarer=None)
    found = points(done, GAME.resolve({"counting": counting}))
    assert (found[0], found[3]) == counted
    assert written(done, format="each_for_self", counting=counting) == {
        "barcellona-4 5.5": amounts
    }
    assert sum(amounts) == 1  # 109 in all


LESS = {0: 0, 1: 1, 2: 1}
"""What one or two cards left over cost besides the full lots."""


@clause("barcellona-4 1.8", "barcellona-4 5.6")
@pytest.mark.parametrize("format", ["partners", "each_for_self"])
def test_the_total_depends_on_what_is_left_over_in_the_piles(format: str) -> None:
    totals = set()
    for seed in range(120):
        chosen = GAME.resolve({"format": format})
        run = Run.shuffled(GAME, seed=seed, options=chosen)
        while run.decision is not None:
            choices = run.decision.options
            run.do(choices[(seed + len(run.actions)) % len(choices)])
        done = outcome_of(run.table)
        assert done.side == (PARTNERS if format == "partners" else EACH_ALONE)
        sizes = [len(done.pile(one)) for one in done.sides]
        expected = 147 + 5 - sum(2 * (n // 3) + LESS[n % 3] for n in sizes)
        assert run.result is not None
        total = sum(run.result.points[: len(sizes)])
        assert total == sum(sicilian_points(done, one) for one in done.sides) == expected
        if format == "each_for_self":
            assert sum(run.result.scores) == total - 108
        totals.add(total)
    assert totals == ({109, 110} if format == "partners" else {108, 109, 110})


@clause("barcellona-4 5.7", "barcellona-4 1.4")
def test_four_kings_and_captured_tens_earn_no_more_than_their_card_points() -> None:
    done = partners("SK BK CK DK T1 T20 S5 S6 S7")
    # 43 in nine cards, less 6: 37; the other 104 in 55 cards less 37, and 5: 72
    assert pair(done) == (37, 72)
    assert written(done) == {"barcellona-4 5.1": (0, 18, 0, 18)}


# Seat 1 wins fourteen tricks with trumps and loses the last two, to seat 2, whose pile in eight
# cards is S5 SK B5 C5 DK B6 C6 DA: 16, less 2 × 2 + 1, and 5: 16. The others: 147 − 16 = 131 in
# 56 cards, less 2 × 18 + 1: 94.
TWO_LOST = {
    1: " ".join(f"T{trump}" for trump in range(20, 6, -1)) + " S5 DA",
    2: "SK DK",
    3: "F B5 B6",
    0: "C5 C6",
}
KEPT = ("SK", "DK", "B5", "B6", "C5", "C6")


@clause("barcellona-4 5.1", "barcellona-4 5.4", "barcellona-4 5.5", "barcellona-4 5.6")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(
    ("format", "counting", "counted", "amounts"),
    [
        ("partners", "both_sides", (16, 94, 16, 94), (0, 40, 0, 40)),
        ("partners", "dealers_side", (16, 93, 16, 93), (0, 39, 0, 39)),
        ("partners", "other_side", (15, 94, 15, 94), (0, 40, 0, 40)),
        ("each_for_self", "both_sides", (0, 94, 16, 0), (-27, 67, -11, -27)),
    ],
)
def test_a_played_deal_is_written_down_for_those_who_have_won_it_whoever_deals(
    format: str, counting: str, counted: tuple[int, ...], amounts: tuple[int, ...], dealer: int
) -> None:
    hands = {(seat + dealer) % 4: cards for seat, cards in TWO_LOST.items()}
    run = start(ID, hands, dealer=dealer, format=format, counting=counting)
    first = [*TWO_LOST[1].split(), "F"]
    order = [*first, *(card for card in PACK if card not in {*first, *KEPT}), *KEPT]
    while run.decision is not None:
        run.do(min(run.decision.options, key=order.index))
    assert [trick.winner for trick in run.table.tricks[-3:]] == [
        (seat + dealer) % 4 for seat in (1, 2, 2)
    ]
    assert run.result is not None
    by_dealer = [(seat - dealer) % 4 for seat in range(4)]
    assert run.result.points == tuple(counted[seat] for seat in by_dealer)
    assert run.result.scores == tuple(amounts[seat] for seat in by_dealer)


@clause("barcellona-4 4.2")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    done = partners(IN_33)
    assert written(replace(done, faults={"revoke": (0, 2, 0, 0)})) == written(done)


@clause("barcellona-4 6.1")
@pytest.mark.parametrize("dealer", range(4))
def test_the_player_at_the_dealers_right_deals_next(dealer: int) -> None:
    result = play_on(Run.shuffled(GAME, seed=5, dealer=dealer)).result
    assert result is not None
    assert result.next_dealer == (dealer + 1) % 4


@clause("barcellona-4 6.2", "barcellona-4 6.3")
@pytest.mark.parametrize("format", ["partners", "each_for_self"])
def test_the_ledger_adds_up_what_is_written_from_zero(format: str) -> None:
    match = Match(GAME, GAME.resolve({"format": format}), dealer=2, limit=3)
    sums = [0, 0, 0, 0]
    for seed in range(3):
        assert match.ledger == sums
        result = play_on(match.next_run(seed=seed)).result
        assert result is not None
        match.take(result)
        sums = [own + new for own, new in zip(sums, result.scores, strict=True)]
    assert match.ledger == sums
    assert match.over
    if format == "partners":
        assert (sums[0], sums[1]) == (sums[2], sums[3])
