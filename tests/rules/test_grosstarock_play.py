"""Grosstarock: following and trumping, the Sküs and its exchange, who sees what."""

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
from matto.blocks.fool_exchange import exchange_in
from matto.blocks.tarots import EMPTY
from matto.games.grosstarock import gathered
from matto.run import Run
from matto.table import Trick

clause = pytest.mark.clause

TAROCKS = [f"T{n}" for n in range(21, 0, -1)]
SMALL = "S2 S3 S4"


def exchanges(run: Run) -> list[tuple[int, str]]:
    return list(run.view(None).heard("exchanges"))


def winner(cards: str, hands: dict[int, str]) -> int:
    """Who wins the first trick, led by forehand."""
    run = do(dealt({**hands, DEALER: f"{hands[DEALER]} B2 B3 B4"}, away="B2 B3 B4"), cards)
    return run.table.tricks[0].winner


@clause(f"{ID} 4.1")
def test_forehand_leads_first_then_the_winner_of_each_of_25_tricks() -> None:
    run = dealt()
    assert asked(run) == (FOREHAND, "play")
    played(run)
    tricks = run.table.tricks
    assert len(tricks) == 25
    leaders = [trick.leader for trick in tricks]
    assert leaders == [FOREHAND, *(trick.winner for trick in tricks[:-1])]


@clause(f"{ID} 4.1")
def test_any_card_may_be_led_but_one_must_hold_it() -> None:
    run = dealt({MIDDLE: "T21"})
    assert options(run) == set(run.table.hand(FOREHAND))
    assert refused(run, "T21") == "4.1"


@clause(f"{ID} 4.2")
def test_who_has_the_suit_led_follows_it_or_plays_the_skues() -> None:
    run = do(dealt({FOREHAND: "C2", MIDDLE: "CK C5 T9 T1 F D2", DEALER: SMALL}), "C2")
    clubs = {card for card in run.table.hand(MIDDLE) if card[0] == "C"}
    assert {"CK", "C5"} <= clubs
    assert options(run) == clubs | {"F"}
    assert refused(run, "T9") == refused(run, "D2") == "4.2"


@pytest.mark.parametrize(
    ("suit", "name"), [("S", "spades"), ("B", "clubs"), ("C", "hearts"), ("D", "diamonds")]
)
@clause(f"{ID} 1.1", f"{ID} 4.2")
def test_a_refusal_calls_the_suits_by_their_french_names(suit: str, name: str) -> None:
    hands = {FOREHAND: f"{suit}2", MIDDLE: f"{suit}K {suit}5 T9", DEALER: "SA BA CA DA"}
    why = do(dealt(hands), f"{suit}2").why_not("T9")
    assert why is not None
    assert str(why.sentence) == f"You hold {name}: follow the suit that was led."


@clause(f"{ID} 4.2")
def test_a_tarock_is_answered_by_a_tarock() -> None:
    run = do(dealt({FOREHAND: "T5", MIDDLE: "T9 T1 CK", DEALER: SMALL}), "T5")
    held = {card for card in run.table.hand(MIDDLE) if card[0] == "T"}
    assert options(run) == held >= {"T9", "T1"}
    assert refused(run, "CK") == "4.2"


HEARTLESS = "SK SQ SC SJ S10 S9 S8 S7 S6 S5 BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ"


@clause(f"{ID} 4.3", f"{ID} 4.5")
def test_who_is_void_must_trump_with_any_tarock_high_or_low() -> None:
    hands = {FOREHAND: "C2", MIDDLE: f"{HEARTLESS} T20 T1", DEALER: SMALL}
    run = dealt({**hands, MIDDLE: f"{hands[MIDDLE]} T9"})
    do(run, "C2")
    assert options(run) == {"T20", "T9", "T1"}
    assert refused(run, "SK") == "4.3"


@clause(f"{ID} 4.5")
def test_nobody_has_to_play_higher() -> None:
    hands = {FOREHAND: f"T10 {HEARTLESS}", MIDDLE: "T5 T21", DEALER: "T3 T20 S2 S3 S4"}
    run = do(dealt(hands, away=SMALL), "T10")
    assert {"T5", "T21"} <= options(run)
    run.do("T5")
    assert {"T3", "T20"} <= options(run)
    hands = {FOREHAND: "C9", MIDDLE: f"CK {HEARTLESS} T2 C10", DEALER: SMALL}
    assert {"CK", "C10"} <= options(do(dealt(hands), "C9"))


@clause(f"{ID} 4.4")
def test_who_has_neither_suit_nor_tarock_plays_anything() -> None:
    own = f"{HEARTLESS} D3 D4 D5"
    run = do(dealt({FOREHAND: "C2", MIDDLE: own, DEALER: SMALL}), "C2")
    assert options(run) == set(own.split())


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("C5 CK C2", MIDDLE),
        ("CK C2 C5", FOREHAND),
        ("C10 C9 C2", DEALER),  # red: the 2 above the 9 above the 10
        ("S2 S9 S10", DEALER),  # black: the ten above the nine
        ("SA S9 S5", MIDDLE),  # black: the ace is the lowest
        ("T3 T20 T9", MIDDLE),
        ("T2 T1 T3", DEALER),
        ("CA C3 C4", FOREHAND),
    ],
)
@clause(f"{ID} 4.6")
def test_the_highest_card_of_the_suit_led_or_the_highest_tarock_wins(
    cards: str, wins: int
) -> None:
    assert winner(cards, dict(zip(SEATS, cards.split(), strict=True))) == wins


@clause(f"{ID} 4.6", f"{ID} 1.5")
def test_a_tarock_beats_every_king_and_a_card_of_another_suit_beats_nothing() -> None:
    hands = {FOREHAND: "CK", MIDDLE: f"{HEARTLESS} T1 T2 T3", DEALER: "CQ"}
    assert winner("CK T1 CQ", hands) == MIDDLE
    hands = {FOREHAND: "C10", MIDDLE: f"{HEARTLESS} D3 D4 D5", DEALER: "C9 T21"}
    assert winner("C10 DK C9", hands) == DEALER


# -- the Sküs ------------------------------------------------------------------------------

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


@clause(f"{ID} 4.12")
def test_an_owner_with_tricks_loses_it_all_the_same() -> None:
    # middlehand takes a trick with the ace of diamonds early and throws the Sküs off late
    own = LATE_SKUES[MIDDLE].replace("D4", "DK")
    hands = {**LATE_SKUES, FOREHAND: " ".join([*TAROCKS, "SK", "SQ", "SC", "D4"]), MIDDLE: own}
    run = do(dealt(hands, away=SMALL), "D4 DK")
    do(run, next(iter(run.decision.options)) if run.decision else "")
    assert run.table.tricks[0].winner == MIDDLE
    do(run, "B2")
    played(run, {FOREHAND: TAROCKS, MIDDLE: [c for c in own.split() if c not in KEPT]}, 22)
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


@clause(f"{ID} 4.18")
def test_every_card_played_is_seen_by_all_and_the_hands_by_nobody_else() -> None:
    run = played(dealt(), tricks=9)
    for viewer in (*SEATS, None):
        assert list(run.view(viewer).tricks) == run.table.tricks
        hidden = {card for seat in SEATS if seat != viewer for card in run.table.hand(seat)}
        told = {word for event in run.view(viewer).events for word in event.what}
        assert not hidden & told & PACK.cards


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
