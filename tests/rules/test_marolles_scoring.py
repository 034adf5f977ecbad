"""Tarot of the Abbé de Marolles: what is paid in the play and at the end (sections 5 and 7)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from helpers import do, outcome
from marolles_deals import (
    EACH_ALONE,
    GAME,
    chips,
    own_points,
    paid_events,
    play_cards,
    ready,
    rows,
    to_the_end,
)
from matto.blocks.talon import LayingAway
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.games.tarots import marolles
from matto.games.tarots.marolles import WRONGLY_LAID_AWAY


def tricks(*played: tuple[int, str, int]) -> Outcome:
    """A deal of which only some tricks matter, as (leader, cards, winner)."""
    return outcome("marolles", EACH_ALONE, {}, played)


FIRST: tuple[int, str, int] = (0, "S4 S5 S6", 2)
LAST: tuple[int, str, int] = (0, "C4 C5 C6", 0)


# -- 5.1, 5.12: the sheet ----------------------------------------------------------------


def random_deal(seed: int, **options: object) -> Run:
    chance = random.Random(seed)
    run = Run.shuffled(GAME, seed=chance, dealer=seed % 3, options=GAME.resolve(options))
    while run.decision is not None:
        run.do(chance.choice(run.decision.options))
    return run


@pytest.mark.clause("marolles 5.12", "marolles 5.10", "marolles 6.2")
@pytest.mark.parametrize(("pack", "points"), [(66, 74), (78, 78)])
@pytest.mark.parametrize("seed", range(12))
def test_all_payments_balance_and_the_counts_come_to_the_whole(
    seed: int, pack: int, points: int
) -> None:
    result = random_deal(seed, cards=pack).result
    assert result is not None
    assert sum(result.scores) == 0
    assert all(sum(row.amounts) == 0 for row in result.sheet)
    assert sum(result.points) == points
    assert GAME.unit == 1


@pytest.mark.clause("marolles 5.4")
@pytest.mark.parametrize("seed", range(12))
def test_each_of_the_seven_tarots_is_paid_once(seed: int) -> None:
    run = random_deal(seed)
    assert len(chips(run, "tarot played")) + len(chips(run, "tarot lost")) == 7


@pytest.mark.clause("marolles 5.1")
@pytest.mark.parametrize("seed", range(6))
def test_what_all_saw_paid_is_on_the_sheet_and_the_rest_comes_after_the_last_trick(
    seed: int,
) -> None:
    run = random_deal(seed)
    assert run.result is not None
    at_the_end = {"5.5", "5.7", "5.8", "5.11"}
    during = sorted(
        (row.item, *map(str, row.amounts))
        for row in run.result.sheet
        if row.clause.split()[1] not in at_the_end
    )
    assert sorted(what for _, what in paid_events(run)) == during


HIGH = " ".join(f"T{trump}" for trump in range(21, 5, -1))  # sixteen trumps
DECLARED = "tarots_5 SK BK CK T21 F kings_3_math SK BK CK no_more"
EARNS_0, LAST_EARNS_0 = (2, -1, -1), (12, -6, -6)  # from each 1, from each 6
WHOLE_SHEET = [  # by hand: dealer 0 turns up SK, loses the first trick and wins all others
    ("2.7", EARNS_0),
    ("3.14", (4, -2, -2)),  # five tarots, SK among them
    ("3.15", (4, -2, -2)),  # three Kings with the Math
    ("5.2", EARNS_0),  # the Math in the first trick
    ("5.2", EARNS_0),  # SK: turned up, declared twice, and now played
    ("5.2", EARNS_0),  # T21
    ("5.3", (1, -2, 1)),  # T1 falls to it
    ("5.3", (1, 1, -2)),  # DK is thrown off on a trump
    ("5.2", EARNS_0),  # CK
    ("5.2", EARNS_0),  # BK, in the last trick
    ("5.6", (-1, -1, 2)),  # DA, thrown off too
    ("5.7", LAST_EARNS_0),
    ("5.11", (5, -10, 5)),  # S8 laid away: one empty card, 0 points
    ("5.11", (4, 4, -8)),  # S4, S5 and S9 laid away: three empty, 1 point
]


@pytest.mark.clause("marolles 5.1", "marolles 2.7", "marolles 3.14", "marolles 3.15")
@pytest.mark.clause("marolles 5.2", "marolles 5.7")
def test_each_thing_is_paid_besides_the_others_and_nothing_is_doubled() -> None:
    hands = {0: f"BK CK F {HIGH}", 1: "S4 S6 S8 T1 T2", 2: "S5 S7 S9 DK DA T3 T4 T5"}
    ready_to_play = ready(hands, away={1: "S8", 2: "S9"}, last="SK")
    run = do(ready_to_play, f"no_more S4 no_more S5 {DECLARED} F S7 SK S6")
    led = iter(f"{HIGH} CK BK".split())
    while run.decision is not None:
        own = run.decision.seat == 0
        run.do(next(led) if own else run.decision.options[-1])  # the others their lowest
    assert run.result is not None
    found = [(row.clause.split()[1], row.amounts) for row in run.result.sheet]
    assert sorted(found) == sorted(WHOLE_SHEET)
    assert run.result.scores == (42, -24, -18)


# -- 5.2 to 5.6: tarots and la Belle -----------------------------------------------------


@pytest.mark.clause("marolles 5.2")
@pytest.mark.parametrize(
    ("trick", "amounts"),
    [
        ((0, "SK S5 S6", 0), (2, -1, -1)),  # a King wins his trick
        ((0, "S4 SK S6", 1), (-1, 2, -1)),
        ((0, "S4 S5 T1", 2), (-1, -1, 2)),  # the Bagat wins
        ((0, "T4 T21 T6", 1), (-1, 2, -1)),  # the World always wins
        ((0, "F S5 S6", 2), (2, -1, -1)),  # the Math led,
        ((0, "S4 F S6", 2), (-1, 2, -1)),  # following,
    ],
)
def test_a_tarot_played_and_not_lost_earns_one_from_each(
    trick: tuple[int, str, int], amounts: tuple[int, ...]
) -> None:
    assert rows(tricks(trick, LAST), "5.2") == [amounts]
    assert rows(tricks(trick, LAST), "5.3") == []


@pytest.mark.clause("marolles 5.2", "marolles 5.5")
def test_the_math_earns_one_from_each_in_the_last_trick_too() -> None:
    assert rows(tricks(FIRST, (0, "S4 F S6", 2)), "5.2") == [(-1, 2, -1)]


@pytest.mark.clause("marolles 5.5")
def test_option_a_math_kept_to_the_last_trick_costs_nothing() -> None:
    kept = tricks(FIRST, (0, "S4 F S6", 2))
    assert rows(kept, "5.5") == [(2, -4, 2)]
    assert rows(kept, "5.5", math_kept="free") == []


@pytest.mark.clause("marolles 5.5")
def test_option_only_a_math_led_to_the_last_trick_costs_two() -> None:
    assert rows(tricks(FIRST, (0, "S4 F S6", 2)), "5.5", math_kept="led") == []
    assert rows(tricks(FIRST, (0, "F S4 S6", 2)), "5.5", math_kept="led") == [(-4, 2, 2)]
    assert rows(tricks((0, "F S4 S6", 2), FIRST), "5.5", math_kept="led") == []


@pytest.mark.clause("marolles 5.3")
@pytest.mark.parametrize(
    ("trick", "amounts"),
    [
        ((0, "SK T5 S6", 1), (-2, 1, 1)),  # the taker gets no more than the third player
        ((0, "S4 T5 SK", 1), (1, 1, -2)),
        ((0, "T4 T1 T6", 2), (1, -2, 1)),
        ((0, "C4 SK C6", 2), (1, -2, 1)),  # a King thrown off
    ],
)
def test_a_king_or_the_bagat_lost_costs_one_to_each(
    trick: tuple[int, str, int], amounts: tuple[int, ...]
) -> None:
    assert rows(tricks(trick, LAST), "5.3") == [amounts]
    assert rows(tricks(trick, LAST), "5.2") == []


@pytest.mark.clause("marolles 5.2", "marolles 5.3")
def test_a_king_taken_by_the_bagat_costs_one_and_earns_the_other_one() -> None:
    deal = tricks((0, "SK T1 S6", 1), LAST)
    assert rows(deal, "5.3") == [(-2, 1, 1)]
    assert rows(deal, "5.2") == [(-1, 2, -1)]


@pytest.mark.clause("marolles 5.2")
def test_queens_and_other_trumps_earn_nothing_when_played() -> None:
    deal = tricks((0, "SQ T20 T2", 1), LAST)
    assert rows(deal, "5.2") == rows(deal, "5.3") == []


@pytest.mark.clause("marolles 5.1", "marolles 5.2", "marolles 5.3")
def test_the_chips_for_tarots_change_hands_with_the_trick() -> None:
    run = play_cards(ready({1: "SK SQ SC SJ S10 S9 S8 S7 S6 S5", 2: "T1", 0: "S4"}), "SK T1 S4")
    assert [what for _, what in paid_events(run)] == [
        ("tarot lost", "1", "-2", "1"),
        ("tarot played", "-1", "-1", "2"),
    ]


@pytest.mark.clause("marolles 5.5", "marolles 4.11")
@pytest.mark.parametrize(
    ("last", "amounts"),
    [
        ((0, "F S5 S6", 2), (-4, 2, 2)),
        ((0, "S4 F S6", 2), (2, -4, 2)),
        ((0, "S4 S5 F", 1), (2, 2, -4)),
    ],
)
def test_the_math_in_the_last_trick_costs_two_to_each(
    last: tuple[int, str, int], amounts: tuple[int, ...]
) -> None:
    assert rows(tricks(FIRST, last), "5.5") == [amounts]


@pytest.mark.clause("marolles 5.5")
def test_who_has_excused_himself_before_pays_nothing() -> None:
    assert rows(tricks((0, "S4 F S6", 2), LAST), "5.5") == []


@pytest.mark.clause("marolles 5.6")
@pytest.mark.parametrize(
    ("trick", "amounts"),
    [
        ((0, "DA D5 D6", 0), (2, -1, -1)),
        ((0, "D4 DA DK", 2), (-1, 2, -1)),  # lost, and paid all the same
        ((0, "S4 S5 DA", 1), (-1, -1, 2)),
    ],
)
def test_la_belle_earns_one_from_each_wherever_she_is_played(
    trick: tuple[int, str, int], amounts: tuple[int, ...]
) -> None:
    assert rows(tricks(trick, LAST), "5.6") == [amounts]


@pytest.mark.clause("marolles 5.6")
def test_la_belle_laid_away_earns_nothing() -> None:
    assert chips(to_the_end(ready({1: "DA"}, away={1: "DA"})), "la Belle played") == []
    assert chips(to_the_end(ready({1: "DA"})), "la Belle played") == [(-1, 2, -1)]


# -- 5.7, 5.8: the last trick ------------------------------------------------------------


@pytest.mark.clause("marolles 5.7", "marolles 5.1")
@pytest.mark.parametrize("card", ["SK", "T1"])
def test_a_king_or_the_bagat_winning_the_last_trick_earns_six_from_each(card: str) -> None:
    deal = tricks(FIRST, (0, f"S4 {card} S6", 1))
    assert rows(deal, "5.7") == [(-6, 12, -6)]
    assert rows(deal, "5.2") == [(-1, 2, -1)]  # besides
    assert rows(deal, "5.8") == []


@pytest.mark.clause("marolles 5.7")
@pytest.mark.parametrize("last", ["S4 T21 S6", "S4 SQ S6", "S4 T2 S6"])
def test_no_other_card_earns_anything_in_the_last_trick(last: str) -> None:
    assert rows(tricks(FIRST, (0, last, 1)), "5.7") == []


@pytest.mark.clause("marolles 5.7", "marolles 5.8")
@pytest.mark.parametrize("trick", [(0, "S4 SK S6", 1), (0, "S4 SK T6", 2)])
def test_an_earlier_trick_is_no_last_trick(trick: tuple[int, str, int]) -> None:
    deal = tricks(trick, LAST)
    assert rows(deal, "5.7") == rows(deal, "5.8") == []


@pytest.mark.clause("marolles 5.8", "marolles 5.1")
@pytest.mark.parametrize("card", ["SK", "T1"])
def test_a_king_or_the_bagat_losing_the_last_trick_costs_six_to_each(card: str) -> None:
    deal = tricks(FIRST, (0, f"{card} T5 S6", 1))
    assert rows(deal, "5.8") == [(-12, 6, 6)]
    assert rows(deal, "5.3") == [(-2, 1, 1)]  # besides
    assert rows(deal, "5.7") == []
    assert rows(deal, "5.8", ultimo_lost="free") == []
    assert rows(deal, "5.3", ultimo_lost="free") == [(-2, 1, 1)]


@pytest.mark.clause("marolles 5.1", "marolles 5.8", "marolles 5.7")
def test_a_king_taken_by_the_bagat_in_the_last_trick_pays_both_ways() -> None:
    deal = tricks(FIRST, (0, "SK T1 S6", 1))
    assert rows(deal, "5.3") == [(-2, 1, 1)]  # 1 and 6 to each,
    assert rows(deal, "5.2") == [(-1, 2, -1)]  # 1 and 6 from each
    assert rows(deal, "5.8") == [(-12, 6, 6)]
    assert rows(deal, "5.7") == [(-6, 12, -6)]
    assert rows(deal, "5.7", ultimo_lost="free") == [(-6, 12, -6)]


@pytest.mark.clause("marolles 5.8")
def test_two_who_lose_the_last_trick_both_pay() -> None:
    deal = tricks(FIRST, (0, "SK T5 T1", 1))
    assert rows(deal, "5.8") == [(-12, 6, 6), (6, 6, -12)]


# -- 7: mistakes -------------------------------------------------------------------------


def with_mistakes(*counts: int) -> Outcome:
    return replace(tricks(FIRST, LAST), faults={WRONGLY_LAID_AWAY: counts})


@pytest.mark.clause("marolles 7.1")
def test_each_forbidden_card_laid_away_costs_two_to_each() -> None:
    assert rows(with_mistakes(0, 3, 1), "7.1") == [(6, -12, 6), (2, 2, -4)]
    assert rows(with_mistakes(1, 0, 0), "7.1") == [(-4, 2, 2)]
    assert rows(with_mistakes(0, 0, 0), "7.1") == []


@pytest.mark.clause("marolles 7.1")
def test_with_the_option_it_costs_two_to_each_once() -> None:
    assert rows(with_mistakes(0, 3, 1), "7.1", discard_penalty="once") == [
        (2, -4, 2),
        (2, 2, -4),
    ]


@pytest.mark.clause("marolles 7.1", "marolles 7.3")
@pytest.mark.parametrize("seed", range(6))
def test_the_program_lets_no_mistake_happen(seed: int) -> None:
    assert chips(random_deal(seed), "triumphs or tarots laid away") == []


@pytest.mark.clause("marolles 7.2")
def test_a_tarot_laid_away_is_not_played_and_counts_all_the_same() -> None:
    deal = outcome("marolles", EACH_ALONE, {0: "SK S4 S5"}, [FIRST, LAST])
    deal = replace(deal, faults={WRONGLY_LAID_AWAY: (1, 0, 0)})
    clauses = {row.clause for row in GAME.score(deal, GAME.resolve())}
    assert clauses == {"marolles 5.11", "marolles 7.1"}
    assert own_points(deal, 0) == 5


@pytest.mark.clause("marolles 7.2", "marolles 3.21")
@pytest.mark.parametrize(("asks", "has_none"), [("T21 T1", 0), ("T1 F", 0), ("T21 F", 0)])
def test_who_has_laid_away_the_third_by_mistake_has_had_it_and_pays_nothing(
    monkeypatch: pytest.MonkeyPatch, asks: str, has_none: int
) -> None:
    """The mistake is let happen here, as at a table; the program otherwise bars it by 3.3."""
    anything = LayingAway(
        clause="3.1", never=frozenset(), never_clause="3.3", last_resort=frozenset()
    )
    monkeypatch.setattr(marolles, "LAYING_AWAY", anything)
    (third,) = {"T21", "T1", "F"} - set(asks.split())
    run = do(ready({1: asks, 2: third}, away={2: third}), "who_has_his")
    assert third in run.table.laid_away[2]
    assert set(run.view(None).heard("answers")) == {(2, "has_his"), (has_none, "has_none")}
    assert [what for _, what in paid_events(run)] == [("who_has_his", "-1", "1", "0")]


@pytest.mark.clause("marolles 7.2")
def test_with_the_math_laid_away_the_counts_come_to_one_point_less() -> None:
    """All three then have one card over: 71 + 47 - 3 x (2 x 7 + 1) = 73."""
    codes = GAME.pack(GAME.resolve()).codes
    math = ["F", *(card for card in codes if card != "F")]
    piles = {seat: " ".join(math[22 * seat : 22 * seat + 22]) for seat in EACH_ALONE}
    deal = outcome("marolles", EACH_ALONE, piles)
    assert sum(own_points(deal, seat) for seat in EACH_ALONE) == 73
    assert rows(replace(deal, tricks=tricks(FIRST, LAST).tricks), "5.5") == []
