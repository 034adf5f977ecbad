"""Calatafimi for four: solo, talon, twenty and fifteen, the call, who plays with whom."""

from __future__ import annotations

import pytest

from calatafimi_tables import (
    FOUR,
    asked,
    counted,
    everybody,
    held,
    laid_away,
    refused,
    tell_who_knows,
    who,
)
from helpers import do, play_on
from matto.engine.run import Run
from matto.games import game

clause = pytest.mark.clause

IMPORTANT = "SK BK CK DK T19 T18 T17 T16 T20 T1 F"
ZEROS = {  # fives and tens: seat 0 holds 15, 1 holds 15, 2 holds 15, 3 holds 15, the talon 10
    0: "SK BK CK",
    1: "DK T20",
    2: "T19 T1",
    3: "T18 F",
}
TALON = "T17 S5 T16"


def friends(run: Run, seat: int | None) -> frozenset[int]:
    return game(FOUR).friends(run.view(seat))


def twenty_round(hands: dict[int, str], talon: str = "", **given: int) -> Run:
    """Nobody plays solo, the dealer lays away: the round of venti or zero."""
    run = do(held(FOUR, hands, talon, **given), "passo passo passo passo")
    return laid_away(run)


def calling(hand: str, *, dealer: int = 0) -> Run:
    """Seat 1 is the twenty, all others say zero: what he may call."""
    run = twenty_round({1: hand}, dealer=dealer)
    while asked(run).kind == "bid":
        run.do("venti" if "venti" in asked(run).options and who(run)[0] == 1 else "zero")
    assert who(run) == (1, "call")
    return run


# -- solo ------------------------------------------------------------------------------------


@clause(f"{FOUR} 3.1")
@pytest.mark.parametrize("dealer", range(4))
def test_solo_is_asked_in_turn_from_the_dealers_right_to_the_dealer(dealer: int) -> None:
    run = held(FOUR, dealer=dealer)
    order = []
    while asked(run).kind == "bid" and "solo" in asked(run).options:
        order.append(asked(run).seat)
        run.do("passo")
    assert order == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert refused(held(FOUR), "venti") == f"{FOUR} 3.1"


@clause(f"{FOUR} 3.1")
def test_the_first_solo_is_the_game() -> None:
    run = do(held(FOUR), "passo solo")
    assert who(run) == (2, "discard")
    run = laid_away(run)
    assert who(run) == (3, "play")  # nobody is asked for twenty


@clause(f"{FOUR} 3.2")
def test_the_talon_is_shown_if_the_soloist_does_not_deal() -> None:
    run = do(held(FOUR, talon="S5 S6 S7"), "passo solo")
    assert tell_who_knows(run, "talon") == dict.fromkeys(("S5", "S6", "S7"), everybody(run))
    assert {"S5", "S6", "S7"} <= set(run.view(2).hand)


@clause(f"{FOUR} 3.2")
def test_a_dealer_who_plays_solo_shows_nothing() -> None:
    run = do(held(FOUR, talon="S5 S6 S7"), "passo passo passo solo")
    assert tell_who_knows(run, "talon") == {}
    assert tell_who_knows(run, "takes") == dict.fromkeys(("S5", "S6", "S7"), (0,))
    assert who(run) == (0, "discard")


@clause(f"{FOUR} 3.3")
def test_without_a_solo_the_dealer_takes_the_talon_unseen_by_others() -> None:
    run = do(held(FOUR, talon="S5 S6 S7", dealer=3), "passo passo passo passo")
    assert tell_who_knows(run, "talon") == {}
    assert tell_who_knows(run, "takes") == dict.fromkeys(("S5", "S6", "S7"), (3,))
    assert who(run) == (3, "discard")
    assert who(laid_away(run)) == (0, "bid")  # the round begins at his right, not with him


@clause(f"{FOUR} 3.4")
def test_the_dealer_decides_before_he_sees_the_talon() -> None:
    run = do(held(FOUR, talon="S5 S6 S7"), "passo passo passo")
    assert who(run) == (0, "bid")
    seen = {card for event in run.view(0).events for card in event.what}
    assert seen & {"S5", "S6", "S7"} == {"S7"}  # the bottom card
    run = laid_away(do(run, "passo"))
    do(run, "zero zero zero")
    assert who(run) == (0, "bid")
    assert refused(run, "solo") == f"{FOUR} 3.9"


# -- laying away -----------------------------------------------------------------------------

FEW_PLAIN = {0: "T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 S5"}


