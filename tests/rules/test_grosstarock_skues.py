"""Grosstarock: the Sküs and its exchange; announcing Nullo and Allstich."""

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
    dealt,
    finished,
    keep_quiet,
    options,
    played,
    refused,
    say,
)
from helpers import asked, do, result_of
from inference.exactly import contains
from matto.engine.events import Trick
from matto.engine.outcome import Exchange, exchange_in, piles_after_exchange
from matto.engine.run import Run
from matto.games.tarots import EMPTY
from matto.games.tarots.grosstarock import gathered
from matto.players.inference import Worlds

clause = pytest.mark.clause

TAROCKS = [f"T{n}" for n in range(21, 0, -1)]
SMALL = "S2 S3 S4"
HEARTLESS = "SK SQ SC SJ S10 S9 S8 S7 S6 S5 BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ"


def exchanges(run: Run) -> list[tuple[int, str]]:
    return list(run.view(None).heard("exchanges"))


SKUES = {FOREHAND: "T21 S2 B3 F", MIDDLE: "SK BK T2", DEALER: "S3 B2 T3 C2 C3 C4"}


def skues_played(more: str = "") -> Run:
    """Forehand takes T21 T2 T3, loses S2, and may play the Sküs to the King of clubs."""
    run = dealt(SKUES, away="C2 C3 C4")
    return do(run, f"T21 T2 T3 S2 SK S3 BK B2 {more}")


@clause(f"{ID} 4.7", f"{ID} 1.6")
def test_the_skues_may_be_played_instead_of_following_and_need_not() -> None:
    run = skues_played()
    assert asked(run) == (FOREHAND, "play")
    assert {"F", "B3"} <= options(run)
    assert refused(run, "SA") == refused(run, "C5") == "4.2"
    run.do("F")
    assert run.table.tricks[-1].winner == MIDDLE


@clause(f"{ID} 4.7")
def test_the_skues_may_be_played_instead_of_a_tarock() -> None:
    run = do(dealt({FOREHAND: "T21", MIDDLE: "T20 T19 F", DEALER: SMALL}), "T21")
    assert {"F", "T20", "T19"} <= options(run)
    hands = {FOREHAND: "C2", MIDDLE: f"{HEARTLESS} F T1 T2", DEALER: SMALL}
    assert options(do(dealt(hands), "C2")) == {"F", "T1", "T2"}


@clause(f"{ID} 4.8")
def test_its_owner_keeps_it_and_gives_an_empty_card_of_his_tricks() -> None:
    run = skues_played("F")
    assert exchanges(run) == [(FOREHAND, "T2")]  # the first empty card of his only trick
    piles = gathered(run.table).piles
    assert piles[FOREHAND] == {"T21", "T3", "F"}
    assert {"BK", "B2", "T2"} <= piles[MIDDLE]
    assert len(piles[MIDDLE]) == 6


@clause(f"{ID} 4.8")
def test_without_the_skues_nothing_is_exchanged() -> None:
    run = skues_played("B3")
    assert exchanges(run) == []


@clause(f"{ID} 4.8", f"{ID} 4.18")
def test_all_see_the_exchange_at_once() -> None:
    run = skues_played("F")
    for seat in (*SEATS, None):
        kinds = [event.kind for event in run.view(seat).events]
        assert kinds[-2:] == ["trick", "exchanges"]


@clause(f"{ID} 4.8")
def test_an_empty_card_of_the_skat_is_not_given() -> None:
    hands = {FOREHAND: "SK", MIDDLE: "S3", DEALER: "F S4 C2 C3 C4"}
    run = do(dealt(hands, away="C2 C3 C4"), "SK S3 F")
    assert exchanges(run) == []


LATER = {FOREHAND: "SK S2 DJ", MIDDLE: "F SQ DK S5", DEALER: "S3 S4 DQ C2 C3 C4 S6"}


@clause(f"{ID} 4.9")
def test_who_has_no_trick_yet_gives_an_empty_card_as_soon_as_he_can() -> None:
    run = do(dealt(LATER, away="C2 C3 C4"), "SK F S3")
    assert exchanges(run) == []
    do(run, "S2 SQ S4")
    assert exchanges(run) == [(MIDDLE, "S2")]
    piles = [set(pile) for pile in gathered(run.table).piles]
    assert piles == [{"SK", "S3", "S2"}, {"SQ", "S4", "F"}, {"C2", "C3", "C4"}]


@clause(f"{ID} 4.9")
def test_a_trick_of_counting_cards_only_has_nothing_to_give() -> None:
    run = do(dealt(LATER, away="C2 C3 C4"), "SK F S3 DJ DK DQ")
    assert exchanges(run) == []
    assert run.table.tricks[-1].winner == MIDDLE
    do(run, "S5 S4 S2")  # middlehand takes this one, with its own five as the first empty card
    assert exchanges(run) == [(MIDDLE, "S5")]


ALL = {FOREHAND: " ".join([*TAROCKS, "SK", "BK", "CK", "DK"]), MIDDLE: "F"}


