"""Calatafimi for four and for three: deal and negotiation, which both have alike."""

from __future__ import annotations

import random

import pytest

from calatafimi_tables import BOTH, FOUR, THREE, asked, everybody, may_say, refused, speak, who
from helpers import do, start
from matto.engine.run import Run
from matto.games import game
from matto.games.sicily.calatafimi_3 import GAME as GAME_OF_THREE

clause = pytest.mark.clause
each_game = pytest.mark.parametrize("game_id", BOTH)
BEFORE = {FOUR: 10, THREE: 15}
AFTER = {FOUR: 15, THREE: 20}


def still_open(run: Run) -> bool:
    return run.decision is not None and run.decision.kind == "negotiate"


def given_up(run: Run) -> tuple[int, ...]:
    """What each is paid when a deal has been given up."""
    assert run.result is not None
    assert run.result.thrown_in
    assert not run.table.tricks
    return run.result.scores


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
    assert run.result is not None
    assert run.result.sheet == ()


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
    assert run.result is not None
    assert [row.clause for row in run.result.sheet] == [f"{FOUR} 2.14"]


@clause(f"{THREE} 2.14")
def test_offers_are_paid_to_the_taker_as_in_the_example() -> None:
    run = speak(start(THREE), "0 offro:5, 1 offro:3, 2 prendo")
    assert given_up(run) == (-5, -3, 8)
    assert run.result is not None
    assert [row.clause for row in run.result.sheet] == [f"{THREE} 2.14"]


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
    assert run.result is not None
    assert run.result.next_dealer == (dealer + 1) % run.game.seats
    assert set(run.result.points) == {0}
    seen = [event for event in run.view(None).events if event.kind in {"dealt", "talon"}]
    assert not seen
