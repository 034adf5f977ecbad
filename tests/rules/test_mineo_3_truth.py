"""Mineo for three: statements, further phrases, and the card shown to the partner.

Seat 1 is soloist and has laid away the talon; seats 2 and 0 may talk, and seat 2 leads first.
"""

from __future__ import annotations

from typing import Any

import pytest

from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from mineo_3_tables import GAME, HANDS, asked, playing, seen, talked

clause = pytest.mark.clause
YES_OR_NO = ("si", "no", "silence")
FURTHER: Any = {"table_talk": "further"}
ARIE = (20, 19, 18, 17, 16)
ONLY_FURTHER = {
    "jocu_novu_novu",
    "mi_fici_u_re",
    "mi_fici_a_regina",
    "ochi_hai_docu",
    *(f"u_{aria}" for aria in ARIE),
    *(f"me_lo_faccio_{aria}" for aria in ARIE),
}


def after(cards: str, **given: Any) -> Run:
    """The deal of `HANDS` after some cards have been played."""
    return do(playing(**given), cards)


def says(run: Run, seat: int) -> set[str]:
    return set(run.asides(seat))


def refused_aside(run: Run, seat: int, phrase: str) -> str:
    with pytest.raises(IllegalChoice) as refusal:
        run.say(seat, phrase)
    return refusal.value.refusal.clause


# -- statements ------------------------------------------------------------------------------


@clause("mineo-3 7.9")
@pytest.mark.parametrize(
    ("cards", "true"),
    [
        ("SK", True),  # nothing is higher
        ("SQ", True),  # the king is in his own hand
        ("SJ", True),
        ("T19", True),  # he has the Giove too
        ("T3", False),
        ("DK", True),
        ("BJ", True),
    ],
)
def test_this_is_the_king_is_said_of_ones_own_highest_card(cards: str, true: bool) -> None:
    assert ("chistu_e_u_re" in says(after(cards), 2)) == true
    assert "chistu_e_u_re" in says(after(cards, talk_truth="free"), 2)
    assert "chistu_e_u_re" not in says(after(cards, talk_truth="free"), 0)  # lies not his


@clause("mineo-3 7.9")
def test_a_higher_card_gone_before_does_not_spoil_the_phrase() -> None:
    run = do(playing(), "SK T2 S8 B9 T10 BQ DQ DK D7 SQ")  # the king of spades went first
    assert "chistu_e_u_re" in says(run, 2)
    hands = {**HANDS, 2: HANDS[2].replace("B10", "D9"), 1: HANDS[1].replace("D9", "B10")}
    other = do(playing(hands, leader="soloist"), "DQ DK D7 D9")
    assert "chistu_e_u_re" not in says(other, 2)  # cavallo, donna and 10 have not gone


@clause("mineo-3 7.9")
def test_a_card_higher_than_ones_own_in_the_same_trick_makes_it_untrue() -> None:
    above = do(playing(leader="soloist"), "DQ DK")
    assert "chistu_e_u_re" in says(above, 2)
    # seat 2 follows with the 10 of cups under the soloist's cavallo
    hands = {**HANDS, 2: HANDS[2].replace("CC", "C9"), 1: HANDS[1].replace("C9", "CC")}
    below = do(playing(hands, leader="soloist"), "CC C10")
    assert "chistu_e_u_re" not in says(below, 2)


@clause("mineo-3 7.9", "mineo-3 7.10")
def test_cards_held_to_the_chest_mean_the_queen_of_the_suit_led() -> None:
    assert "carte_al_petto" in says(after("SK"), 2)
    assert "carte_al_petto" not in says(after("SQ"), 2)  # played, not held
    assert "carte_al_petto" not in says(after("SK"), 0)
    assert "carte_al_petto" in says(after("SK", talk_truth="free"), 0)
    assert "carte_al_petto" not in says(after("T3", talk_truth="free"), 2)  # no plain suit
    assert refused_aside(after("SQ"), 2, "carte_al_petto") == "mineo-3 7.10"
    run = talked(after("SK"), "2:carte_al_petto")
    assert says(run, 0) == says(after("SK"), 0)  # a statement asks for no answer


# -- further phrases -------------------------------------------------------------------------


