"""Mineo for three: the pack, its names and values, and how piles are counted."""

from __future__ import annotations

import pytest

from helpers import lot_points
from matto.engine.cards import CAVALIERS, JACKS, QUEENS, cards
from matto.games.sicily import (
    ARIE,
    ARIE_CINQUINE,
    CINQUINE,
    DECINE,
    GIOVE,
    MISERIA,
    PICCIOTTI,
    sicilian_points,
)
from mineo_3_tables import GAME, finished, value

clause = pytest.mark.clause
PACK = GAME.pack(GAME.resolve())
SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")


@clause("mineo-3 1.1")
def test_the_pack_has_63_cards_with_the_coin_4_and_without_the_coin_ace() -> None:
    assert len(PACK.codes) == len(PACK.cards) == 63
    assert "D4" in PACK.cards
    assert not {"DA", "S4", "B4", "C4"} & PACK.cards
    assert len([card for card in PACK.cards if card[0] == "T"]) == 21
    assert len([card for card in PACK.cards if card[0] == "D"]) == 11


@clause("mineo-3 1.2")
def test_the_trumps_run_from_the_20_down_to_the_1_with_the_miseria_lowest() -> None:
    trumps = [card for card in PACK.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]


@clause("mineo-3 1.3")
def test_every_suit_runs_king_to_donna_then_10_high_and_5_low_and_coins_to_the_4() -> None:
    assert [PACK.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert PACK.ranks_of["D"] == (*SUIT, "4")


@clause("mineo-3 1.4")
def test_cards_and_groups_bear_their_own_names() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert [names[card] for card in (GIOVE, PICCIOTTI, MISERIA, "F")] == [
        "Giove",
        "Picciotti",
        "Miseria",
        "Fuggitivo",
    ]
    assert [names[f"T{aria}"] for aria in (19, 18, 17, 16)] == [
        "Palla",
        "Sole",
        "Luna",
        "Stella",
    ]
    assert cards("T20 T19 T18 T17 T16") == ARIE
    assert cards("T19 T18 T17 T16") == ARIE_CINQUINE
    assert cards("T20 T1 F") == DECINE
    assert cards("T19 T18 T17 T16 DK CK BK SK") == CINQUINE


@clause("mineo-3 1.5")
def test_tens_fives_and_courts_have_their_values_and_all_others_count_one() -> None:
    by_value = {10: DECINE, 5: CINQUINE, 4: QUEENS, 3: CAVALIERS, 2: JACKS}
    for worth, group in by_value.items():
        assert {value(card) for card in group} == {worth}
    others = PACK.cards.difference(*by_value.values())
    assert MISERIA in others
    assert {value(card) for card in others} == {1}
    assert sum(map(value, PACK.codes)) == 146  # 3 × 20 + 21 + 10 + 4 × 5 + 10 + 15 + 10


@clause("mineo-3 1.6")
@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("", 0),
        ("SK", 4),  # 5 − 1
        ("SK S5", 5),  # 6 − 1
        ("SK S5 S6", 5),  # 7 − 2
        ("SK S5 S6 T20", 14),  # 17 − 2 − 1
    ],
)
def test_each_full_lot_takes_two_and_cards_left_over_take_one(pile: str, points: int) -> None:
    assert lot_points(pile.split(), PACK) == points


@clause("mineo-3 1.6")
def test_31_cards_with_75_single_points_count_54() -> None:
    # 4 Kings 20, T20 and T1 20, two Queens 8, two Cavaliers 6, 21 empty cards: 75
    worth_more = "SK BK CK DK T20 T1 SQ BQ SC BC"
    empty = "S10 S9 S8 S7 S6 S5 B10 B9 B8 B7 B6 B5 C10 C9 C8 C7 C6 C5 T2 T3 T4"
    pile = f"{worth_more} {empty}".split()
    assert (len(pile), sum(map(value, pile))) == (31, 75)
    assert lot_points(pile, PACK) == 54
    assert lot_points(pile[::-1], PACK) == 54


@clause("mineo-3 1.7")
def test_the_last_trick_is_worth_five_points_to_its_party() -> None:
    won = finished({1: "SK"}, [(1, "S9 S8 S7", 1)])
    lost = finished({1: "SK"}, [(1, "S9 S8 S7", 0)])
    assert (sicilian_points(won, 0), sicilian_points(lost, 0)) == (9, 4)
    assert sicilian_points(lost, 1) - sicilian_points(won, 1) == 5


@clause("mineo-3 1.8")
@pytest.mark.parametrize("own", range(64))
def test_the_two_piles_together_always_have_109_points(own: int) -> None:
    done = finished({1: " ".join(PACK.codes[:own])})
    assert sicilian_points(done, 0) + sicilian_points(done, 1) == 109
