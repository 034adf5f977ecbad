"""Grosstarock: who announces what, what bars what, and what each earns."""

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
    SEATS,
    amounts,
    announcing,
    finished,
    laid,
    options,
    paid,
    ready,
    refused,
    say,
)
from helpers import asked, do, start
from matto.engine.run import Run
from matto.games.tarots.grosstarock.announcements import declaring

clause = pytest.mark.clause

HEARTS, SPADES = "CK CQ CC CJ", "SK SQ SC SJ"
PIPS = "S10 S9 S8 S7 S6 S5 S4 S3 S2 SA B10 B9 B8 B7 B6 B5 B4 B3 B2 BA"
RED_PIPS = "C10 C9 C8 C7 C6 C5 C4 C3 C2 CA D10 D9 D8 D7 D6 D5 D4 D3 D2 DA"


def holding(cards: str, seat: int = FOREHAND, **chosen: Any) -> Run:
    """A seat is to announce; its other cards are black pips, tarocks when it is the dealer."""
    filling = [card for card in PIPS.split() if card not in cards.split()]
    room = 25 - len(cards.split())
    return announcing({seat: " ".join([*cards.split(), *filling[:room]])}, seat, **chosen)


def shown(run: Run) -> list[tuple[str, ...]]:
    return [event.what for event in run.view(None).events if event.kind == "shown"]


@clause(f"{ID} 3.7")
def test_each_announces_all_he_wants_before_the_next_and_then_no_more() -> None:
    run = say(holding(f"{HEARTS} T21 T1 F"), "matadors_3 cavalry:hearts_KQCJ")
    assert asked(run) == (FOREHAND, "declare")
    run.do("pass")
    assert asked(run) == (MIDDLE, "declare")
    do(run, "pass")
    assert asked(run) == (DEALER, "declare")
    do(run, "pass")
    assert asked(run)[1] == "announce"
    assert [seat for seat, word in run.view(None).heard("declare") if word == "pass"] == [
        0,
        1,
        2,
    ]


@clause(f"{ID} 3.7", f"{ID} 3.8")
def test_everybody_is_asked_even_who_has_nothing() -> None:
    # forehand: a court of each suit and rank, eight tarocks without a matador, 13 Latons
    nothing = "SK BQ CC DJ T2 T3 T4 T5 T6 T7 T8 T9 S10 S9 S8 S7 S6 S5 S4 S3 S2 SA B10 B9 B8"
    run = laid(start(ID, {FOREHAND: nothing, MIDDLE: RED_PIPS}, dealer=DEALER))
    assert options(run) == {"pass"}
    for seat in SEATS:
        assert asked(run) == (seat, "declare")
        assert "pass" in options(run)
        run.do("pass")


@clause(f"{ID} 3.8")
def test_announcements_are_made_one_by_one_in_any_order() -> None:
    for words in ("matadors_3 kings_3 half_cavalry:hearts_KQC",
                  "half_cavalry:hearts_KQC kings_3 matadors_3"):  # fmt: skip
        run = say(holding("T21 T1 F CK CQ CC"), words)
        assert [word for _, word in run.view(None).heard("declare")] == words.split()
    assert refused(run, "queens_of_hearts") == "3.8"


@clause(f"{ID} 3.9")
def test_nobody_has_to_announce_what_he_has() -> None:
    run = holding(f"{HEARTS} {SPADES} BK DK T21 T1 F")
    do(run, "pass pass pass")
    assert paid(run) == []
    assert shown(run) == []


@clause(f"{ID} 3.10")
def test_all_see_the_cards_of_an_announcement_which_stay_in_the_hand() -> None:
    run = say(holding(f"{HEARTS} T21 T1 F"), "cavalry:hearts_KQCJ matadors_3")
    assert [set(cards) for cards in shown(run)] == [set(HEARTS.split()), {"T21", "T1", "F"}]
    assert {*HEARTS.split(), "T21"} <= set(run.view(FOREHAND).hand)


