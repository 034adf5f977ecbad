"""Calatafimi for four and three: the negotiation; for four, who plays with whom."""

from __future__ import annotations

import random

import pytest

from calatafimi_tables import (
    BOTH,
    FOUR,
    THREE,
    asked,
    counted,
    everybody,
    held,
    laid_away,
    may_say,
    refused,
    speak,
    tell_who_knows,
    who,
)
from helpers import do, play_on, result_of, start
from matto.engine.run import Run
from matto.games import game
from matto.games.sicily.calatafimi_3 import GAME as GAME_OF_THREE

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
    assert not any({"SQ", "BQ", "CQ"} & set(trick.cards) for trick in run.table.tricks)
    assert result_of(run).points[2] == counted(run, {2}, "SQ BQ CQ")


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
    assert result_of(run).thrown_in
    assert result_of(run).scores == (0, 0, 0, 0)
    assert result_of(run).next_dealer == 1


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
    points = result_of(run).points
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
    own = counted(run, {1})
    assert result_of(run).points == (109 - own, own, 109 - own, 109 - own)
    assert result_of(run).scores == (55 - own, 3 * (own - 55), 55 - own, 55 - own)


@clause(f"{FOUR} 3.22")
def test_a_dealer_may_have_to_call_what_he_has_laid_away_himself() -> None:
    run = do(held(FOUR, {1: f"{FOUR_KINGS}"}, "BQ S9 S8", dealer=1), "passo passo passo passo")
    laid_away(run, "BQ S9 S8")
    do(run, "zero zero zero venti zero zero zero BQ")
    assert friends(run, 1) == set()
    play_on(run)
    own = counted(run, {1}, "BQ S9 S8")
    assert result_of(run).points[1] == own
    assert result_of(run).scores == (55 - own, 3 * (own - 55), 55 - own, 55 - own)


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
    own, others = (
        result_of(solo).points[2],
        {result_of(solo).points[seat] for seat in (0, 1, 3)},
    )
    assert own == counted(solo, {2}, " ".join(solo.table.laid_away[2]))
    assert others == {109 - own}
    assert result_of(solo).scores == (55 - own, 55 - own, 3 * (own - 55), 55 - own)
    run = do(twenty_round({1: "T20 T1", 3: "SK T19 T18"}), "venti zero quindici")
    play_on(run)
    points = result_of(run).points
    assert (points[1], points[0]) == (points[3], points[2])
    above = points[1] - 55
    assert result_of(run).scores == (-above, above, -above, above)


@clause(f"{FOUR} 3.23")
def test_the_opponents_of_a_soloist_are_friends() -> None:
    run = do(held(FOUR), "passo solo")
    assert [friends(run, seat) for seat in range(4)] == [{1, 3}, {0, 3}, set(), {0, 1}]


# -- deal and negotiation, which both have alike -----------------------------------------

each_game = pytest.mark.parametrize("game_id", BOTH)
BEFORE = {FOUR: 10, THREE: 15}
AFTER = {FOUR: 15, THREE: 20}


def still_open(run: Run) -> bool:
    return run.decision is not None and run.decision.kind == "negotiate"


def given_up(run: Run) -> tuple[int, ...]:
    """What each is paid when a deal has been given up."""
    assert result_of(run).thrown_in
    assert not run.table.tricks
    return result_of(run).scores


# -- the deal --------------------------------------------------------------------------------


@clause(f"{FOUR} 2.1")
def test_four_sit_right_round_and_nobody_has_a_partner_yet() -> None:
    run = start(FOUR, dealer=3)
    assert run.game.direction == "right"
    assert {run.game.friends(run.view(seat)) for seat in range(4)} == {frozenset()}
    assert [e.seat for e in run.events if e.kind == "packet"][:4] == [0, 1, 2, 3]


@clause(f"{THREE} 2.1")
def test_three_sit_right_round_each_alone() -> None:
    run = start(THREE, dealer=1)
    assert run.game.direction == "right"
    assert {GAME_OF_THREE.friends(run.view(seat)) for seat in range(3)} == {frozenset()}
    assert [e.seat for e in run.events if e.kind == "packet"][:3] == [2, 0, 1]


@clause(f"{FOUR} 2.2", f"{THREE} 2.2")
@each_game
def test_the_whole_pack_is_shuffled(game_id: str) -> None:
    found = game(game_id)
    one, other = (found.shuffled(found.resolve(), 0, random.Random(seed)) for seed in (1, 2))
    assert one != other
    for deal in (one, other):
        assert sorted((*(c for hand in deal.hands for c in hand), *deal.talon)) == sorted(
            found.pack(found.resolve()).codes
        )


