"""What a person is asked, and in which order the answers are numbered."""

from __future__ import annotations

import pytest

from helpers import decision_of
from matto.engine.events import Decision
from matto.engine.run import Run
from matto.games import catalogue, game
from matto.telling.questions import (
    ANY_QUESTION,
    QUESTIONS,
    answers_in_full,
    folded_word,
    in_order,
    question_of,
    spans,
    with_amount,
    words_first,
)
from sixteen import THREE
from telling.deals import played

GAMES = tuple(catalogue())


def asked(kind: str, *options: str, game_id: str = "mineo-4") -> str:
    return question_of(game(game_id), Decision(0, kind, options))


def test_a_card_to_play_to_call_and_to_give_are_asked_for_differently() -> None:
    assert asked("play", "SK", "T1") == "Your card"
    assert asked("call", "C4", "C3") == "Which card do you call?"
    assert asked("give", "C4") == "Which card do you give?"
    assert asked("talk", "passo", "solo") == "What do you say?"


def test_no_card_is_asked_for_where_only_words_are_offered() -> None:
    assert asked("call", "solo", "passo") == ANY_QUESTION
    assert asked("demand", "sans_prendre", "D6") == "Which card do you demand?"


def test_a_game_may_put_a_question_in_its_own_words() -> None:
    found = asked("call", "turn_up_left", "turn_up_none", game_id="tortorici-4")
    assert found == "Whose last card shall be turned up?"


def test_words_that_answer_a_game_s_own_question_need_no_meaning_beside_them() -> None:
    turn_up = Decision(0, "call", ("turn_up_left", "turn_up_none"))
    assert answers_in_full(game("tortorici-4"), turn_up)
    assert not answers_in_full(game("tortorici-4"), Decision(0, "talk", ("mischio", "tengo")))
    assert not answers_in_full(game("mineo-4"), Decision(0, "call", ("solo", "passo")))


def test_a_kind_without_a_question_of_its_own_is_asked_all_the_same() -> None:
    assert asked("a kind that nobody knows", "passo") == ANY_QUESTION


@pytest.mark.parametrize("game", THREE)
def test_each_choice_of_a_question_has_one_place_cards_first_as_in_the_hand(game: str) -> None:
    for run in played(catalogue()[game], 5):
        if run.decision is not None:
            check_order(run, run.decision)


def check_order(run: Run, decision: Decision) -> None:
    view = run.view(decision.seat)
    ordered = in_order(view, decision)
    assert sorted(ordered) == sorted(decision.options)
    cards = [choice for choice in ordered if choice in view.pack.place]
    assert list(ordered[: len(cards)]) == cards
    if set(cards) <= set(view.hand):
        assert cards == [card for card in view.hand if card in cards]


def test_the_guard_sees_words_before_cards() -> None:
    run = Run.shuffled(catalogue()["barcellona-4"], seed=1)
    cards = run.view(decision_of(run).seat).hand[:3]
    mixed = Decision(decision_of(run).seat, "call", ("passo", *reversed(cards)))
    assert in_order(run.view(mixed.seat), mixed) == (*cards, "passo")


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_game_asks_has_a_question(game: str) -> None:
    for seed in range(3):
        kinds = {
            run.decision.kind
            for run in played(catalogue()[game], seed)
            if run.decision is not None
        }
        assert kinds <= QUESTIONS.keys()


# -- choices in words that differ in a number only ---------------------------------------


def test_choices_that_differ_in_a_number_are_shown_together() -> None:
    found = [(span.first, span.last) for span in spans(["a", "o:1", "o:2", "o:4", "p:5", "b"])]
    assert found == [(1, 1), (2, 3), (4, 4), (5, 5), (6, 6)]


def test_words_come_before_amounts() -> None:
    assert words_first(("o:1", "m", "p:1", "t", "w"), "w") == ("m", "t", "w", "o:1", "p:1")


def test_a_word_with_an_amount_is_recognised_though_it_is_not_offered() -> None:
    assert with_amount("Offro 12", ["tengo", "offro"]) == "offro:12"
    assert with_amount("offro", ["offro"]) is None
    assert with_amount("altro 3", ["offro"]) is None


def test_words_are_compared_without_case_spaces_and_marks() -> None:
    assert folded_word("Altre_Cinque") == folded_word("altre cinque") == "altrecinque"
    assert folded_word("♠10") == folded_word("s10")
