"""Tarot of the Abbé de Marolles: what each declaration earns (clauses 3.14 to 3.22)."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import do, outcome
from marolles_deals import (
    EACH_ALONE,
    asked,
    chips,
    options_of,
    paid_events,
    play_cards,
    ready,
    rows,
    to_declare,
    to_the_end,
)
from matto.engine.run import Run

TRUMPS = [f"T{number}" for number in range(21, 0, -1)]


def clause_for(run: Run, choice: str) -> str:
    why = run.why_not(choice)
    assert why is not None
    return why.clause


def earns(hand: str, word: str, shown: str = "", seat: int = 1, **options: Any) -> int:
    """What a declaration brings from each; checks that both others pay the same."""
    run = to_declare(ready({seat: hand}, **options), seat)
    to_the_end(do(run, f"{word} {shown}"))
    (amounts,) = chips(run, word)
    first, second = (amounts[other] for other in EACH_ALONE if other != seat)
    assert first == second == -amounts[seat] // 2
    return -first


@pytest.mark.clause("marolles 3.14", "marolles 8.1")
@pytest.mark.parametrize(("size", "amount"), [(4, 1), (5, 2), (6, 3), (7, 4)])
@pytest.mark.parametrize("seat", EACH_ALONE)
@pytest.mark.parametrize("cards", [66, 78])
def test_four_tarots_earn_one_and_each_further_one_more(
    size: int, amount: int, seat: int, cards: int
) -> None:
    tarots = " ".join(["DK", "BK", "F", "T1", "T21", "SK", "CK"][:size])
    shown = tarots if size < 7 else ""
    assert earns(tarots, f"tarots_{size}", shown, seat, cards=cards) == amount


@pytest.mark.clause("marolles 3.14")
def test_three_tarots_are_no_declaration() -> None:
    run = ready({1: "SK T1 T21", 2: "BK CK DK F"})
    assert clause_for(run, "tarots_4") == "marolles 3.14"
    assert "tarots_4" not in options_of(run)


KING_HANDS = [
    ("SK CK F", "kings_2_math", "SK CK", 1, 1),
    ("SK CK DK", "kings_3", "SK CK DK", 1, 1),
    ("SK CK DK F", "kings_3_math", "SK CK DK", 2, 2),
    ("SK CK DK BK", "kings_4", "", 3, 4),
    ("SK CK DK BK F", "kings_4_math", "", 4, 6),
]


@pytest.mark.clause("marolles 3.15")
@pytest.mark.parametrize(("hand", "word", "shown", "author", "marolles"), KING_HANDS)
def test_kings_earn_by_the_list_of_the_author_or_of_marolles(
    hand: str, word: str, shown: str, author: int, marolles: int
) -> None:
    assert earns(hand, word, shown) == author
    assert earns(hand, word, shown, kings_scale="author") == author
    assert earns(hand, word, shown, seat=2, kings_scale="marolles") == marolles


@pytest.mark.clause("marolles 3.15")
@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("SK F", ""),  # one King is too few even with the Math
        ("SK CK", ""),  # two Kings need the Math
        ("SK CK F", "kings_2_math"),
        ("SK CK DK", "kings_3"),
        ("SK CK DK F", "kings_2_math kings_3 kings_3_math"),
        ("SK CK DK BK", "kings_3 kings_4"),
        ("SK CK DK BK F", "kings_2_math kings_3 kings_3_math kings_4 kings_4_math"),
    ],
)
def test_at_least_three_cards_with_two_kings_among_them(hand: str, words: str) -> None:
    filler = " S4 S5 S6 S7 S8 S9 S10 B4 B5 B6 B7 B8 B9 C2 C3 C4 C5 D2 D3 D4"
    own = (hand + filler).split()[:21]
    run = ready({1: " ".join(own)}, away={1: "S4"})
    assert {word for word in options_of(run) if word.startswith("kings")} == set(words.split())


@pytest.mark.clause("marolles 3.15")
@pytest.mark.parametrize(
    ("hand", "words", "together"),
    [
        ("SK BK CK DK", "tarots_4 SK BK CK DK kings_4", 4),
        ("SK BK CK DK F", "tarots_5 SK BK CK DK F kings_4_math", 6),
        ("SK BK CK F", "tarots_4 SK BK CK F kings_3_math SK BK CK", 3),
    ],
)
def test_kings_and_tarots_are_paid_beside_each_other(
    hand: str, words: str, together: int
) -> None:
    run = do(ready({1: hand}), words)
    assert sum(int(what[1]) for _, what in paid_events(run)) == -together


@pytest.mark.clause("marolles 3.16")
@pytest.mark.parametrize(("size", "amount"), [(10, 1), (15, 2), (20, 3)])
def test_ten_fifteen_and_twenty_triumphs_earn_one_two_and_three(size: int, amount: int) -> None:
    own = ["F", *TRUMPS[: size - 1]]  # the Math is one of them
    assert earns(" ".join(own), f"triumphs_{size}", " ".join(own)) == amount


@pytest.mark.clause("marolles 3.16")
@pytest.mark.parametrize(("held", "largest"), [(9, 0), (10, 10), (14, 10), (15, 15), (19, 15)])
def test_one_triumph_too_few_is_the_smaller_size(held: int, largest: int) -> None:
    suits = ["S4", "S5", "S6", "S7", "S8", "S9", "S10", "B4", "B5", "B6", "B7", "B8"]
    own = [*TRUMPS[1 : held + 1], *suits][:21]
    run = ready({1: " ".join(own)}, away={1: "S4"})
    sizes = [int(word.split("_")[1]) for word in options_of(run) if word.startswith("triumphs")]
    assert max(sizes, default=0) == largest


@pytest.mark.clause("marolles 3.16")
def test_two_players_may_both_declare_ten_triumphs_and_each_is_paid() -> None:
    hands = {1: " ".join(TRUMPS[:10]), 2: " ".join(TRUMPS[10:20])}
    run = do(ready(hands), ["triumphs_10", *TRUMPS[:10], "no_more", "T12"])
    to_the_end(do(run, ["triumphs_10", *TRUMPS[10:20]]))
    assert chips(run, "triumphs_10") == [(-1, 2, -1), (-1, -1, 2)]


@pytest.mark.clause("marolles 3.17")
@pytest.mark.parametrize(
    ("suit", "word"), [("S", "swords"), ("B", "batons"), ("C", "cups"), ("D", "coins")]
)
def test_the_four_honneurs_of_a_suit_earn_one(suit: str, word: str) -> None:
    four = [suit + court for court in "KQCJ"]
    assert earns(" ".join(four), f"imperiale_{word}") == 1
    run = ready({1: " ".join(four[:3]), 2: four[3]})
    assert clause_for(run, f"imperiale_{word}") == "marolles 3.17"


@pytest.mark.clause("marolles 3.18")
@pytest.mark.parametrize(
    ("court", "word"), [("Q", "queens"), ("C", "cavaliers"), ("J", "jacks")]
)
def test_the_four_queens_cavaliers_or_jacks_earn_one(court: str, word: str) -> None:
    four = [suit + court for suit in "SBCD"]
    assert earns(" ".join(four), f"imperiale_{word}", seat=0) == 1
    run = ready({1: " ".join(four[:3]), 2: four[3]})
    assert clause_for(run, f"imperiale_{word}") == "marolles 3.18"


@pytest.mark.clause("marolles 3.18")
def test_four_kings_are_no_imperiale_and_both_kinds_are_paid_side_by_side() -> None:
    kings = ready({1: "SK BK CK DK", 0: "SJ BJ CJ DJ"})
    assert not [word for word in options_of(kings) if word.startswith("imperiale")]
    run = do(ready({1: "CK CQ CC CJ SQ BQ DQ"}), "imperiale_cups imperiale_queens")
    assert [what[1:] for _, what in paid_events(run)] == [("-1", "2", "-1")] * 2


@pytest.mark.clause("marolles 3.19", "marolles 8.1")
@pytest.mark.parametrize(("size", "amount"), [(4, 1), (5, 2), (6, 3)])
@pytest.mark.parametrize(("end", "trumps"), [("high", TRUMPS), ("low", TRUMPS[::-1])])
@pytest.mark.parametrize("cards", [66, 78])
def test_four_five_or_six_trumps_at_one_end_earn_one_two_or_three(
    size: int, amount: int, end: str, trumps: list[str], cards: int
) -> None:
    assert earns(" ".join(trumps[:size]), f"brizigole_{end}_{size}", cards=cards) == amount


@pytest.mark.clause("marolles 3.19")
def test_seven_trumps_are_paid_as_six_and_a_gap_breaks_the_sequence() -> None:
    seven = ready({1: " ".join(TRUMPS[:7])})
    words = {word for word in options_of(seven) if word.startswith("brizigole")}
    assert words == {"brizigole_high_4", "brizigole_high_5", "brizigole_high_6"}
    gap = ready({1: "T21 T20 T19 T17 T16 T15", 2: "T18"})
    assert clause_for(gap, "brizigole_high_4") == "marolles 3.19"


@pytest.mark.clause("marolles 3.19")
def test_the_math_neither_belongs_to_a_sequence_nor_fills_a_gap() -> None:
    run = ready({1: "F T1 T2 T3 T21 T20 T18", 2: "T4 T19"})
    assert clause_for(run, "brizigole_low_4") == "marolles 3.19"
    assert clause_for(run, "brizigole_high_4") == "marolles 3.19"


@pytest.mark.clause("marolles 3.20")
def test_world_bagat_and_math_together_earn_three() -> None:
    assert earns("T21 T1 F", "all_three", seat=2) == 3
    assert clause_for(ready({1: "T21 T1", 2: "F"}), "all_three") == "marolles 3.20"


@pytest.mark.clause("marolles 3.21")
@pytest.mark.parametrize("two", ["T21 T1", "T21 F", "T1 F"])
@pytest.mark.parametrize(("third", "none"), [(0, 2), (2, 0)])
def test_who_has_two_of_the_three_is_paid_one_by_him_who_has_none(
    two: str, third: int, none: int
) -> None:
    (card,) = {"T21", "T1", "F"} - set(two.split())
    run = do(ready({1: two, third: card}), "who_has_his")
    assert {shown for _, shown in run.view(None).heard("shown")} == set(two.split())
    assert set(run.view(None).heard("answers")) == {(third, "has_his"), (none, "has_none")}
    to_the_end(run)
    amounts = tuple(1 if seat == 1 else -1 if seat == none else 0 for seat in EACH_ALONE)
    assert chips(run, "who_has_his") == [amounts]


@pytest.mark.clause("marolles 3.21")
@pytest.mark.parametrize("hand", ["T21", "T21 T1 F"])
def test_one_or_all_three_do_not_ask(hand: str) -> None:
    rest = {"T21", "T1", "F"} - set(hand.split())
    run = ready({1: hand, 2: " ".join(rest)})
    assert clause_for(run, "who_has_his") == "marolles 3.21"


@pytest.mark.clause("marolles 3.21")
def test_a_third_that_was_played_a_moment_ago_was_had() -> None:
    run = play_cards(ready({1: "F", 2: "T21 T1", 0: "S4"}), "F")
    assert asked(run) == (2, "declare")
    to_the_end(do(run, "who_has_his"))
    assert chips(run, "who_has_his") == [(-1, 0, 1)]


@pytest.mark.clause("marolles 3.21")
def test_the_sheet_of_a_deal_with_real_cards_says_who_had_none() -> None:
    deal = outcome(
        "marolles", EACH_ALONE, {}, [(0, "S4 S5 S6", 2)],
        said={"who_has_his": (0,), "has_none": (1,), "has_his": (2,)},
    )  # fmt: skip
    assert rows(deal, "3.21") == [(1, -1, 0)]


SEVEN = "SK BK CK DK T21 T1 F"


@pytest.mark.clause("marolles 3.22")
@pytest.mark.parametrize(
    ("hand", "option", "declared"),
    [
        (f"{SEVEN} DA", "off", False),
        (f"{SEVEN} DA", "with_seven_tarots", True),
        ("SK BK CK DK T21 T1 DA", "with_seven_tarots", False),  # six tarots only
        (SEVEN, "with_seven_tarots", False),
        ("DA", "at_will", True),
        (SEVEN, "at_will", False),
        ("DA", "instead_of_playing", True),
        (SEVEN, "instead_of_playing", False),
    ],
)
def test_la_belle_is_declared_only_by_option(hand: str, option: str, declared: bool) -> None:
    missing = " ".join({*SEVEN.split(), "DA"} - set(hand.split()))
    run = ready({1: hand, 2: missing}, belle_shown=option)
    assert ("belle" in options_of(run)) is declared


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
def test_la_belle_shown_earns_one_besides_the_payment_for_playing_her() -> None:
    run = to_the_end(do(ready({1: "DA"}, belle_shown="at_will"), "belle"))
    assert chips(run, "belle") == chips(run, "la Belle played") == [(-1, 2, -1)]


@pytest.mark.clause("marolles 3.22")
def test_with_seven_tarots_all_eight_cards_are_shown() -> None:
    run = do(ready({1: f"{SEVEN} DA"}, belle_shown="with_seven_tarots"), "belle")
    assert {card for _, card in run.view(0).heard("shown")} == {*SEVEN.split(), "DA"}
