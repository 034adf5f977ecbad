"""Tarot of the Abbé de Marolles: the count of the card points (clauses 5.9 to 5.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import outcome
from marolles_deals import EACH_ALONE, GAME, own_points, rows
from matto.engine.events import Trick
from matto.games.tarots import TAROTS

LAST = (Trick(0, ("C4", "C5", "C6"), 0),)


def worth(pile: str) -> int:
    return own_points(outcome("marolles", EACH_ALONE, {0: pile}), 0)


@pytest.mark.clause("marolles 5.9", "marolles 1.9")
@pytest.mark.parametrize(
    ("lot", "points"),
    [
        *((f"{tarot} S4 S5", 5) for tarot in sorted(TAROTS)),
        ("SQ S4 T2", 4),
        ("SC S4 T20", 3),
        ("SJ S4 DA", 2),
        ("S4 T20 DA", 1),  # three empty cards
        ("SK SQ S4", 8),  # 5 + 4 - 1
        ("SK SQ SJ", 9),  # 5 + 4 + 2 - 2
        ("SK SQ SC SJ S4 S5", 12),  # 14 + 2 - 2 x 2, however they are sorted
    ],
)
def test_cards_are_counted_in_lots_of_three(lot: str, points: int) -> None:
    assert worth(lot) == points


@pytest.mark.clause("marolles 5.10")
@pytest.mark.parametrize(
    ("pile", "points"),
    [("SK S4", 5), ("SK SQ", 8), ("S4 S5", 1), ("SK", 4), ("SJ", 1), ("S4", 0), ("", 0)],
)
def test_one_or_two_cards_left_over(pile: str, points: int) -> None:
    assert worth(pile) == points


@pytest.mark.clause("marolles 5.10")
def test_the_example_of_the_rulebook() -> None:
    empty = [card for card in GAME.pack(GAME.resolve()).codes if worth(f"{card} S4 S5") == 1]
    spare = [card for card in empty if card not in ("S4", "S5")] + ["S4", "S5"]
    piles = {
        0: " ".join(["SK BK T21 SQ SC SJ BJ", *spare[:15]]),  # 22 cards: 41 - 14 - 1
        1: " ".join(["CK T1 BQ CQ BC CJ", *spare[15:30]]),  # 21 cards: 38 - 14
        2: " ".join(["DK F DQ CC DC DJ", *spare[30:]]),  # 23 cards: 39 - 14 - 1
    }
    assert [len(pile.split()) for pile in piles.values()] == [22, 21, 23]
    deal = outcome("marolles", EACH_ALONE, piles)
    assert [own_points(deal, seat) for seat in EACH_ALONE] == [26, 24, 24]


FIVES = "SK S4 S5 BK S6 S7 CK S8 S9 DK S10 B4 T21 B5 B6"
REST = {0: "", 1: "C2 C3 C4", 2: "SJ C2 C3", 3: "SC C2 C3", 4: "SQ C2 C3"}


def pile_of(points: int) -> str:
    """Lots of a tarot and two empty cards, 5 each, and one lot for what is missing."""
    return " ".join([*FIVES.split()[: points // 5 * 3], REST[points % 5]])


PAYMENTS = {25: 0, 24: 0, 21: 0, 20: 1, 16: 1, 15: 2, 11: 2, 10: 3, 6: 3, 5: 4, 1: 4, 0: 5}


def paid_for(points: int, **options: Any) -> int:
    """What each other player gets from one with so many points, who alone pays."""
    piles = {0: pile_of(points), 1: pile_of(25), 2: pile_of(25)}
    deal = outcome("marolles", EACH_ALONE, piles, **options)
    assert own_points(deal, 0) == points
    paid = rows(replace(deal, tricks=LAST), "5.11", **options)
    if not paid:
        return 0
    ((own, *others),) = paid
    assert others == [-own // 2] * 2
    return others[0]


@pytest.mark.clause("marolles 5.11", "marolles 8.1")
@pytest.mark.parametrize("points", PAYMENTS)
@pytest.mark.parametrize("cards", [66, 78])
def test_one_chip_to_each_for_every_full_five_points_below_twenty_five(
    points: int, cards: int
) -> None:
    assert paid_for(points, cards=cards) == PAYMENTS[points] == max(0, 25 - points) // 5


@pytest.mark.clause("marolles 5.11", "marolles 8.1")
@pytest.mark.parametrize("points", PAYMENTS)
@pytest.mark.parametrize("cards", [66, 78])
def test_marolles_own_table_ends_at_three(points: int, cards: int) -> None:
    found = paid_for(points, points_table="marolles", cards=cards)
    assert found == min(3, PAYMENTS[points])


@pytest.mark.clause("marolles 5.11")
def test_two_who_are_short_both_pay_also_to_each_other() -> None:
    deal = outcome("marolles", EACH_ALONE, {0: pile_of(20), 1: pile_of(10), 2: pile_of(25)})
    deal = replace(deal, tricks=LAST)
    assert rows(deal, "5.11") == [(-2, 1, 1), (3, -6, 3)]


@pytest.mark.clause("marolles 5.11")
def test_more_than_twenty_five_earns_nothing_of_itself() -> None:
    deal = outcome("marolles", EACH_ALONE, {0: f"{pile_of(25)} SQ BQ CQ", 1: pile_of(24)})
    deal = replace(deal, tricks=LAST, piles=(*deal.piles[:2], deal.piles[0]))
    assert rows(deal, "5.11") == []
