"""Grosstarock: what Nullo and Allstich earn and cost."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grosstarock_deals import (
    DEALER,
    FOREHAND,
    ID,
    MIDDLE,
    amounts,
    cited,
    dealt,
    finished,
    played,
)
from helpers import do
from matto.engine.outcome import Outcome

clause = pytest.mark.clause

TAROCKS = [f"T{n}" for n in range(21, 0, -1)]
ALL_TO_FOREHAND = {
    FOREHAND: " ".join([*TAROCKS, "SK", "BK", "CK", "DK"]),
    MIDDLE: "F",
}
NONE_TO_1 = (15, 0, 10)
ALL_TO_1 = (0, 25, 0)


def said(word: str, trick: int, seat: int) -> dict[str, tuple[int, ...]]:
    return {word: (seat,), f"{word}_{trick}": (seat,)}


@pytest.mark.parametrize(
    ("announced", "price"),
    [({}, 26), (said("nullo", 1, 1), 36), (said("nullo", 13, 1), 31)],
)
@clause(f"{ID} 5.10")
def test_who_takes_no_trick_receives_the_price_of_nullo_from_each(
    announced: Mapping[str, tuple[int, ...]], price: int
) -> None:
    finish = finished(won=NONE_TO_1, said=announced)
    assert amounts(finish, "5.10") == [(-price, 2 * price, -price)]


@clause(f"{ID} 5.10")
def test_one_trick_is_too_many_for_nullo() -> None:
    assert amounts(finished(won=(14, 1, 10)), "5.10") == []
    assert amounts(finished(won=(14, 1, 10), said=said("nullo", 1, 1)), "5.10") == []


@clause(f"{ID} 5.10", f"{ID} 3.1")
def test_the_skat_of_a_dealer_without_tricks_is_no_trick() -> None:
    finish = finished(won=(15, 10, 0), piles={2: "SQ BQ CQ"})
    assert amounts(finish, "5.10") == [(-26, -26, 52)]


@pytest.mark.parametrize(
    ("announced", "price"),
    [
        ({}, 26),
        (said("allstich", 1, 1), 52),
        (said("allstich", 13, 1), 38),
        (said("allstich", 19, 1), 31),
    ],
)
@clause(f"{ID} 5.11")
def test_who_takes_all_tricks_receives_the_price_of_allstich_from_each(
    announced: Mapping[str, tuple[int, ...]], price: int
) -> None:
    assert amounts(finished(won=ALL_TO_1, said=announced), "5.11") == [
        (-price, 2 * price, -price)
    ]
    assert amounts(finished(won=(1, 24, 0)), "5.11") == []


@clause(f"{ID} 5.12")
def test_allstich_beats_nullo_announced_or_not() -> None:
    for announced in ({}, said("nullo", 1, 0)):
        finish = finished(won=ALL_TO_1, said=announced)
        assert amounts(finish, "5.10") == []
        assert amounts(finish, "5.11") == [(-26, 52, -26)]


@clause(f"{ID} 5.10", f"{ID} 5.11", f"{ID} 5.12", f"{ID} 5.13")
def test_a_whole_deal_with_announced_allstich() -> None:
    run = do(dealt(ALL_TO_FOREHAND, quiet=False), "allstich nullo silence")
    played(run, {FOREHAND: TAROCKS})
    assert run.result is not None
    rows = {row.clause: row.amounts for row in run.result.sheet}
    assert rows["grosstarock 5.11"] == (104, -52, -52)
    assert not {"grosstarock 5.10", "grosstarock 5.3"} & rows.keys()


@pytest.mark.parametrize("won", [NONE_TO_1, ALL_TO_1])
@clause(f"{ID} 5.13")
def test_card_points_are_settled_besides_only_with_the_option(won: tuple[int, ...]) -> None:
    finish = finished(won=won)
    assert "5.3" not in cited(finish)
    assert "5.3" in cited(finish, special_results="besides")
    assert "5.3" in cited(finished())


def failed(
    trick: int,
    fourth: tuple[str, str, str] = ("SJ", "S8", "S9"),
    *,
    skat: str = "",
    won: tuple[int, ...] = (11, 4, 10),
) -> Outcome:
    """Seat 1 announced Allstich and has four tricks with 14 card points; seat 0 the rest."""
    own = (("SK", "S2", "S3"), ("SQ", "S4", "S5"), ("SC", "S6", "S7"), fourth)
    named = {number: (1, " ".join(cards), 1) for number, cards in enumerate(own, start=1)}
    pile = " ".join([skat, *(card for cards in own for card in cards)])
    return finished(named, won=won, piles={1: pile}, said=said("allstich", trick, 1))


@pytest.mark.parametrize(
    ("value", "trick", "paid"),
    [
        ("less_tricks", 1, 52 - 14),
        ("less_tricks", 13, 38 - 14),
        ("less_tricks", 19, 31 - 14),
        ("once", 1, 52 - 7),
        ("full", 1, 52),
        ("card_points", 1, 52),
    ],
)
@clause(f"{ID} 5.14")
def test_a_failed_allstich_costs_its_price_less_the_tricks(
    value: str, trick: int, paid: int
) -> None:
    finish = failed(trick)
    assert amounts(finish, "5.14", failed_allstich=value) == [(paid, -2 * paid, paid)]
    assert ("5.3" in cited(finish, failed_allstich=value)) is (value == "card_points")


@clause(f"{ID} 5.14")
def test_the_skat_is_not_deducted_and_half_points_are_rounded_down() -> None:
    assert amounts(failed(1, skat="CQ DQ BQ"), "5.14") == [(38, -76, 38)]
    finish = failed(1, ("S10", "S8", "S9"))  # 5 + 4 + 3 and an empty trick: 13
    assert amounts(finish, "5.14") == [(39, -78, 39)]
    assert amounts(finish, "5.14", failed_allstich="once") == [(46, -92, 46)]  # 52 - 6


@clause(f"{ID} 5.14", f"{ID} 5.13")
def test_it_never_costs_less_than_nothing_and_only_who_announced_pays() -> None:
    rich = finished(
        {1: (0, "SK BK CK", 0), 2: (0, "SQ BQ CQ", 0), 3: (0, "DK T21 T1", 0),
         4: (0, "DQ SC BC", 0), 5: (0, "CC DC SJ", 0)},
        won=(23, 1, 1), said=said("allstich", 19, 0),
    )  # fmt: skip
    # 15 - 2, 12 - 2, 15 - 2, 10 - 2, 8 - 2 are 50 points, over 31
    assert amounts(rich, "5.14") == [(0, 0, 0)]
    assert "5.3" not in cited(rich)  # 5.13: even if nothing is paid
    assert amounts(finished(), "5.14") == []
    assert amounts(finished(won=ALL_TO_1, said=said("allstich", 1, 1)), "5.14") == []


@clause(f"{ID} 5.14", f"{ID} 5.2")
def test_what_is_deducted_is_counted_by_the_letter_where_all_is() -> None:
    tricks = {1: (1, "SK SQ SC", 1)}  # 5 + 4 + 3: less 2 by lots, less 6 by the letter
    said_1 = said("allstich", 1, 1)
    finish = finished(tricks, won=(14, 1, 10), piles={1: "SK SQ SC"}, said=said_1)
    assert amounts(finish, "5.14") == [(42, -84, 42)]
    assert amounts(finish, "5.14", count="literal") == [(46, -92, 46)]


@clause(f"{ID} 5.14", f"{ID} 5.13", f"{ID} 5.10")
def test_beside_anothers_nullo_no_card_points_are_settled_for_a_failed_allstich() -> None:
    nullo = failed(1, won=(21, 4, 0))
    assert amounts(nullo, "5.14", failed_allstich="card_points") == [(52, -104, 52)]
    assert amounts(nullo, "5.10", failed_allstich="card_points") == [(-26, -26, 52)]
    assert "5.3" not in cited(nullo, failed_allstich="card_points")
    assert "5.3" in cited(failed(1, won=(20, 4, 1)), failed_allstich="card_points")


@clause(f"{ID} 5.15")
def test_a_failed_nullo_played_on_is_free_or_costs_its_price() -> None:
    for trick, price in ((1, 36), (13, 31)):
        finish = finished(won=(14, 1, 10), said=said("nullo", trick, 1))
        assert amounts(finish, "5.15") == []
        assert "5.3" in cited(finish)
        assert amounts(finish, "5.15", failed_nullo="price") == [(price, -2 * price, price)]
        assert "5.3" not in cited(finish, failed_nullo="price")
    unannounced = finished(won=(14, 1, 10))
    assert amounts(unannounced, "5.15", failed_nullo="price") == []
    made = finished(won=NONE_TO_1, said=said("nullo", 1, 1))
    assert amounts(made, "5.15", failed_nullo="price") == []


@clause(f"{ID} 5.15", f"{ID} 5.13")
def test_the_price_of_a_failed_nullo_is_paid_instead_of_card_points_or_besides() -> None:
    nullo = finished(won=(14, 1, 10), said=said("nullo", 1, 1))  # seat 0 has all 78 points
    price = [(36, -72, 36)]
    instead = {"failed_nullo": "price", "special_results": "instead"}
    assert amounts(nullo, "5.15", **instead) == price
    assert amounts(nullo, "5.3", **instead) == []
    besides = {"failed_nullo": "price", "special_results": "besides"}
    assert amounts(nullo, "5.15", **besides) == price
    assert amounts(nullo, "5.3", **besides) == [(78 - 26, -26, -26)]
    for value in ("instead", "besides"):  # a failed Nullo without a price is no special result
        free = {"failed_nullo": "free", "special_results": value}
        assert amounts(nullo, "5.3", **free) == [(78 - 26, -26, -26)]


@pytest.mark.parametrize(
    ("value", "paid"), [("less_tricks", 38), ("once", 45), ("full", 52), ("card_points", 52)]
)
@clause(f"{ID} 5.13", f"{ID} 5.14")
def test_a_failed_allstich_costs_the_same_where_card_points_are_paid_besides(
    value: str, paid: int
) -> None:
    finish = failed(1)  # seat 1 has 14 points, seat 0 the other 64
    chosen = {"special_results": "besides", "failed_allstich": value}
    assert amounts(finish, "5.14", **chosen) == [(paid, -2 * paid, paid)]
    assert amounts(finish, "5.3", **chosen) == [(64 - 26, 14 - 26, -26)]


def thrown_in(card: str) -> Outcome:
    """Seat 0 has thrown off a card on seat 1's trick and throws in after its own first."""
    return finished(
        {1: (1, "SK S2 " + card, 1), 2: (2, "BK B2 BQ", 2), 3: (0, "CJ C5 C6", 0)},
        won=(1, 1, 1),
        said={**said("nullo", 1, 0), "throw_in": (0,)},
        piles={1: f"SK S2 {card}", 2: "BK B2 BQ DQ DC DJ"},
    )