@clause(f"{ID} 3.10", f"{ID} 3.13")
def test_who_holds_more_chooses_what_he_shows_one_card_at_a_time() -> None:
    run = holding("SK BK CK DK")
    run.do("kings_3")
    assert asked(run) == (FOREHAND, "show")
    assert options(run) == {"SK", "BK", "CK", "DK"}
    assert run.decision is not None and run.decision.left == 3
    run.do("DK")
    assert options(run) == {"SK", "BK", "CK"}
    assert run.decision.left == 2
    assert refused(run, "T21") == "3.11"
    assert refused(run, "DK") == "3.21"
    do(run, "SK BK")
    assert shown(run) == [("SK", "BK", "DK")]


@clause(f"{ID} 3.10", f"{ID} 3.17")
def test_tarocks_are_not_shown_but_the_pagat_is_told() -> None:
    own = " ".join(f"T{n}" for n in range(1, 11))
    run = holding(own)
    assert "tarocks_10:with_pagat" in options(run)
    assert "tarocks_10:without_pagat" not in options(run)
    assert refused(run, "tarocks_10:without_pagat") == "3.16"
    run.do("tarocks_10:with_pagat")
    assert asked(run) == (FOREHAND, "declare")
    assert shown(run) == []
    others = {word for event in run.view(MIDDLE).events for word in event.what}
    assert not set(own.split()) & others - set(run.view(MIDDLE).hand)


@clause(f"{ID} 3.17")
def test_who_lacks_the_pagat_says_so() -> None:
    run = holding(" ".join(f"T{n}" for n in range(2, 12)))
    assert "tarocks_10:without_pagat" in options(run)
    assert "tarocks_10:with_pagat" not in options(run)
    assert refused(run, "tarocks_10:with_pagat") == "3.16"


@clause(f"{ID} 3.11")
def test_cards_in_the_skat_do_not_serve() -> None:
    own = f"{HEARTS} S2 S3 S4"
    run = announcing({DEALER: own}, DEALER, away="CQ S2 S3")
    assert "cavalry:hearts_KQCJ" not in options(run)
    assert refused(run, "cavalry:hearts_KQCJ") == "3.11"
    assert "half_cavalry:hearts_KCJ" in options(run)
    run = announcing({DEALER: own}, DEALER, away="S4 S2 S3")
    assert "cavalry:hearts_KQCJ" in options(run)


@clause(f"{ID} 3.12", f"{ID} 1.7")
def test_a_card_serves_in_several_kinds() -> None:
    # XXI, I, Sküs and the King of hearts: Matadors, four Kings, and the cavalry of the King
    run = say(holding(f"{HEARTS} T21 T1 F"), "matadors_3 kings_4 cavalry_skues:hearts_KQCJ")
    do(run, "pass pass pass")
    assert dict(paid(run)) == {
        "matadors_3": (20, -10, -10),
        "kings_4": (20, -10, -10),
        "cavalry_skues": (40, -20, -20),
    }


@pytest.mark.parametrize(
    ("cards", "first", "second"),
    [
        ("T21 T1 F T20 SK BK CK", "matadors_3", "matadors_kings_3"),
        ("SK BK CK DK", "kings_3", "kings_4"),
        (HEARTS, "half_cavalry:hearts_KQC", "cavalry:hearts_KQCJ"),
        (HEARTS, "half_cavalry:hearts_KQC", "half_cavalry:hearts_QCJ"),
        ("SQ BQ CQ DQ F", "queens", "three_queens_skues"),
        ("SK BK CK DK F", "kingdom", "skues_kingdom"),
        ("T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12", "tarocks_10:without_pagat",
         "tarocks_11:without_pagat"),
        (PIPS, "latons_16", "latons_17"),
    ],
)  # fmt: skip
@clause(f"{ID} 3.12")
def test_each_kind_is_announced_once(cards: str, first: str, second: str) -> None:
    run = holding(cards)
    assert {first, second} <= options(run)
    say(run, first)
    assert second not in options(run)
    assert refused(run, second) == refused(run, first) == "3.12"


@clause(f"{ID} 3.12", f"{ID} 3.21", f"{ID} 3.22")
def test_the_same_four_kings_are_paid_by_their_number_and_as_a_kingdom() -> None:
    run = do(say(holding("SK BK CK DK"), "kings_4 kingdom"), "pass pass pass")
    assert paid(run) == [("kings_4", (20, -10, -10)), ("kingdom", (20, -10, -10))]


