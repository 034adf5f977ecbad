"""At the terminal: a question without an order of speaking, to person and programs at once."""

from __future__ import annotations

from cli.play_helpers import Terminal
from matto.cli.turn import OpenQuestion
from matto.engine.run import Run
from matto.games import game

GAME = "calatafimi-4"
QUESTION = "What do you say? (1–13"


def bargaining(seed: int = 5) -> Run:
    return Run.shuffled(game(GAME), seed=seed)  # seat 0 deals, seat 1 is looked at first


def test_the_person_is_asked_before_anybody_has_spoken(terminal: Terminal) -> None:
    out = terminal.play(["q"], GAME, seed="5")
    assert "“offro" not in out.split(QUESTION, maxsplit=1)[0]
    assert QUESTION in out


def test_enter_says_nothing_and_the_others_speak_on(terminal: Terminal) -> None:
    out = terminal.play(["", "q"], GAME, seed="5")
    assert "Aurelio: “" in out.split(QUESTION, maxsplit=1)[1]


def test_an_offer_is_typed_as_it_is_said_and_one_too_high_is_refused(
    terminal: Terminal,
) -> None:
    out = terminal.play(["offro 12", "offro 3", "q"], GAME, seed="5")
    assert "Offer a number of points from 1 to 10." in out
    assert "You: “offro 3”" in out
    assert terminal.saved()["deals"][0]["actions"] == [
        {"seat": 0, "kind": "negotiate", "choice": "offro:3"},
        *terminal.saved()["deals"][0]["actions"][1:],
    ]


def test_the_word_for_waiting_is_understood_too(terminal: Terminal) -> None:
    out = terminal.play(["aspetto", "q"], GAME, seed="5")
    assert "Aurelio: “" in out.split(QUESTION, maxsplit=1)[1]


def test_a_match_left_in_the_middle_of_it_goes_on(terminal: Terminal) -> None:
    terminal.play(["offro 3", "q"], GAME, seed="5")
    out = terminal.play(["tengo", "q"], resume=True)
    assert "Here the match goes on." in out
    assert "You: “tengo”" in out


def test_whoever_lets_others_speak_is_asked_again_only_after_their_word() -> None:
    run, floor = bargaining(), OpenQuestion(2)
    assert floor.may_speak_first(run)
    floor.wait(run)
    assert not floor.may_speak_first(run)
    run.do("aspetto")  # seat 1 says nothing: seat 2 is looked at
    assert floor.has_waited(run)
    floor.wait(run)
    assert run.decision is not None
    assert run.decision.seat == 3
    run.do_as(0, "offro:4")
    assert floor.may_speak_first(run)


def test_after_a_word_of_ones_own_the_others_come() -> None:
    run, floor = bargaining(), OpenQuestion(2)
    floor.speak(run, "mescolate")
    assert not floor.may_speak_first(run)
    run.do("offro:2")
    assert not floor.may_speak_first(run)  # seat 2 itself is looked at
    assert not floor.has_waited(run)
