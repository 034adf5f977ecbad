"""Grosstarock: announcing Nullo and Allstich, and throwing in."""

from __future__ import annotations

import pytest

from grosstarock_deals import (
    DEALER,
    FOREHAND,
    GAME,
    ID,
    MIDDLE,
    PACK,
    SEATS,
    amounts,
    announcing,
    asked,
    dealt,
    finished,
    keep_quiet,
    options,
    played,
    refused,
    say,
)
from helpers import do
from inference.exactly import contains
from matto.engine.run import Run
from matto.players.inference import Worlds

clause = pytest.mark.clause

TAROCKS = [f"T{n}" for n in range(21, 0, -1)]
NONE_TO_1 = (15, 0, 10)
STRONG = " ".join([*TAROCKS, "SK", "BK", "CK", "DK"])
ALL_TO_FOREHAND = {FOREHAND: STRONG, MIDDLE: "F"}
# forehand loses the first trick to middlehand's King and cannot win another before the last
ALL_TO_MIDDLE = {
    FOREHAND: "C2 BK S3 S4 S5 S6 S7 S8 S9 S10 D2 D3 D4 D5 D6 D7 D8 D9 D10 C3 C4 C5 C6 C7 C8",
    MIDDLE: " ".join([*TAROCKS, "CK", "DK", "SK", "B2"]),
}


def begun(hands: dict[int, str], words: str = "") -> Run:
    """A deal without other announcements, in which Nullo and Allstich are asked for."""
    return do(dealt(hands, quiet=False), words)


def all_won(hands: dict[int, str], words: str, tricks: int) -> Run:
    """After some tricks, all won by the one with the tarocks."""
    return played(begun(hands, words), dict.fromkeys(SEATS, TAROCKS), tricks)


@clause(f"{ID} 4.13")
def test_all_are_asked_in_turn_before_the_first_lead() -> None:
    run = begun({})
    for seat in (FOREHAND, MIDDLE, DEALER):
        assert asked(run) == (seat, "announce")
        assert options(run) == {"nullo", "allstich", "silence"}
        assert refused(run, "vanto") == "4.13"
        run.do("silence")
    assert asked(run) == (FOREHAND, "play")


@clause(f"{ID} 4.13")
def test_all_hear_what_is_announced() -> None:
    run = begun({}, "silence nullo allstich")
    for viewer in (*SEATS, None):
        heard = run.view(viewer).heard("announce")
        assert heard == ((0, "silence"), (1, "nullo"), (2, "allstich"))


@clause(f"{ID} 4.13", f"{ID} 4.14", f"{ID} 4.15")
def test_at_the_13th_trick_nullo_without_a_trick_and_allstich_with_all() -> None:
    run = all_won(ALL_TO_FOREHAND, "silence silence silence", 12)
    assert asked(run) == (FOREHAND, "announce")
    assert options(run) == {"allstich", "silence"}
    assert refused(run, "nullo") == "4.14"
    run.do("silence")
    for seat in (MIDDLE, DEALER):
        assert asked(run) == (seat, "announce")
        assert options(run) == {"nullo", "silence"}
        assert refused(run, "allstich") == "4.15"
        run.do("silence")
    assert asked(run)[1] == "play"


@clause(f"{ID} 4.13", f"{ID} 4.15")
def test_at_the_19th_trick_allstich_alone() -> None:
    run = all_won(ALL_TO_FOREHAND, "silence silence silence", 18)
    assert options(run) == {"allstich", "silence"}
    assert refused(run, "nullo") == "4.13"
    do(run, "silence")
    assert asked(run) == (MIDDLE, "announce")
    assert options(run) == {"silence"}
    assert refused(run, "allstich") == "4.15"
    assert refused(run, "nullo") == "4.13"


@clause(f"{ID} 4.13")
def test_the_leader_of_the_trick_is_asked_first() -> None:
    run = begun(ALL_TO_MIDDLE, "silence silence silence C2")
    played(run, {MIDDLE: ["CK", *TAROCKS], FOREHAND: ["C3", "C4"]}, 12)
    assert asked(run) == (MIDDLE, "announce")
    run.do("silence")
    assert asked(run) == (DEALER, "announce")