@pytest.mark.parametrize(
    ("card", "high", "amount_1"),
    [("T10", False, 5), ("T11", True, 5), ("T12", True, 5), ("DK", True, 9), ("CQ", True, 8),
     ("CC", True, 7), ("SJ", True, 6), ("D2", False, 5), ("F", False, 9)],
)  # fmt: skip
@clause(f"{ID} 5.16")
def test_who_throws_in_pays_for_the_others_tricks_if_he_threw_off_high_cards(
    card: str, high: bool, amount_1: int
) -> None:
    # seat 1: King and two empty cards 5 (with a court card or the Sküs its value less 1 more);
    # seat 2: 5 + 4 - 1 = 8
    expected = (-amount_1 - 8, amount_1, 8) if high else (0, 0, 0)
    finish = thrown_in(card)
    assert amounts(finish, "5.16") == [expected]


@pytest.mark.parametrize(("lowest", "high"), [(10, True), (11, False), (2, True), (21, False)])
@clause(f"{ID} 5.16")
def test_which_tarock_is_high_is_an_option(lowest: int, high: bool) -> None:
    rows = amounts(thrown_in("T10"), "5.16", high_tarocks=lowest)
    assert rows == [(-13, 5, 8) if high else (0, 0, 0)]


@clause(f"{ID} 5.16")
def test_courts_of_the_trick_that_he_took_were_not_thrown_off() -> None:
    finish = thrown_in("S3")  # his own trick holds the Jack of hearts
    assert amounts(finish, "5.16") == [(0, 0, 0)]


