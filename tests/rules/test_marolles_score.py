"""Tarot of the Abbé de Marolles: card points, payments, the match, the presets."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from helpers import do, options, outcome, result_of
from kernel.settled_deals import paid, paid_by_plan
from marolles_deals import (
    EACH_ALONE,
    GAME,
    chips,
    own_points,
    paid_events,
    play_cards,
    ready,
    rows,
    to_declare,
    to_the_end,
)
from matto.blocks.talon import LayingAway
from matto.engine.errors import BadOptionValue
from matto.engine.events import Trick
from matto.engine.outcome import Outcome
from matto.engine.run import Match, Run
from matto.games.tarots import TAROTS, marolles
from matto.games.tarots.marolles import WRONGLY_LAID_AWAY
from matto.kernel.packing import plan_of

LAST_TRICK = (Trick(0, ("C4", "C5", "C6"), 0),)


def worth(pile: str) -> int:
    return own_points(outcome("marolles", EACH_ALONE, {0: pile}), 0)


@pytest.mark.clause("marolles 5.9", "marolles 1.9")
@pytest.mark.parametrize(
    ("lot", "points"),
    [
        *((f"{tarot} S4 S5", 5) for tarot in sorted(TAROTS)),
        ("SQ S4 T2", 4),
        ("SC S4 T20", 3),
        ("SJ S4 DA", 2),
        ("S4 T20 DA", 1),  # three empty cards
        ("SK SQ S4", 8),  # 5 + 4 - 1
        ("SK SQ SJ", 9),  # 5 + 4 + 2 - 2
        ("SK SQ SC SJ S4 S5", 12),  # 14 + 2 - 2 x 2, however they are sorted
    ],
)
def test_cards_are_counted_in_lots_of_three(lot: str, points: int) -> None:
    assert worth(lot) == points


@pytest.mark.clause("marolles 5.10")
@pytest.mark.parametrize(
    ("pile", "points"),
    [("SK S4", 5), ("SK SQ", 8), ("S4 S5", 1), ("SK", 4), ("SJ", 1), ("S4", 0), ("", 0)],
)
def test_one_or_two_cards_left_over(pile: str, points: int) -> None:
    assert worth(pile) == points


@pytest.mark.clause("marolles 5.10")
def test_the_example_of_the_rulebook() -> None:
    empty = [card for card in GAME.pack(GAME.resolve()).codes if worth(f"{card} S4 S5") == 1]
    spare = [card for card in empty if card not in ("S4", "S5")] + ["S4", "S5"]
    piles = {
        0: " ".join(["SK BK T21 SQ SC SJ BJ", *spare[:15]]),  # 22 cards: 41 - 14 - 1
        1: " ".join(["CK T1 BQ CQ BC CJ", *spare[15:30]]),  # 21 cards: 38 - 14
        2: " ".join(["DK F DQ CC DC DJ", *spare[30:]]),  # 23 cards: 39 - 14 - 1
    }
    assert [len(pile.split()) for pile in piles.values()] == [22, 21, 23]
    deal = outcome("marolles", EACH_ALONE, piles)
    assert [own_points(deal, seat) for seat in EACH_ALONE] == [26, 24, 24]


FIVES = "SK S4 S5 BK S6 S7 CK S8 S9 DK S10 B4 T21 B5 B6"
REST = {0: "", 1: "C2 C3 C4", 2: "SJ C2 C3", 3: "SC C2 C3", 4: "SQ C2 C3"}


def pile_of(points: int) -> str:
    """Lots of a tarot and two empty cards, 5 each, and one lot for what is missing."""
    return " ".join([*FIVES.split()[: points // 5 * 3], REST[points % 5]])


PAYMENTS = {25: 0, 24: 0, 21: 0, 20: 1, 16: 1, 15: 2, 11: 2, 10: 3, 6: 3, 5: 4, 1: 4, 0: 5}


def paid_for(points: int, **options: Any) -> int:
    """What each other player gets from one with so many points, who alone pays."""
    piles = {0: pile_of(points), 1: pile_of(25), 2: pile_of(25)}
    deal = outcome("marolles", EACH_ALONE, piles, **options)
    assert own_points(deal, 0) == points
    paid = rows(replace(deal, tricks=LAST_TRICK), "5.11", **options)
    if not paid:
        return 0
    ((own, *others),) = paid
    assert others == [-own // 2] * 2
    return others[0]


@pytest.mark.clause("marolles 5.11", "marolles 8.1")
@pytest.mark.parametrize("points", PAYMENTS)
@pytest.mark.parametrize("cards", [66, 78])
def test_one_chip_to_each_for_every_full_five_points_below_twenty_five(
    points: int, cards: int
) -> None:
    assert paid_for(points, cards=cards) == PAYMENTS[points] == max(0, 25 - points) // 5


@pytest.mark.clause("marolles 5.11", "marolles 8.1")
@pytest.mark.parametrize("points", PAYMENTS)
@pytest.mark.parametrize("cards", [66, 78])
def test_marolles_own_table_ends_at_three(points: int, cards: int) -> None:
    found = paid_for(points, points_table="marolles", cards=cards)
    assert found == min(3, PAYMENTS[points])


@pytest.mark.clause("marolles 5.11")
def test_two_who_are_short_both_pay_also_to_each_other() -> None:
    deal = outcome("marolles", EACH_ALONE, {0: pile_of(20), 1: pile_of(10), 2: pile_of(25)})
    deal = replace(deal, tricks=LAST_TRICK)
    assert rows(deal, "5.11") == [(-2, 1, 1), (3, -6, 3)]


@pytest.mark.clause("marolles 5.11")
def test_more_than_twenty_five_earns_nothing_of_itself() -> None:
    deal = outcome("marolles", EACH_ALONE, {0: f"{pile_of(25)} SQ BQ CQ", 1: pile_of(24)})
    deal = replace(deal, tricks=LAST_TRICK, piles=(*deal.piles[:2], deal.piles[0]))
    assert rows(deal, "5.11") == []


# -- what is paid in the play and at the end ---------------------------------------------


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
    at_the_end = {"5.5", "5.7", "5.8", "5.11"}
    during = sorted(
        (row.item, *map(str, row.amounts))
        for row in result_of(run).sheet
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
    found = [(row.clause.split()[1], row.amounts) for row in result_of(run).sheet]
    assert sorted(found) == sorted(WHOLE_SHEET)
    assert result_of(run).scores == (42, -24, -18)


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
    anything = LayingAway(clause="3.1", never={}, last_resort=frozenset())
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


# -- la Belle shown in place of the payment for playing her ------------------------------

INSTEAD = "instead_of_playing"
FROM_EACH = {0: ("2", "-1", "-1"), 1: ("-1", "2", "-1"), 2: ("-1", "-1", "2")}


def holding(seat: int, *, shows: bool, **options: Any) -> Run:
    """A seat that holds la Belle is asked, and shows her or not."""
    run = ready({seat: "DA"}, belle_shown=INSTEAD, **options)
    return do(to_declare(run, seat), "belle" if shows else "no_more")


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize("seat", EACH_ALONE)
@pytest.mark.parametrize("time", ["first_card", "before_play"])
def test_who_has_shown_her_has_one_from_each_and_nothing_for_playing_her(
    seat: int, time: str
) -> None:
    run = to_the_end(holding(seat, shows=True, declaration_time=time))
    assert chips(run, "belle") == [tuple(map(int, FROM_EACH[seat]))]
    assert chips(run, "la Belle played") == []


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize("seat", EACH_ALONE)
def test_who_has_not_shown_her_has_one_from_each_for_playing_her(seat: int) -> None:
    run = to_the_end(holding(seat, shows=False))
    assert chips(run, "belle") == []
    assert chips(run, "la Belle played") == [tuple(map(int, FROM_EACH[seat]))]


@pytest.mark.clause("marolles 3.22", "marolles 5.1")
@pytest.mark.parametrize("shows", [True, False])
def test_the_chips_for_her_change_hands_once_when_she_is_shown_or_played(shows: bool) -> None:
    run = holding(1, shows=shows)
    shown = [(1, ("belle", *FROM_EACH[1]))] if shows else []
    assert paid_events(run) == shown
    play_cards(run, "DA")
    while len(run.table.tricks) < 1:
        run.do(options(run)[-1])
    winner = run.table.tricks[0].winner
    played = [] if shows else [(winner, ("la Belle played", *FROM_EACH[1]))]
    hers = {"belle", "la Belle played"}
    assert [found for found in paid_events(run) if found[1][0] in hers] == shown + played


@pytest.mark.clause("marolles 3.22", "marolles 5.2", "marolles 5.4")
def test_the_tarots_of_all_are_paid_as_ever_when_she_has_been_shown() -> None:
    run = do(ready({1: "DA SK", 2: "BK T1", 0: "F T21"}, belle_shown=INSTEAD), "belle")
    to_the_end(run)
    assert len(chips(run, "tarot played")) + len(chips(run, "tarot lost")) == 7


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize(
    ("option", "said", "amounts"),
    [
        (INSTEAD, {"belle": (1,)}, []),
        (INSTEAD, {"tarots_4": (1,)}, [(-1, 2, -1)]),  # something else was declared
        ("at_will", {"belle": (1,)}, [(-1, 2, -1)]),
        ("with_seven_tarots", {"belle": (1,)}, [(-1, 2, -1)]),
    ],
)
def test_the_sheet_of_a_deal_with_real_cards_knows_what_she_was_shown_for(
    option: str, said: dict[str, tuple[int, ...]], amounts: list[tuple[int, ...]]
) -> None:
    played = [(0, "D4 DA DK", 2), (0, "C4 C5 C6", 0)]
    deal = outcome("marolles", EACH_ALONE, {}, played, said=said)
    assert rows(deal, "5.6", belle_shown=option) == amounts


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize("shows", [True, False])
def test_a_plan_made_after_she_was_shown_pays_what_the_sheet_pays(shows: bool) -> None:
    run = holding(1, shows=shows)
    while run.decision is not None and run.decision.kind == "declare":
        run.do("no_more")
    plan = plan_of(GAME, run.table)
    to_the_end(run)  # in which nobody declares any more
    assert paid(run, plan) == paid_by_plan(run) == result_of(run).scores


# -- the match and the presets -----------------------------------------------------------


def play_deals(match: Match, deals: int) -> list[int]:
    """Play some deals at random; gives who dealt them."""
    chance = random.Random(7)
    dealers = []
    for _ in range(deals):
        run = match.next_run(seed=chance)
        dealers.append(run.setup.dealer)
        while run.decision is not None:
            run.do(chance.choice(run.decision.options))
        assert run.result is not None
        match.take(run.result)
    return dealers


@pytest.mark.clause("marolles 6.1")
def test_seat_0_deals_first_unless_the_table_says_otherwise() -> None:
    assert play_deals(Match(GAME), 1) == [0]
    assert play_deals(Match(GAME, dealer=2), 1) == [2]


@pytest.mark.clause("marolles 6.1")
def test_the_right_hand_neighbour_of_the_dealer_deals_next() -> None:
    assert play_deals(Match(GAME, dealer=1), 4) == [1, 2, 0, 1]


@pytest.mark.clause("marolles 6.2")
def test_the_ledger_starts_at_zero_and_may_go_below() -> None:
    match = Match(GAME)
    assert match.ledger == [0, 0, 0]
    play_deals(match, 3)
    assert match.ledger == [
        sum(result.scores[seat] for result in match.results) for seat in range(3)
    ]
    assert min(match.ledger) < 0 < max(match.ledger)
    assert sum(match.ledger) == 0


@pytest.mark.clause("marolles 6.3")
def test_a_match_ends_after_the_agreed_deals_and_carries_nothing_on() -> None:
    match = Match(GAME, limit=3)
    assert sorted(play_deals(match, 3)) == [0, 1, 2]  # each has dealt once
    assert match.over
    assert match.carried == {}


@pytest.mark.clause("marolles 8.1")
def test_the_whole_pack_changes_the_number_of_cards_and_nothing_else() -> None:
    whole, default = GAME.resolve(preset="whole_pack"), GAME.resolve()
    assert {name for name in default if whole[name] != default[name]} == {"cards"}
    assert whole["cards"] == 78
    assert (
        ready({1: "SK BK CK DK"}, preset="whole_pack").setup.pack.name == GAME.pack(whole).name
    )
    with pytest.raises(BadOptionValue):
        GAME.resolve({"cards": 70})


@pytest.mark.clause("marolles 8.1", "marolles 3.14")
def test_declarations_are_the_same_with_the_whole_pack() -> None:
    words = "tarots_5 SK BK CK DK F kings_4_math no_more"
    whole = do(ready({1: "SK BK CK DK F"}, preset="whole_pack"), words)
    short = do(ready({1: "SK BK CK DK F"}), words)
    assert paid_events(whole) == paid_events(short)
    assert len(paid_events(whole)) == 2


@pytest.mark.clause("marolles 8.2")
def test_as_printed_takes_only_what_marolles_himself_gives() -> None:
    printed, default = GAME.resolve(preset="as_printed"), GAME.resolve()
    changed = {name: printed[name] for name in default if printed[name] != default[name]}
    assert changed == {
        "kings_scale": "marolles",
        "belle_shown": "with_seven_tarots",
        "points_table": "marolles",
        "ultimo_lost": "free",
        "discard_penalty": "once",
    }


@pytest.mark.clause("marolles 8.2", "marolles 3.22")
def test_as_printed_lets_la_belle_be_declared_with_seven_tarots_only() -> None:
    seven = "SK BK CK DK T21 T1 F"
    run = do(ready({1: f"{seven} DA"}, preset="as_printed"), "belle")
    assert [what for _, what in paid_events(run)] == [("belle", "-1", "2", "-1")]
    six = ready({1: "SK BK CK DK T21 T1 DA", 2: "F"}, preset="as_printed")
    assert "belle" not in options(six)


@pytest.mark.clause("marolles 8.2", "marolles 7.1")
def test_as_printed_three_cards_wrongly_laid_away_cost_two_to_each_once() -> None:
    deal = outcome("marolles", (0, 1, 2), {}, [(0, "S4 S5 S6", 2)])
    sheet = GAME.score(
        replace(deal, faults={WRONGLY_LAID_AWAY: (0, 3, 0)}), GAME.resolve(preset="as_printed")
    )
    assert [row.amounts for row in sheet if row.clause == "marolles 7.1"] == [(2, -4, 2)]


@pytest.mark.clause("marolles 1.1", "marolles 8.1", "marolles 8.2")
def test_the_options_and_presets_are_those_of_the_rulebook() -> None:
    assert {option.name: (option.clause, option.default) for option in GAME.options} == {
        "cards": ("1.1", 66),
        "declaration_time": ("3.6", "first_card"),
        "forced_trumps": ("3.4", "free"),
        "maximal": ("3.13", False),
        "kings_scale": ("3.15", "author"),
        "belle_shown": ("3.22", "off"),
        "math_lead": ("4.10", "allowed"),
        "ultimo_lost": ("5.8", "pays"),
        "math_kept": ("5.5", "last_trick"),
        "points_table": ("5.11", "full"),
        "discard_penalty": ("7.1", "per_card"),
    }
    assert set(GAME.presets) == {"whole_pack", "as_printed"}