@clause(f"{ID} 4.13")
def test_nobody_is_asked_at_other_tricks_or_where_all_know_that_nobody_can() -> None:
    asked_at = []
    run = begun(ALL_TO_FOREHAND)
    while run.decision is not None:
        if run.decision.kind == "announce":
            asked_at.append(len(run.table.tricks) + 1)
            run.do("silence")
        else:
            run.do(run.decision.options[0])
    assert asked_at == [1] * 3 + [13] * 3 + [19] * 3
    hands = {FOREHAND: "S2 DK", MIDDLE: "SK B2", DEALER: "BK D2 S3 C2 C3 C4"}
    run = do(dealt(hands, away="C2 C3 C4", quiet=False), "silence silence silence")
    do(run, "S2 SK S3 B2 BK")
    played(run, {DEALER: ["D2"], FOREHAND: ["DK"]})
    assert run.view(None).heard("announce") == ((0, "silence"), (1, "silence"), (2, "silence"))


@pytest.mark.parametrize("matador", ["T21", "T1", "F"])
@clause(f"{ID} 4.14")
def test_who_holds_a_matador_may_try_a_nullo_or_may_not_with_the_option(matador: str) -> None:
    hands = {FOREHAND: matador}
    assert options(begun(hands)) == {"nullo", "allstich", "silence"}
    run = dealt(hands, quiet=False, nullo_with_matadors="barred")
    assert asked(run) == (FOREHAND, "announce")  # he is asked like the others
    assert options(run) == {"allstich", "silence"}
    assert refused(run, "nullo") == "4.14"


@clause(f"{ID} 4.14", f"{ID} 1.7")
def test_with_matadors_barred_kings_and_other_tarocks_bar_no_nullo() -> None:
    hands = {FOREHAND: "SK BK CK DK T20 T2", MIDDLE: "T21 T1 F"}
    run = dealt(hands, quiet=False, nullo_with_matadors="barred")
    assert options(run) == {"nullo", "allstich", "silence"}


@pytest.mark.parametrize(("held", "may"), [("", True), ("F", False)])
@clause(f"{ID} 4.14")
def test_with_matadors_barred_a_pagat_in_the_skat_does_not_count(held: str, may: bool) -> None:
    hands = {FOREHAND: STRONG.replace(" T1 ", " "), DEALER: f"T1 S2 S3 {held}"}
    hands |= {} if held else {MIDDLE: "F"}
    run = dealt(hands, away="T1 S2 S3", quiet=False, nullo_with_matadors="barred")
    do(run, "silence silence")
    assert asked(run) == (DEALER, "announce")
    assert ("nullo" in options(run)) is may


@pytest.mark.parametrize("keeps", [True, False])
@clause(f"{ID} 4.14")
def test_with_matadors_barred_one_that_has_been_played_does_not_count(keeps: bool) -> None:
    hands = {FOREHAND: STRONG.replace(" T1 ", " "), MIDDLE: "T1", DEALER: "F"}
    run = dealt(hands, quiet=False, nullo_with_matadors="barred")
    do(run, "silence silence silence")
    others = sorted(PACK.cards - {"F"})
    played(run, {FOREHAND: TAROCKS, DEALER: others if keeps else ["F"]}, 12)
    do(run, "silence")
    assert options(run) == {"nullo", "silence"}  # middlehand has lost the Pagat to a tarock
    do(run, "silence")
    assert asked(run) == (DEALER, "announce")
    assert options(run) == ({"silence"} if keeps else {"nullo", "silence"})


@clause(f"{ID} 4.14", f"{ID} 5.10")
def test_with_matadors_barred_nullo_without_announcing_is_paid_all_the_same() -> None:
    finish = finished({1: (0, "T2 F S3", 0)}, won=NONE_TO_1)  # seat 1 had the Sküs
    for value in ("allowed", "barred"):
        assert amounts(finish, "5.10", nullo_with_matadors=value) == [(-26, 52, -26)]


@pytest.mark.parametrize(("card", "paid"), [("F", []), ("T1", []), ("T20", [(-26, 52, -26)])])
@clause(f"{ID} 4.14", f"{ID} 5.10")
def test_with_matadors_unpaid_who_has_played_one_is_paid_for_no_nullo(
    card: str, paid: list[tuple[int, ...]]
) -> None:
    finish = finished({1: (0, f"T21 {card} S3", 0)}, won=NONE_TO_1)
    assert amounts(finish, "5.10", nullo_with_matadors="unpaid") == paid
    run = dealt({FOREHAND: card}, quiet=False, nullo_with_matadors="unpaid")
    assert ("nullo" in options(run)) is (card == "T20")