@clause(f"{ID} 5.16")
def test_no_card_points_and_no_last_trick_are_paid_after_throwing_in() -> None:
    finish = thrown_in("DK")
    for value in ("instead", "besides"):
        assert not {"5.3", "5.6", "5.8"} & cited(finish, special_results=value)
    assert "5.9" in cited(finish)


@clause(f"{ID} 5.16")
def test_of_the_others_an_announced_nullo_counts_and_an_announced_allstich_failed() -> None:
    finish = finished(
        {1: (0, "C2 C3 C4", 0)}, won=(1, 0, 0),
        said={"nullo": (0, 1), "nullo_1": (0, 1), "throw_in": (0,),
              "allstich": (2,), "allstich_1": (2,)},
        piles={0: "C2 C3 C4"},
    )  # fmt: skip
    assert amounts(finish, "5.10") == [(-36, 72, -36)]  # seat 2 had not announced it
    assert amounts(finish, "5.14") == [(52, 52, -104)]


@clause(f"{ID} 5.16", f"{ID} 5.15")
def test_another_who_had_failed_before_and_played_on_owes_his_price_all_the_same() -> None:
    finish = finished(
        {1: (1, "SK S2 S3", 1), 2: (0, "CJ C5 C6", 0)},
        won=(1, 1, 0),
        said={"nullo": (0, 1), "nullo_1": (0, 1), "throw_in": (0,)},
        piles={0: "CJ C5 C6", 1: "SK S2 S3"},
    )
    assert amounts(finish, "5.15", failed_nullo="price") == [(36, -72, 36)]
    assert amounts(finish, "5.15") == []