@clause(f"{ID} 4.10")
def test_the_skues_of_one_without_any_trick_goes_to_the_winner_of_its_trick() -> None:
    run = played(dealt(ALL), {FOREHAND: TAROCKS, MIDDLE: ["F"]})
    assert exchanges(run) == []
    assert "F" in gathered(run.table).piles[FOREHAND]
    assert run.table.tricks[0].cards[1] == "F"


@clause(f"{ID} 4.11")
def test_after_a_led_skues_the_next_card_sets_the_suit() -> None:
    hands = {FOREHAND: "F", MIDDLE: "CJ CK T5", DEALER: "C2 CQ T9 DK S2 S3 S4"}
    run = do(dealt(hands, away=SMALL), "F")
    assert options(run) == set(run.table.hand(MIDDLE))
    run.do("CJ")
    assert {"C2", "CQ"} <= options(run)
    assert refused(run, "T9") == refused(run, "DK") == "4.2"
    run.do("CQ")
    assert run.table.tricks[0].winner == DEALER
    run = do(dealt(hands, away=SMALL), "F T5")
    assert "T9" in options(run)
    assert refused(run, "DK") == "4.2"


@clause(f"{ID} 4.11", f"{ID} 4.9")
def test_a_led_skues_comes_back_to_its_owner_too() -> None:
    hands = {FOREHAND: "F SK", MIDDLE: "C2 S5", DEALER: "CA SA S3 B2 B3 B4"}
    run = do(dealt(hands, away="B2 B3 B4"), "F C2 CA")
    lead = next(card for card in run.table.hand(DEALER) if card[0] == "S")
    do(run, lead)
    do(run, "SK S5")
    assert exchanges(run) == [(FOREHAND, lead)]


LATE_SKUES = {
    FOREHAND: " ".join([*TAROCKS, "SK", "SQ", "SC", "SJ"]),
    MIDDLE: "F S10 B2 B3 B4 B5 B6 B7 B8 B9 B10 C2 C3 C4 C5 C6 C7 C8 C9 C10 CA D2 D3 D4 D5",
    DEALER: "S2 S3 S4 S5",
}
KEPT = ["D2", "D3", "S10", "F"]
FIRST_THROWN = [card for card in LATE_SKUES[MIDDLE].split() if card not in KEPT]


@clause(f"{ID} 4.7", f"{ID} 4.12")
def test_it_still_excuses_in_the_21st_trick() -> None:
    run = dealt(LATE_SKUES, away=SMALL)
    played(run, {FOREHAND: TAROCKS, MIDDLE: FIRST_THROWN}, tricks=20)
    do(run, "SK")
    assert {"F", "S10"} == options(run)


@clause(f"{ID} 4.12")
def test_from_the_22nd_trick_it_is_no_excuse() -> None:
    run = dealt(LATE_SKUES, away=SMALL)
    played(run, {FOREHAND: TAROCKS, MIDDLE: FIRST_THROWN}, tricks=21)
    do(run, "SK")
    assert options(run) == {"S10"}
    assert refused(run, "F") == "4.12"
    assert refused(run, "D2") == "4.2"


@clause(f"{ID} 4.12")
def test_then_it_is_thrown_off_and_belongs_to_the_trick() -> None:
    run = dealt(LATE_SKUES, away=SMALL)
    played(run, {FOREHAND: TAROCKS, MIDDLE: FIRST_THROWN}, tricks=21)
    played(run, {FOREHAND: ["SK"], MIDDLE: ["S10"]}, tricks=22)
    do(run, "SQ")
    assert options(run) == {"D2", "D3", "F"}
    played(run, {MIDDLE: ["F"]}, tricks=23)
    assert "F" in gathered(run.table).piles[FOREHAND]
    played(run)
    assert exchanges(run) == []
    assert sum(result_of(run).points) == 78


OWN = LATE_SKUES[MIDDLE].replace("D4", "DK")
THROWN = [card for card in OWN.split() if card not in KEPT]


def with_a_trick() -> Run:
    """Middlehand takes D4 with its King, then forehand leads tarocks up to the 22nd trick."""
    hands = {**LATE_SKUES, FOREHAND: " ".join([*TAROCKS, "SK", "SQ", "SC", "D4"]), MIDDLE: OWN}
    run = do(dealt(hands, away=SMALL), "D4 DK")
    do(run, next(iter(run.decision.options)) if run.decision else "")
    assert run.table.tricks[0].winner == MIDDLE
    return do(run, "B2")


@pytest.mark.parametrize(("number", "kept"), [(20, True), (21, True), (22, False)])
@clause(f"{ID} 4.8", f"{ID} 4.12")
def test_who_has_an_empty_card_in_his_tricks_keeps_it_up_to_the_21st_trick(
    number: int, kept: bool
) -> None:
    run = played(with_a_trick(), {FOREHAND: TAROCKS, MIDDLE: THROWN}, number - 1)
    played(run, {FOREHAND: TAROCKS, MIDDLE: ["F"]}, number)
    assert "F" in run.table.tricks[number - 1].cards
    assert exchanges(run) == ([(MIDDLE, "D4")] if kept else [])
    assert ("F" in gathered(run.table).piles[MIDDLE]) is kept
    assert ("F" in gathered(run.table).piles[FOREHAND]) is not kept


