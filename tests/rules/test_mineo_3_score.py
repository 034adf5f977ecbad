"""Mineo for three: the scoring items and the match; statements, and whether they hold."""

from __future__ import annotations

import random
from typing import Any

import pytest

from helpers import asked, do, play_by, result_of, seen, start
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import Outcome
from matto.engine.run import Match, Run, spelled
from matto.engine.scoring import total
from matto.games.sicily import sicilian_points
from mineo_3_tables import (
    GAME,
    HANDS,
    TO_PAUSE_2,
    TO_PAUSE_4,
    amounts,
    begin,
    finished,
    playing,
    rows,
    talked,
)

clause = pytest.mark.clause
NOTHING: list[tuple[int, ...]] = []
WON, LOST = [(-1, 2, -1)], [(1, -2, 1)]  # one point to the soloist, seat 1, or against him
TWICE_WON, TWICE_LOST = [(-2, 4, -2)], [(2, -4, 2)]

LAST_TO_SOLO = [(1, "S9 S8 S7", 1)]
LAST_TO_OPPONENTS = [(1, "S9 S8 S7", 2)]

# The soloist wins every trick: all trumps but the Picciotti, which fall under the Giove.
ALL_TRICKS = {
    1: " ".join(f"T{trump}" for trump in range(20, 1, -1)) + " T0",
    0: "F T1 BK BQ BC BJ B10 B9 B8 B7 B6 B5 CK CQ CC CJ C10 C9 C8 C7",
    2: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 DK DQ DC DJ D10 D9 D8 D7 D6 D5",
}
ALL_TRICKS_TALON = "C6 C5 D4"
PICCIOTTI_FIRST = {1: "T20", 0: "T1"}


def scores(done: Outcome) -> tuple[int, ...]:
    return total([row for item in ITEMS for row in rows(done, item)], 3)


ITEMS = ("pigliate", "vanto", "rivanto", "rimatura", "arie", "quattro_re", "scommessa")


def sheet(run: Run) -> dict[str, tuple[int, ...]]:
    return {row.item: row.amounts for row in result_of(run).sheet}


@clause("mineo-3 5.2")
@pytest.mark.parametrize(
    ("trick", "paid"),
    [
        ((0, "T17 T18 T19", 2), LOST),  # the example: T18 is captured, T17 is not
        ((1, "T18 T3 T2", 1), NOTHING),  # kept by winning the trick with it
        ((1, "T10 T1 T2", 1), WON),
        ((1, "T20 T19 T1", 1), WON * 2),  # two cards count each
        ((2, "T19 T17 T18", 2), LOST),  # the soloist's T18; the partner's T17 pays nothing
        ((2, "T20 T1 T16", 2), LOST),  # the soloist's T16 only
        ((1, "T15 T0 F", 1), NOTHING),  # neither Miseria nor Fuggitivo
        ((1, "SK T2 T3", 0), NOTHING),
    ],
)
def test_an_aria_or_the_picciotti_taken_from_the_other_party_pays_one(
    trick: tuple[int, str, int], paid: list[tuple[int, ...]]
) -> None:
    done = finished({}, [trick, *LAST_TO_OPPONENTS])
    assert amounts(done, "pigliate") == paid
    assert {row.clause for row in rows(done, "pigliate")} <= {"mineo-3 5.2"}


@clause("mineo-3 5.2")
def test_both_parties_may_score_pigliate() -> None:
    done = finished({}, [(1, "T17 T18 T2", 2), (2, "T1 T16 T19", 1)])
    assert sorted(amounts(done, "pigliate")) == sorted(LOST + WON + WON)


@clause("mineo-3 5.3")
@pytest.mark.parametrize(
    ("last", "paid"),
    [
        (LAST_TO_SOLO, WON),
        (LAST_TO_OPPONENTS, LOST),
        ([(1, "S9 S8 S7", 0)], LOST),
        ([*LAST_TO_OPPONENTS, (2, "T0 S6 T20", 1)], WON),  # only the last trick counts
    ],
)
def test_the_last_trick_pays_one(
    last: list[tuple[int, str, int]], paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished({}, last), "vanto") == paid


