"""Every kind of proof by hand: how many worlds it leaves, from the clause and by counting."""

from __future__ import annotations

from math import comb, factorial, prod

import numpy as np
import pytest

from calatafimi_tables import all_higher_led
from grosstarock_deals import dealt
from helpers import decision_of, do, start
from inference.exactly import contains, count_of
from matto.engine.cards import KINGS, TRUMPS
from matto.engine.run import Run
from matto.players.inference import Worlds
from matto.players.inference.worlds import NOWHERE
from mitigatti_deals import held, laid


def parted(*sizes: int) -> int:
    """In how many ways cards can be parted among hands of these sizes."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def worlds_of(run: Run, seat: int) -> Worlds:
    """What a seat can think of the cards now."""
    worlds = Worlds(run.game, run.view(seat))
    assert contains(worlds, run)
    return worlds


@pytest.mark.clause("barcellona-4 2.5")
def test_before_the_first_card_anything_is_possible() -> None:
    run = start("barcellona-4")
    assert count_of(worlds_of(run, 2)) == parted(16, 16, 16)


@pytest.mark.clause("barcellona-4 3.2", "barcellona-4 3.3")
def test_who_throws_off_has_neither_the_suit_nor_a_trump() -> None:
    hands = {1: "SK", 2: "C5 C6 C7 C8 C9 C10 B5 B6 B7 B8 B9 B10 D5 D6 D7 D8"}
    hands |= {3: "S5", 0: "S6 S7 S8 T2 T3"}
    run = do(start("barcellona-4", hands), "SK C5 S5")
    unseen = run.table.pack.cards - {*run.table.hand(0), "SK", "C5", "S5"}
    may = [card for card in unseen if card[0] not in "ST"]
    assert count_of(worlds_of(run, 0)) == comb(len(may), 15) * parted(15, 15)


@pytest.mark.clause("tortorici-3 3.2", "tortorici-3 3.3", "tortorici-3 3.4")
def test_fives_and_tens_are_not_laid_away_and_trumps_only_when_nothing_else_is_left() -> None:
    run = do(start("tortorici-3", {0: "S5 S6 T2", 1: "S10 S9 S8"}), "solo S10 S9 S8")
    worlds = worlds_of(run, 0)
    own = run.table.hand(0)
    never = KINGS | {"T20", "T19", "T18", "T17", "T16", "T1", "F"}
    unseen = run.table.pack.cards - {*own}
    trumps, high = TRUMPS & unseen - never, never & unseen
    free = unseen - trumps - high
    usual = comb(len(free), 3) * parted(20, 20)
    last_resort = sum(
        comb(len(trumps), some)
        * comb(len(free), 3 - some)
        * comb(len(high | trumps) - some, 20)
        for some in (1, 2, 3)
    )
    assert count_of(worlds) == usual + last_resort


@pytest.mark.clause("mitigatti-3 3.3", "mitigatti-3 3.4")
def test_the_number_of_trumps_laid_away_is_told() -> None:
    hands = {0: "T7 T8 S2", 1: "D2", 2: "D3"}
    run = start("mitigatti-3", hands)
    do(run, "tenir a_monte a_monte " * 3 + "T7 T8 S2")
    unseen = run.table.pack.cards - {*run.table.hand(1)}
    taken = [card for card in unseen if card in TRUMPS - {"T1", "T20"}]
    others = unseen - TRUMPS - KINGS - {"F"}
    expected = comb(len(taken), 2) * len(others) * parted(25, 25)
    assert count_of(worlds_of(run, 1)) == expected


@pytest.mark.clause("mitigatti-4 3.11")
def test_a_demanded_card_that_is_laid_away_lies_among_those_laid_away() -> None:
    run = held("mitigatti-4", {0: "D2", 1: "T20", 2: "T21", 3: "T19"}, "S2 S3")
    do(run, "S2 D2 va_solete D2")
    unseen = run.table.pack.cards - {*run.table.hand(3)}
    beside = unseen - TRUMPS - KINGS - {"F", "D2"}
    assert count_of(worlds_of(run, 3)) == len(beside) * parted(19, 19, 19)


@pytest.mark.clause("mitigatti-4 3.15")
@pytest.mark.parametrize(("reading", "called"), [("passed_over", "T19"), ("called", "T21")])
def test_what_the_caller_of_a_trump_has_laid_away_counts_as_it_is_read(
    reading: str, called: str
) -> None:
    hands, away = {0: "SK BK CK DK T20 T21 B2"}, "T21 B2"
    run = laid("mitigatti-4", hands, away=away, call_laid_away=reading)
    do(run, ["pass"] * 4 + [called])
    unseen = run.table.pack.cards - {*run.table.hand(1)}
    plain = len(unseen - TRUMPS - KINGS - {"F"})  # one of these is laid away
    trumps = len(unseen & TRUMPS - {"T20", "T21", "T1", called})  # or, of the others, one
    if reading == "passed_over":  # the 21 is held or laid away, the 19 neither
        away_21, else_21 = 2 * parted(14, 19, 18), 2 * parted(13, 19, 18)
    else:  # the 21 is laid away or another's, the 20 is held
        away_21, else_21 = parted(14, 19, 19), 2 * parted(14, 19, 18)
    assert count_of(worlds_of(run, 1)) == plain * (away_21 + trumps * else_21)


@pytest.mark.clause("calatafimi-4 7.3")
@pytest.mark.parametrize(
    ("reading", "away", "held"),
    [("gone", "T15 T3 T2", False), ("gone", "T4 T3 T2", False), ("out", "T4 T3 T2", True)],
)
def test_who_knocks_holds_the_highest_that_is_out_or_has_laid_it_away(
    reading: str, away: str, held: bool
) -> None:
    run = all_higher_led(away, batto_laid_away=reading)
    run.say(3, "batto")
    drawn = worlds_of(run, 1).draw(200, 1)
    assert set(drawn.holder("T15").tolist()) == ({3} if held else {3, NOWHERE})


@pytest.mark.clause("calatafimi-4 3.10")
def test_who_says_venti_has_fives_and_tens_worth_twenty() -> None:
    hands = {1: "T20 T1 F", 2: "", 3: "", 0: "S5 S6 S7"}
    run = start("calatafimi-4", hands, "S8 S9 S10")
    do(run, "tengo passo passo passo passo S5 S6 S7 venti zero zero")
    assert decision_of(run).seat == 0
    worlds = worlds_of(run, 0)
    unseen = run.table.pack.cards - {*run.table.hand(0), "S5", "S6", "S7"}
    tens = {"T20", "T1", "F"} & unseen
    fives = (KINGS | {"T19", "T18", "T17", "T16"}) & unseen
    others = len(unseen - tens - fives)
    own = sum(
        comb(len(tens), a) * comb(len(fives), b) * comb(others, 15 - a - b)
        for a in range(4)
        for b in range(9)
        if 10 * a + 5 * b >= 20
    )
    assert count_of(worlds) == own * parted(15, 15)


@pytest.mark.clause("calatafimi-3 4.13", "calatafimi-3 4.14")
def test_from_cavalier_and_one_pip_the_cavalier_goes_first_and_a_king_always() -> None:
    hands = {0: "D5 D6 D7", 1: "SC S5 S6", 2: "SK S7 S8 S9"}
    run = do(start("calatafimi-3", hands, "D8 D9 D10"), "tengo D5 D6 D7 S5")
    worlds = worlds_of(run, 0)
    unseen = run.table.pack.cards - {*run.table.hand(0), "D5", "D6", "D7", "S5"}
    others = len(unseen) - 1  # without the King of swords, whom the leader does not hold
    swords = len(["S6", "S7", "S8", "S9"])
    cavalier_alone = comb(others - 1 - swords, 19 - 1)
    assert count_of(worlds) == comb(others, 19) - cavalier_alone


@pytest.mark.clause("mineo-4 2.13")
def test_who_calls_the_highest_trump_that_he_lacks_holds_all_higher_ones() -> None:
    hands = {1: "T20 T19 T17", 2: "T18"}
    run = do(start("mineo-4", hands), "passo passo passo passo chiamo:T18")
    in_seat_2 = in_seat_0 = parted(13, 14, 15, 3)
    in_the_talon = parted(13, 15, 15, 2)
    assert count_of(worlds_of(run, 3)) == in_seat_2 + in_seat_0 + in_the_talon


@pytest.mark.slow
@pytest.mark.clause("priestertarock 3.10", "priestertarock 3.11")
def test_a_demanded_card_has_come_back_in_one_way_and_any_other_in_fifteen() -> None:
    hands = {1: "CA C2 C3", 2: "SK"}
    run = do(start("priestertarock", hands), "chiamo demand SK CA")
    worlds = worlds_of(run, 3)
    stays, back = parted(14, 15, 15, 15), parted(15, 14, 15, 15)
    assert count_of(worlds) == 15 * stays + back
    drawn = worlds.draw(40_000, 5)
    came_back = float((drawn.holder("SK") == 2).mean())
    assert abs(came_back - 1 / 16) < 0.005


@pytest.mark.clause("tortorici-4 2.8", "tortorici-4 2.10")
def test_a_card_told_of_after_the_first_packet_was_dealt_in_it() -> None:
    hands = {1: "SK T19 S5 S6 S7"}
    run = start("tortorici-4", hands)
    do(run, "turn_up_none SK silence silence tengo tengo turn_up_none silence")
    worlds = worlds_of(run, 2)
    drawn = worlds.draw(20, 1)
    for i in range(20):
        there = worlds.run(drawn, i)
        assert "SK" in there.setup.deal.hands[1][:5]
        assert there.table.holds(1, "SK")


@pytest.mark.clause("tortorici-4 2.6", "tortorici-4 2.7")
def test_a_card_turned_up_was_the_last_of_its_packet() -> None:
    run = start("tortorici-4", {1: "S5 S6 S7 S8 SQ"})
    do(run, "turn_up_right silence")
    worlds = worlds_of(run, 2)
    drawn = worlds.draw(10, 1)
    assert all(worlds.run(drawn, i).setup.deal.hands[1][4] == "SQ" for i in range(10))


@pytest.mark.clause("marolles 3.21")
def test_who_has_none_of_the_three_and_who_has_his_is_believed() -> None:
    hands = {1: "T21 T1 S5", 2: "F", 0: "S6"}
    run = start("marolles", hands, declaration_time="before_play")
    while run.decision is not None and run.decision.kind == "discard":
        run.do(run.decision.options[0])
    do(run, "who_has_his")
    worlds = worlds_of(run, 0)
    drawn = worlds.draw(50, 1)
    assert set(drawn.holder("F").tolist()) == {2}
    assert set(drawn.holder("T21").tolist()) == {1}


@pytest.mark.parametrize(("rule", "holders"), [("allowed", {1, 2}), ("barred", {2})])
@pytest.mark.clause("grosstarock 4.14")
def test_who_announces_a_nullo_that_matadors_bar_holds_none(
    rule: str, holders: set[int]
) -> None:
    run = dealt({1: "S2", 2: "T21 F"}, quiet=False, nullo_with_matadors=rule)
    do(run, "silence nullo silence")
    drawn = worlds_of(run, 0).draw(50, 1)
    assert set(drawn.holder("T21").tolist()) == holders
    assert set(drawn.holder("F").tolist()) == holders


@pytest.mark.clause("mineo-4 3.1", "mineo-4 3.15")
def test_the_party_of_a_caller_follows_from_where_the_called_card_lies() -> None:
    hands = {1: "T20 T19 T17", 2: "T18", 0: "S5 S6 S7"}
    run = start("mineo-4", hands, "D5 D6 D7")
    do(run, "passo passo passo passo chiamo:T18 passo passo passo D5 D6 D7")
    while run.table.contract is None:
        do(run, "silence")
    worlds = worlds_of(run, 3)
    drawn = worlds.draw(200, 9)
    holders = drawn.holder("T18")
    assert set(holders.tolist()) == {0, 2}
    for i in range(40):
        contract = worlds.run(drawn, i).table.contract
        assert contract is not None
        party = {seat for seat, side in enumerate(contract.side) if side == 0}
        assert party == {1, holders[i]}
    assert abs(float(np.mean(holders == 2)) - 0.5) < 0.12
