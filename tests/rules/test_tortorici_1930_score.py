"""Vanto of the 1930s: what is paid, the pot, and the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from matto.blocks.payments import Pot
from matto.engine.outcome import Outcome
from matto.engine.scoring import Row
from matto.games.sicily import sicilian_points
from matto.games.sicily.tortorici_1930 import GAME, pot_of
from tortorici_tables import OLD, amounts, finished, sums

clause = pytest.mark.clause
NOTHING: list[tuple[int, ...]] = []
LAST_TO_1, LAST_TO_2 = ((1, "S9 S8 S7", 1),), ((1, "S9 S8 S7", 2),)
DA_CINQUE, DA_DIECI, DA_QUINDICI = "solo_da_cinque", "solo_da_dieci", "solo_da_quindici"
Tricks = Iterable[tuple[int, str, int]]


def solo(
    own: str = "",
    tricks: Tricks = LAST_TO_2,
    said: Iterable[str] = (),
    *,
    word: str = DA_QUINDICI,
    pot: int = 30,
) -> Outcome:
    """A solo of seat 1 against 2 and 0; what he has not, the opponents have."""
    spoken = {one: (1,) for one in (word, *said)}
    return finished(
        OLD, (1, 0, 1), {1: own}, tricks, rest_to=2, said=spoken, carried={"pot": pot}
    )


def chiamo(
    piles: Mapping[int, str],
    tricks: Tricks = LAST_TO_1,
    said: Mapping[str, tuple[int, ...]] | None = None,
    *,
    rest_to: int = 0,
) -> Outcome:
    """A chiamo of seat 1."""
    return finished(
        OLD, (0, 1, 2), piles, tricks, rest_to=rest_to, said=said, carried={"pot": 30}
    )


def sheet(done: Outcome, **options: Any) -> tuple[Row, ...]:
    return GAME.score(done, GAME.resolve(options))


def paid(done: Outcome, item: str, **options: object) -> list[tuple[int, ...]]:
    return amounts(sheet(done, **options), item)


def cited(done: Outcome, item: str) -> set[str]:
    return {row.clause for row in sheet(done) if row.item == item}


# -- card points -----------------------------------------------------------------------------

POINTS = {  # singles 60 in nine cards, less 6: 54; a lot of three empty cards more: 55
    50: ("T20 T1 F SK BK CK DK T19", LAST_TO_2),
    54: ("T20 T1 F SK BK CK DK T19 T18", LAST_TO_2),
    55: ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", LAST_TO_2),
    56: ("T20 T1 F SK BK CK DK T19 T18 SJ B6 B7", LAST_TO_2),
    60: ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", LAST_TO_1),
}


@clause("tortorici-1930 5.1", "tortorici-1930 5.2")
@pytest.mark.parametrize(("word", "times"), [(DA_CINQUE, 3), (DA_DIECI, 2), (DA_QUINDICI, 1)])
@pytest.mark.parametrize("points", [50, 54, 56, 60])
def test_the_difference_to_55_is_multiplied_by_when_the_solo_was_said(
    word: str, times: int, points: int
) -> None:
    own, last = POINTS[points]
    done = solo(own, last, word=word)
    assert (sicilian_points(done, 0), sicilian_points(done, 1)) == (points, 109 - points)
    each = (points - 55) * times
    assert paid(done, word) == [(-each, 2 * each, -each)]
    assert cited(done, word) == {"tortorici-1930 5.2"}


@clause("tortorici-1930 5.2")
def test_the_examples_of_the_clause() -> None:
    assert paid(solo(*POINTS[60], word=DA_CINQUE), DA_CINQUE) == [(-15, 30, -15)]
    assert paid(solo(*POINTS[54], word=DA_DIECI), DA_DIECI) == [(2, -4, 2)]
    assert paid(solo(*POINTS[54]), DA_QUINDICI) == [(1, -2, 1)]


@clause("tortorici-1930 5.3")
@pytest.mark.parametrize("word", [DA_CINQUE, DA_DIECI, DA_QUINDICI])
def test_at_55_nothing_is_paid_for_the_card_points(word: str) -> None:
    done = solo(*POINTS[55], word=word)
    assert paid(done, word) == [(0, 0, 0)]
    assert cited(done, word) == {"tortorici-1930 5.3"}


@clause("tortorici-1930 5.4")
def test_only_the_difference_is_multiplied() -> None:
    own = "T20 T1 F SK BK CK DK T19 T18 T17 T16"
    tricks = [(2, "SK T2 S8", 1), *LAST_TO_1]
    said = ("scommessa_15", "ternone")
    single = solo(own, tricks, said)
    triple = solo(own, tricks, said, word=DA_CINQUE)
    others = [row for row in sheet(triple) if row.item != DA_CINQUE]
    assert others == [row for row in sheet(single) if row.item != DA_QUINDICI]
    assert {row.item for row in others} == {
        *("scommessa_15", "pigliate", "arie", "quattro_re", "ternone")
    }


@clause("tortorici-1930 5.5")
@pytest.mark.parametrize(
    ("own", "points", "difference"),
    [
        # 10 + 10 + 5 − 2 = 23, 5 + 5 + 1 − 2 = 9, and the last trick 5
        ("T20 T1 SK T19 T18 T2", 37, 0),
        ("T20 T1 SK T19 T18 SJ", 38, 1),
        ("T20 T1 SK T19 SQ T2", 36, -1),
    ],
)
def test_in_a_chiamo_the_forehands_mark_is_37(own: str, points: int, difference: int) -> None:
    done = chiamo({1: own})
    assert sicilian_points(done, 1) == points
    ((_, forehand, _),) = paid(done, "chiamo")
    assert forehand == difference


@clause("tortorici-1930 5.5")
@pytest.mark.parametrize("seat", [0, 2])
def test_in_a_chiamo_the_mark_of_the_others_is_36(seat: int) -> None:
    for own, difference in {
        "T20 T1 SK T19 SQ T2": 0,
        "T20 T1 SK T19 T18 T2": 1,
        "T20 T1 SK T19 SC T2": -1,
    }.items():
        done = chiamo({seat: own}, [(1, "S9 S8 S7", seat)], rest_to=1)
        (row,) = paid(done, "chiamo")
        assert row[seat] == difference
        assert sum(row) == 0


# -- Scommessa -------------------------------------------------------------------------------


@clause("tortorici-1930 5.6")
@pytest.mark.parametrize("price", [15, 10, 5])
@pytest.mark.parametrize(
    ("own", "won"),
    [("T20 T1 F", 1), ("T20 F", -1), ("T20 T1", -1), ("T1 F", -1), ("", -1)],
)
def test_the_bet_is_paid_by_or_to_each_opponent_at_its_price(
    price: int, own: str, won: int
) -> None:
    word = f"scommessa_{price}"
    done = solo(own, said=[word], word=DA_CINQUE)
    assert paid(done, word) == [(-price * won, 2 * price * won, -price * won)]
    assert cited(done, word) == {"tortorici-1930 5.6"}


@clause("tortorici-1930 5.7")
@pytest.mark.parametrize("own", ["T20 T1 F", ""])
def test_tens_without_a_bet_pay_nobody(own: str) -> None:
    assert not [row for row in sheet(solo(own)) if row.item.startswith("scommessa")]


# -- the pot ---------------------------------------------------------------------------------


@clause("tortorici-1930 5.8", "tortorici-1930 5.16")
@pytest.mark.parametrize("pot", [30, 60, 120])
def test_a_vanto_that_is_won_takes_the_pot(pot: int) -> None:
    done = solo("", LAST_TO_1, ["vanto"], pot=pot)
    assert paid(done, "vanto") == [(0, pot, 0)]
    assert cited(done, "vanto") == {"tortorici-1930 5.8"}
    assert pot_of(GAME.resolve()).left(done) == {"pot": 0}


@clause("tortorici-1930 5.9", "tortorici-1930 5.16")
@pytest.mark.parametrize("winner", [0, 2])
@pytest.mark.parametrize("pot", [30, 60])
def test_a_vanto_that_is_lost_doubles_the_pot_out_of_the_soloists_purse(
    pot: int, winner: int
) -> None:
    done = solo("", [(1, "S9 S8 S7", winner)], ["vanto"], pot=pot)
    assert paid(done, "vanto") == [(0, -pot, 0)]
    assert cited(done, "vanto") == {"tortorici-1930 5.9"}
    assert pot_of(GAME.resolve()).left(done) == {"pot": 2 * pot}


@clause("tortorici-1930 5.9")
def test_by_an_option_all_three_double_the_pot_in_equal_parts() -> None:
    done = solo("", LAST_TO_2, ["vanto"], pot=60)
    rows = sheet(done, pot_doubled_by="all")
    assert amounts(rows, "vanto") == [(-20, -20, -20)]
    everybody = pot_of(GAME.resolve({"pot_doubled_by": "all"}))
    assert everybody.left(done) == {"pot": 120}
    won = solo("", LAST_TO_1, ["vanto"], pot=60)
    assert amounts(sheet(won, pot_doubled_by="all"), "vanto") == [(0, 60, 0)]


@clause("tortorici-1930 2.4", "tortorici-1930 5.16")
@pytest.mark.parametrize(
    ("tricks", "said", "pot"), [(LAST_TO_1, ["vanto"], 0), (LAST_TO_2, ["vanto"], 60)]
)
def test_a_pot_just_filled_is_played_for_too(tricks: Tricks, said: list[str], pot: int) -> None:
    done = solo("", tricks, said, pot=0)
    assert paid(done, "pot") == [(-10, -10, -10)]
    assert pot_of(GAME.resolve()).left(done) == {"pot": pot}
    assert sum(sums(sheet(done))) == -pot


@clause("tortorici-1930 5.10")
@pytest.mark.parametrize("tricks", [LAST_TO_1, LAST_TO_2])
def test_without_the_announcement_the_last_trick_leaves_the_pot_alone(tricks: Tricks) -> None:
    done = solo("", tricks)
    assert paid(done, "vanto") == NOTHING
    assert pot_of(GAME.resolve()).left(done) == {"pot": 30}


@clause("tortorici-1930 5.16")
def test_a_pot_knows_what_lies_in_it() -> None:
    pot = Pot(clause="2.4", stake=10, announced="vanto", won_clause="5.8", lost_clause="5.9")
    assert [pot.filled({"pot": there}, 3) for there in (0, 30, 60)] == [30, 30, 60]


# -- captured fives, all four, ternone -------------------------------------------------------


@clause("tortorici-1930 5.11")
@pytest.mark.parametrize(
    ("trick", "rows"),
    [
        ((2, "SK T2 S8", 0), NOTHING),  # one's partner captures nothing
        ((2, "SK S9 T2", 1), [(-5, 10, -5)]),
        ((1, "SK T2 S8", 2), [(5, -10, 5)]),
        ((1, "T18 T19 T17", 2), [(5, -10, 5)]),  # T17 is the partner's
        ((1, "T20 T19 T16", 1), [(-5, 10, -5)] * 2),
        ((1, "SK S8 S7", 1), NOTHING),  # kept by winning the trick with it
        ((1, "T10 T1 T2", 1), NOTHING),  # the Picciotti is no five
        ((1, "SQ T2 F", 2), NOTHING),
    ],
)
def test_in_a_solo_a_captured_five_is_paid_by_or_to_both(
    trick: tuple[int, str, int], rows: list[tuple[int, ...]]
) -> None:
    done = solo("", [trick, *LAST_TO_2], word=DA_CINQUE)
    assert paid(done, "pigliate") == rows
    assert cited(done, "pigliate") <= {"tortorici-1930 5.11"}


@clause("tortorici-1930 5.12")
@pytest.mark.parametrize(
    ("trick", "rows"),
    [
        ((2, "SK T2 S8", 0), [(5, 0, -5)]),
        ((2, "SK S9 T2", 1), [(0, 5, -5)]),
        ((1, "T18 T19 T17", 2), [(0, -5, 5), (-5, 0, 5)]),
        ((1, "T17 T2 T3", 1), NOTHING),
        ((1, "T10 T1 T2", 1), NOTHING),
    ],
)
def test_in_a_chiamo_the_loser_of_a_five_alone_pays_its_winner(
    trick: tuple[int, str, int], rows: list[tuple[int, ...]]
) -> None:
    done = chiamo({}, [trick, *LAST_TO_1])
    assert paid(done, "pigliate") == rows
    assert cited(done, "pigliate") <= {"tortorici-1930 5.12"}


@clause("tortorici-1930 5.11", "tortorici-1930 5.12")
@pytest.mark.parametrize(
    ("trick", "in_solo", "in_chiamo"),
    [
        (
            (2, "SK T2 S8", 0),
            NOTHING,
            [(5, 0, -5)],
        ),  # a King that is trumped; partners in a solo
        ((1, "SK T2 S8", 2), [(5, -10, 5)], [(0, -5, 5)]),
        ((1, "T2 SK S8", 1), [(-5, 10, -5)], [(0, 5, -5)]),  # thrown off under a trump
        ((1, "S9 SQ BK", 2), NOTHING, NOTHING),  # thrown off under a plain card
        ((1, "T18 T19 T17", 2), [(5, -10, 5)], [(0, -5, 5), (-5, 0, 5)]),
    ],
)
def test_option_only_a_five_that_a_trump_has_taken_is_paid(
    trick: tuple[int, str, int], in_solo: list[Any], in_chiamo: list[Any]
) -> None:
    leader, played, winner = trick
    stabbed = {"fives_captured": "by_trump"}
    alone = solo("", [trick, *LAST_TO_2], word=DA_CINQUE)
    each = chiamo({}, [trick, *LAST_TO_1])
    assert paid(alone, "pigliate", **stabbed) == in_solo
    assert paid(each, "pigliate", **stabbed) == in_chiamo
    thrown_off = (1, "S9 SQ BK", 2)
    assert bool(paid(each, "pigliate")) is True, (leader, played, winner, thrown_off)


FOURS = [
    ("arie", "T19 T18 T17 T16", "5.13"),
    ("quattro_re", "SK BK CK DK", "5.14"),
]


@clause("tortorici-1930 5.13", "tortorici-1930 5.14")
@pytest.mark.parametrize(("item", "four", "number"), FOURS)
def test_all_four_pay_ten_by_or_to_each_opponent_of_a_soloist(
    item: str, four: str, number: str
) -> None:
    own, three = solo(four, word=DA_CINQUE), solo(four[:-3], word=DA_CINQUE)
    assert paid(own, item) == [(-10, 20, -10)]
    assert paid(three, item) == NOTHING
    assert paid(solo(""), item) == [(10, -20, 10)]  # the opponents have the four
    assert cited(own, item) == {f"tortorici-1930 {number}"}
    assert paid(solo(f"{four} T20"), item) == [(-10, 20, -10)]  # the Giove adds nothing


@clause("tortorici-1930 5.13", "tortorici-1930 5.14")
@pytest.mark.parametrize(("item", "four", "number"), FOURS)
def test_option_all_four_pay_ten_in_all_in_a_solo(item: str, four: str, number: str) -> None:
    own = solo(four, word=DA_CINQUE)
    assert paid(own, item, all_four_in_solo="in_all") == [(-5, 10, -5)]
    assert paid(solo(""), item, all_four_in_solo="in_all") == [(5, -10, 5)]


@clause("tortorici-1930 5.13", "tortorici-1930 5.14")
@pytest.mark.parametrize(("item", "four", "number"), FOURS)
def test_in_a_solo_two_partners_have_all_four_together(
    item: str, four: str, number: str
) -> None:
    two = four.split()
    piles = {2: " ".join(two[:2]), 0: " ".join(two[2:])}
    done = finished(
        OLD,
        (1, 0, 1),
        piles,
        LAST_TO_1,
        rest_to=1,
        said={DA_QUINDICI: (1,)},
        carried={"pot": 30},
    )
    assert paid(done, item) == [(10, -20, 10)]
    assert cited(done, item) == {f"tortorici-1930 {number}"}


@clause("tortorici-1930 5.15")
@pytest.mark.parametrize("seat", range(3))
def test_the_ternone_earns_five_from_each_partners_too(seat: int) -> None:
    five = tuple(10 if other == seat else -5 for other in range(3))
    called = chiamo({}, said={"ternone": (seat,)})
    assert paid(called, "ternone") == [five]
    spoken = {DA_CINQUE: (1,), "ternone": (seat,)}
    done = finished(OLD, (1, 0, 1), {}, LAST_TO_2, rest_to=2, said=spoken, carried={"pot": 30})
    assert paid(done, "ternone") == [five]
    assert cited(done, "ternone") == {"tortorici-1930 5.15"}
    assert paid(solo(""), "ternone") == NOTHING