@clause("mineo-3 5.4")
@pytest.mark.parametrize("sayers", [(2,), (0,), (2, 0)])
def test_rivanto_makes_the_last_trick_two_for_either_party_and_never_four(
    sayers: tuple[int, ...],
) -> None:
    said = {"rivanto": sayers}
    won, lost = (
        finished({}, LAST_TO_SOLO, said=said),
        finished({}, LAST_TO_OPPONENTS, said=said),
    )
    assert amounts(won, "rivanto") == TWICE_WON
    assert amounts(lost, "rivanto") == TWICE_LOST
    assert amounts(won, "vanto") == amounts(lost, "vanto") == NOTHING
    assert rows(won, "rivanto")[0].clause == "mineo-3 5.4"


@clause("mineo-3 5.5")
@pytest.mark.parametrize(
    ("pile", "last", "points", "paid"),
    [
        # singles 3 × 10 + 6 × 5 = 60 in nine cards, less 6: 54
        ("T20 T1 F SK BK CK DK T19 T18", LAST_TO_OPPONENTS, 54, LOST),
        ("T20 T1 F SK BK CK DK T19 T18 B5 B6 B7", LAST_TO_OPPONENTS, 55, WON),
        # singles 55 in eight cards, less 4 and 1: 50, and 5 for the last trick
        ("T20 T1 F SK BK CK DK T19", LAST_TO_SOLO, 55, WON),
        ("T20 T1 F SK BK CK DK T19", LAST_TO_OPPONENTS, 50, LOST),
    ],
)
def test_the_party_with_55_card_points_has_one(
    pile: str, last: list[tuple[int, str, int]], points: int, paid: list[tuple[int, ...]]
) -> None:
    done = finished({1: pile}, last)
    assert sicilian_points(done, 0) == points
    assert amounts(done, "rimatura") == paid


@clause("mineo-3 5.6")
@pytest.mark.parametrize(
    ("own", "paid"),
    [
        ("T19 T18 T17 T16", WON),
        ("T20 T19 T18 T17 T16", TWICE_WON),
        ("T20 T19 T18 T17", NOTHING),
        ("T19 T18 T17", NOTHING),
        ("T16", NOTHING),
        ("T20", LOST),  # the opponents have the four without the Giove
        ("", TWICE_LOST),
    ],
)
def test_the_four_arie_pay_one_and_with_the_giove_two(
    own: str, paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished({1: own}), "arie") == paid


@clause("mineo-3 5.6")
def test_the_partners_arie_are_counted_together() -> None:
    assert amounts(finished({2: "T19 T18", 0: "T17 T16", 1: "T20"}, rest_to=1), "arie") == LOST


@clause("mineo-3 5.7")
@pytest.mark.parametrize(
    ("own", "paid"), [("SK BK CK DK", WON), ("SK BK CK", NOTHING), ("", LOST)]
)
def test_all_four_kings_pay_one(own: str, paid: list[tuple[int, ...]]) -> None:
    assert amounts(finished({1: own}), "quattro_re") == paid


@clause("mineo-3 5.8")
@pytest.mark.parametrize(
    ("own", "paid"),
    [
        ("T20 T1 F", WON),
        ("T20 F", LOST),
        ("T20 T1", LOST),
        ("T1 F", LOST),
        ("", LOST),
    ],
)
def test_the_bet_on_the_tens_is_won_with_all_three_and_else_lost(
    own: str, paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished({1: own}, said={"scommessa": (1,)}), "scommessa") == paid


@clause("mineo-3 5.9")
@pytest.mark.parametrize("own", ["T20 T1 F", "T20 F", ""])
def test_tens_without_a_bet_pay_nobody(own: str) -> None:
    assert amounts(finished({1: own}), "scommessa") == NOTHING


@clause("mineo-3 5.10")
def test_an_early_solo_doubles_every_item() -> None:
    pile = "T20 T19 T18 T17 T16 T1 F SK BK CK DK"
    tricks = [(1, "T20 T1 T2", 1), (2, "T3 F T18", 1)]
    said: dict[str, tuple[int, ...]] = {"scommessa": (1,), "rivanto": (2,)}
    single = finished({1: pile}, tricks, said=said)
    double = finished({1: pile}, tricks, said=said, times=2)
    for item in ITEMS:
        assert amounts(double, item) == [
            tuple(2 * amount for amount in row) for row in amounts(single, item)
        ]
    assert amounts(double, "rivanto") == [(-4, 8, -4)]
    assert amounts(double, "scommessa") == TWICE_WON
    lost = finished({}, said=said, times=2)
    assert amounts(lost, "scommessa") == TWICE_LOST


