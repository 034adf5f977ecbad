"""Grosstarock: following and trumping, who wins a trick, who sees what."""

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

clause = pytest.mark.clause

SMALL = "S2 S3 S4"


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


@clause(f"{ID} 4.18")
def test_every_card_played_is_seen_by_all_and_the_hands_by_nobody_else() -> None:
    run = played(dealt(), tricks=9)
    for viewer in (*SEATS, None):
        assert list(run.view(viewer).tricks) == run.table.tricks
        hidden = {card for seat in SEATS if seat != viewer for card in run.table.hand(seat)}
        told = {word for event in run.view(viewer).events for word in event.what}
        assert not hidden & told & PACK.cards
