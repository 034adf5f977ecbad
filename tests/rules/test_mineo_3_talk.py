"""Mineo for three: the deal, the talk after each packet, and deals given up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import (
    asked,
    decision_of,
    do,
    options,
    play_by,
    play_on,
    refused,
    result_of,
    seen,
    start,
)
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from matto.games.sicily.phrases import BASIC, FURTHER
from mineo_3_tables import (
    GAME,
    HANDS,
    ID,
    TALON,
    TO_PAUSE_2,
    TO_PAUSE_3,
    TO_PAUSE_4,
    begin,
    finished,
    playing,
    talked,
)

clause = pytest.mark.clause
TO_PAUSE = ("", TO_PAUSE_2, TO_PAUSE_3, TO_PAUSE_4)
pauses = pytest.mark.parametrize("pause", range(1, 5))
early_pauses = pytest.mark.parametrize("pause", range(1, 4))


def in_pause(pause: int, said: str = "", **given: object) -> Run:
    way = TO_PAUSE_2 + (TO_PAUSE_2 * (pause - 2)) if given.get("solo_rounds") else ""
    way = way if pause > 1 else ""
    return do(begin(**given), (way or TO_PAUSE[pause - 1]) + said)


def packets(run: Run) -> int:
    return sum(event.kind == "packet" for event in run.events) // 3


def sheet(run: Run) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(row.item, row.clause, row.amounts) for row in result_of(run).sheet]


def thrown_in(run: Run) -> bool:
    return run.result is not None and run.result.thrown_in


@clause("mineo-3 2.1", "mineo-3 2.6")
@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_all_speak_in_turn_from_the_dealers_right_each_once(
    dealer: int, order: list[int]
) -> None:
    run = start(ID, dealer=dealer)
    speakers = []
    while run.decision is not None:
        assert run.decision.kind == "talk"
        speakers.append(run.decision.seat)
        run.do("passo")
    assert speakers == order


@clause("mineo-3 2.2")
def test_the_program_shuffles_the_whole_pack() -> None:
    deals = [Run.shuffled(GAME, seed=seed).setup.deal for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]
    assert {card for hand in (*deals[2].hands, deals[2].talon) for card in hand} == GAME.pack(
        GAME.resolve()
    ).cards


@clause("mineo-3 2.3")
def test_the_dealer_alone_knows_the_bottom_card_from_the_start() -> None:
    run = in_pause(1)
    assert run.view(0).heard("bottom card") == ((0, "S5"),)
    assert all("S5" not in seen(run, seat) for seat in (1, 2, None))
    assert next(event.kind for event in run.view(1).events) == "has seen the bottom card"
    assert all("S5" not in in_pause(4).view(seat).hand for seat in range(3))
    assert in_pause(1).setup.deal.talon[-1] == "S5"


@clause("mineo-3 2.4")
@pauses
def test_each_is_dealt_five_cards_in_each_of_four_packets(pause: int) -> None:
    run = in_pause(pause)
    assert [len(run.view(seat).hand) for seat in range(3)] == [5 * pause] * 3
    first_three = [event.seat for event in run.events if event.kind == "packet"][:3]
    assert first_three == [1, 2, 0]
    assert len(run.setup.deal.talon) == 3


@clause("mineo-3 2.5")
def test_each_sees_his_own_packet_and_all_hear_the_talk() -> None:
    run = in_pause(1, "pago")
    first_five = [hand.split()[:5] for _, hand in sorted(HANDS.items())]
    assert [set(run.view(seat).hand) for seat in range(3)] == list(map(set, first_five))
    for seat in (0, 1, 2, None):
        others = {card for other in range(3) if other != seat for card in first_five[other]}
        assert not others & seen(run, seat)
        assert run.view(seat).heard("talk") == ((1, "pago"),)


@clause("mineo-3 2.7")
def test_the_first_speaker_may_say_all_but_prendo() -> None:
    assert options(in_pause(1)) == ("vado_solo", "altre_cinque", "pago", "passo")
    assert options(in_pause(2)) == ("altre_cinque", "pago", "passo")
    assert options(in_pause(3)) == ("altre_cinque", "pago", "passo")
    assert options(in_pause(4)) == ("vado_solo", "pago", "passo")
    assert refused(in_pause(1), "mischio_e_pago") == "mineo-3 2.7"
    assert {"vado_solo", "altre_cinque", "pago", "prendo", "passo"} <= set(
        GAME.vocabulary.glossary
    )


@clause("mineo-3 2.7")
def test_a_call_that_is_refused_changes_nothing() -> None:
    run = in_pause(2)
    before = run.view(1).facts()
    with pytest.raises(IllegalChoice) as refusal:
        run.do("vado_solo")
    assert refusal.value.refusal.clause == "mineo-3 2.8"
    assert run.view(1).facts() == before


@clause("mineo-3 2.8")
@pauses
def test_solo_is_said_only_in_the_first_and_the_fourth_pause(pause: int) -> None:
    run = in_pause(pause)
    assert ("vado_solo" in options(run)) == (pause in {1, 4})
    assert refused(run, "vado_solo") == ("" if pause in {1, 4} else "mineo-3 2.8")


@clause("mineo-3 2.8", "mineo-3 8.1")
@pauses
def test_in_palagonia_solo_is_said_after_every_packet(pause: int) -> None:
    run = in_pause(pause, solo_rounds="every")
    assert packets(run) == pause
    assert asked(do(run, "vado_solo")) == (1, "discard")


@clause("mineo-3 2.8")
@pytest.mark.parametrize(("said", "soloist"), [("", 1), ("passo ", 2), ("pago passo ", 0)])
def test_the_first_to_say_solo_has_it_and_the_talk_ends(said: str, soloist: int) -> None:
    for pause in (1, 4):
        assert asked(in_pause(pause, f"{said}vado_solo")) == (soloist, "discard")


@clause("mineo-3 2.9")
@pytest.mark.parametrize("pause", [1, 2, 3])
def test_after_an_early_solo_the_rest_is_dealt_without_talk(pause: int) -> None:
    run = in_pause(pause, "passo vado_solo", solo_rounds="every")
    assert asked(run) == (2, "discard")
    assert packets(run) == 4
    assert [len(run.view(seat).hand) for seat in range(3)] == [20, 20, 23]
    kinds = [event.kind for event in run.events]
    assert "talk" not in kinds[max(i for i, kind in enumerate(kinds) if kind == "packet") :]


@clause("mineo-3 2.10")
@pytest.mark.parametrize("said", ["pago ", "pago pago ", "altre_cinque passo "])
def test_solo_wipes_out_offers_and_demands(said: str) -> None:
    run = play_on(in_pause(1, f"{said}vado_solo"))
    assert not result_of(run).thrown_in
    assert "prendo" not in {item for item, _, _ in sheet(run)}


@clause("mineo-3 2.11")
@pytest.mark.parametrize("pause", [2, 3])
@pytest.mark.parametrize("before", ["", "pago ", "passo ", "pago prendo "])
def test_altre_cinque_closes_the_talk_in_pauses_2_and_3(pause: int, before: str) -> None:
    run = in_pause(pause, f"{before}altre_cinque")
    assert packets(run) == pause + 1
    assert asked(run) == (1, "talk")


@clause("mineo-3 2.11")
def test_altre_cinque_cancels_offers_and_takings() -> None:
    run = in_pause(2, "pago prendo altre_cinque passo passo passo")
    assert result_of(run).scores == (0, 0, 0)


@clause("mineo-3 2.12")
def test_in_pause_1_altre_cinque_waits_whether_somebody_goes_solo() -> None:
    run = in_pause(1, "altre_cinque")
    assert asked(run) == (2, "talk")
    assert options(run) == ("vado_solo", "passo")
    for word in ("pago", "prendo", "altre_cinque"):
        assert refused(run, word) == "mineo-3 2.12"
    assert asked(do(run, "passo vado_solo")) == (0, "discard")


@clause("mineo-3 2.12")
def test_who_spoke_before_the_altre_cinque_is_not_asked_again() -> None:
    run = in_pause(1, "pago altre_cinque")
    assert asked(run) == (0, "talk")
    do(run, "passo")
    assert packets(run) == 2
    assert asked(run) == (1, "talk")


@clause("mineo-3 2.12")
@pytest.mark.parametrize("pause", [2, 3])
def test_with_solo_in_every_round_altre_cinque_waits_there_too(pause: int) -> None:
    run = in_pause(pause, "altre_cinque", solo_rounds="every")
    assert packets(run) == pause
    assert options(run) == ("vado_solo", "passo")
    assert packets(do(run, "passo passo")) == pause + 1


@clause("mineo-3 2.13")
def test_no_more_cards_can_be_had_in_pause_4() -> None:
    assert refused(in_pause(4), "altre_cinque") == "mineo-3 2.13"
    assert refused(in_pause(4, solo_rounds="every"), "altre_cinque") == "mineo-3 2.13"


@clause("mineo-3 2.14")
@pauses
def test_two_may_offer_one_point_and_the_third_may_not(pause: int) -> None:
    run = in_pause(pause, "pago")
    assert "pago" in options(run)
    assert refused(do(run, "pago"), "pago") == "mineo-3 2.14"
    assert "pago" in options(in_pause(pause, "passo pago"))


@clause("mineo-3 2.15")
@pauses
def test_prendo_needs_an_offer_in_the_same_pause(pause: int) -> None:
    assert refused(in_pause(pause), "prendo") == "mineo-3 2.15"
    assert refused(in_pause(pause, "passo"), "prendo") == "mineo-3 2.15"
    assert "prendo" in options(in_pause(pause, "pago"))
    assert "prendo" in options(in_pause(pause, "pago passo"))


@clause("mineo-3 2.15", "mineo-3 2.22")
def test_an_offer_of_an_earlier_pause_cannot_be_taken() -> None:
    run = in_pause(2, "pago passo passo")
    assert packets(run) == 3
    assert refused(run, "prendo") == "mineo-3 2.15"
    assert options(run) == ("altre_cinque", "pago", "passo")  # whatever he said before


@clause("mineo-3 2.16")
@pauses
def test_after_a_prendo_only_passo_or_altre_cinque_is_left(pause: int) -> None:
    run = in_pause(pause, "pago prendo")
    assert options(run) == (("altre_cinque", "passo") if pause < 4 else ("passo",))
    assert refused(run, "pago") == refused(run, "prendo") == "mineo-3 2.16"
    if pause in {1, 4}:
        assert refused(run, "vado_solo") == "mineo-3 2.16"


@clause("mineo-3 2.16")
@pytest.mark.parametrize("pause", [2, 3])
def test_where_no_solo_is_open_that_is_why_there_is_none(pause: int) -> None:
    assert refused(in_pause(pause, "pago prendo"), "vado_solo") == "mineo-3 2.8"


@clause("mineo-3 2.16")
@pauses
def test_option_solo_after_a_prendo_where_solo_is_open(pause: int) -> None:
    run = in_pause(pause, "pago prendo", solo_after_prendo=True)
    expected = [word for word in ("vado_solo", "altre_cinque") if _open(word, pause)]
    assert options(run) == (*expected, "passo")
    assert refused(run, "pago") == refused(run, "prendo") == "mineo-3 2.16"


def _open(word: str, pause: int) -> bool:
    return pause in ({1, 4} if word == "vado_solo" else {1, 2, 3})


@clause("mineo-3 2.16", "mineo-3 8.1")
@pauses
def test_in_palagonia_too_no_solo_is_left_after_a_prendo_unless_the_option_says_so(
    pause: int,
) -> None:
    run = in_pause(pause, "pago prendo", solo_rounds="every")
    assert refused(run, "vado_solo") == "mineo-3 2.16"
    both = in_pause(pause, "pago prendo", solo_rounds="every", solo_after_prendo=True)
    assert "vado_solo" in options(both)


@clause("mineo-3 2.17", "mineo-3 2.18")
@pauses
def test_when_all_pass_the_deal_is_thrown_in_for_nothing(pause: int) -> None:
    run = in_pause(pause, "passo passo passo")
    assert thrown_in(run)
    assert sheet(run) == []
    assert (result_of(run).scores, result_of(run).points) == ((0, 0, 0), (0, 0, 0))


@clause("mineo-3 2.18")
def test_passes_after_an_altre_cinque_give_nothing_up() -> None:
    assert not thrown_in(in_pause(1, "altre_cinque passo passo"))
    assert not thrown_in(in_pause(1, "passo altre_cinque passo"))
    assert not thrown_in(in_pause(1, "passo passo altre_cinque"))


@clause("mineo-3 2.19", "mineo-3 5.13")
@pauses
@pytest.mark.parametrize(
    ("said", "paid"),
    [
        ("pago prendo passo", (0, -1, 1)),
        ("pago passo prendo", (1, -1, 0)),
        ("passo pago prendo", (1, 0, -1)),
        ("pago pago prendo", (2, -1, -1)),
    ],
)
def test_taken_offers_are_paid_to_the_taker_and_never_doubled(
    pause: int, said: str, paid: tuple[int, ...]
) -> None:
    run = in_pause(pause, said)
    assert thrown_in(run)
    assert sheet(run) == [("prendo", "mineo-3 2.19", paid)]
    assert sum(paid) == 0


@clause("mineo-3 2.20")
@early_pauses
@pytest.mark.parametrize("said", ["pago passo passo", "passo pago pago", "passo passo pago"])
def test_an_offer_that_nobody_takes_leads_to_the_next_packet(pause: int, said: str) -> None:
    run = in_pause(pause, said)
    assert packets(run) == pause + 1
    assert asked(run) == (1, "talk")


@clause("mineo-3 2.20")
@early_pauses
def test_option_an_offer_that_nobody_takes_ends_the_deal_unpaid(pause: int) -> None:
    run = in_pause(pause, "pago pago passo", offer_without_taker="thrown_in")
    assert thrown_in(run)
    assert sheet(run) == []
    demanded = in_pause(1, "pago altre_cinque passo", offer_without_taker="thrown_in")
    assert packets(demanded) == 2


@clause("mineo-3 2.21")
@pytest.mark.parametrize("said", ["passo passo passo", "pago passo passo", "pago pago passo"])
def test_without_a_solo_in_pause_4_the_deal_is_thrown_in_unpaid(said: str) -> None:
    run = in_pause(4, said)
    assert thrown_in(run)
    assert sheet(run) == []


@clause("mineo-3 2.22")
def test_an_offer_binds_nobody_in_a_later_pause() -> None:
    run = in_pause(1, "pago pago passo")  # nobody takes; the second packet is dealt
    do(run, "passo passo passo")
    assert thrown_in(run)
    assert sheet(run) == []


@clause("mineo-3 2.23")
def test_the_cards_of_a_deal_thrown_in_stay_unseen() -> None:
    run = in_pause(4, "passo passo passo")
    for seat, hand in HANDS.items():
        for other in {0, 1, 2, None} - {seat}:
            assert not set(hand.split()) & seen(run, other)
    for onlooker in (1, 2, None):
        assert not set(TALON.split()) & seen(run, onlooker)


# -- who may say what to his partner, when, and how it is answered -----------------------

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
    assert decision_of(run).options == decision_of(silent).options
    assert decision_of(run).seat == decision_of(silent).seat


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