@clause("mineo-3 5.10", "mineo-3 8.1")
@pytest.mark.parametrize(
    ("way", "given", "times"),
    [
        ("", "first_and_last", 2),
        ("", "every", 2),
        (TO_PAUSE_2, "every", 2),
        (TO_PAUSE_2 * 2, "every", 2),
        (TO_PAUSE_2 * 3, "every", 1),
        (TO_PAUSE_4, "first_and_last", 1),
    ],
)
def test_a_solo_before_the_last_pause_counts_double(way: str, given: str, times: int) -> None:
    run = begin(ALL_TRICKS, ALL_TRICKS_TALON, solo_rounds=given, leader="soloist")
    do(run, f"{way}vado_solo {ALL_TRICKS_TALON} silence silence silence")
    play_by(run, PICCIOTTI_FIRST)
    # pigliate 1 + vanto 1 + rimatura 1 + arie 2 + quattro re 1, from each of two
    assert result_of(run).scores == (-6 * times, 12 * times, -6 * times)


@clause("mineo-3 5.1", "mineo-3 4.12", "mineo-3 5.8")
def test_a_whole_deal_from_the_first_packet_to_the_payment() -> None:
    run = playing(
        ALL_TRICKS, ALL_TRICKS_TALON, said="scommessa silence rivanto", leader="soloist"
    )
    play_by(run, PICCIOTTI_FIRST)
    # The opponents win no trick, so their Fuggitivo goes over and the bet is won.
    assert sheet(run) == {
        "pigliate": (-2, 4, -2),  # all doubled: solo after the first packet
        "rivanto": (-4, 8, -4),
        "rimatura": (-2, 4, -2),
        "arie": (-4, 8, -4),
        "quattro_re": (-2, 4, -2),
        "scommessa": (-2, 4, -2),
    }
    assert result_of(run).points == (0, 109, 0)
    assert result_of(run).scores == (-16, 32, -16)


# All trumps but the 19 and the Picciotti, of seat 2, and the King of coins; the Fuggitivo is
# with seat 0.
ALL_BUT_ONE = {
    1: "T20 " + " ".join(f"T{trump}" for trump in range(18, 1, -1)) + " T0 DK",
    2: "T19 T1 SK SQ SC SJ S10 S9 S8 S7 S6 S5 DQ DC DJ D10 D9 D8 D7 D6",
    0: "F BK BQ BC BJ B10 B9 B8 B7 B6 B5 CK CQ CC CJ C10 C9 C8 C7 D5",
}


@clause("mineo-3 5.1", "mineo-3 5.8", "mineo-3 5.11", "mineo-3 4.12")
@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(
    ("said", "further"),
    [("vado_solo", 0), ("passo vado_solo", 1), ("passo passo vado_solo", 2)],
)
def test_a_deal_with_a_lost_bet_is_paid_by_and_to_the_soloist_wherever_he_sits(
    said: str, further: int, dealer: int
) -> None:
    by = dealer + further  # the soloist has what seat 1 has above
    hands = {(seat + by) % 3: cards for seat, cards in ALL_BUT_ONE.items()}
    run = start("mineo-3", hands, ALL_TRICKS_TALON, dealer=dealer, leader="soloist")
    do(run, f"{said} {ALL_TRICKS_TALON} scommessa silence silence")
    do(run, "T18 T19 F S5 B5 T2 T20 T1")
    play_by(run, {(1 + by) % 3: ALL_BUT_ONE[1]})
    turned = [(seat - by) % 3 for seat in range(3)]
    assert [turned[trick.winner] for trick in run.table.tricks] == [2, *[1] * 19]
    # to him: the Picciotti, the vanto, the rimatura, the Kings; against him: the 18, the bet
    assert len(result_of(run).sheet) == 6
    # the opponents' 18 and 19 and the Fuggitivo: 20 − 2; and 4 to 2, doubled
    assert result_of(run).points == tuple((18, 91, 18)[seat] for seat in turned)
    assert result_of(run).scores == tuple((-4, 8, -4)[seat] for seat in turned)


