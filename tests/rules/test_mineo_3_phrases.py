"""Mineo for three: who may say what to his partner, when, and how it is answered.

Seat 1 is soloist and has laid away the talon; seats 2 and 0 may talk, and seat 2 leads first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from matto.games.sicily.phrases import BASIC, FURTHER
from mineo_3_tables import GAME, HANDS, begin, finished, play_by, playing, talked

clause = pytest.mark.clause

REQUESTS_WITHOUT_SUIT = {
    "faglio",
    "di_unni_vuliti",
    "joca_unni_hai_u_re",
    "joca_unni_nunn_hai_u_re",
    "trunfu",
}
REQUESTS_AFTER_A_TRICK = {"u_stissu_jocu", "jocu_novu", "u_primu_jocu"}
ABOUT_SUITS_LED = {
    "pozzu_turnari",
    "u_pozzu_fare_u_me_iocu",
    "u_vostru_primu_jocu",
    "u_primu_jocu_vi_piace",
    "u_sicunnu_jocu_vi_piace",
}
CAN_YOU = {"ci_putiti", "ci_putiti_abbivirari"}
YES_OR_NO = ("si", "no", "silence")
FREE = {"talk_truth": "free"}


def says(run: Run, seat: int) -> set[str]:
    return set(run.asides(seat))


def after(cards: str, **given: Any) -> Run:
    """The deal of `HANDS` after some cards have been played."""
    return do(playing(**given), cards)


def refused_aside(run: Run, seat: int, phrase: str) -> str:
    events = len(run.events)
    with pytest.raises(IllegalChoice) as refusal:
        run.say(seat, phrase)
    assert len(run.events) == events
    return refusal.value.refusal.clause


@clause("mineo-3 7.1")
def test_all_hear_what_the_opponents_say_and_the_soloist_says_nothing() -> None:
    run = talked(playing(), "0:trunfu")
    for seat in (0, 1, 2, None):
        assert run.view(seat).heard("say") == ((0, "trunfu"),)
    for cards in ("", "T3", "T3 T2", "T3 T2 T10", "T3 T2 T10 S9"):
        assert after(cards).asides(1) == ()
    assert refused_aside(playing(), 1, "faglio") == "mineo-3 7.1"
    assert [action.choice for action in run.actions][-1] == "trunfu"
    assert run.fork().events == run.events


@clause("mineo-3 7.1")
def test_talk_can_be_switched_off_and_there_is_none_before_the_play() -> None:
    run = playing(table_talk="off", show_card=True)
    for _ in range(6):
        assert run.asides(0) == run.asides(2) == ()
        play_by(run, {}, len(run.table.tricks) + 1)
    assert begin().asides(1) == begin().asides(2) == ()
    assert do(begin(), "vado_solo").asides(2) == ()


@clause("mineo-3 7.2")
def test_before_a_lead_first_the_partner_then_the_leader_says_one_phrase() -> None:
    run = playing()
    assert says(run, 0) == REQUESTS_WITHOUT_SUIT
    assert says(run, 2) == {"lhaja_fari_a_reula"}
    talked(run, "0:faglio")
    assert says(run, 0) == set()
    assert says(run, 2) == {"lhaja_fari_a_reula"}
    talked(run, "2:lhaja_fari_a_reula 0:si")
    assert says(run, 0) == says(run, 2) == set()


@clause("mineo-3 7.2")
def test_the_partners_turn_has_passed_when_the_leader_has_spoken() -> None:
    run = talked(playing(), "2:lhaja_fari_a_reula 0:silence")
    assert says(run, 0) == set()


@clause("mineo-3 7.2")
def test_in_a_trick_one_phrase_each_before_an_opponent_adds_his_card() -> None:
    run = after("T3")  # seat 0 is about to play, seat 2 has led
    talked(run, "2:ci_putiti 0:no")
    assert says(run, 2) == set()
    talked(run, "0:lassu_a_to 2:si")
    assert says(run, 2) == says(run, 0) == set()
    assert refused_aside(run, 0, "lassu_a_to") == "mineo-3 7.2"


@clause("mineo-3 7.2")
def test_at_the_next_card_both_may_speak_again() -> None:
    run = talked(after("DQ", leader="soloist"), "0:ci_putiti 2:no 2:lassu_a_to 0:si")
    assert says(run, 0) == says(run, 2) == set()
    do(run, "DK")  # now seat 0 is about to play
    assert "lassu_a_to" in says(run, 0)
    assert "ci_putiti" in says(run, 2)


@clause("mineo-3 7.2")
def test_nothing_is_said_while_the_soloist_is_about_to_play_or_lead() -> None:
    assert says(after("T3 T2"), 0) == says(after("T3 T2"), 2) == set()
    led = after("T3 T2 T10")
    assert says(led, 0) == says(led, 2) == set()
    assert "ci_putiti" in says(do(led, "DQ"), 0)  # seat 2 is about to play


@clause("mineo-3 7.2")
def test_a_question_is_answered_before_anything_else_or_by_silence() -> None:
    run = talked(after("T3"), "2:ci_putiti")
    assert run.asides(0) == YES_OR_NO
    assert run.asides(2) == ()
    assert refused_aside(run, 0, "lassu_a_to") == "mineo-3 7.2"
    do(run, "T2")  # playing on is silence
    assert run.asides(0) == run.asides(2) == ()


@clause("mineo-3 7.2")
def test_in_the_last_trick_nothing_is_said() -> None:
    for order in ({}, {1: "S9"}):
        run = play_by(playing(), order, 19)
        while run.decision is not None:
            assert run.asides(0) == run.asides(2) == ()
            run.do(run.decision.options[0])
        assert run.asides(0) == run.asides(2) == ()


@clause("mineo-3 7.3")
@pytest.mark.parametrize(
    ("cards", "more"),
    [
        ("", set()),
        ("CQ C6 C8", REQUESTS_AFTER_A_TRICK),
        ("CQ C6 C8 CJ C5 C9", REQUESTS_AFTER_A_TRICK),  # still one suit
        ("CQ C6 C8 SK T2 S8 B9 T10 BK DQ DK D7", {*REQUESTS_AFTER_A_TRICK, "u_sicunnu_jocu"}),
    ],
)
def test_the_leaders_partner_may_ask_for_a_lead(cards: str, more: set[str]) -> None:
    assert says(after(cards), 0) == REQUESTS_WITHOUT_SUIT | more


@clause("mineo-3 7.4")
def test_after_trunfu_the_leader_may_ask_large_or_small_besides_his_question() -> None:
    run = playing()
    assert "grossu_o_picciriddu" not in says(run, 2)
    assert "grossu_o_picciriddu" not in says(talked(playing(), "0:faglio"), 2)
    talked(run, "0:trunfu 2:grossu_o_picciriddu")
    assert run.asides(0) == ("grossu", "picciriddu", "silence")
    talked(run, "0:picciriddu")
    assert says(run, 2) == {"lhaja_fari_a_reula"}
    talked(run, "2:lhaja_fari_a_reula 0:silence")
    assert says(run, 2) == set()
    other_way = talked(playing(), "0:trunfu 2:lhaja_fari_a_reula 0:si")
    assert says(other_way, 2) == {"grossu_o_picciriddu"}


@clause("mineo-3 7.5", "mineo-3 7.8")
@pytest.mark.parametrize("question", sorted({*ABOUT_SUITS_LED, "lhaja_fari_a_reula"}))
def test_the_leaders_questions_are_answered_yes_or_no(question: str) -> None:
    # cups led by seat 2, spades, batons by seat 0, coins by the soloist; seat 2 leads again
    cards = "CQ C6 C8 SK T2 S8 B9 T10 BQ DQ DK D7"
    run = talked(after(cards, **FREE), f"2:{question}")
    assert run.asides(0) == YES_OR_NO
    for answer in YES_OR_NO:
        assert says(talked(run.fork(), f"0:{answer}"), 2) == set()


@clause("mineo-3 7.6")
@pytest.mark.parametrize(
    ("cards", "questions"),
    [
        ("", set()),
        # cups led first and last, by seat 2 himself
        ("CQ C6 C8", {"pozzu_turnari", "u_pozzu_fare_u_me_iocu", "u_primu_jocu_vi_piace"}),
        # spades second; seat 0 led batons third, the soloist coins last
        ("CQ C6 C8 SK T2 S8 B9 T10 BQ DQ DK D7", ABOUT_SUITS_LED),
        # trumps count as a suit; of a second suit there is no lead yet
        ("T19 T2 T10", {"pozzu_turnari", "u_pozzu_fare_u_me_iocu", "u_primu_jocu_vi_piace"}),
    ],
)
def test_a_phrase_points_to_a_suit_that_has_been_led(cards: str, questions: set[str]) -> None:
    run = after(cards, **FREE)
    assert says(run, 2) == {*questions, "lhaja_fari_a_reula"}


@clause("mineo-3 7.6", "mineo-3 7.10")
def test_each_suit_question_needs_a_card_of_the_suit_it_means() -> None:
    # cups, spades, batons, coins were led in turn; seat 2 has no coin left
    cards = "CQ C6 C8 SK T2 S8 B9 T10 BQ DQ DK D7"
    run = after(cards)
    assert run.view(2).heard("play")[-1] == (0, "D7")
    coins_left = [card for card in run.view(2).hand if card.startswith("D")]
    assert coins_left == []
    assert "pozzu_turnari" not in says(run, 2)  # the last suit: coins
    assert says(run, 2) == {*ABOUT_SUITS_LED, "lhaja_fari_a_reula"} - {"pozzu_turnari"}
    assert refused_aside(run, 2, "pozzu_turnari") == "mineo-3 7.10"


@clause("mineo-3 7.7")
@pytest.mark.parametrize(
    ("cards", "leaders", "players"),
    [
        # seat 2 has led, seat 0 is about to play: only the one asked in "can you" still plays
        ("T3", CAN_YOU, {"tutti_cosi", "lassu_a_to"}),
        ("CQ", CAN_YOU, {"tutti_cosi", "lassu_a_to"}),
    ],
)
def test_questions_in_a_trick_when_the_leaders_partner_plays(
    cards: str, leaders: set[str], players: set[str]
) -> None:
    run = after(cards)
    assert says(run, 2) - {"chistu_e_u_re", "carte_al_petto"} == {
        *leaders,
        "quantu_ti_nni_mancanu",
    }
    assert says(run, 0) == {*players, "quantu_ti_nni_mancanu"}


@clause("mineo-3 7.7")
def test_both_may_ask_can_you_while_both_have_still_to_play() -> None:
    run = after("DQ", leader="soloist")
    assert says(run, 0) >= CAN_YOU  # seat 2 is about to play, seat 0 plays last
    assert says(run, 2) >= CAN_YOU | {"lassu_a_to", "tutti_cosi", "lhaj_a_fare_u_re"}
    assert not says(run, 0) & {"lassu_a_to", "tutti_cosi", "lhaj_a_fare_u_re"}
    do(run, "DK")
    assert says(run, 2) >= CAN_YOU  # seat 0 has still to play
    assert not says(run, 0) & CAN_YOU  # seat 2 has played


@clause("mineo-3 7.7", "mineo-3 7.10")
def test_the_king_is_asked_about_by_who_holds_it_and_only_in_plain_suits() -> None:
    assert "lhaj_a_fare_u_re" in says(after("DQ", leader="soloist"), 2)
    assert "lhaj_a_fare_u_re" not in says(after("CQ"), 0)  # holds no king
    assert "lhaj_a_fare_u_re" in says(after("CQ", **FREE), 0)
    assert "lhaj_a_fare_u_re" not in says(after("T3", **FREE), 0)
    assert refused_aside(after("CQ"), 0, "lhaj_a_fare_u_re") == "mineo-3 7.10"


@clause("mineo-3 7.7", "mineo-3 7.10")
def test_who_has_none_of_the_suit_does_not_offer_his_best_of_it() -> None:
    assert "tutti_cosi" not in says(after("SK"), 0)
    assert "tutti_cosi" in says(after("SK", **FREE), 0)


@clause("mineo-3 7.8", "mineo-3 7.10")
@pytest.mark.parametrize(
    ("cards", "asker", "known"),
    [
        # spades: K lies, S7 S6 S5 were seen in the talon, seat 0 holds none: Q C J 10 9 8
        ("SK", 2, 6),
        # cups: Q lies, seat 0 holds 6 and 5: K C J 10 9 8 7
        ("CQ", 2, 7),
        # trumps: seat 2 holds 20 and 19, the 3 lies: 18
        ("T3", 0, 18),
    ],
)
def test_how_many_cards_are_unknown_is_told_truly(cards: str, asker: int, known: int) -> None:
    asked_seat = 2 - asker
    run = talked(after(cards), f"{asker}:quantu_ti_nni_mancanu")
    assert run.asides(asked_seat) == (f"mancanu_{known}", "silence")
    assert refused_aside(run, asked_seat, f"mancanu_{known + 1}") == "mineo-3 7.10"
    free = talked(after(cards, **FREE), f"{asker}:quantu_ti_nni_mancanu")
    assert free.asides(asked_seat) == (*(f"mancanu_{n}" for n in range(21)), "silence")


@clause("mineo-3 7.8", "mineo-3 7.10")
def test_cards_played_before_are_known_and_an_unseen_talon_is_not() -> None:
    run = talked(after("CQ C6 C8 CJ"), "2:quantu_ti_nni_mancanu")
    assert run.asides(0)[0] == "mancanu_5"  # K C 10 9 7 besides Q 6 8 J and his 5
    # the dealer goes solo at the end and does not show the talon; seat 2 has K Q C J 10
    unseen = do(begin(), "altre_cinque passo passo altre_cinque altre_cinque ")
    do(unseen, f"passo passo vado_solo {' '.join(HANDS[0].split()[:3])} silence S9")
    talked(unseen, "1:quantu_ti_nni_mancanu")
    assert unseen.asides(2)[0] == "mancanu_4"  # the 8 and the talon's 7, 6, 5


@clause("mineo-3 7.10")
def test_nothing_said_changes_what_may_be_played() -> None:
    silent = playing()
    run = talked(playing(), "0:trunfu 2:grossu_o_picciriddu 0:grossu")
    assert silent.decision is not None
    assert run.decision is not None
    assert run.decision.options == silent.decision.options
    assert run.decision.seat == silent.decision.seat


@clause("mineo-3 7.10")
@pytest.mark.parametrize("said", ["", "2:ochi_hai_docu", "2:u_18", "2:quantu_ti_nni_mancanu"])
def test_what_one_may_say_depends_on_nothing_that_he_does_not_see(said: str) -> None:
    swapped = {
        **HANDS,
        2: HANDS[2].replace("T20", "T18").replace("DK", "DQ"),
        1: HANDS[1].replace("T18", "T20").replace("DQ", "DK"),
    }
    one = talked(after("T3", table_talk="further"), said)
    two = talked(after("T3", table_talk="further", hands=swapped), said)
    assert one.asides(0) == two.asides(0) != ()
    assert one.view(0).facts() == two.view(0).facts()


@clause("mineo-3 7.1")
def test_every_phrase_and_answer_is_explained_in_the_glossary() -> None:
    words = {phrase.word for phrase in FURTHER}
    words |= {answer.word for phrase in FURTHER for answer in phrase.answers}
    assert {phrase.word for phrase in BASIC} < words <= set(GAME.vocabulary.glossary)


@clause("mineo-3 7.15")
def test_mistakes_cost_nothing_of_their_own() -> None:
    done = finished({1: "SK BK CK DK"})
    faulty = replace(done, faults={"revoke": (1, 1, 1)})
    assert GAME.score(faulty, GAME.resolve()) == GAME.score(done, GAME.resolve())
