"""Mineo for four: who may talk to whom, from when, and what the phrases mean among three.

In a call seats 1 and 3 play against 2 and 0; as soloist seat 1 plays against 2, 3 and 0, and
seat 2 leads.
"""

from __future__ import annotations

from typing import Any

import pytest

from helpers import do, options, play_by, seen
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from matto.games.sicily.phrases import FURTHER
from mineo_3_tables import talked
from mineo_4_tables import (
    ALL_PASS,
    CALLED,
    GAME,
    HANDS,
    TALON,
    begin,
    calling,
    soloing,
    swapped,
)

clause = pytest.mark.clause
YES_OR_NO = ("si", "no", "silence")
FREE: Any = {"talk_truth": "free"}
MORE: Any = {"table_talk": "further"}
REQUESTS = {
    "faglio",
    "di_unni_vuliti",
    "joca_unni_hai_u_re",
    "joca_unni_nunn_hai_u_re",
    "trunfu",
}
AFTER_A_TRICK = {"u_stissu_jocu", "jocu_novu", "u_primu_jocu"}
CAN_YOU = {"ci_putiti", "ci_putiti_abbivirari"}
FIRST_TRICK = "T17 T19 T11 T18 "  # seat 3, the partner, wins with the called card


def says(run: Run, seat: int) -> set[str]:
    return set(run.asides(seat))


def solo(cards: str = "", **given: Any) -> Run:
    return do(soloing(**given), cards)


def refused_aside(run: Run, seat: int, phrase: str) -> str:
    events = len(run.events)
    with pytest.raises(IllegalChoice) as refusal:
        run.say(seat, phrase)
    assert len(run.events) == events
    return refusal.value.refusal.clause


@clause("mineo-4 7.1")
def test_the_three_opponents_of_a_soloist_talk_and_all_hear_it() -> None:
    run = talked(solo(), "3:trunfu")
    for seat in (0, 1, 2, 3, None):
        assert run.view(seat).heard("say") == ((3, "trunfu"),)
    assert run.asides(1) == ()
    assert refused_aside(run, 1, "faglio") == "mineo-4 7.1"


@clause("mineo-4 7.1")
def test_talk_can_be_switched_off() -> None:
    run = solo(table_talk="off", show_card=True)
    for _ in range(4):
        assert all(run.asides(seat) == () for seat in range(4))
        play_by(run, {}, len(run.table.tricks) + 1)


@clause("mineo-4 7.2", "mineo-4 7.3")
def test_before_a_lead_both_partners_in_turn_and_then_the_leader_speak_once() -> None:
    run = solo()  # seat 2 is about to lead
    assert says(run, 3) == says(run, 0) == REQUESTS
    assert says(run, 2) == {"lhaja_fari_a_reula"}
    talked(run, "3:faglio")
    assert says(run, 3) == set()
    assert says(run, 0) == REQUESTS
    talked(run, "0:trunfu")
    assert says(run, 0) == set()
    assert says(run, 2) == {"lhaja_fari_a_reula", "grossu_o_picciriddu"}


@clause("mineo-4 7.2")
@pytest.mark.parametrize(
    ("said", "silenced"), [("0:faglio", {3, 0}), ("2:lhaja_fari_a_reula 3:si 0:no", {3, 0, 2})]
)
def test_who_lets_a_later_one_speak_has_lost_his_turn(said: str, silenced: set[int]) -> None:
    run = talked(solo(), said)
    assert {seat for seat in (2, 3, 0) if not says(run, seat)} == silenced
    assert refused_aside(run, 3, "trunfu") == "mineo-4 7.2"


@clause("mineo-4 7.2", "mineo-4 7.8")
def test_a_question_goes_to_both_partners_who_answer_before_anything_else() -> None:
    run = talked(solo(), "2:lhaja_fari_a_reula")
    assert run.asides(3) == run.asides(0) == YES_OR_NO
    assert run.asides(2) == ()
    talked(run, "0:si")
    assert run.asides(0) == ()
    assert run.asides(3) == YES_OR_NO
    do(run, "T17")  # to play on is silence
    assert "si" not in says(run, 0)