@clause("mineo-3 5.11")
@pytest.mark.parametrize(
    ("done", "paid"),
    [
        (  # arie 2, Kings, rimatura, vanto against two pigliate: 5 to 2
            finished(
                {1: "T20 T19 T18 T17 T16 SK BK CK DK T1 F"},
                [(1, "T18 T20 T2", 2), (1, "T17 T19 T3", 2), *LAST_TO_SOLO],
            ),
            (-3, 6, -3),
        ),
        (  # rimatura (55: singles 63 in 12 cards) against vanto, one pigliata, Kings: 1 to 3
            finished(
                {1: "T20 T1 F T19 T18 T17 SQ BQ CQ DQ B5 B6"},
                [(1, "T16 T20 T2", 2), *LAST_TO_OPPONENTS],
            ),
            (2, -4, 2),
        ),
    ],
)
def test_the_difference_is_paid_by_or_to_each_opponent(
    done: Outcome, paid: tuple[int, ...]
) -> None:
    assert scores(done) == paid


@clause("mineo-3 5.12")
def test_with_equal_points_nobody_pays() -> None:
    # the soloist has the rimatura (55), the opponents the vanto; Kings and arie are split
    done = finished({1: "T20 T1 F SK BK CK T19 T18 SQ BQ B5"}, LAST_TO_OPPONENTS)
    assert sicilian_points(done, 0) >= 55
    assert (amounts(done, "rimatura"), amounts(done, "vanto")) == (WON, LOST)
    assert scores(done) == (0, 0, 0)


@clause("mineo-3 5.13")
@pytest.mark.parametrize("preset", [None, "palagonia", "dummett"])
def test_the_payments_of_every_deal_balance(preset: str | None) -> None:
    rng = random.Random(5)
    options = GAME.resolve(preset=preset)
    for dealer in range(60):
        run = Run.shuffled(GAME, seed=rng, options=options, dealer=dealer % 3)
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        assert sum(result_of(run).scores) == 0
        assert result_of(run).scores == total(result_of(run).sheet, 3)


@clause("mineo-3 6.1")
@pytest.mark.parametrize("dealer", range(3))
def test_the_next_player_deals_after_every_deal_played_or_thrown_in(dealer: int) -> None:
    match = Match(GAME, dealer=dealer)
    thrown = do(match.next_run(seed=1), "passo passo passo")
    assert thrown.result is not None
    match.take(thrown.result)
    assert match.dealer == (dealer + 1) % 3
    played = do(match.next_run(seed=1), "vado_solo")
    play_by(played, {})
    assert played.result is not None
    match.take(played.result)
    assert match.dealer == (dealer + 2) % 3


@clause("mineo-3 6.2", "mineo-3 6.3", "mineo-3 5.13")
def test_the_ledger_starts_at_zero_in_whole_points_and_may_fall_below() -> None:
    match = Match(GAME)
    assert match.standing() == ("0", "0", "0")
    run = do(match.next_run(seed=1), "pago pago prendo")
    assert run.result is not None
    match.take(run.result)
    assert match.standing() == ("+2", "−1", "−1")
    assert (GAME.unit, spelled(GAME, 3)) == (1, "+3")


@clause("mineo-3 6.4")
def test_anybody_may_deal_first_and_the_table_agrees_on_the_number_of_deals() -> None:
    for dealer in range(3):
        match = Match(GAME, dealer=dealer, limit=1)
        run = match.next_run(seed=2)
        assert (run.setup.dealer, match.over) == (dealer, False)
        run = play_by(do(run, "vado_solo"), {})
        assert run.result is not None
        match.take(run.result)
        assert match.over


@clause("mineo-3 8.1", "mineo-3 8.2")
def test_the_presets_change_one_option_each() -> None:
    plain, known = GAME.resolve(), {"palagonia": "solo_rounds", "dummett": "rivanto"}
    assert set(GAME.presets) == set(known)
    for preset, changed in known.items():
        chosen = GAME.resolve(preset=preset)
        assert {name for name in plain if plain[name] != chosen[name]} == {changed}
    assert len(HANDS) == GAME.seats


# -- statements, further phrases, and the card shown to the partner ----------------------

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
