"""The strict call: worked hands for each restriction and its ties."""

from __future__ import annotations

import pytest

from calatafimi_tables import FOUR
from matto.blocks.call import ShortestSuitCall
from matto.engine.cards import COURTS
from matto.games.sicily import SICILIAN

clause = pytest.mark.clause


def may_call(hand: str) -> str:
    """What a hand may call, in the order of the suits' letters."""
    return " ".join(sorted(ShortestSuitCall(hand.split()).cards))


@clause(f"{FOUR} 3.16")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SQ S7 CJ C8 C5 BK", "SK"),  # two swords, three cups; the King of batons is held
        ("S7 CQ CC CJ", "SK"),  # one pip is shorter than three courts
        ("S9 S8 S7 B9 B8 C9", "CK"),  # three, two, one
        ("BK SQ SC SJ S10 S9", "SK"),  # a suit with its King is not called, however short
        ("BK B5 D9 D8 D7 S9 S8", "SK"),  # nor is it counted as the shortest
        ("T20 T19 T18 F C5 S6 S7", "CK"),  # trumps and the Fuggitivo are no suits
    ],
)
def test_the_shortest_suit_held_without_its_king_is_called(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.17")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SQ S7 CC C8", "SK"),  # Queen over Cavalier
        ("SC S7 CJ C8", "SK"),  # Cavalier over Jack
        ("SJ S5 C10 C9", "SK"),  # Jack over pips
        ("SQ SC CQ CJ", "SK"),  # the text's example
        ("SQ S5 CQ CJ", "CK"),  # any second court over none
        ("SQ S5 CC CJ", "SK"),  # the highest court first, then the second
        ("SQ SC SJ CQ CC C5", "SK"),  # the third decides
        ("SQ S5 CJ", "CK"),  # courts decide only between equally short suits
        ("S10 S5 C9 C8 BQ B5 BK", "CK SK"),  # the best courts of suits that may be called
        ("SQ SJ DQ D5", "SK"),  # courts come before coins
    ],
)
def test_of_equally_short_suits_the_one_with_better_courts(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.18")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SQ S7 DQ D4", "DK"),
        ("S10 S9 C8 C7 D5 D4", "DK"),  # pips are all alike
        ("SQ S7 CQ C9", "CK SK"),  # coins are not among them: free
        ("S7 C9 B5 DQ D4", "BK CK SK"),
        ("S7 C9 BQ B5 D4", "DK"),
    ],
)
def test_then_coins_are_called_and_without_coins_any(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.19")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SK S5 CK C7 BK B5", "DK"),  # void in coins
        ("SK S5", "DK"),  # void in three suits: coins first
        ("SK S5 DK D4", "BK CK"),  # coins are held with their King: another void suit, free
        ("SK CK DK", "BK"),
        ("T20 T19 F", "DK"),  # no suit at all
        ("SK S5 CQ CC CJ C10", "CK"),  # a held suit lacks its King: no void suit
    ],
)
def test_a_void_suit_only_if_every_held_suit_has_its_king(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.20")
@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("SK SQ CK C7 BK B5 B6 DK D5 D6", "CQ"),  # the shortest suit without its Queen
        ("SK SJ CK CC BK B9 DK D9", "CQ"),  # King and Cavalier over King and Jack
        ("SK S9 CK C9 BK B9 DK D9", "DQ"),  # then coins
        ("SK S9 CK C9 BK BQ DK DQ", "CQ SQ"),  # then any
        ("SK CK BK DK T20", "DQ"),
        ("SK SQ SC CK CQ BK BQ B5 DK DQ", "DC"),  # all Queens too: a Cavalier
        ("SK SQ SC CK CQ BK BQ BJ DK DQ D9", "CC"),
        ("SK SQ SC SJ CK CQ CC C5 BK BQ BC DK DQ DC T20", "DJ"),  # all Cavaliers too: a Jack
        ("SK SQ CK CQ BK BQ DK", "DQ"),  # three Queens: the fourth
    ],
)
def test_with_all_kings_a_queen_is_called_and_so_on(hand: str, called: str) -> None:
    assert may_call(hand) == called


@clause(f"{FOUR} 3.15")
def test_only_the_hand_decides_what_may_be_called() -> None:
    hand = "SQ S7 CQ C9 T4 T5"
    assert may_call(hand) == may_call(" ".join(reversed(hand.split())))


@clause(f"{FOUR} 3.22")
def test_who_has_all_courts_calls_one_that_he_has_laid_away() -> None:
    hand = [card for card in SICILIAN.codes if card in COURTS - {"SJ"}]
    assert ShortestSuitCall(hand, ("SJ", "S5")).cards == ("SJ",)
    assert ShortestSuitCall(hand[1:], ("SJ", "S5")).cards == (hand[0],)