@pytest.mark.parametrize("kingdom", ["kingdom", "skues_kingdom", "kingdom_skues"])
@clause(f"{ID} 3.12")
def test_with_the_option_kings_by_number_and_a_kingdom_are_one_kind(kingdom: str) -> None:
    for first, second in (("kings_4", kingdom), (kingdom, "kings_4")):
        chosen: dict[str, Any] = {"kings_and_kingdom": "one", "kingdom_with_skues": 20}
        run = holding("SK BK CK DK F SQ BQ CQ DQ", **chosen)
        assert {first, second} <= options(run)
        say(run, first)
        assert refused(run, second) == "3.12"
        assert "queens" in options(run)  # another kind


@clause(f"{ID} 3.12", f"{ID} 3.13")
def test_as_one_kind_the_largest_of_kings_and_kingdoms_is_due_with_that_option() -> None:
    run = holding("SK BK CK DK F", largest=True, kings_and_kingdom="one")
    assert "kings_5" in options(run)  # 15, a kingdom 10
    assert refused(run, "kingdom") == "3.13"
    run = holding("SK BK CK DK F", largest=True)
    assert {"kings_5", "kingdom"} <= options(run)


@clause(f"{ID} 3.13")
def test_less_may_be_announced_than_is_held_but_not_with_the_option() -> None:
    own = "SK BK CK DK T21 T1 F"
    sizes = {f"kings_{size}" for size in range(3, 8)}
    assert sizes <= options(holding(own))
    run = holding(own, largest=True)
    assert options(run) & sizes == {"kings_7"}
    assert refused(run, "kings_6") == "3.13"
    assert {"matadors_kings_3"} == {word for word in options(run) if "matadors" in word}


@pytest.mark.parametrize(
    ("cards", "largest", "smaller"),
    [
        ("SQ BQ CQ DQ F", "queens_skues", ("queens", "three_queens_skues")),
        ("SC BC CC DC F", "kavals_skues", ("kavals", "three_kavals_skues")),
        ("SJ BJ CJ DJ F", "jacks_skues", ("jacks", "three_jacks_skues")),
        ("SK BK CK DK F", "kingdom", ("skues_kingdom",)),
        ("SK BK CK DK F", "kings_5", ("kings_3", "kings_4")),
        (f"{HEARTS} F", "cavalry_skues:hearts_KQCJ",
         ("cavalry:hearts_KQCJ", "half_cavalry_skues:hearts_KQC")),
        (PIPS, "latons_20", ("latons_16", "latons_19")),
    ],
)  # fmt: skip
@clause(f"{ID} 3.13", f"{ID} 3.23")
def test_with_the_option_the_announcement_of_the_highest_payment_is_named_in_every_kind(
    cards: str, largest: str, smaller: tuple[str, ...]
) -> None:
    run = holding(cards, largest=True)
    assert largest in options(run)
    for word in smaller:
        assert refused(run, word) == "3.13"


@clause(f"{ID} 3.13")
def test_with_the_option_largest_one_may_still_keep_silent() -> None:
    run = holding("SK BK CK DK T21 T1 F", largest=True)
    assert "pass" in options(run)


@clause(f"{ID} 3.20")
def test_after_a_whole_cavalry_half_ones_behind_need_neighbouring_courts() -> None:
    hands = {FOREHAND: HEARTS, MIDDLE: SPADES, DEALER: "DK DQ DJ BK BQ BC BJ S2 S3 S4"}
    run = say(announcing(hands), "cavalry:hearts_KQCJ pass")
    halves = {word for word in options(run) if word.startswith("half_cavalry:")}
    assert halves == {"half_cavalry:spades_KQC", "half_cavalry:spades_QCJ"}
    assert refused(run, "half_cavalry:spades_KQJ") == "3.20"
    assert refused(run, "half_cavalry:spades_KCJ") == "3.20"
    run.do("pass")
    assert not [word for word in options(run) if "diamonds" in word]  # KQJ are no neighbours
    assert refused(run, "half_cavalry:diamonds_KQJ") == "3.20"


@clause(f"{ID} 3.19", f"{ID} 3.20")
def test_before_any_whole_cavalry_any_three_courts_are_a_half_one() -> None:
    hands = {FOREHAND: HEARTS, MIDDLE: SPADES}
    run = say(announcing(hands), "half_cavalry:hearts_KQC pass")
    halves = {word for word in options(run) if word.startswith("half_cavalry:spades")}
    assert halves == {f"half_cavalry:spades_{ranks}" for ranks in ("KQC", "QCJ", "KQJ", "KCJ")}