@clause(f"{FOUR} 3.5")
def test_whoever_takes_the_talon_lays_three_away() -> None:
    run = do(held(FOUR, talon="S5 S6 S7"), "solo")
    assert len(run.view(1).hand) == 18
    do(run, ["S5", "S6", next(c for c in asked(run).options if c not in {"S5", "S6"})])
    assert len(run.view(1).hand) == 15
    assert asked(run).kind == "play"


@clause(f"{FOUR} 3.6")
@pytest.mark.parametrize("card", ["SK", "T20", "T19", "T18", "T17", "T16", "T1", "F"])
def test_fives_and_tens_are_never_laid_away(card: str) -> None:
    run = do(held(FOUR, {1: card}), "solo")
    assert refused(run, card) == f"{FOUR} 3.6"


@clause(f"{FOUR} 3.7")
def test_trumps_are_laid_away_only_when_no_plain_card_is_left() -> None:
    run = do(held(FOUR, FEW_PLAIN, "T0 BK T16"), "passo passo passo solo")
    assert asked(run).options == ("S5",)
    assert refused(run, "T15") == f"{FOUR} 3.7"
    run.do("S5")
    assert set(asked(run).options) == {f"T{trump}" for trump in range(2, 16)} | {"T0"}
    assert refused(run, "BK") == f"{FOUR} 3.6"


@clause(f"{FOUR} 3.8")
def test_what_is_laid_away_is_secret_and_counts_for_its_owner() -> None:
    run = do(held(FOUR, talon="SQ BQ CQ"), "passo solo")
    laid_away(run, "SQ BQ CQ")
    assert tell_who_knows(run, "laid away") == dict.fromkeys(("SQ", "BQ", "CQ"), (2,))
    for viewer in (0, 1, 3, None):
        assert not run.view(viewer).heard("discard")
    play_on(run)
    assert run.result is not None
    assert not any({"SQ", "BQ", "CQ"} & set(trick.cards) for trick in run.table.tricks)
    assert run.result.points[2] == counted(run, {2}, "SQ BQ CQ")


# -- twenty and fifteen ----------------------------------------------------------------------


@clause(f"{FOUR} 3.9")
def test_the_first_twenty_ends_the_round() -> None:
    run = twenty_round({1: "SK BK", 2: "T20 T19 T18"})
    assert who(run) == (1, "bid")
    assert asked(run).options == ("zero",)
    run.do("zero")
    assert asked(run).options == ("venti", "zero")
    run.do("venti")
    assert who(run) == (3, "bid")  # the others are asked for fifteen
    assert asked(run).clause == f"{FOUR} 3.12"
    for viewer in everybody(run):
        assert run.view(viewer).heard("bid")[-2:] == ((1, "zero"), (2, "venti"))
    assert refused(run, "venti") == f"{FOUR} 3.12"


@clause(f"{FOUR} 3.9", f"{FOUR} 3.12")
def test_a_refusal_names_only_what_this_player_may_say() -> None:
    run = twenty_round({2: "T20 T19 T18"})
    for may in ("zero", "venti, zero"):
        why = run.why_not("solo")
        assert why is not None
        assert str(why.sentence) == f"“solo” is no bid here. Say {may}."
        run.do(asked(run).options[0])


@clause(f"{FOUR} 3.10")
@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("SK T19 T18", 15),
        ("SK BK T20", 20),
        ("T20 T1", 20),
        ("F T1 T16", 25),
        ("T20 T16", 15),
        ("T15 T14 SQ BQ CQ DQ", 0),
        ("SK BK CK DK T19 T18 T17 T16 T20 T1 F", 70),
    ],
)
def test_venti_needs_fives_and_tens_worth_twenty(hand: str, worth: int) -> None:
    rest = " ".join(card for card in IMPORTANT.split() if card not in hand.split())
    run = twenty_round({0: rest, 1: hand})
    assert asked(run).options == (("venti", "zero") if worth >= 20 else ("zero",))
    if worth < 20:
        assert refused(run, "venti") == f"{FOUR} 3.10"


@clause(f"{FOUR} 3.11")
def test_when_nobody_says_venti_the_cards_are_thrown_in() -> None:
    run = twenty_round(ZEROS, TALON, dealer=0)
    do(run, "zero zero zero")
    assert asked(run).options == ("venti", "zero")  # the dealer holds 25 with the talon's fives
    run.do("zero")
    assert run.result is not None
    assert run.result.thrown_in
    assert run.result.scores == (0, 0, 0, 0)
    assert run.result.next_dealer == 1


@clause(f"{FOUR} 3.12")
def test_fifteen_is_asked_from_the_right_of_the_twenty() -> None:
    run = do(twenty_round({2: "T20 T1"}), "zero venti")
    order = []
    while asked(run).kind == "bid":
        order.append(asked(run).seat)
        run.do("zero")
    assert order == [3, 0, 1]
    assert who(run) == (2, "call")


