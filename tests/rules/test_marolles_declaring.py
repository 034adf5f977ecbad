"""Tarot of the Abbé de Marolles: when and how one declares (clauses 3.6 to 3.13)."""

from __future__ import annotations

import pytest

from helpers import do
from marolles_deals import (
    GAME,
    asked,
    chips,
    options_of,
    paid_events,
    play_cards,
    ready,
    to_declare,
    to_play,
    to_the_end,
)
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from matto.games.tarots.marolles import declaring

KINGS = "SK BK CK DK"
TEN = "T20 T19 T18 T16 T15 T14 T12 T11 T9 T8"
THIRTEEN = f"{TEN} T6 T5 T3"


def clause_for(run: Run, choice: str) -> str:
    why = run.why_not(choice)
    assert why is not None
    return why.clause


@pytest.mark.clause("marolles 3.6")
def test_each_declares_just_before_his_own_first_card() -> None:
    run = ready({1: KINGS})
    assert asked(run) == (1, "declare")
    do(run, "tarots_4 SK BK CK DK no_more SK")
    assert asked(run) == (2, "declare")  # has heard the Kings and seen the first of them
    assert run.view(2).lying == ((1, "SK"),)
    to_play(run).do(options_of(run)[0])
    assert asked(run) == (0, "declare")
    to_play(run).do(options_of(run)[0])
    kinds = [action.kind for action in run.actions]
    assert kinds.count("play") == 3
    assert "declare" not in [action.kind for action in to_the_end(run).actions[len(kinds) :]]


@pytest.mark.clause("marolles 3.6")
def test_the_card_about_to_be_played_may_be_shown() -> None:
    run = do(ready({1: KINGS}), "tarots_4 SK BK CK DK no_more")
    assert asked(run) == (1, "play")
    assert "SK" in options_of(run)


@pytest.mark.clause("marolles 3.6")
def test_with_the_option_all_declare_in_turn_before_any_card_is_played() -> None:
    run = ready({}, dealer=1, declaration_time="before_play")
    order = []
    while asked(run)[1] == "declare":
        order.append(asked(run)[0])
        run.do("no_more")
    assert order == [2, 0, 1]  # from the dealer's neighbour, the dealer last
    assert asked(run) == (2, "play")
    later = to_the_end(run).actions
    assert [action.kind for action in later].count("declare") == 3


@pytest.mark.clause("marolles 3.7")
def test_every_word_of_the_table_can_be_said_and_no_other() -> None:
    words = {
        one.word for one in declaring(GAME.resolve({"belle_shown": "at_will"})).declarations
    }
    assert words == set(
        [
            "tarots_4",
            "tarots_5",
            "tarots_6",
            "tarots_7",
            "kings_2_math",
            "kings_3",
            "kings_3_math",
            "kings_4",
            "kings_4_math",
            "triumphs_10",
            "triumphs_15",
            "triumphs_20",
            "imperiale_swords",
            "imperiale_batons",
            "imperiale_cups",
            "imperiale_coins",
            "imperiale_queens",
            "imperiale_cavaliers",
            "imperiale_jacks",
            "brizigole_high_4",
            "brizigole_high_5",
            "brizigole_high_6",
            "brizigole_low_4",
            "brizigole_low_5",
            "brizigole_low_6",
            "all_three",
            "who_has_his",
            "belle",
        ]
    )
    assert set(GAME.vocabulary.glossary) >= words | {"no_more"}
    assert clause_for(ready({}), "tarots_8") == "marolles 3.7"
    assert clause_for(ready({}), "belle") == "marolles 3.7"


@pytest.mark.clause("marolles 3.7", "marolles 4.12")
def test_the_question_is_asked_whatever_a_hand_holds() -> None:
    rich = ready({1: f"{KINGS} {TEN}"})
    poor = ready({1: "S4 S5 S6 S7 S8 S9 S10 B4 B5 B6 B7 B8 B9 C2 C3 C4 C5 D2 D3 D4 D5"})
    assert options_of(poor) == ("no_more",)
    assert len(options_of(rich)) > 1
    assert rich.view(0).waiting == poor.view(0).waiting