@clause("mineo-3 7.1", "mineo-3 7.11", "mineo-3 7.12", "mineo-3 7.13")
@pytest.mark.parametrize("cards", ["", "SK", "T3", "CQ C6 C8"])
@pytest.mark.parametrize("seat", [0, 2])
def test_further_phrases_are_said_only_where_allowed(cards: str, seat: int) -> None:
    basic, further = after(cards, talk_truth="free"), after(cards, talk_truth="free", **FURTHER)
    assert not says(basic, seat) & ONLY_FURTHER
    assert says(further, seat) - says(basic, seat) <= ONLY_FURTHER
    assert says(basic, seat) < says(further, seat)


@clause("mineo-3 7.11")
def test_the_leaders_partner_may_ask_for_coins() -> None:
    assert "jocu_novu_novu" in says(playing(**FURTHER), 0)
    assert "jocu_novu_novu" not in says(playing(**FURTHER), 2)


@clause("mineo-3 7.11", "mineo-3 7.10")
def test_king_and_queen_of_the_suit_led_are_told_by_who_holds_them() -> None:
    run = after("SJ", **FURTHER)
    assert says(run, 2) >= {"mi_fici_u_re", "mi_fici_a_regina"}
    assert not says(run, 0) & {"mi_fici_u_re", "mi_fici_a_regina"}
    assert says(after("SK", **FURTHER), 2) & {"mi_fici_u_re", "mi_fici_a_regina"} == {
        "mi_fici_a_regina"
    }
    assert "mi_fici_u_re" not in says(after("T3", talk_truth="free", **FURTHER), 2)
    assert refused_aside(run, 0, "mi_fici_u_re") == "mineo-3 7.10"


@clause("mineo-3 7.11")
def test_king_and_queen_may_stand_for_yes_or_no_where_a_plain_suit_was_asked_about() -> None:
    hands = {
        **HANDS,
        0: HANDS[0].replace("C6", "CK").replace("C5", "CQ"),
        2: HANDS[2].replace("CK", "C6").replace("CQ", "C5"),
    }
    # seat 2 leads batons, then cups are led and batons again asked about
    run = do(playing(hands, **FURTHER), "BK B9 T10 DQ DK D7")
    about_batons = talked(run.fork(), "2:u_primu_jocu_vi_piace")
    assert about_batons.asides(0) == YES_OR_NO  # he holds neither king nor queen of batons
    cups = do(playing(hands, **FURTHER), "CC CK C8 B9 T10 BK DQ DK D7")
    about_cups = talked(cups, "2:u_primu_jocu_vi_piace")
    assert about_cups.asides(0) == ("si", "no", "mi_fici_a_regina", "silence")
    basic = do(playing(hands), "CC CK C8 B9 T10 BK DQ DK D7")
    assert talked(basic, "2:u_primu_jocu_vi_piace").asides(0) == YES_OR_NO
    trumps = talked(playing(hands, **FURTHER), "2:lhaja_fari_a_reula")
    assert trumps.asides(0) == YES_OR_NO  # no plain suit


@clause("mineo-3 7.12")
@pytest.mark.parametrize(("cards", "asker"), [("", 2), ("T3", 2), ("T3", 0)])
def test_the_arie_are_asked_about_by_the_leader_or_in_a_trick(cards: str, asker: int) -> None:
    run = after(cards, **FURTHER)
    wanted = {"ochi_hai_docu", *(f"u_{aria}" for aria in ARIE)}
    assert wanted <= says(run, asker)
    if not cards:
        assert not wanted & says(run, 0)  # not a request


@clause("mineo-3 7.12", "mineo-3 7.10")
@pytest.mark.parametrize(
    ("cards", "asker", "answer"),
    [
        ("", 2, "nudda"),  # seat 0 holds no aria
        ("SK", 0, "aria_20"),
        ("T20", 0, "aria_19"),  # the Giove lies on the table, he holds it no more
    ],
)
def test_the_highest_aria_is_told_truly(cards: str, asker: int, answer: str) -> None:
    run = talked(after(cards, **FURTHER), f"{asker}:ochi_hai_docu")
    assert run.asides(2 - asker) == (answer, "silence")
    free = talked(after(cards, talk_truth="free", **FURTHER), f"{asker}:ochi_hai_docu")
    told = tuple(f"aria_{aria}" for aria in ARIE)
    assert free.asides(2 - asker) == (*told, "nudda", "silence")