@clause("mineo-4 7.2")
def test_nothing_is_said_before_the_soloists_card_nor_in_the_last_trick() -> None:
    run = solo("T17 T19 T11")
    assert all(run.asides(seat) == () for seat in range(4))
    last = play_by(soloing(), {}, 14)
    while last.decision is not None:
        assert all(last.asides(seat) == () for seat in range(4))
        last.do(last.decision.options[0])


@clause("mineo-4 7.3", "mineo-4 7.6")
def test_requests_about_suits_need_a_lead() -> None:
    run = solo("DQ DJ DK D4")  # seat 0 leads again
    assert says(run, 2) == says(run, 3) == REQUESTS | AFTER_A_TRICK
    second = solo("DQ DJ DK D4 C6 C9 CQ CJ")  # cups were led second, seat 2 leads now
    assert says(second, 3) == REQUESTS | AFTER_A_TRICK | {"u_sicunnu_jocu"}
    assert "faglio" in GAME.vocabulary.glossary


@clause("mineo-4 7.4")
def test_after_trunfu_the_leader_may_ask_large_or_small_besides() -> None:
    run = talked(solo(), "3:trunfu 2:grossu_o_picciriddu")
    assert run.asides(3) == run.asides(0) == ("grossu", "picciriddu", "silence")
    talked(run, "3:grossu 0:silence")
    assert says(run, 2) == {"lhaja_fari_a_reula"}


@clause("mineo-4 7.5", "mineo-4 7.6")
def test_the_suit_you_have_led_is_the_first_that_either_partner_led() -> None:
    run = solo("DQ DJ DK D4", **FREE)  # seat 0 leads; his partner seat 2 has led coins
    assert says(run, 0) >= {"u_vostru_primu_jocu", "pozzu_turnari", "u_primu_jocu_vi_piace"}
    assert "u_pozzu_fare_u_me_iocu" not in says(run, 0)  # he has led nothing yet
    assert "u_sicunnu_jocu_vi_piace" not in says(run, 0)  # there is no second suit
    truly = solo("DQ DJ DK D4")
    assert "u_vostru_primu_jocu" in says(truly, 0)  # he holds coins
    first = solo(**FREE)
    assert says(first, 2) == {"lhaja_fari_a_reula"}


@clause("mineo-4 7.7")
def test_can_you_is_asked_only_of_partners_who_have_still_to_play() -> None:
    run = solo("DQ")  # seat 3 is about to play, seat 0 has still to play, seat 2 has played
    assert says(run, 2) >= CAN_YOU
    assert says(run, 0) >= CAN_YOU
    assert says(run, 3) >= {*CAN_YOU, "tutti_cosi", "lassu_a_to"}
    talked(run, "3:ci_putiti")
    assert run.asides(0) == YES_OR_NO
    assert run.asides(2) == ()  # his card lies already
    later = solo("DQ DJ")  # now seat 0 is about to play, last of the partners
    assert not says(later, 0) & CAN_YOU
    assert says(later, 3) >= CAN_YOU


@clause("mineo-4 7.7")
def test_the_king_is_asked_about_by_who_may_play_it() -> None:
    assert "lhaj_a_fare_u_re" in says(solo("DQ DJ"), 0)
    assert "lhaj_a_fare_u_re" not in says(solo("DQ"), 3)
    assert "lhaj_a_fare_u_re" not in says(solo("T17", **FREE), 3)


@clause("mineo-4 7.8", "mineo-4 7.10")
def test_how_many_cards_are_unknown_is_told_truly_by_each() -> None:
    run = talked(solo("DQ"), "3:quantu_ti_nni_mancanu")
    # of eleven coins: Q lies; seat 0 holds K 6 5, seat 2 holds C 10 9
    assert run.asides(0) == ("mancanu_7", "silence")
    assert run.asides(2) == ("mancanu_7", "silence")
    assert refused_aside(run, 0, "mancanu_8") == "mineo-4 7.10"
    swords = talked(solo("SC"), "3:quantu_ti_nni_mancanu")
    # of ten swords: C lies, the 5 was in the talon; seat 0 holds 7 and 6
    assert swords.asides(0) == ("mancanu_6", "silence")
    free = talked(solo("DQ", **FREE), "3:quantu_ti_nni_mancanu")
    assert len(free.asides(0)) == 22


