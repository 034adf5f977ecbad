"""Grosstarock: the Sküs, its exchange for an empty card, and how long it excuses."""

from __future__ import annotations

import pytest

from grosstarock_deals import (
    DEALER,
    FOREHAND,
    ID,
    MIDDLE,
    PACK,
    SEATS,
    asked,
    dealt,
    options,
    played,
    refused,
)
from helpers import do
from matto.engine.events import Trick
from matto.engine.outcome import Exchange, exchange_in, piles_after_exchange
from matto.engine.run import Run
from matto.games.tarots import EMPTY
from matto.games.tarots.grosstarock import gathered

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
    assert run.result is not None
    assert sum(run.result.points) == 78


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
    assert run.result is not None
    assert sum(run.result.points) == 78


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
