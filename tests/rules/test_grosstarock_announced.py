"""Grosstarock: what each announcement earns, and how equal ones cancel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grosstarock_deals import (
    DEALER,
    FOREHAND,
    GAME,
    ID,
    MIDDLE,
    amounts,
    announcing,
    finished,
    options,
    paid,
    ready,
    refused,
    say,
)
from helpers import do
from matto.engine.run import Run
from matto.games.tarots.grosstarock.announcements import declaring

clause = pytest.mark.clause

THREE = "T21 T1 F"
PIPS = "S10 S9 S8 S7 S6 S5 S4 S3 S2 SA B10 B9 B8 B7 B6 B5 B4 B3 B2 BA"
HEARTS = "CK CQ CC CJ"


def tarocks(high: int, low: int) -> str:
    return " ".join(f"T{n}" for n in range(high, low - 1, -1))


def holding(cards: str, **chosen: Any) -> Run:
    """Forehand is to announce and has black pips besides."""
    filling = [card for card in PIPS.split() if card not in cards.split()]
    room = 25 - len(cards.split())
    return announcing({FOREHAND: " ".join([*cards.split(), *filling[:room]])}, **chosen)


def earned(cards: str, words: str, **chosen: object) -> dict[str, int]:
    """What each of the others has paid to forehand for each of its announcements."""
    run = do(say(holding(cards, **chosen), words), "pass pass pass")
    assert all(row == (2 * -row[1], row[1], row[1]) for _, row in paid(run))
    return {item: -row[1] for item, row in paid(run)}


def words_of(run: Run, kind: str) -> set[str]:
    return {word for word in options(run) if word.startswith(kind)}


@pytest.mark.parametrize(
    ("cards", "largest", "amount"),
    [
        (THREE, 3, 10),
        (f"{THREE} T19", 3, 10),  # XX is missing: a gap
        (f"{THREE} T20", 4, 15),
        (f"{THREE} T20 T19", 5, 20),
        (f"{THREE} {tarocks(20, 2)}", 22, 105),
    ],
)
@clause(f"{ID} 3.14")
def test_matadors_earn_ten_and_five_for_each_tarock_that_follows(
    cards: str, largest: int, amount: int
) -> None:
    run = holding(cards)
    assert words_of(run, "matadors") == {f"matadors_{n}" for n in range(3, largest + 1)}
    assert earned(cards, f"matadors_{largest}") == {f"matadors_{largest}": amount}


@clause(f"{ID} 3.14", f"{ID} 3.15")
def test_option_tarocks_after_the_mond_raise_only_matadors_with_three_kings() -> None:
    without = holding(f"{THREE} T20 T19", matadors_raised="with_kings")
    assert words_of(without, "matadors") == {"matadors_3"}
    assert refused(without, "matadors_5") == "3.8"
    kings = holding(f"{THREE} T20 T19 SK BK CK", matadors_raised="with_kings")
    assert words_of(kings, "matadors") == {
        "matadors_3",
        *(f"matadors_kings_{n}" for n in (3, 4, 5)),
    }


@pytest.mark.parametrize("cards", ["T21 T1 T20", "T21 F T20", "T1 F T20"])
@clause(f"{ID} 3.14")
def test_two_of_the_three_are_no_matadors(cards: str) -> None:
    run = holding(cards)
    assert not words_of(run, "matadors")
    assert refused(run, "matadors_3") == "3.14"


@pytest.mark.parametrize(
    ("kings", "word", "amount"),
    [
        ("SK BK CK", "matadors_kings_3", 15),
        ("SK BK CK DK", "matadors_kings_3", 15),  # a fourth adds nothing
        ("SK BK CK T20", "matadors_kings_4", 20),
        (f"SK BK CK {tarocks(20, 2)}", "matadors_kings_22", 110),
    ],
)
@clause(f"{ID} 3.15")
def test_matadors_with_three_kings_earn_fifteen(kings: str, word: str, amount: int) -> None:
    assert earned(f"{THREE} {kings}", word) == {word: amount}


@clause(f"{ID} 3.15")
def test_two_kings_are_not_enough_and_three_of_four_are_shown() -> None:
    run = holding(f"{THREE} SK BK")
    assert "matadors_kings_3" not in options(run)
    assert refused(run, "matadors_kings_3") == "3.15"
    run = say(holding(f"{THREE} SK BK CK DK"), "matadors_kings_3")
    (cards,) = (event.what for event in run.view(None).events if event.kind == "shown")
    assert len({*cards} & {"SK", "BK", "CK", "DK"}) == 3


@pytest.mark.parametrize(
    ("cards", "word", "amount"),
    [
        (tarocks(11, 2), "tarocks_10:without_pagat", 10),
        (f"{tarocks(10, 2)} F", "tarocks_10:without_pagat", 10),  # nine and the Sküs
        (tarocks(10, 1), "tarocks_10:with_pagat", 10),
        (tarocks(11, 1), "tarocks_11:with_pagat", 15),
        (tarocks(12, 1), "tarocks_12:with_pagat", 20),
        (tarocks(13, 1), "tarocks_13:with_pagat", 25),  # printed 26
        (f"{tarocks(12, 1)} F", "tarocks_13:with_pagat", 25),
        (f"{tarocks(21, 2)} F", "tarocks_21:without_pagat", 65),
        (f"{tarocks(21, 1)} F", "tarocks_22:with_pagat", 70),
    ],
)
@clause(f"{ID} 3.16")
def test_ten_tarocks_earn_ten_and_each_more_five(cards: str, word: str, amount: int) -> None:
    assert earned(cards, word) == {word.partition(":")[0]: amount}
    size = int(word.partition(":")[0].removeprefix("tarocks_"))
    assert not words_of(holding(cards), f"tarocks_{size + 1}")


@clause(f"{ID} 3.16")
def test_nine_tarocks_are_too_few_with_eight_and_the_skues_too() -> None:
    for cards in (tarocks(9, 1), f"{tarocks(8, 1)} F"):
        run = holding(cards)
        assert not words_of(run, "tarocks")
        assert refused(run, "tarocks_10:with_pagat") == "3.16"


@pytest.mark.parametrize(
    ("cards", "word", "amount"),
    [
        (HEARTS, "cavalry:hearts_KQCJ", 10),
        (f"{HEARTS} F", "cavalry_skues:hearts_KQCJ", 20),
    ],
)
@clause(f"{ID} 3.18", f"{ID} 3.26")
def test_a_cavalry_earns_ten_from_each_and_twenty_with_the_skues(
    cards: str, word: str, amount: int
) -> None:
    assert earned(cards, word) == {word.partition(":")[0]: amount}


@clause(f"{ID} 3.18")
def test_three_courts_are_no_cavalry_and_the_skues_needs_to_be_held() -> None:
    run = holding("CK CQ CC F")
    assert not words_of(run, "cavalry")
    assert refused(run, "cavalry:hearts_KQCJ") == "3.18"
    assert refused(holding(HEARTS), "cavalry_skues:hearts_KQCJ") == "3.18"


@clause(f"{ID} 3.18", f"{ID} 3.12")
def test_two_cavalries_may_both_be_shown_with_the_skues() -> None:
    words = "cavalry_skues:hearts_KQCJ cavalry_skues:diamonds_KQCJ"
    run = do(say(holding(f"{HEARTS} DK DQ DC DJ F"), words), "pass pass pass")
    assert paid(run) == [("cavalry_skues", (80, -40, -40))]


@pytest.mark.parametrize("ranks", ["KQC", "QCJ", "KQJ", "KCJ"])
@clause(f"{ID} 3.19")
def test_any_three_courts_of_a_suit_earn_five_and_ten_with_the_skues(ranks: str) -> None:
    three = " ".join(f"D{rank}" for rank in ranks)
    assert earned(three, f"half_cavalry:diamonds_{ranks}") == {"half_cavalry": 5}
    words = f"half_cavalry_skues:diamonds_{ranks}"
    assert earned(f"{three} F", words) == {"half_cavalry_skues": 10}


@clause(f"{ID} 3.19")
def test_two_courts_are_no_half_cavalry() -> None:
    run = holding("DK DQ CJ F")
    assert not words_of(run, "half_cavalry")
    assert refused(run, "half_cavalry:diamonds_KQJ") == "3.19"


@pytest.mark.parametrize(("size", "amount"), [(3, 5), (4, 10), (5, 15), (6, 20), (7, 25)])
@clause(f"{ID} 3.21", f"{ID} 1.7")
def test_three_to_seven_kings_earn_five_to_twenty_five(size: int, amount: int) -> None:
    seven = "T21 SK F BK T1 CK DK".split()  # noqa: SIM905
    cards = " ".join(seven[:size])
    assert earned(cards, f"kings_{size}") == {f"kings_{size}": amount}
    assert f"kings_{size + 1}" not in options(holding(cards))


@clause(f"{ID} 3.21")
def test_two_kings_are_nothing() -> None:
    assert not words_of(holding("SK T1"), "kings")
    assert refused(holding("SK T1"), "kings_3") == "3.21"


@clause(f"{ID} 3.22")
def test_a_kingdom_earns_ten_a_skuesed_one_five_and_four_with_the_skues_ten_or_twenty() -> None:
    assert earned("SK BK CK DK", "kingdom") == {"kingdom": 10}
    assert earned("SK BK CK F", "skues_kingdom") == {"skues_kingdom": 5}
    assert earned("SK BK CK DK F", "kingdom") == {"kingdom": 10}
    twenty = earned("SK BK CK DK F", "kingdom_skues", kingdom_with_skues=20)
    assert twenty == {"kingdom_skues": 20}


@clause(f"{ID} 3.22")
def test_three_kings_without_the_skues_are_no_kingdom_nor_is_xxi_a_king_of_one() -> None:
    for cards in ("SK BK CK T21", "SK BK F T21"):
        run = holding(cards)
        assert not {"kingdom", "skues_kingdom"} & options(run)
        assert refused(run, "kingdom") == refused(run, "skues_kingdom") == "3.22"


@pytest.mark.parametrize(("name", "rank"), [("queens", "Q"), ("kavals", "C"), ("jacks", "J")])
@clause(f"{ID} 3.23")
def test_four_of_a_rank_earn_five_with_the_skues_ten_three_with_it_five(
    name: str, rank: str
) -> None:
    three = f"S{rank} B{rank} C{rank}"
    assert earned(f"{three} D{rank}", name) == {name: 5}
    assert earned(f"{three} D{rank} F", f"{name}_skues") == {f"{name}_skues": 10}
    assert earned(f"{three} F", f"three_{name}_skues") == {f"three_{name}_skues": 5}
    run = holding(three)
    assert not {name, f"{name}_skues", f"three_{name}_skues"} & options(run)
    assert refused(run, name) == refused(run, f"three_{name}_skues") == "3.23"


def courts_and(latons: int, *more: str) -> str:
    """A hand with so many Latons and courts for the rest, no three of a suit or rank."""
    rest = "SK BQ CC DJ T5 T6 T7 T8 T9".split()  # noqa: SIM905
    return " ".join([*PIPS.split()[:latons], *more, *rest][:25])


@pytest.mark.parametrize(
    ("latons", "more", "largest", "amount"),
    [
        (15, (), 0, 0),
        (16, (), 16, 10),
        (15, ("F",), 16, 10),
        (17, (), 17, 15),
        (20, ("F",), 21, 35),
        (14, ("F",), 0, 0),
    ],
)
@clause(f"{ID} 3.25")
def test_sixteen_latons_earn_ten_and_each_more_five(
    latons: int, more: tuple[str, ...], largest: int, amount: int
) -> None:
    cards = courts_and(latons, *more)
    run = announcing({FOREHAND: cards, MIDDLE: "C2 C3", DEALER: "D2 D3 D4 C5 C6"})
    held = set(run.table.hand(FOREHAND)) & {*PIPS.split(), "F"}
    assert len(held) == latons + len(more)
    assert words_of(run, "latons") == {f"latons_{n}" for n in range(16, largest + 1)}
    if not largest:
        assert refused(run, "latons_16") == "3.25"
        return
    run = do(say(run, f"latons_{largest}"), "pass pass pass")
    assert paid(run) == [(f"latons_{largest}", (2 * amount, -amount, -amount))]


@clause(f"{ID} 3.25")
def test_twenty_five_latons_earn_55() -> None:
    (most,) = (one for one in declaring(GAME.resolve()).declarations if one.word == "latons_25")
    assert most.amount == 55


@clause(f"{ID} 3.25")
def test_with_the_option_tarocks_from_xx_to_ii_are_empty_cards_too() -> None:
    cards = " ".join([*PIPS.split()[:10], "T2 T3 T4 T18 T19 T20 SK BQ CC DJ T21 T1 SJ BK CQ"])
    assert not words_of(announcing({FOREHAND: cards}), "latons")
    run = announcing({FOREHAND: cards}, empty_cards="all")
    assert words_of(run, "latons") == {"latons_16"}


@clause(f"{ID} 3.26")
def test_announcements_are_paid_by_each_of_the_others_before_the_first_lead() -> None:
    hands = {FOREHAND: HEARTS, MIDDLE: "SQ BQ DK DQ SK BK", DEALER: THREE}
    run = say(announcing(hands), "cavalry:hearts_KQCJ pass kings_3 pass")
    assert paid(run) == []
    do(say(run, "matadors_3"), "pass")
    assert paid(run) == [
        ("cavalry", (20, -10, -10)),
        ("kings_3", (-5, 10, -5)),
        ("matadors_3", (-10, -10, 20)),
    ]
    assert not run.table.tricks
    assert [e.kind for e in ready(run).view(None).events].count("play") == 0


def sheet(
    said: Mapping[str, tuple[int, ...]], number: str, **chosen: object
) -> list[tuple[int, ...]]:
    return amounts(finished(said=said), number, **chosen)


HALF = "half_cavalry"


@clause(f"{ID} 3.27")
def test_of_two_equal_announcements_neither_pays_the_other_and_the_third_pays_both() -> None:
    said = {f"{HALF}:hearts_KQC": (0,), f"{HALF}:spades_KQJ": (2,)}
    assert sheet(said, "3.19") == [(5, -5, 0), (0, -5, 5)]
    assert sheet(said, "3.19", equal_announcements="void") == [(0, 0, 0), (0, 0, 0)]


@clause(f"{ID} 3.27")
def test_if_all_three_have_made_it_nobody_pays() -> None:
    said = {
        f"{HALF}:hearts_KQC": (0,),
        f"{HALF}:spades_KQJ": (1,),
        f"{HALF}:clubs_KQJ": (2,),
    }
    for value in ("cancel", "void"):
        assert sheet(said, "3.19", equal_announcements=value) == [(0, 0, 0)] * 3


@clause(f"{ID} 3.27")
def test_one_made_more_often_is_paid_for_the_surplus() -> None:
    # seat 0 two, seat 1 one: 5 from seat 1 for the second, 10 from seat 2; seat 1 5 from seat 2
    said = {
        f"{HALF}:hearts_KQC": (0,),
        f"{HALF}:spades_KQJ": (0,),
        f"{HALF}:clubs_KQJ": (1,),
    }
    assert sheet(said, "3.19") == [(15, -5, -10), (0, 5, -5)]
    # void: one of seat 0's two is left, paid by both; none of seat 1's
    assert sheet(said, "3.19", equal_announcements="void") == [(10, -5, -5), (0, 0, 0)]


@pytest.mark.parametrize(
    ("mine", "yours", "number", "amounts_"),
    [
        ("tarocks_10:with_pagat", "tarocks_10:without_pagat", "3.16",
         [(10, 0, -10), (0, 10, -10)]),
        ("tarocks_11:with_pagat", "tarocks_10:without_pagat", "3.16",
         [(30, -15, -15), (-10, 20, -10)]),
        ("kings_3", "kings_3", "3.21", [(5, 0, -5), (0, 5, -5)]),
        ("kings_3", "kings_4", "3.21", [(10, -5, -5), (-10, 20, -10)]),
        ("cavalry:hearts_KQCJ", "cavalry:clubs_KQCJ", "3.18", [(10, 0, -10), (0, 10, -10)]),
        ("cavalry:hearts_KQCJ", "cavalry_skues:clubs_KQCJ", "3.18",
         [(20, -10, -10), (-20, 40, -20)]),
        ("queens", "kavals", "3.23", [(10, -5, -5), (-5, 10, -5)]),
    ],
)  # fmt: skip
@clause(f"{ID} 3.27")
def test_equal_are_the_same_word_and_number_whatever_the_suit_or_the_pagat(
    mine: str, yours: str, number: str, amounts_: list[tuple[int, ...]]
) -> None:
    said = {mine: (0, 1)} if mine == yours else {mine: (0,), yours: (1,)}
    assert sheet(said, number) == amounts_


@pytest.mark.parametrize(
    ("mine", "yours", "numbers", "amounts_"),
    [
        # a half cavalry with the Sküs and a whole one without are worth 10 each
        ("half_cavalry_skues:hearts_KQC", "cavalry:clubs_KQCJ", "3.19 3.18",
         [(10, 0, -10), (0, 10, -10)]),
        ("half_cavalry:hearts_KQC", "cavalry:clubs_KQCJ", "3.19 3.18",
         [(10, -5, -5), (-10, 20, -10)]),
        ("matadors_4", "matadors_kings_3", "3.14 3.15", [(15, 0, -15), (0, 15, -15)]),
        ("three_queens_skues", "queens", "3.23", [(5, 0, -5), (0, 5, -5)]),
        ("queens", "kavals", "3.23", [(10, -5, -5), (-5, 10, -5)]),  # another kind
    ],
)  # fmt: skip
@clause(f"{ID} 3.27")
def test_option_equal_are_announcements_of_one_kind_that_are_worth_the_same(
    mine: str, yours: str, numbers: str, amounts_: list[tuple[int, ...]]
) -> None:
    said = {mine: (0,), yours: (1,)}
    found = [sheet(said, number, equal_means="kind_and_value") for number in numbers.split()]
    assert [row for rows in found for row in rows] == amounts_


@pytest.mark.parametrize("value", ["cancel", "void"])
@clause(f"{ID} 3.27")
def test_unequal_announcements_are_paid_in_full(value: str) -> None:
    said = {"kings_4": (0,), "latons_16": (1,)}
    assert sheet(said, "3.21", equal_announcements=value) == [(20, -10, -10)]
    assert sheet(said, "3.25", equal_announcements=value) == [(-10, 20, -10)]


@clause(f"{ID} 7.2")
def test_who_announces_too_early_loses_his_announcements_and_cancels_none() -> None:
    said = {f"{HALF}:hearts_KQC": (0,), f"{HALF}:spades_KQJ": (1,), "kings_3": (1,)}
    early = finished(said=said, faults={"premature": (0, 1, 0)})
    assert (amounts(early, "3.19"), amounts(early, "3.21")) == ([(10, -5, -5)], [])
