"""Grosstarock: who announces what, in which order, and what bars what."""

from __future__ import annotations

from typing import Any

import pytest

from grosstarock_deals import (
    DEALER,
    FOREHAND,
    ID,
    MIDDLE,
    SEATS,
    announcing,
    asked,
    laid,
    options,
    paid,
    refused,
    say,
)
from helpers import do, start
from matto.engine.run import Run

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