@pytest.mark.parametrize("word", ["cavalry", "cavalry_skues"])
@clause(f"{ID} 3.20")
def test_forehand_is_never_bound_and_the_others_are_by_their_own_cavalry_too(word: str) -> None:
    own = f"{HEARTS} SK SQ SJ F"
    run = say(announcing({FOREHAND: own}), f"{word}:hearts_KQCJ")
    assert "half_cavalry:spades_KQJ" in options(run)
    run = say(announcing({MIDDLE: own}, MIDDLE), f"{word}:hearts_KQCJ")
    assert refused(run, "half_cavalry:spades_KQJ") == "3.20"
    assert refused(run, "half_cavalry_skues:spades_KQJ") == "3.20"


@clause(f"{ID} 3.20")
def test_with_the_option_ones_own_cavalry_binds_nobody_but_the_others() -> None:
    own = f"{HEARTS} SK SQ SJ"
    run = announcing({MIDDLE: own, DEALER: "DK DQ DJ S2 S3 S4"}, MIDDLE, cavalry_bars="others")
    say(run, "cavalry:hearts_KQCJ")
    assert "half_cavalry:spades_KQJ" in options(run)
    run.do("pass")
    assert refused(run, "half_cavalry:diamonds_KQJ") == "3.20"


@pytest.mark.parametrize("bars", ["anybody", "others"])
@clause(f"{ID} 3.20")
def test_a_half_cavalry_announced_before_stands_and_bars_no_whole_one(bars: str) -> None:
    run = announcing({MIDDLE: f"{HEARTS} SK SQ SJ"}, MIDDLE, cavalry_bars=bars)
    do(say(run, "half_cavalry:spades_KQJ cavalry:hearts_KQCJ"), "pass pass")
    assert paid(run) == [("half_cavalry", (-5, 10, -5)), ("cavalry", (-10, 20, -10))]


@pytest.mark.parametrize("bars", ["anybody", "own"])
@clause(f"{ID} 3.24")
def test_three_with_the_skues_announced_before_stand_and_bar_no_kingdom(bars: str) -> None:
    hands = {FOREHAND: "F SQ BQ CQ SK BK CK DK"}
    run = announcing(hands, kingdom_bars=bars, kingdom_later="too_late")
    do(say(run, "three_queens_skues kingdom"), "pass pass pass")
    assert paid(run) == [("three_queens_skues", (10, -5, -5)), ("kingdom", (20, -10, -10))]
    hands = {FOREHAND: "F SQ BQ CQ", MIDDLE: "SK BK CK DK"}
    run = announcing(hands, kingdom_bars=bars, kingdom_later="too_late")
    do(say(run, "three_queens_skues pass kingdom"), "pass pass")
    assert paid(run) == [("three_queens_skues", (10, -5, -5)), ("kingdom", (-10, 20, -10))]


QUEENS_FIRST = {FOREHAND: "F SQ BQ CQ", MIDDLE: "SK BK CK DK"}
OWN_FOUR = {FOREHAND: "F SQ BQ CQ SK BK CK DK"}
OWN_SKUESED = {FOREHAND: "F SQ BQ CQ SK BK CK"}
STANDS, BARRED = (10, -5, -5), (0, 0, 0)


@pytest.mark.parametrize(
    ("hands", "said", "bars", "queens"),
    [
        (QUEENS_FIRST, "three_queens_skues pass kingdom pass", "anybody", BARRED),
        (QUEENS_FIRST, "three_queens_skues pass kingdom pass", "own", STANDS),
        (QUEENS_FIRST, "three_queens_skues pass kingdom pass", "others", BARRED),
        (QUEENS_FIRST, "three_queens_skues pass kingdom pass", "four_kings", BARRED),
        (OWN_FOUR, "three_queens_skues kingdom pass pass", "anybody", BARRED),
        (OWN_FOUR, "three_queens_skues kingdom pass pass", "own", BARRED),
        (OWN_FOUR, "three_queens_skues kingdom pass pass", "others", STANDS),
        (OWN_FOUR, "three_queens_skues kingdom pass pass", "four_kings", BARRED),
        (OWN_SKUESED, "three_queens_skues skues_kingdom pass pass", "anybody", BARRED),
        (OWN_SKUESED, "three_queens_skues skues_kingdom pass pass", "four_kings", STANDS),
    ],
)
@clause(f"{ID} 3.24")
def test_a_kingdom_bars_three_with_the_skues_that_were_announced_before_it(
    hands: dict[int, str], said: str, bars: str, queens: tuple[int, ...]
) -> None:
    run = do(say(announcing(hands, kingdom_bars=bars), said), "pass")
    assert ("three_queens_skues", queens) in paid(run)
    (kingdom,) = [amounts for name, amounts in paid(run) if "kingdom" in name]
    assert sum(map(abs, kingdom)) in {40, 20}  # 10 from each, or the sküsed 5: paid in full