@pytest.mark.clause("marolles 3.8")
def test_tarots_kings_and_triumphs_are_declared_once_in_one_size() -> None:
    run = do(ready({1: f"{KINGS} F"}), "tarots_4 SK BK CK DK")
    assert not [word for word in options_of(run) if word.startswith("tarots")]
    assert clause_for(run, "tarots_5") == "marolles 3.8"
    do(run, "kings_3 SK BK CK")
    assert clause_for(run, "kings_4_math") == "marolles 3.8"


@pytest.mark.clause("marolles 3.8")
def test_each_imperiale_and_each_end_of_the_trumps_is_a_declaration_of_its_own() -> None:
    hand = "SK SQ SC SJ BQ CQ DQ T21 T20 T19 T18 T4 T3 T2 T1"
    run = do(ready({1: hand}), "imperiale_swords imperiale_queens brizigole_high_4")
    assert "brizigole_low_4" in options_of(run)
    assert clause_for(run, "imperiale_swords") == "marolles 3.8"
    to_the_end(do(run, "brizigole_low_4"))
    for word in ["imperiale_swords", "imperiale_queens", "brizigole_high_4", "brizigole_low_4"]:
        assert chips(run, word) == [(-1, 2, -1)]


@pytest.mark.clause("marolles 3.9")
def test_nobody_has_to_declare_and_what_is_not_shown_is_not_paid() -> None:
    run = ready({1: f"{KINGS} F"})
    assert "no_more" in options_of(run)
    to_the_end(run)
    assert chips(run, "tarots_5") == chips(run, "kings_4_math") == []


@pytest.mark.clause("marolles 3.9")
def test_all_see_the_kind_the_cards_and_the_payment_and_the_cards_go_back() -> None:
    run = do(ready({1: f"{KINGS} F"}), "tarots_4 BK SK F DK")
    view = run.view(None)
    assert view.heard("declare") == ((1, "tarots_4"),)
    assert {card for _, card in view.heard("shown")} == {"SK", "BK", "DK", "F"}
    assert paid_events(run) == [(1, ("tarots_4", "-1", "2", "-1"))]
    assert set(run.view(1).hand) >= {"SK", "BK", "DK", "F"}
    assert len(run.view(1).hand) == 20


@pytest.mark.clause("marolles 3.10", "marolles 7.3")
def test_what_was_left_out_cannot_be_declared_later() -> None:
    run = do(ready({1: f"{KINGS} F"}), "no_more")
    assert asked(run) == (1, "play")
    with pytest.raises(IllegalChoice) as late:
        run.do("tarots_4")
    assert late.value.refusal.clause == "marolles 3.10"
    sentence = "It is too late for tarots_4: a card is to be played now."
    assert str(late.value.refusal.sentence) == sentence
    assert clause_for(run, "belle") == "marolles 4.1"  # no word without its option
    assert chips(to_the_end(run), "tarots_4") == []


@pytest.mark.clause("marolles 3.11")
def test_cards_laid_away_cannot_be_shown() -> None:
    run = ready({1: "SQ BQ CQ DQ"}, away={1: "SQ"})
    assert "imperiale_queens" not in options_of(run)
    assert clause_for(run, "imperiale_queens") == "marolles 3.11"
    kept = ready({1: "SQ BQ CQ DQ"})
    assert "imperiale_queens" in options_of(kept)


@pytest.mark.clause("marolles 3.12", "marolles 3.15", "marolles 3.18")
def test_a_card_is_paid_in_every_kind_in_which_it_is_shown() -> None:
    run = ready({1: f"{KINGS} SQ SC SJ BQ CQ DQ"})
    do(run, "tarots_4 SK BK CK DK kings_4 imperiale_swords imperiale_queens")
    to_the_end(run)
    # the King of swords serves in three kinds, the Queen of swords in two
    words = ("tarots_4", "kings_4", "imperiale_swords", "imperiale_queens")
    assert [chips(run, word)[0][1] for word in words] == [2, 6, 2, 2]