@clause(f"{ID} 5.16", f"{ID} 4.17")
def test_a_deal_thrown_in_after_a_queen_was_thrown_off() -> None:
    hands = {FOREHAND: "S2 CQ DK", MIDDLE: "SK CK D2", DEALER: "S3 C5 D3 B2 B3 B4"}
    run = do(dealt(hands, away="B2 B3 B4", quiet=False), "nullo silence silence")
    do(run, "S2 SK S3 CK C5 CQ D2 D3 DK throw_in")
    assert run.result is not None
    rows = {row.clause: row.amounts for row in run.result.sheet}
    # middlehand has two tricks: King and two empty, King and Queen and one empty: 5 + 8
    assert rows["grosstarock 5.16"] == (-13, 13, 0)
    assert run.result.thrown_in is False
    assert run.result.points[MIDDLE] == 13


@pytest.mark.parametrize("last", ["CK C5 C6", "T21 T5 T6"])
@clause(f"{ID} 5.16")
def test_the_trick_after_which_one_throws_in_is_not_the_last(last: str) -> None:
    announced = {**said("nullo", 1, 0), "throw_in": (0,)}
    finish = finished({1: (0, last, 0)}, won=(1, 0, 0), said=announced)
    assert not {"5.6", "5.8"} & cited(finish)


@clause(f"{ID} 5.16", f"{ID} 5.15")
def test_who_throws_in_does_not_pay_the_price_of_one_who_plays_on() -> None:
    assert amounts(thrown_in("S3"), "5.15", failed_nullo="price") == []
    assert amounts(thrown_in("S3"), "5.16", failed_nullo="price") == [(0, 0, 0)]


@clause(f"{ID} 5.16", f"{ID} 5.2")
def test_the_tricks_that_he_honours_are_counted_by_the_letter_where_all_is() -> None:
    finish = finished(
        {1: (1, "SK SQ SC", 1), 2: (1, "S2 S3 S10", 0)},  # seat 0 has thrown off the Kaval
        won=(1, 1, 0), said={**said("nullo", 1, 0), "throw_in": (0,)}, piles={1: "SK SQ SC"},
    )  # fmt: skip
    assert amounts(finish, "5.16") == [(-10, 10, 0)]  # 12 less 2
    assert amounts(finish, "5.16", count="literal") == [(-6, 6, 0)]  # 12 less 6