@clause(f"{ID} 4.15")
def test_who_holds_the_skues_may_announce_allstich_or_may_not_with_the_option() -> None:
    hands = {FOREHAND: "F", MIDDLE: "T21"}
    assert options(begun(hands)) == {"nullo", "allstich", "silence"}
    run = dealt(hands, quiet=False, allstich_with_skues="barred")
    assert asked(run) == (FOREHAND, "announce")  # he is asked like the others
    assert options(run) == {"nullo", "silence"}
    assert refused(run, "allstich") == "4.15"
    run.do("silence")
    assert options(run) == {"nullo", "allstich", "silence"}


@clause(f"{ID} 4.15", f"{ID} 4.13")
def test_with_the_skues_barred_its_holder_is_asked_all_the_same_and_nobody_knows_why() -> None:
    hands = {"F": f"{' '.join(TAROCKS[:18])} F", "DK": f"{' '.join(TAROCKS[:18])} DK"}
    others = [card for card in PACK.codes if card not in hands]
    seen = {}
    for card, other in (("F", "DK"), ("DK", "F")):
        run = dealt({0: hands[card], 1: other}, quiet=False, allstich_with_skues="barred")
        for tricks in (0, 12, 18):
            played(run, {FOREHAND: TAROCKS, MIDDLE: others}, tricks)
            assert asked(run) == (FOREHAND, "announce")
            assert ("allstich" in options(run)) is (card == "DK")
            seen[card, tricks] = [run.view(DEALER).facts(), run.view(None).facts()]
    assert all(seen["F", tricks] == seen["DK", tricks] for tricks in (0, 12, 18))


@pytest.mark.parametrize(
    ("value", "words"),
    [("announced", {"allstich"}), ("free", {"nullo", "allstich", "silence"})],
)
@clause(f"{ID} 4.15", f"{ID} 3.5")
def test_with_the_skues_barred_one_in_the_skat_does_not_count(
    value: str, words: set[str]
) -> None:
    chosen = {"allstich_with_skues": "barred", "skues_in_skat": value}
    run = dealt({DEALER: "F S2 S3"}, away="F S2 S3", quiet=False, **chosen)
    do(run, "silence silence")
    assert asked(run) == (DEALER, "announce")
    assert options(run) == words


@pytest.mark.parametrize(("value", "holders"), [("allowed", {1, 2}), ("barred", {2})])
@clause(f"{ID} 4.15")
def test_who_announces_an_allstich_that_the_skues_bars_does_not_hold_it(
    value: str, holders: set[int]
) -> None:
    run = dealt({1: "S2", 2: "F"}, quiet=False, allstich_with_skues=value)
    do(run, "silence allstich silence")
    worlds = Worlds(GAME, run.view(FOREHAND))
    assert contains(worlds, run)
    assert set(worlds.draw(50, 1).holder("F").tolist()) == holders


@clause(f"{ID} 4.15")
def test_at_the_13th_trick_one_lost_trick_is_too_many_for_allstich() -> None:
    hands = {FOREHAND: "CK C3", MIDDLE: " ".join([*TAROCKS, "C2", "SK", "BK", "DK"])}
    run = begun(hands, "silence silence silence CK C2")
    played(run, {FOREHAND: ["C3"], MIDDLE: TAROCKS}, 12)
    assert [trick.winner for trick in run.table.tricks] == [FOREHAND] + 11 * [MIDDLE]
    assert asked(run) == (MIDDLE, "announce")
    assert options(run) == {"silence"}
    assert refused(run, "allstich") == "4.15"


@clause(f"{ID} 4.16")
def test_one_such_announcement_a_deal_by_each_but_several_may_make_one() -> None:
    run = begun(ALL_TO_FOREHAND, "allstich nullo nullo")
    played(run, {FOREHAND: TAROCKS}, 12)
    # all three have announced: nobody can, nobody is asked
    assert asked(run)[1] == "play"
    run = all_won(ALL_TO_FOREHAND, "allstich silence nullo", 12)
    assert options(run) == {"silence"}
    assert refused(run, "allstich") == "4.16"
    run.do("silence")
    assert options(run) == {"nullo", "silence"}
    run.do("silence")
    assert refused(run, "nullo") == "4.16"


# -- throwing in ---------------------------------------------------------------------------

FAILS = {FOREHAND: "T21 S2", MIDDLE: "T2 SK", DEALER: "T3 S3 C2 C3 C4"}