@clause(f"{FOUR} 2.3")
def test_the_dealer_alone_sees_the_bottom_card() -> None:
    run = start(FOUR, talon="S5", dealer=2)
    for viewer in everybody(run):
        assert run.view(viewer).heard("bottom card") == (((2, "S5"),) if viewer == 2 else ())
        assert [e.seat for e in run.view(viewer).events if "has seen" in e.kind] == [2]


@clause(f"{THREE} 2.3")
@pytest.mark.parametrize("sees", ["dealer", "nobody"])
def test_the_dealer_or_nobody_sees_the_bottom_card(sees: str) -> None:
    run = start(THREE, talon="S5", dealer=2, bottom_card=sees)
    for viewer in everybody(run):
        told = viewer == 2 and sees == "dealer"
        assert run.view(viewer).heard("bottom card") == (((2, "S5"),) if told else ())
    assert game(THREE).resolve()["bottom_card"] == "nobody"


@clause(f"{FOUR} 2.4", f"{THREE} 2.4")
@each_game
def test_packets_of_five_come_before_the_negotiation(game_id: str) -> None:
    run = start(game_id)
    packets = [e.what for e in run.events if e.kind == "packet"]
    assert packets == [("5",)] * (BEFORE[game_id] // 5 * run.game.seats)
    for seat in range(run.game.seats):
        assert len(run.view(seat).hand) == BEFORE[game_id]
        own = [e for e in run.view(seat).events if e.kind == "dealt"]
        assert {e.seat for e in own} == {seat}
    assert run.view(None).hand == ()


@clause(f"{FOUR} 2.19", f"{THREE} 2.19")
@each_game
def test_the_last_packet_comes_when_the_deal_is_played(game_id: str) -> None:
    run = do(start(game_id), "tengo")
    hands = [len(run.view(seat).hand) for seat in range(run.game.seats)]
    taken = 3 if game_id == THREE else 0  # the dealer has taken the talon when three play
    assert hands == [AFTER[game_id] + taken, *[AFTER[game_id]] * (run.game.seats - 1)]
    assert len(run.setup.deal.talon) == 3


# -- what can be said ------------------------------------------------------------------------


@clause(f"{FOUR} 2.5", f"{THREE} 2.5")
@each_game
def test_all_may_speak_in_any_order_and_all_hear_it(game_id: str) -> None:
    run = speak(start(game_id), "2 offro:3, 0 offro:1, 2 mescolate, 1 offro:2")
    for viewer in everybody(run):
        assert run.view(viewer).heard("negotiate") == (
            (2, "offro:3"),
            (0, "offro:1"),
            (2, "mescolate"),
            (1, "offro:2"),
        )
    assert refused(run, "vado_solo", seat=0) == f"{game_id} 2.5"
    assert refused(run, "mescolate:3", seat=0) == f"{game_id} 2.5"


@clause(f"{FOUR} 2.6", f"{THREE} 2.6")
@each_game
@pytest.mark.parametrize("most", [1, 9, 10, 30])
def test_an_offer_is_a_number_up_to_the_highest(game_id: str, most: int) -> None:
    run = start(game_id, highest_offer=most)
    offers = [word for word in may_say(run, 0) if word.startswith("offro")]
    assert offers == [f"offro:{points}" for points in range(1, most + 1)]
    wrongs = (f"offro:{most + 1}", "offro:0", "offro:01", "offro:-1", "offro", "offro:T19")
    for wrong in wrongs:
        assert refused(run, wrong, seat=0) == f"{game_id} 2.6"
    assert game(game_id).resolve()["highest_offer"] == 10


@clause(f"{FOUR} 2.7", f"{THREE} 2.7")
@each_game
def test_mescolate_pays_nothing_and_takes_nothing(game_id: str) -> None:
    run = start(game_id)
    for seat in range(run.game.seats):
        assert still_open(run)
        run.do_as(seat, "mescolate")
    assert set(given_up(run)) == {0}
    assert result_of(run).sheet == ()


@clause(f"{FOUR} 2.8", f"{THREE} 2.8")
def test_prendo_takes_all_that_is_offered_then_and_later() -> None:
    run = start(FOUR)
    assert refused(run, "prendo", seat=2) == f"{FOUR} 2.8"
    speak(run, "1 offro:3")
    assert refused(run, "prendo", seat=1) == f"{FOUR} 2.8"  # his own offer is not for him
    speak(run, "2 prendo, 3 offro:5, 0 mescolate")
    assert given_up(run) == (0, -3, 8, -5)
    run = speak(start(THREE), "1 offro:3, 2 prendo, 0 offro:5")
    assert given_up(run) == (-5, -3, 8)
    assert refused(start(THREE), "prendo", seat=2) == f"{THREE} 2.8"


@clause(f"{FOUR} 2.9", f"{THREE} 2.9")
@each_game
def test_prendo_x_takes_a_part(game_id: str) -> None:
    run = speak(start(game_id), "1 offro:3, 2 offro:2")
    parts = [word for word in may_say(run, 0) if word.startswith("prendo")]
    assert parts == ["prendo", "prendo:1", "prendo:2", "prendo:3", "prendo:4"]
    assert refused(run, "prendo:5", seat=0) == f"{game_id} 2.9"  # that is all: prendo
    assert refused(run, "prendo:0", seat=0) == f"{game_id} 2.9"
    assert refused(run, "prendo:02", seat=0) == f"{game_id} 2.9"
    assert refused(run, f"prendo:{'9' * 5000}", seat=0) == f"{game_id} 2.9"
    assert refused(run, "prendo:2", seat=1) == f"{game_id} 2.9"  # only 2 are offered to him
    speak(run, "1 prendo:1")
    assert may_say(run, 2)[-2:] == ("mescolate", "tengo")  # nobody else offers any more
    speak(run, "2 offro:1")
    if game_id == FOUR:
        speak(run, "3 mescolate, 0 mescolate")
        assert given_up(run) == (0, 1, -1, 0)
    else:
        speak(run, "0 mescolate")
        assert given_up(run) == (0, 1, -1)


@clause(f"{FOUR} 2.10", f"{THREE} 2.10")
@each_game
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_tengo_ends_it_at_once_and_offers_are_void(game_id: str, seat: int) -> None:
    run = start(game_id)
    run.do_as(seat, "tengo")
    assert not still_open(run)
    run = speak(start(game_id), f"1 offro:3, 2 prendo, {seat} tengo")
    assert not still_open(run)
    assert len(run.table.hand(1)) == AFTER[game_id]  # the last packet has come
    assert not any(event.kind == "thrown in" for event in run.events)


@clause(f"{FOUR} 2.11", f"{THREE} 2.11")
def test_the_latest_word_counts() -> None:
    run = speak(start(FOUR), "1 offro:3, 1 offro:5, 2 prendo, 3 offro:2, 3 mescolate")
    assert refused(run, "offro:5", seat=1) == f"{FOUR} 2.11"
    assert refused(run, "mescolate", seat=3) == f"{FOUR} 2.11"
    assert refused(run, "prendo", seat=2) == f"{FOUR} 2.11"
    speak(run, "1 offro:3, 0 mescolate")
    assert given_up(run) == (0, -3, 3, 0)
    run = speak(start(THREE), "1 offro:3, 2 prendo, 2 offro:1")
    assert refused(run, "offro:1", seat=2) == f"{THREE} 2.11"
    speak(run, "0 prendo")
    assert given_up(run) == (4, -3, -1)


# -- how it ends -----------------------------------------------------------------------------


@clause(f"{FOUR} 2.12", f"{THREE} 2.12")
@each_game
def test_it_is_given_up_when_all_have_spoken_and_it_balances(game_id: str) -> None:
    run = speak(start(game_id), "1 offro:3, 2 prendo")
    if game_id == FOUR:
        assert still_open(speak(run, "3 mescolate"))  # seat 0 has not spoken
    run.do_as(0, "mescolate")
    assert given_up(run) == (0, -3, 3, 0)[: run.game.seats]


@clause(f"{FOUR} 2.12")
@pytest.mark.parametrize(("taken", "ends"), [(1, False), (2, True), (3, False)])
def test_one_point_more_or_less_does_not_balance(taken: int, ends: bool) -> None:
    run = speak(
        start(FOUR), f"1 offro:6, 2 prendo:{taken}, 1 offro:2, 3 mescolate, 0 mescolate"
    )
    assert still_open(run) is not ends


@clause(f"{FOUR} 2.13", f"{THREE} 2.13")
@each_game
def test_a_prendo_without_offers_is_no_agreement(game_id: str) -> None:
    run = speak(start(game_id), "1 offro:3, 2 prendo")
    speak(run, "1 mescolate, 0 mescolate")  # the offer is withdrawn
    if game_id == FOUR:
        speak(run, "3 mescolate")
    assert still_open(run)
    run.do_as(2, "mescolate")
    assert set(given_up(run)) == {0}


@clause(f"{FOUR} 2.13", f"{THREE} 2.13")
@each_game
def test_option_a_prendo_of_nothing_gives_the_deal_up_unpaid(game_id: str) -> None:
    run = speak(start(game_id, no_offers_left="given_up"), "1 offro:3, 2 prendo")
    if game_id == FOUR:
        speak(run, "3 mescolate")
    speak(run, "1 mescolate")  # the offer is withdrawn; seat 0 has not spoken yet
    assert still_open(run)
    run.do_as(0, "mescolate")
    assert set(given_up(run)) == {0}


@clause(f"{FOUR} 2.13", f"{THREE} 2.13")
@each_game
def test_two_who_take_everything_do_not_agree(game_id: str) -> None:
    run = speak(start(game_id), "1 offro:3, 2 prendo, 0 prendo")
    if game_id == FOUR:
        speak(run, "3 mescolate")
    assert still_open(run)
    speak(run, "0 prendo:1")
    assert still_open(run)  # 3 and 1 are demanded, 3 offered
    speak(run, "2 prendo:2")
    assert given_up(run)[:3] == (1, -3, 2)


@clause(f"{FOUR} 2.14")
def test_offers_and_demands_are_paid_as_in_the_example() -> None:
    run = speak(start(FOUR), "0 offro:5, 1 offro:3, 2 prendo:6, 3 prendo:2")
    assert given_up(run) == (-5, -3, 6, 2)
    assert [row.clause for row in result_of(run).sheet] == [f"{FOUR} 2.14"]


@clause(f"{THREE} 2.14")
def test_offers_are_paid_to_the_taker_as_in_the_example() -> None:
    run = speak(start(THREE), "0 offro:5, 1 offro:3, 2 prendo")
    assert given_up(run) == (-5, -3, 8)
    assert [row.clause for row in result_of(run).sheet] == [f"{THREE} 2.14"]


@clause(f"{FOUR} 2.15", f"{THREE} 2.15")
@each_game
@pytest.mark.parametrize("dealer", [0, 2])
def test_the_table_looks_round_from_the_dealers_right(game_id: str, dealer: int) -> None:
    run = start(game_id, dealer=dealer)
    seats = run.game.seats
    for step in range(1, seats):
        assert who(run) == ((dealer + step) % seats, "negotiate")
        run.do("aspetto")
    assert who(run) == (dealer, "negotiate")
    run.do("mescolate")
    assert who(run) == ((dealer + 1) % seats, "negotiate")


@clause(f"{FOUR} 2.15", f"{THREE} 2.15")
@each_game
def test_waiting_is_heard_by_nobody_and_changes_nothing(game_id: str) -> None:
    run = start(game_id)
    before = len(run.events)
    run.do("aspetto")
    assert len(run.events) == before
    assert refused(run, "aspetto", seat=1) == f"{game_id} 2.15"  # the table looks at seat 2
    assert "aspetto" not in may_say(run, 1)
    assert "aspetto" in may_say(run, 2)


@clause(f"{FOUR} 2.15", f"{THREE} 2.15")
@each_game
def test_who_speaks_first_does_not_move_the_look(game_id: str) -> None:
    run = speak(start(game_id), "2 offro:1, 0 mescolate")
    assert who(run) == (1, "negotiate")


@clause(f"{FOUR} 2.16", f"{THREE} 2.16")
@each_game
@pytest.mark.parametrize("most", [1, 2, 6, 20])
def test_after_so_many_words_only_tengo_is_left(game_id: str, most: int) -> None:
    run = start(game_id, words_each=most)
    for number in range(most):
        assert len(may_say(run, 0)) > 1
        run.do_as(0, f"offro:{1 + number % 2}")
    assert may_say(run, 0) == ("tengo",)
    assert refused(run, "mescolate", seat=0) == f"{game_id} 2.16"
    assert len(may_say(run, 2)) > 1  # the others may still speak
    run.do_as(0, "tengo")
    assert not still_open(run)
    assert game(game_id).resolve()["words_each"] == 6


@clause(f"{FOUR} 2.17", f"{THREE} 2.17")
@each_game
def test_when_all_wait_after_the_last_word_the_deal_is_played(game_id: str) -> None:
    run = speak(start(game_id), "2 offro:3")
    for _ in range(run.game.seats - 1):
        run.do("aspetto")
    assert still_open(run)
    run.do_as(1, "prendo:1")  # a word: the table looks round once more
    for _ in range(run.game.seats):
        assert still_open(run)
        run.do("aspetto")
    assert not still_open(run)
    assert asked(run).kind in {"bid", "discard"}
    assert not any(event.kind == "thrown in" for event in run.events)


@clause(f"{FOUR} 2.17", f"{THREE} 2.17")
@each_game
def test_a_deal_about_which_nobody_says_anything_is_played(game_id: str) -> None:
    run = start(game_id)
    do(run, ["aspetto"] * run.game.seats)
    assert asked(run).kind in {"bid", "discard"}


@clause(f"{FOUR} 2.18", f"{THREE} 2.18")
@each_game
@pytest.mark.parametrize("dealer", [0, 2])
def test_a_deal_given_up_shows_nothing_and_passes_on(game_id: str, dealer: int) -> None:
    run = start(game_id, dealer=dealer)
    for seat in range(run.game.seats):
        run.do_as(seat, "mescolate")
    assert result_of(run).next_dealer == (dealer + 1) % run.game.seats
    assert set(result_of(run).points) == {0}
    seen = [event for event in run.view(None).events if event.kind in {"dealt", "talon"}]
    assert not seen