@pytest.mark.parametrize(("thrown", "paid"), [("S3", (0, 0, 0)), ("SC", (7, 0, -7))])
@clause(f"{ID} 5.16", f"{ID} 3.1")
def test_a_dealer_who_throws_in_has_thrown_nothing_off_in_his_skat(
    thrown: str, paid: tuple[int, ...]
) -> None:
    hands = {FOREHAND: "SK C5", MIDDLE: "S2 C6", DEALER: f"{thrown} CJ SQ BQ DQ"}
    run = dealt(hands, away="SQ BQ DQ", quiet=False)
    do(run, f"silence silence nullo SK S2 {thrown} C5 C6 CJ throw_in")
    assert run.result is not None
    rows = {row.clause: row.amounts for row in run.result.sheet}
    assert rows["grosstarock 5.16"] == paid  # King, Kaval and an empty card: 5 + 3 - 1


# forehand loses the Pagat to the Mond, then takes a trick and throws in
PAGAT_LOST = {FOREHAND: "T1 S4", MIDDLE: "T21 SA", DEALER: "T3 S3 B2 B3 B4"}


@pytest.mark.parametrize(
    ("value", "rows"),
    [
        ("all_else", {"5.5": (-10, 5, 5), "5.9": (-10, 20, -10), "5.16": (0, 0, 0)}),
        ("tricks_only", {"5.16": (0, 0, 0)}),
    ],
)
@clause(f"{ID} 5.16", f"{ID} 5.5", f"{ID} 5.9")
def test_pagat_and_captured_cards_are_paid_by_who_throws_in_too_or_by_nobody(
    value: str, rows: dict[str, tuple[int, ...]]
) -> None:
    run = dealt(PAGAT_LOST, away="B2 B3 B4", quiet=False, thrown_in_pays=value)
    do(run, "nullo silence silence T1 T21 T3 SA S3 S4 throw_in")
    assert run.result is not None
    sheet = [(row.clause.removeprefix(f"{ID} "), row.amounts) for row in run.result.sheet]
    assert sheet == list(rows.items())


@clause(f"{ID} 5.16", f"{ID} 5.4", f"{ID} 5.9")
def test_with_tricks_only_nobody_is_paid_for_pagat_and_kings_of_a_deal_thrown_in() -> None:
    tricks = {1: (1, "SK T2 T3", 2), 13: (1, "S5 T1 S6", 2), 14: (2, "C2 C3 C4", 0)}
    whole = finished(tricks, won=(9, 8, 8))
    ended = finished(tricks, won=(1, 0, 13), said={**said("nullo", 1, 0), "throw_in": (0,)})
    # seat 2 takes seat 1's King, and wins the 13th trick with its own Pagat
    for finish, value in ((ended, "all_else"), (whole, "all_else"), (whole, "tricks_only")):
        assert amounts(finish, "5.4", thrown_in_pays=value) == [(-10, -10, 20)]
        assert amounts(finish, "5.9", thrown_in_pays=value) == [(-5, -5, 10)]
    assert not {"5.4", "5.9"} & cited(ended, thrown_in_pays="tricks_only")


@clause(f"{ID} 5.16", f"{ID} 3.26")
def test_with_tricks_only_announcements_anothers_nullo_and_a_failed_allstich_are_paid() -> None:
    finish = finished(
        {1: (0, "C2 C3 C4", 0)}, won=(1, 0, 0),
        said={"nullo": (0, 1), "nullo_1": (0, 1), "throw_in": (0,),
              "allstich": (2,), "allstich_1": (2,), "kings_3": (1,)},
        piles={0: "C2 C3 C4"},
    )  # fmt: skip
    for value in ("all_else", "tricks_only"):
        assert amounts(finish, "3.21", thrown_in_pays=value) == [(-5, 10, -5)]
        assert amounts(finish, "5.10", thrown_in_pays=value) == [(-36, 72, -36)]
        assert amounts(finish, "5.14", thrown_in_pays=value) == [(52, 52, -104)]
