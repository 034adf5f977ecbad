"""Calatafimi for four: the signal of one who holds a highest trump."""

from __future__ import annotations

from typing import Any

import pytest

from calatafimi_tables import (
    FOUR,
    all_higher_led,
    asked,
    everybody,
    held,
    playing_solo,
)
from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from matto.games import game

clause = pytest.mark.clause
GAME = game(FOUR)


# -- batto -----------------------------------------------------------------------------------

TOPS = {0: "T20 T19 T5 D4", 1: "T18 T2 D5", 2: "T17 T3 DK", 3: "T16 T4"}


def knocking(**options: Any) -> Run:
    return playing_solo(TOPS, **options)


@clause(f"{FOUR} 7.1")
def test_any_player_may_knock_during_the_play_and_all_hear_it() -> None:
    run = playing_solo({**TOPS, 0: "T20 T5 D4", 2: "T19 DK"})
    assert [bool(run.asides(seat)) for seat in range(4)] == [True, False, True, False]
    run.say(2, "batto")
    do(run, "T5")
    run.say(0, "batto")
    for viewer in everybody(run):
        assert run.view(viewer).heard("say") == ((2, "batto"), (0, "batto"))
    bidding = held(FOUR, TOPS)
    assert not any(bidding.asides(seat) for seat in range(4))  # not before the play


@clause(f"{FOUR} 7.1", f"{FOUR} 7.5")
@pytest.mark.parametrize(("option", "times"), [("twice", 2), ("off", 0), ("any", 5)])
def test_how_often_batto_may_be_said(option: str, times: int) -> None:
    run = knocking(batto=option)
    for number in range(times):
        run.say(0, "batto" if number % 2 else "batto_giove")
    assert bool(run.asides(0)) is (option == "any")
    if option != "any":
        with pytest.raises(IllegalChoice) as caught:
            run.say(0, "batto")
        which = "7.5" if times else "7.1"
        assert caught.value.refusal.clause == f"{FOUR} {which}"
    assert GAME.resolve()["batto"] == "twice"


@clause(f"{FOUR} 7.2")
@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("T20", ("batto", "batto_giove")),
        ("T19", ("batto", "batto_palla")),
        ("T20 T19", ("batto", "batto_giove", "batto_palla", "batto_giove_e_palla")),
        ("T18 T17", ()),
    ],
)
def test_batto_needs_giove_or_palla_and_may_name_them(hand: str, may: tuple[str, ...]) -> None:
    rest = " ".join(card for card in ("T20", "T19") if card not in hand.split())
    run = playing_solo({0: f"{hand} D4", 1: rest})
    assert run.asides(0) == may
    if not may:
        with pytest.raises(IllegalChoice) as caught:
            run.say(0, "batto")
        assert caught.value.refusal.clause == f"{FOUR} 7.2"


@clause(f"{FOUR} 7.3")
def test_when_both_have_been_played_batto_is_the_highest_trump_still_out() -> None:
    run = knocking()
    assert run.asides(1) == ()
    do(run, "T20")
    while run.view(None).lying:
        run.do(asked(run).options[-1])
    assert run.asides(1) == ()  # la Palla is still out
    assert run.asides(0) == ("batto", "batto_palla")
    do(run, "T19")
    assert run.asides(1) == ("batto",)
    assert run.asides(0) == ()
    assert run.asides(2) == ()
    with pytest.raises(IllegalChoice) as caught:
        run.say(2, "batto")
    assert caught.value.refusal.clause == f"{FOUR} 7.3"
    run.do("T18")
    assert run.asides(2) == ("batto",)


@clause(f"{FOUR} 7.3")
def test_a_trump_that_one_has_laid_away_is_not_out() -> None:
    run = all_higher_led()
    assert run.asides(3) == ("batto",)  # he has laid the 15 away and holds the 14


@clause(f"{FOUR} 7.3")
def test_option_a_trump_that_one_has_laid_away_is_still_out() -> None:
    run = all_higher_led(batto_laid_away="out")
    assert run.asides(3) == ()  # the 15 is still out, and not in his hand
    with pytest.raises(IllegalChoice) as caught:
        run.say(3, "batto")
    assert caught.value.refusal.clause == f"{FOUR} 7.3"


@clause(f"{FOUR} 7.4")
def test_what_is_not_true_cannot_be_said() -> None:
    run = playing_solo({0: "T20 D4", 1: "T19"})
    for phrase in ("batto_palla", "batto_giove_e_palla"):
        with pytest.raises(IllegalChoice) as caught:
            run.say(0, phrase)
        assert caught.value.refusal.clause == f"{FOUR} 7.4"
    assert run.view(1).heard("say") == ()


@clause(f"{FOUR} 7.6")
def test_nothing_else_may_be_told() -> None:
    run = knocking()
    with pytest.raises(IllegalChoice) as caught:
        run.say(0, "ho_il_20")
    assert caught.value.refusal.clause == f"{FOUR} 7.6"