@clause(f"{ID} 3.24")
def test_options_whose_kingdom_and_which_form_bar_who_speaks_after_it() -> None:
    four = {FOREHAND: "SK BK CK DK", MIDDLE: "SQ BQ CQ F"}
    after = {
        bars: "three_queens_skues"
        in options(say(announcing(four, kingdom_bars=bars), "kingdom pass"))
        for bars in ("anybody", "own", "others", "four_kings")
    }
    assert after == {"anybody": False, "own": True, "others": False, "four_kings": False}
    run = say(announcing(OWN_SKUESED, kingdom_bars="four_kings"), "skues_kingdom")
    assert "three_queens_skues" in options(run)
    assert (
        refused(say(announcing(OWN_SKUESED), "skues_kingdom"), "three_queens_skues") == "3.24"
    )
    run = say(announcing(OWN_FOUR, kingdom_bars="others"), "kingdom")
    assert "three_queens_skues" in options(run)


@pytest.mark.parametrize("name", ["queens", "kavals", "jacks"])
@clause(f"{ID} 3.24")
def test_anybodys_kingdom_bars_three_of_a_rank_with_the_skues(name: str) -> None:
    rank = {"queens": "Q", "kavals": "C", "jacks": "J"}[name]
    hands = {FOREHAND: "SK BK CK DK", MIDDLE: f"S{rank} B{rank} C{rank} F", DEALER: f"D{rank}"}
    three = f"three_{name}_skues"
    run = announcing(hands, MIDDLE)
    assert three in options(run)  # nobody has announced it
    run = say(announcing(hands), "kingdom pass")
    assert three not in options(run)
    assert refused(run, three) == "3.24"
    run = say(announcing(hands, kingdom_bars="own"), "kingdom pass")
    assert three in options(run)


@pytest.mark.parametrize("bars", ["anybody", "own"])
@clause(f"{ID} 3.24", f"{ID} 3.22")
def test_ones_own_kingdom_of_whichever_form_bars_them_as_well(bars: str) -> None:
    own = "SK BK CK F SQ BQ CQ"
    run = say(holding(own, kingdom_bars=bars), "skues_kingdom")
    assert refused(run, "three_queens_skues") == "3.24"
    own = "SK BK CK DK F SQ BQ CQ"
    run = holding(own, kingdom_bars=bars, kingdom_with_skues=20)
    assert refused(say(run, "kingdom_skues"), "three_queens_skues") == "3.24"


@clause(f"{ID} 3.24")
def test_four_with_the_skues_are_not_barred() -> None:
    run = say(holding("SK BK CK DK F SQ BQ CQ DQ"), "kingdom")
    assert {"queens", "queens_skues"} <= options(run)
    assert "three_queens_skues" not in options(run)


@clause(f"{ID} 3.22")
def test_four_kings_with_the_skues_have_a_word_of_their_own_only_with_the_option() -> None:
    own = "SK BK CK DK F"
    assert "kingdom_skues" not in options(holding(own))
    assert refused(holding(own), "kingdom_skues") == "3.8"
    assert {"kingdom", "kingdom_skues"} <= options(holding(own, kingdom_with_skues=20))


# -- what each announcement earns, and how equal ones cancel -----------------------------

THREE = "T21 T1 F"


def tarocks(high: int, low: int) -> str:
    return " ".join(f"T{n}" for n in range(high, low - 1, -1))


def earned(cards: str, words: str, **chosen: Any) -> dict[str, int]:
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