def laid(away: str, cards: str, hands: dict[int, str] = HANDS) -> Run:
    """Seat 1 has called the 19 of seat 3, laid some cards away, and all know the parties."""
    silent = "silence silence silence silence"
    return do(begin(hands), f"{ALL_PASS}{CALLED}{away} {silent} {FIRST_TRICK}{cards}")


@clause("mineo-4 7.8", "mineo-4 7.10")
def test_the_caller_knows_the_cards_that_he_has_laid_away() -> None:
    run = talked(laid("SQ B9 B8", "S9 S7"), "3:quantu_ti_nni_mancanu")
    # of ten swords: 9 and 7 lie; seat 1 holds K 5 and has laid the Q away: C J 10 8 6 are left
    assert run.asides(1) == ("mancanu_5", "silence")
    assert refused_aside(run, 1, "mancanu_6") == "mineo-4 7.10"
    held = talked(laid("B5 B9 B8", "S9 S7"), "3:quantu_ti_nni_mancanu")
    assert held.asides(1) == ("mancanu_5", "silence")  # now the Q is in his hand


@clause("mineo-4 7.9", "mineo-4 7.10")
def test_no_card_above_lives_that_the_caller_has_laid_away_himself() -> None:
    hands = swapped(("SC", "B8"))
    run = laid("SQ B9 C9", "S9 S7 SK SJ SC S10", hands)  # the K is gone, the Q laid away
    assert "chistu_e_u_re" in says(run, 1)
    elsewhere = swapped(("SQ", "D5"), hands=hands)
    other = laid("D5 B9 C9", "S9 S7 SK SJ SC S10", elsewhere)  # the Q is with seat 0
    assert "chistu_e_u_re" not in says(other, 1)


@clause("mineo-4 7.9", "mineo-4 7.10")
def test_statements_in_a_trick_are_true_as_far_as_one_sees() -> None:
    run = solo("DQ DJ")
    assert "chistu_e_u_re" not in says(run, 2)  # the King of coins is not his
    assert "chistu_e_u_re" in says(solo("DQ DJ", **FREE), 2)
    with_king = swapped(("DK", "D9"))
    best = do(soloing(with_king), "DK DJ")
    assert {"chistu_e_u_re", "carte_al_petto"} <= says(best, 2)
    assert "carte_al_petto" not in says(best, 3)
    assert refused_aside(best, 3, "carte_al_petto") == "mineo-4 7.10"


@clause("mineo-4 7.10")
def test_nothing_said_changes_what_may_be_played() -> None:
    run = talked(solo(), "3:trunfu 0:trunfu 2:grossu_o_picciriddu 3:grossu 0:silence")
    assert options(run) == options(solo())


@clause("mineo-4 7.1", "mineo-4 7.11", "mineo-4 7.12", "mineo-4 7.13", "mineo-4 8.3")
def test_further_phrases_are_said_only_where_allowed() -> None:
    basic, further = solo("DQ DJ", **FREE), solo("DQ DJ", **FREE, **MORE)
    only = {"mi_fici_u_re", "mi_fici_a_regina", "ochi_hai_docu", "u_20", "me_lo_faccio_20"}
    assert not says(basic, 0) & only
    assert says(further, 0) >= only
    assert "jocu_novu_novu" in says(solo(**MORE), 3)
    assert "mi_fici_u_re" in says(solo("DQ DJ", **MORE), 0)
    assert "mi_fici_u_re" not in says(solo("DQ DJ", **MORE), 3)
    words = {phrase.word for phrase in FURTHER}
    assert words | {answer.word for one in FURTHER for answer in one.answers} <= set(
        GAME.vocabulary.glossary
    )


@clause("mineo-4 7.12", "mineo-4 7.13", "mineo-4 7.10")
def test_questions_about_arie_are_answered_by_both_truly() -> None:
    run = talked(solo(**MORE), "2:ochi_hai_docu")
    assert run.asides(3) == ("aria_19", "silence")
    assert run.asides(0) == ("nudda", "silence")
    has_it = talked(solo("DQ DJ", **MORE), "0:u_17")
    assert has_it.asides(2) == ("si", "silence")
    assert has_it.asides(3) == ("no", "silence")
    trumps = solo("T17", **MORE)  # seat 3 may take it with the 19, and holds the 16
    taking = {word for word in says(trumps, 3) if word.startswith("me_lo_faccio")}
    assert taking == {"me_lo_faccio_19", "me_lo_faccio_16"}


