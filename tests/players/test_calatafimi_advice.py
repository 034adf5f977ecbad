"""How programs bargain, bid and call at Calatafimi."""

from __future__ import annotations

import pytest

from calatafimi_tables import BOTH, FOUR, asked, held, laid_away, may_say, speak
from helpers import do, start
from matto.engine.run import Run
from matto.games import game
from matto.players.advice import bargaining
from matto.players.simple_bots import RuleBot

POOR = "S5 S6 S7 B5 B6 B7 C5 C6 C7 D4"
RICH = "T20 T19 T18 T17 T1 F SK BK T15 T14"


def answer(run: Run, seat: int) -> str:
    """What a program says at a seat."""
    return RuleBot(game(run.game.id), "bot").choose(run.view(seat))


def thumb(run: Run, seat: int, hope: float) -> str:
    """What the rule of thumb says with so much to hope for."""
    own = run.view(seat).decision
    assert own is not None
    return bargaining.say(run.view(seat), own, hope)


@pytest.mark.parametrize("game_id", BOTH)
def test_a_rich_hand_is_held_and_for_a_poor_one_points_are_offered(game_id: str) -> None:
    run = start(game_id, {1: RICH, 2: POOR})
    assert answer(run, 1) == "tengo"
    assert answer(run, 2).startswith("offro:")


def test_a_hand_better_than_most_takes_what_is_offered_if_it_is_enough() -> None:
    run = start(FOUR)
    assert thumb(run, 1, 6.0) == "aspetto"  # the table looks at it: nothing is offered yet
    speak(run, "2 offro:2")
    assert thumb(run, 1, 6.0) == "aspetto"
    speak(run, "2 offro:3")
    assert thumb(run, 1, 6.0) == "prendo"
    speak(run, "3 prendo, 0 mescolate")
    assert thumb(run, 1, 6.0) == "tengo"  # all have spoken, and it is another's


def test_a_middling_hand_gives_up_and_takes_what_nobody_takes() -> None:
    run = start(FOUR)
    assert thumb(run, 1, 0.0) == "mescolate"
    speak(run, "2 offro:2")
    assert thumb(run, 1, 0.0) == "prendo"
    speak(run, "1 prendo")
    assert thumb(run, 3, 0.0) == "mescolate"


def test_poor_hands_offer_one_point_and_raise_it_by_turns_but_not_over_what_they_fear() -> None:
    run = start(FOUR)
    assert thumb(run, 1, -2.6) == "offro:1"
    speak(run, "1 offro:1")
    assert thumb(run, 2, -9.0) == "offro:1"
    speak(run, "2 offro:1, 3 aspetto, 0 aspetto")
    assert thumb(run, 1, -2.6) == "offro:2"
    speak(run, "1 offro:2")
    assert thumb(run, 2, -9.0) == "offro:2"
    speak(run, "2 offro:2, 3 aspetto, 0 aspetto, 1 offro:3, 2 aspetto, 3 aspetto, 0 aspetto")
    assert thumb(run, 1, -2.6) == "aspetto"  # three is as much as it fears


def test_no_poor_hand_raises_over_what_others_offer_or_when_somebody_takes() -> None:
    run = speak(start(FOUR), "1 offro:2, 2 offro:1, 3 aspetto, 0 aspetto")
    assert thumb(run, 1, -9.0) == "aspetto"
    speak(run, "2 offro:2, 3 prendo")
    assert thumb(run, 1, -9.0) == "aspetto"


def test_offers_fall_to_what_is_demanded() -> None:
    run = speak(start(FOUR), "1 offro:2, 2 offro:1, 0 mescolate, 3 prendo:2")
    assert thumb(run, 1, -9.0) == "offro:1"
    speak(run, "1 offro:1")
    assert run.result is not None
    assert run.result.scores == (0, -1, -1, 2)


def test_a_good_hand_waits_for_more_before_it_holds() -> None:
    run = speak(start(FOUR), "1 offro:1, 2 offro:1, 3 mescolate")
    assert thumb(run, 0, 8.0) == "aspetto"
    speak(run, "1 offro:2, 2 offro:2, 3 offro:1, 1 mescolate, 2 mescolate")
    assert thumb(run, 0, 8.0) == "tengo"


def test_what_is_said_may_be_said() -> None:
    for hope in (-30.0, -5.0, 0.0, 5.0, 30.0):
        run = start(FOUR, words_each=2)
        for _ in range(12):
            if run.decision is None or run.decision.kind != "negotiate":
                break
            seat = run.decision.seat
            word = thumb(run, seat, hope)
            assert word in may_say(run, seat)
            run.do(word)


def test_solo_with_nearly_all_that_counts_and_not_with_little() -> None:
    rich = held(FOUR, {1: f"{RICH} CK DK T16 T13 T12"})
    assert answer(rich, 1) == "solo"
    assert answer(held(FOUR, {1: f"{POOR} S8 S9 B8 B9 C8"}), 1) == "passo"


def test_a_strong_hand_looks_for_a_partner_and_a_fifteen_answers() -> None:
    hands = {0: "CK DK T16 T18", 1: "T20 T19 T1 F T15 T14 T13", 2: "SK BK T17 S5"}
    run = laid_away(do(held(FOUR, hands), "passo passo passo passo"), keep=hands[0])
    assert answer(run, 1) == "venti"
    run.do("venti")
    assert asked(run).options == ("quindici", "zero")
    assert answer(run, 2) == "quindici"