@clause("mineo-3 7.12", "mineo-3 7.10")
@pytest.mark.parametrize(("aria", "answer"), [(20, "si"), (19, "si"), (18, "no"), (16, "no")])
def test_whether_one_has_an_aria_is_told_truly(aria: int, answer: str) -> None:
    run = talked(after("SK", **FURTHER), f"0:u_{aria}")
    assert run.asides(2) == (answer, "silence")
    free = talked(after("SK", talk_truth="free", **FURTHER), f"0:u_{aria}")
    assert free.asides(2) == YES_OR_NO


@clause("mineo-3 7.13", "mineo-3 7.10")
def test_shall_i_take_it_with_the_aria_is_asked_by_who_may_play_it() -> None:
    taking = {f"me_lo_faccio_{aria}" for aria in ARIE}
    trumps_led = do(playing(leader="soloist", **FURTHER), "T10")  # seat 2 has 20 and 19
    assert says(trumps_led, 2) & taking == {"me_lo_faccio_20", "me_lo_faccio_19"}
    assert not says(trumps_led, 0) & taking  # not about to play
    coins_led = do(playing(leader="soloist", **FURTHER), "DQ")
    assert not says(coins_led, 2) & taking  # he must follow with the king of coins
    assert talked(trumps_led, "2:me_lo_faccio_19").asides(0) == YES_OR_NO
    free = do(playing(leader="soloist", talk_truth="free", **FURTHER), "DQ")
    assert says(free, 2) & taking == taking


# -- the card shown --------------------------------------------------------------------------


@clause("mineo-3 7.14")
def test_a_card_is_shown_to_the_partner_and_not_to_the_soloist() -> None:
    run = talked(playing(show_card=True), "2:mostra:T19")
    assert run.view(0).heard("shows") == run.view(2).heard("shows") == ((2, "T19"),)
    for seat in (1, None):
        assert run.view(seat).heard("say") == ((2, "mostra"),)
        assert not {"T19", "mostra:T19"} & seen(run, seat)
    assert run.asides(0) == YES_OR_NO
    talked(run, "0:no")
    assert run.view(1).heard("say")[-1] == (0, "no")
    assert asked(run) == (2, "play")
    assert "T19" in do(run, "T19").view(1).heard("play")[0]  # a no does not bind
    assert run.fork().events == run.events


@clause("mineo-3 7.14")
def test_only_a_leader_shows_and_only_a_card_that_may_be_led() -> None:
    run = playing(show_card=True)
    shown = {phrase for phrase in run.asides(2) if phrase.startswith("mostra")}
    assert shown == {f"mostra:{card}" for card in HANDS[2].split() if card != "F"}
    assert refused_aside(run, 2, "mostra:F") == "mineo-3 7.2"
    assert refused_aside(run, 2, "mostra:T18") == "mineo-3 7.2"
    assert not [phrase for phrase in run.asides(0) if phrase.startswith("mostra")]
    in_trick = after("T3", show_card=True)
    assert not [phrase for phrase in in_trick.asides(0) if phrase.startswith("mostra")]


@clause("mineo-3 7.14")
def test_showing_takes_the_place_of_the_leaders_one_question() -> None:
    run = talked(playing(show_card=True), "2:mostra:SK 0:si")
    assert run.asides(2) == ()
    asked_first = talked(playing(show_card=True), "2:lhaja_fari_a_reula 0:si")
    assert asked_first.asides(2) == ()


@clause("mineo-3 7.14")
@pytest.mark.parametrize(
    ("given", "shows"),
    [
        ({}, False),
        ({"show_card": True}, True),
        ({"show_card": True, "table_talk": "further"}, True),
        ({"show_card": True, "talk_truth": "free"}, True),
        ({"show_card": True, "table_talk": "off"}, False),
    ],
)
def test_showing_is_an_option_and_needs_table_talk(given: Any, shows: bool) -> None:
    assert ("mostra:SK" in playing(**given).asides(2)) == shows
    assert "mostra" in GAME.vocabulary.glossary