@clause("mineo-4 7.14")
def test_a_card_is_shown_to_both_partners_and_not_to_the_soloist() -> None:
    run = talked(solo(show_card=True), "2:mostra:T17")
    for friend in (0, 2, 3):
        assert run.view(friend).heard("shows") == ((2, "T17"),)
    for seat in (1, None):
        assert run.view(seat).heard("say") == ((2, "mostra"),)
        assert "T17" not in seen(run, seat)
    assert run.asides(3) == run.asides(0) == YES_OR_NO
    assert not [word for word in solo().asides(2) if word.startswith("mostra")]
    off = solo(show_card=True, table_talk="off")
    assert off.asides(2) == ()


@clause("mineo-4 7.14", "mineo-4 7.17")
def test_in_a_call_a_card_is_shown_to_the_one_partner() -> None:
    run = talked(do(calling(show_card=True), FIRST_TRICK), "3:mostra:T16")
    assert [run.view(seat).heard("shows") for seat in range(4)] == [
        *((), ((3, "T16"),), (), ((3, "T16"),)),
    ]


@clause("mineo-4 7.16")
@pytest.mark.parametrize("cards", ["", "T17", "SC S9 S7 SK"])
def test_in_a_call_nobody_talks_before_the_parties_are_known(cards: str) -> None:
    run = do(calling(**FREE), cards)
    assert all(run.asides(seat) == () for seat in range(4))
    for seat in range(4):
        assert refused_aside(run, seat, "faglio") == "mineo-4 7.16"


@clause("mineo-4 7.16")
def test_talk_begins_at_the_next_moment_after_the_called_card_has_been_played() -> None:
    run = do(calling(), "T17 T19")  # seat 0 is about to play; all know now
    assert "ci_putiti" in says(run, 2)
    assert says(run, 1) == says(run, 3) == set()
    do(run, "T11 T18")
    assert says(run, 1) >= REQUESTS  # seat 3 is about to lead
    assert says(run, 0) == says(run, 2) == set()
    both_raised = calling(said="silence rivanto silence rivanto")
    assert says(both_raised, 0) == REQUESTS


@clause("mineo-4 7.16")
def test_in_a_forced_solo_the_opponents_talk_from_the_start() -> None:
    hands = {**HANDS, 3: HANDS[3].replace("T19", "S5")}
    silent = "silence silence silence silence"
    run = do(begin(hands, "T19 C5 B5"), f"{ALL_PASS}{CALLED}C5 B5 D4 {silent}")
    assert says(run, 3) == says(run, 0) == REQUESTS


@clause("mineo-4 7.16", "mineo-4 3.19")
def test_a_secret_soloists_opponents_talk_when_they_know() -> None:
    run = calling(bids="chiamo:T18 passo passo passo", call="any")
    assert all(run.asides(seat) == () for seat in range(4))
    do(run, "T17 T16 T11 T18 BK")
    assert says(run, 2) >= {"quantu_ti_nni_mancanu"}
    assert says(run, 3) >= CAN_YOU
    assert run.asides(1) == ()


@clause("mineo-4 7.17")
@pytest.mark.parametrize(
    ("who", "callers", "opponents"), [("both", True, True), ("opponents", False, True)]
)
def test_in_a_call_both_parties_talk_or_the_opponents_only(
    who: str, callers: bool, opponents: bool
) -> None:
    run = do(calling(talk_parties=who), FIRST_TRICK)
    assert bool(run.asides(1)) == callers
    do(run, "BJ B7 BK")  # seat 2 is about to play, last
    assert bool(run.asides(0)) == opponents
    assert run.asides(1) == ()
    if not callers:
        assert refused_aside(run, 1, "faglio") == "mineo-4 7.1"


@clause("mineo-4 7.16", "mineo-4 7.10")
def test_what_may_be_said_tells_nothing_of_hidden_cards() -> None:
    one = do(calling(**FREE), "SC")
    two = do(calling(swapped(("T19", "T17")), **FREE), "SC")
    for seat in (0, 1, None):
        assert one.view(seat).facts() == two.view(seat).facts()
    assert TALON.split()[0] in seen(one, 0)