@clause(f"{ID} 4.17")
def test_who_fails_his_announced_nullo_is_asked_at_once() -> None:
    run = do(dealt(FAILS, away="C2 C3 C4", quiet=False), "nullo silence silence")
    do(run, "S2 SK S3")  # not failed yet
    assert asked(run) == (MIDDLE, "play")
    run = do(dealt(FAILS, away="C2 C3 C4", quiet=False), "nullo silence silence T21 T2 T3")
    assert asked(run) == (FOREHAND, "announce")
    assert options(run) == {"throw_in", "play_on"}
    assert refused(run, "silence") == "4.17"


@clause(f"{ID} 4.17", f"{ID} 6.1")
def test_if_he_throws_in_the_deal_ends_and_the_next_seat_deals() -> None:
    run = do(dealt(FAILS, away="C2 C3 C4", quiet=False), "nullo silence silence T21 T2 T3")
    run.do("throw_in")
    assert run.result is not None
    assert run.result.next_dealer == FOREHAND
    assert run.view(MIDDLE).heard("announce")[-1] == (FOREHAND, "throw_in")
    assert len(run.table.tricks) == 1


@clause(f"{ID} 4.17")
def test_if_he_plays_on_he_is_not_asked_again() -> None:
    hands = {**FAILS, FOREHAND: "T21 T20 S2"}
    run = do(dealt(hands, away="C2 C3 C4", quiet=False), "nullo silence silence T21 T2 T3")
    run.do("play_on")
    played(run, {FOREHAND: ["T20"]}, tricks=2)
    assert run.table.tricks[1].winner == FOREHAND  # his second
    played(run)
    words = [word for _, word in run.view(None).heard("announce")]
    assert words.count("play_on") == 1
    assert len(run.table.tricks) == 25


@clause(f"{ID} 4.17")
def test_after_the_last_trick_there_is_nothing_to_throw_in() -> None:
    run = begun(ALL_TO_MIDDLE, "nullo silence silence C2")
    others = [card for card in ALL_TO_MIDDLE[FOREHAND].split() if card != "BK"]
    played(run, {MIDDLE: ["CK", *TAROCKS, "DK", "SK"], FOREHAND: others, DEALER: ["BQ"]})
    assert run.table.tricks[-1].winner == FOREHAND
    assert run.result is not None
    assert "throw_in" not in [word for _, word in run.view(None).heard("announce")]
    assert "grosstarock 5.16" not in {row.clause for row in run.result.sheet}


@clause(f"{ID} 4.17")
def test_who_has_not_announced_his_nullo_is_not_asked() -> None:
    run = do(dealt(FAILS, away="C2 C3 C4", quiet=False), "silence nullo nullo T21 T2 T3")
    assert asked(run) == (FOREHAND, "play")


@clause(f"{ID} 4.19")
def test_the_two_others_are_friends_until_the_announcer_fails() -> None:
    def friends(run: Run) -> list[set[int]]:
        return [set(GAME.friends(run.view(seat))) for seat in SEATS]

    run = do(dealt(FAILS, away="C2 C3 C4", quiet=False), "nullo silence silence")
    assert friends(run) == [set(), {2}, {1}]
    assert GAME.friends(run.view(None)) == frozenset()
    do(run, "T21 T2 T3")
    assert friends(run) == [set(), set(), set()]
    run = do(dealt(FAILS, away="C2 C3 C4", quiet=False), "silence silence allstich")
    assert friends(run) == [{1}, {0}, set()]
    do(run, "T21 T2 T3")
    assert friends(run) == [set(), set(), set()]
    run = do(dealt(FAILS, away="C2 C3 C4", quiet=False), "nullo allstich silence")
    assert friends(run) == [set(), set(), set()]  # two announcers: nobody's friend is plain


def choices(shown: str, announced: str) -> list[tuple[int, set[str]]]:
    """What each may play in a deal in which always the first such card is played."""
    hands = {FOREHAND: "T21 T1 F S2", MIDDLE: "T2 SK", DEALER: "T3 S3 C2 C3 C4"}
    run = say(announcing(hands, away="C2 C3 C4"), f"{shown} pass pass pass")
    do(run, f"{announced} silence silence")
    may = []
    while run.decision is not None:
        if asked(run)[1] == "play":
            may.append((run.decision.seat, options(run)))
            run.do(run.decision.options[0])
        else:
            run.do(keep_quiet(run))
    return may


@clause(f"{ID} 4.19")
def test_neither_a_nullo_nor_an_allstich_nor_the_pagat_binds_the_others() -> None:
    free = choices("", "silence")
    assert len(free) == 75
    assert choices("", "nullo") == choices("", "allstich") == free
    assert choices("matadors_3", "silence") == free  # all have seen who holds the Pagat