@clause(f"{FOUR} 3.13")
@pytest.mark.parametrize(
    ("hand", "may"),
    [("SK T19", False), ("SK T19 T18", True), ("T20 BK", True), ("T20 BK CK", False)],
)
def test_quindici_needs_exactly_fifteen(hand: str, may: bool) -> None:
    rest = " ".join(card for card in IMPORTANT.split() if card not in hand.split())
    run = do(twenty_round({1: rest, 2: hand}), "venti")
    assert who(run) == (2, "bid")
    assert asked(run).options == (("quindici", "zero") if may else ("zero",))
    if not may:
        assert refused(run, "quindici") == f"{FOUR} 3.13"


@clause(f"{FOUR} 3.14")
def test_the_fifteen_is_the_partner_and_all_know_it() -> None:
    hands = {0: "BK CK DK T17 T16 F", 1: "T20 T1", 2: "SK T19 T18"}
    run = do(twenty_round(hands), "venti quindici")
    assert who(run) == (2, "play")  # no card is called
    assert [friends(run, seat) for seat in range(4)] == [{3}, {2}, {1}, {0}]
    play_on(run)
    assert run.result is not None
    points = run.result.points
    assert points[1] == points[2]
    assert points[0] == points[3] == 109 - points[1]


# -- the call --------------------------------------------------------------------------------

TWENTY = "T20 T1"
PLAIN_TRUMPS = "T2 T3 T4 T5 T6 T7"


@clause(f"{FOUR} 3.15")
def test_with_three_zeros_the_twenty_calls_a_king_aloud() -> None:
    run = calling(f"{TWENTY} {PLAIN_TRUMPS} SK S5 S6 BQ B5 C9 C8")
    assert set(asked(run).options) == {"BK"}  # two batons with the Queen, two cups without
    assert refused(run, "SK") == f"{FOUR} 3.15"
    assert refused(run, "BQ") == f"{FOUR} 3.15"
    assert refused(run, "T19") == f"{FOUR} 3.15"
    run.do("BK")
    for viewer in everybody(run):
        assert run.view(viewer).heard("call") == ((1, "BK"),)


@clause(f"{FOUR} 3.16", f"{FOUR} 3.17")
def test_longer_suits_and_poorer_courts_are_refused() -> None:
    run = calling(f"{TWENTY} {PLAIN_TRUMPS} SQ S5 B10 B9 C9 C8 C7")
    assert set(asked(run).options) == {"SK"}
    assert refused(run, "CK") == f"{FOUR} 3.16"
    assert refused(run, "BK") == f"{FOUR} 3.17"
    assert refused(run, "DK") == f"{FOUR} 3.19"  # void in coins


@clause(f"{FOUR} 3.18")
def test_coins_come_before_other_suits_that_are_alike() -> None:
    run = calling(f"{TWENTY} {PLAIN_TRUMPS} T8 S9 S5 B10 B9 D9 D4")
    assert set(asked(run).options) == {"DK"}
    assert refused(run, "SK") == f"{FOUR} 3.18"


@clause(f"{FOUR} 3.19")
def test_void_suits_are_called_when_every_held_suit_has_its_king() -> None:
    run = calling(f"{TWENTY} {PLAIN_TRUMPS} T8 T9 SK S5 S6 S7 S8")
    assert set(asked(run).options) == {"DK"}
    assert refused(run, "CK") == f"{FOUR} 3.19"


@clause(f"{FOUR} 3.20")
def test_with_four_kings_a_queen_is_called() -> None:
    run = calling(f"{TWENTY} T2 T3 SK S5 S6 BK B5 CK CQ C5 DK D4 D5")
    assert set(asked(run).options) == {"BQ"}
    assert refused(run, "DQ") == f"{FOUR} 3.16"
    assert refused(run, "CC") == f"{FOUR} 3.20"
    assert refused(run, "SK") == f"{FOUR} 3.15"


@clause(f"{FOUR} 3.21")
def test_only_the_holder_knows_until_the_called_card_is_played() -> None:
    hand = f"{TWENTY} {PLAIN_TRUMPS} SK S5 S6 BQ B5 C9 C8"
    run = twenty_round({1: hand, 3: "BK B10 S9 C7 D7"})
    do(run, "venti zero zero zero BK")
    assert who(run) == (2, "play")
    assert [friends(run, seat) for seat in range(4)] == [set(), set(), set(), {1}]
    while "BK" in run.table.hand(3):
        options = asked(run).options
        run.do("BK" if "BK" in options else options[0])
    assert [friends(run, seat) for seat in range(4)] == [{2}, {3}, {0}, {1}]