@clause(f"{ID} 4.9", f"{ID} 4.12")
def test_an_exchange_owed_from_the_21st_trick_is_made_up_after_it() -> None:
    hands = {
        FOREHAND: " ".join([*TAROCKS, "SK", "SQ", "SC", "S2"]),
        MIDDLE: LATE_SKUES[MIDDLE],
        DEALER: "S3 S4 S5 S6",
    }
    run = dealt(hands, away="S3 S4 S5")
    all_but_one = [card for card in PACK.codes if card != "S6"]
    played(run, {0: TAROCKS, 1: FIRST_THROWN, 2: all_but_one}, tricks=20)
    played(run, {0: TAROCKS, 1: ["F"], 2: all_but_one}, tricks=21)
    assert exchanges(run) == []
    do(run, "S2 S10 S6")  # middlehand's first trick
    assert exchanges(run) == [(MIDDLE, "S2")]
    assert set(gathered(run.table).piles[MIDDLE]) == {"S10", "S6", "F"}
    played(run)
    assert sum(result_of(run).points) == 78


def late(skues_at: int, own_at: int) -> list[Trick]:
    """23 tricks of seat 0 but for one of seat 1, who plays the Sküs to another."""
    tricks = [Trick(0, ("S2", "S3", "S4"), 0)] * 23
    tricks[skues_at - 1] = Trick(0, ("SK", "F", "S5"), 0)
    tricks[own_at - 1] = Trick(0, ("C2", "CK", "C3"), 1)
    return tricks


@pytest.mark.parametrize(
    ("skues_at", "own_at", "kept"),
    [(21, 20, True), (22, 20, False), (21, 23, True), (22, 23, False)],
)
@clause(f"{ID} 4.8", f"{ID} 4.9", f"{ID} 4.12")
def test_it_is_exchanged_if_it_fell_by_the_21st_trick_whenever_the_empty_card_comes(
    skues_at: int, own_at: int, kept: bool
) -> None:
    tricks = late(skues_at, own_at)
    assert exchange_in(tricks, 21, EMPTY) == (Exchange(1, 0, "C2") if kept else None)
    piles = piles_after_exchange(tricks, [(), (), ()], 21, EMPTY)
    assert piles[1] == ({"F", "CK", "C3"} if kept else {"C2", "CK", "C3"})
    assert piles[0] >= ({"SK", "C2", "S5"} if kept else {"SK", "F", "S5"})
    assert exchange_in(late(21, 23)[:22], 21, EMPTY) is None  # not before he has it


@clause(f"{ID} 4.12")
def test_an_owner_with_tricks_loses_it_all_the_same() -> None:
    run = played(with_a_trick(), {FOREHAND: TAROCKS, MIDDLE: THROWN}, 22)
    played(run, {FOREHAND: ["SK"], MIDDLE: ["S10"]}, tricks=23)
    played(run, {FOREHAND: ["SQ"], MIDDLE: ["F"]}, tricks=24)
    assert "F" in run.table.tricks[23].cards
    assert "F" in gathered(run.table).piles[FOREHAND]
    assert exchanges(run) == []


@clause(f"{ID} 4.12")
def test_it_may_still_be_led_after_the_21st_trick() -> None:
    hands = {FOREHAND: f"{LATE_SKUES[FOREHAND][:-3]} F", MIDDLE: "SJ", DEALER: SMALL}
    run = played(dealt(hands, away=SMALL), {FOREHAND: TAROCKS}, tricks=21)
    assert "F" in options(run)


@pytest.mark.parametrize(
    ("own", "given"),
    [("T21 SK S2", "S2"), ("T20 S2 S3", "T20"), ("T21 S10 S2", "S10"), ("T21 T1 SK", None)],
)
@clause(f"{ID} 4.8", f"{ID} 1.8")
def test_given_is_the_first_empty_card_and_never_a_counting_one(
    own: str, given: str | None
) -> None:
    tricks = [Trick(0, ("DK", "F", "D2"), 0), Trick(1, tuple(own.split()), 1)]
    found = exchange_in(tricks, 21, EMPTY)
    assert (None if found is None else found.card) == given


# -- announcing Nullo and Allstich, and throwing in --------------------------------------

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
@clause(f"{ID} 4.14", f"{ID} 5.10", f"{ID} 5.13")
def test_with_matadors_unpaid_who_has_played_one_is_paid_for_no_nullo(
    card: str, paid: list[tuple[int, ...]]
) -> None:
    finish = finished({1: (0, f"T21 {card} S3", 0)}, won=NONE_TO_1)
    assert amounts(finish, "5.10", nullo_with_matadors="unpaid") == paid
    assert bool(amounts(finish, "5.3", nullo_with_matadors="unpaid")) is not bool(paid)
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
    assert result_of(run).next_dealer == FOREHAND
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
    assert "throw_in" not in [word for _, word in run.view(None).heard("announce")]
    assert "grosstarock 5.16" not in {row.clause for row in result_of(run).sheet}


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