@pytest.mark.clause("marolles 3.13")
@pytest.mark.parametrize(
    ("hand", "word"),
    [
        (f"{THIRTEEN} T7 T4 F", "triumphs_10"),  # sixteen
        (KINGS, "kings_3"),
        (f"{KINGS} T21 F", "tarots_4"),
        ("T21 T20 T19 T18 T17 T16", "brizigole_high_4"),
    ],
)
def test_one_may_declare_less_than_one_holds(hand: str, word: str) -> None:
    assert word in options_of(ready({1: hand}))
    maximal = ready({1: hand}, maximal="on")
    assert word not in options_of(maximal)
    assert clause_for(maximal, word) == "marolles 3.13"
    assert "no_more" in options_of(maximal)


@pytest.mark.clause("marolles 3.13")
def test_maximal_leaves_the_largest_size_of_each_kind() -> None:
    hand = f"{KINGS} T21 T20 T19 T18 T17 T16 T14 T12 T10 T8 T4 T3 T2 T1 F"
    run = ready({1: hand}, maximal="on")
    # seven tarots, four Kings with the Math, fifteen triumphs, both ends, all three
    assert set(options_of(run)) == set(
        [
            "tarots_7",
            "kings_4_math",
            "triumphs_15",
            "brizigole_high_6",
            "brizigole_low_4",
            "all_three",
            "no_more",
        ]
    )


@pytest.mark.clause("marolles 3.13", "marolles 3.16")
@pytest.mark.parametrize("maximal", ["on", "off"])
def test_who_holds_thirteen_triumphs_picks_the_ten_he_shows(maximal: str) -> None:
    run = do(ready({1: THIRTEEN}, maximal=maximal), "triumphs_10")
    assert asked(run) == (1, "show")
    assert set(options_of(run)) == set(THIRTEEN.split())
    picked = THIRTEEN.split()[3:]
    do(run, picked[:9])
    assert clause_for(run, picked[0]) == "marolles 3.16"  # shown already
    assert clause_for(run, "T21") == "marolles 3.11"  # not in his hand
    do(run, picked[9:])
    assert asked(run) == (1, "declare")
    shown = {card for _, card in run.view(0).heard("shown")}
    assert shown == set(picked)
    for card in set(THIRTEEN.split()) - shown:
        assert not [event for event in run.view(0).events if card in event.what]


@pytest.mark.clause("marolles 3.13")
def test_the_cards_are_asked_for_even_where_there_is_no_choice() -> None:
    """Otherwise all would hear that he holds ten triumphs and no more."""
    ten, thirteen = (do(ready({1: hand}), "triumphs_10") for hand in (TEN, THIRTEEN))
    for card in TEN.split():
        assert ten.view(2).waiting == thirteen.view(2).waiting
        assert asked(ten) == (1, "show")
        do(ten, card), do(thirteen, card)
    assert asked(ten) == asked(thirteen) == (1, "declare")


@pytest.mark.clause("marolles 3.7")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_refused_declaration_changes_nothing(seat: int) -> None:
    run = to_declare(ready({seat: "SQ BQ CQ", (seat + 1) % 3: "DQ"}), seat)
    before = run.view(seat).facts()
    with pytest.raises(IllegalChoice):
        run.do("imperiale_queens")
    assert run.view(seat).facts() == before


@pytest.mark.clause("marolles 3.6", "marolles 3.11")
def test_a_later_player_declares_what_he_still_holds() -> None:
    run = play_cards(ready({1: "S10", 2: "SK BK CK F"}), "S10")
    assert asked(run) == (2, "declare")
    do(run, "kings_3_math SK BK CK no_more SK")
    assert paid_events(run) == [(2, ("kings_3_math", "-2", "-2", "4"))]