FOUR_KINGS = f"{TWENTY} T2 T3 SK S5 S6 BK B5 CK CQ C5 DK D4 D5"


@clause(f"{FOUR} 3.22")
def test_the_caller_of_a_card_laid_away_plays_alone() -> None:
    run = do(held(FOUR, {1: FOUR_KINGS, 0: "BQ"}), "passo passo passo passo")
    laid_away(run, "BQ")
    do(run, "venti")
    while asked(run).kind == "bid":
        run.do("zero")
    run.do("BQ")
    assert friends(run, 0) == {2, 3}  # the dealer knows it
    assert [friends(run, seat) for seat in (1, 2, 3, None)] == [set()] * 4
    play_on(run)
    assert run.result is not None
    own = counted(run, {1})
    assert run.result.points == (109 - own, own, 109 - own, 109 - own)
    assert run.result.scores == (55 - own, 3 * (own - 55), 55 - own, 55 - own)


@clause(f"{FOUR} 3.22")
def test_a_dealer_may_have_to_call_what_he_has_laid_away_himself() -> None:
    run = do(held(FOUR, {1: f"{FOUR_KINGS}"}, "BQ S9 S8", dealer=1), "passo passo passo passo")
    laid_away(run, "BQ S9 S8")
    do(run, "zero zero zero venti zero zero zero BQ")
    assert friends(run, 1) == set()
    play_on(run)
    assert run.result is not None
    own = counted(run, {1}, "BQ S9 S8")
    assert run.result.points[1] == own
    assert run.result.scores == (55 - own, 3 * (own - 55), 55 - own, 55 - own)


@clause(f"{FOUR} 3.22")
def test_option_a_court_that_the_caller_has_laid_away_is_passed_over() -> None:
    run = held(
        FOUR, {1: FOUR_KINGS, 3: "DQ"}, "BQ S9 S8", dealer=1, call_laid_away="passed_over"
    )
    laid_away(do(run, "passo passo passo passo"), "BQ S9 S8")
    do(run, "zero zero zero venti zero zero zero")
    # batons are the shortest, but their Queen is laid away; swords and coins are three each
    assert asked(run).options == ("DQ",)
    assert refused(run, "BQ") == f"{FOUR} 3.22"
    run.do("DQ")
    assert friends(run, 3) == {1}
    assert run.table.contract is not None
    assert run.table.contract.side == (1, 0, 1, 0)


@clause(f"{FOUR} 3.22", f"{FOUR} 3.20")
def test_option_with_all_queens_held_or_laid_away_a_cavalier_is_called() -> None:
    hand = f"{TWENTY} T2 T3 SK SQ S5 S6 BK CK CQ C5 DK DQ D4"
    run = held(FOUR, {1: hand}, "BQ S9 S8", dealer=1, call_laid_away="passed_over")
    laid_away(do(run, "passo passo passo passo"), "BQ S9 S8")
    do(run, "zero zero zero venti zero zero zero")
    assert asked(run).options == ("BC",)  # of batons he has the King alone
    by_the_letter = held(FOUR, {1: hand}, "BQ S9 S8", dealer=1)
    laid_away(do(by_the_letter, "passo passo passo passo"), "BQ S9 S8")
    do(by_the_letter, "zero zero zero venti zero zero zero")
    assert asked(by_the_letter).options == ("BQ",)


@clause(f"{FOUR} 3.23")
def test_one_plays_against_three_or_two_against_two_wherever_they_sit() -> None:
    solo = play_on(laid_away(do(held(FOUR), "passo solo")))
    assert solo.result is not None
    own, others = solo.result.points[2], {solo.result.points[seat] for seat in (0, 1, 3)}
    assert own == counted(solo, {2}, " ".join(solo.table.laid_away[2]))
    assert others == {109 - own}
    assert solo.result.scores == (55 - own, 55 - own, 3 * (own - 55), 55 - own)
    run = do(twenty_round({1: "T20 T1", 3: "SK T19 T18"}), "venti zero quindici")
    play_on(run)
    assert run.result is not None
    points = run.result.points
    assert (points[1], points[0]) == (points[3], points[2])
    above = points[1] - 55
    assert run.result.scores == (-above, above, -above, above)


@clause(f"{FOUR} 3.23")
def test_the_opponents_of_a_soloist_are_friends() -> None:
    run = do(held(FOUR), "passo solo")
    assert [friends(run, seat) for seat in range(4)] == [{1, 3}, {0, 3}, set(), {0, 1}]
