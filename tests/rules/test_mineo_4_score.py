"""Mineo for four: the scoring items, solo and call, doubling, payment; and the match."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from helpers import do
from matto.engine.outcome import Outcome
from matto.engine.run import Match, Run, spelled
from matto.engine.scoring import total
from matto.games.sicily import sicilian_points
from mineo_4_tables import (
    ALL_PASS,
    CALLED,
    GAME,
    HANDS,
    TALON,
    amounts,
    begin,
    bidding,
    calling,
    finished,
    play_by,
    rows,
    soloing,
)

clause = pytest.mark.clause
NOTHING: list[tuple[int, ...]] = []
WON, LOST = [(-1, 1, -1, 1)], [(1, -1, 1, -1)]  # to the caller's party, or against it
TWICE_WON, TWICE_LOST = [(-2, 2, -2, 2)], [(2, -2, 2, -2)]
ALONE = (1, 0, 1, 1)
TO_CALLERS = [(1, "S9 S8 S7 S6", 1)]
TO_OPPONENTS = [(1, "S9 S8 S7 S6", 2)]
IN_TALON = {**HANDS, 3: HANDS[3].replace("T19", "S5")}


def scores(done: Outcome) -> tuple[int, ...]:
    return total(GAME.score(done, GAME.resolve()), 4)


def sheet(run: Run) -> dict[str, tuple[int, ...]]:
    play_by(run, {})
    assert run.result is not None
    return {row.item: row.amounts for row in run.result.sheet}


@clause("mineo-4 5.1")
def test_card_points_decide_nothing_but_the_rimatura() -> None:
    done = finished({1: "T20 T1 F SK BK CK DQ"}, TO_OPPONENTS)
    items = {row.item for row in GAME.score(done, GAME.resolve())}
    assert items == {"vanto", "rimatura", "arie"}


@clause("mineo-4 5.2")
@pytest.mark.parametrize(
    ("trick", "paid"),
    [
        ((0, "T17 T18 T19 T2", 2), LOST),  # the example: the caller's T18 is captured
        ((2, "T17 T19 T11 T18", 3), WON),  # the partner wins: T17, and not the caller's T18
        ((1, "T18 T3 T2 T0", 1), NOTHING),  # kept by winning the trick with it
        ((1, "T20 T1 T16 T17", 1), [*WON, *WON]),  # T1 and T17; the partner's T16 pays nothing
        ((2, "T19 T1 T16 T5", 2), LOST),  # the partner's Picciotti; T16 is an opponent's
        ((1, "SK T2 T3 F", 3), NOTHING),
    ],
)
def test_an_aria_or_the_picciotti_taken_from_the_other_party_pays_one(
    trick: tuple[int, str, int], paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished({}, [trick, *TO_OPPONENTS]), "pigliate") == paid


@clause("mineo-4 5.3")
@pytest.mark.parametrize(("seat", "paid"), [(1, WON), (3, WON), (0, LOST), (2, LOST)])
def test_the_last_trick_pays_its_party_one(seat: int, paid: list[tuple[int, ...]]) -> None:
    assert amounts(finished({}, [(1, "S9 S8 S7 S6", seat)]), "vanto") == paid


@clause("mineo-4 5.4")
@pytest.mark.parametrize("sayers", [(2,), (0,), (2, 0)])
def test_rivanto_makes_it_two_for_either_party_and_never_more(sayers: tuple[int, ...]) -> None:
    said = {"rivanto": sayers}
    won = finished({}, TO_CALLERS, said=said)
    lost = finished({}, TO_OPPONENTS, said=said)
    assert (amounts(won, "rivanto"), amounts(lost, "rivanto")) == (TWICE_WON, TWICE_LOST)
    assert amounts(won, "vanto") == amounts(lost, "vanto") == NOTHING


@clause("mineo-4 5.5")
@pytest.mark.parametrize(
    ("piles", "last", "points", "paid"),
    [
        # singles 3 × 10 + 6 × 5 = 60 in nine cards, less 6: 54
        ({1: "T20 T1 F SK BK CK DK T19 T18"}, TO_OPPONENTS, 54, LOST),
        ({1: "T20 T1 F SK BK CK DK T19 T18 B5 B6 B7"}, TO_OPPONENTS, 55, WON),
        # both partners' cards together: 60 in nine cards, 54, and one full lot of empty cards
        ({1: "T20 T1 F SK BK", 3: "CK DK T19 T18 B5 B6 B7"}, TO_OPPONENTS, 55, WON),
        ({1: "T20 T1 F SK BK CK DK T19"}, TO_CALLERS, 55, WON),  # 55 − 5, and the last trick
        ({1: "T20 T1 F SK BK CK DK T19"}, TO_OPPONENTS, 50, LOST),
    ],
)
def test_the_party_with_55_card_points_has_one(
    piles: dict[int, str],
    last: list[tuple[int, str, int]],
    points: int,
    paid: list[tuple[int, ...]],
) -> None:
    done = finished(piles, last)
    assert sicilian_points(done, 0) == points
    assert amounts(done, "rimatura") == paid


@clause("mineo-4 5.6")
@pytest.mark.parametrize(
    ("piles", "paid"),
    [
        ({1: "T19 T18", 3: "T17 T16"}, WON),
        ({1: "T20 T19 T18", 3: "T17 T16"}, TWICE_WON),
        ({1: "T20 T19 T18 T17"}, NOTHING),
        ({1: "T20"}, LOST),
        ({}, TWICE_LOST),
    ],
)
def test_the_four_arie_pay_one_and_with_the_giove_two(
    piles: dict[int, str], paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished(piles), "arie") == paid


@clause("mineo-4 5.7")
@pytest.mark.parametrize(
    ("piles", "paid"),
    [({1: "SK BK", 3: "CK DK"}, WON), ({1: "SK BK CK"}, NOTHING), ({}, LOST)],
)
def test_all_four_kings_pay_one(piles: dict[int, str], paid: list[tuple[int, ...]]) -> None:
    assert amounts(finished(piles), "quattro_re") == paid


@clause("mineo-4 5.8")
@pytest.mark.parametrize(
    ("piles", "paid"),
    [
        ({1: "T20 T1 F"}, WON),
        ({3: "T20 T1 F"}, WON),  # all with the partner
        ({1: "T20", 3: "T1 F"}, WON),
        ({1: "T20", 3: "F"}, LOST),
        ({1: "T20 T1"}, LOST),
        ({1: "T1 F"}, LOST),
    ],
)
def test_in_a_call_the_tens_may_lie_with_either_partner(
    piles: dict[int, str], paid: list[tuple[int, ...]]
) -> None:
    assert amounts(finished(piles, said={"scommessa": (1,)}), "scommessa") == paid


@clause("mineo-4 5.8")
@pytest.mark.parametrize(
    ("pile", "paid"),
    [("T20 T1 F", [(-1, 3, -1, -1)]), ("T20 F", [(1, -3, 1, 1)])],
)
def test_a_soloist_needs_all_three_tens_himself(pile: str, paid: list[tuple[int, ...]]) -> None:
    done = finished({1: pile}, side=ALONE, said={"scommessa": (1,)})
    assert amounts(done, "scommessa") == paid


@clause("mineo-4 5.9")
@pytest.mark.parametrize("own", ["T20 T1 F", "T20 F", ""])
def test_tens_without_a_bet_pay_nobody(own: str) -> None:
    assert amounts(finished({1: own}), "scommessa") == NOTHING


@clause("mineo-4 5.10")
def test_an_early_solo_doubles_every_item() -> None:
    pile = "T20 T19 T18 T17 T16 T1 F SK BK CK DK"
    tricks = [(1, "T20 T1 T2 T3", 1), (2, "T4 F T18 T0", 0)]
    said: dict[str, tuple[int, ...]] = {"scommessa": (1,), "rivanto": (2,)}
    single = finished({1: pile}, tricks, side=ALONE, said=said)
    double = replace(single, times=2)
    for item in ("pigliate", "rivanto", "rimatura", "arie", "quattro_re", "scommessa"):
        assert rows(single, item)
        twice = [tuple(2 * amount for amount in paid) for paid in amounts(single, item)]
        assert amounts(double, item) == twice


@clause("mineo-4 5.10", "mineo-4 3.15", "mineo-4 3.19", "mineo-4 8.1")
@pytest.mark.parametrize(
    ("run", "vanto"),
    [
        (soloing(), 6),
        (do(begin(solo_rounds="every"), f"{ALL_PASS}vado_solo {TALON} {'silence ' * 4}"), 6),
        (do(bidding("vado_solo"), f"{TALON} {'silence ' * 4}"), 3),
        (do(begin(IN_TALON, "T19 C5 B5"), f"{ALL_PASS}{CALLED}C5 B5 D4 {'silence ' * 4}"), 3),
        (calling(bids="chiamo:T18 passo passo passo", call="any"), 3),
        (calling(), 1),
    ],
)
def test_only_a_solo_said_in_a_pause_is_doubled(run: Run, vanto: int) -> None:
    assert abs(sheet(run)["vanto"][1]) == vanto


@clause("mineo-4 5.11")
def test_a_soloist_is_paid_the_difference_by_each_of_three_or_pays_it() -> None:
    # 5 points against 2: two for the arie, Kings, a capture, rimatura; the rivanto
    tricks = [(1, "T20 T1 T2 T3", 1), *TO_OPPONENTS]
    said = {"rivanto": (3,)}
    pile = "T20 T19 T18 T17 T16 T1 F SK BK CK DK B5 B6 B7"
    won = finished({1: pile}, tricks, side=ALONE, said=said)
    assert scores(won) == (-3, 9, -3, -3)
    # 1 point against 3: a capture; the vanto, the rimatura, four Kings; the arie are divided
    lost = finished({1: "T20 T1 T19"}, tricks, side=ALONE)
    assert scores(lost) == (2, -6, 2, 2)


@clause("mineo-4 5.12")
def test_in_a_call_each_of_the_four_pays_or_receives_the_difference_once() -> None:
    # 5 points against 2, as before
    tricks = [(1, "T20 T1 T2 T3", 1), *TO_OPPONENTS]
    piles = {1: "T20 T19 T18 T17 T16 T1 F SK", 3: "BK CK DK B5 B6 B7"}
    done = finished(piles, tricks, said={"rivanto": (2,)})
    assert scores(done) == (-3, 3, -3, 3)


@clause("mineo-4 5.13")
def test_equal_points_pay_nothing() -> None:
    # the vanto to the opponents, the rimatura to the callers; kings and arie divided
    done = finished({1: "T20 T1 F SK BK CK T19 T18 T17 B5 B6 B7"}, TO_OPPONENTS)
    assert scores(done) == (0, 0, 0, 0)


@clause("mineo-4 5.14")
@pytest.mark.parametrize("said", ["", "passo", "chiamo"])
def test_payments_balance(said: str) -> None:
    for seed in range(8):
        rng = random.Random(f"{said} {seed}")
        run = Run.shuffled(GAME, seed=rng)
        while run.decision is not None:
            liked = [word for word in run.decision.options if said and word.startswith(said)]
            run.do(rng.choice(liked or run.decision.options))
        assert run.result is not None
        assert sum(run.result.scores) == 0


@clause("mineo-4 6.1", "mineo-4 6.2", "mineo-4 6.3", "mineo-4 6.4")
def test_the_deal_passes_to_the_right_and_the_ledger_runs_from_zero() -> None:
    match = Match(GAME, dealer=3, limit=4)
    assert match.ledger == [0] * 4
    rng = random.Random(3)
    sums = [0] * 4
    dealers = []
    while not match.over:
        dealers.append(match.dealer)
        run = match.next_run(seed=rng)
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        assert run.result is not None
        sums = [own + won for own, won in zip(sums, run.result.scores, strict=True)]
        match.take(run.result)
        assert match.ledger == sums
    assert match.played == 4
    assert dealers == [(3 + deal) % 4 for deal in range(len(dealers))]
    assert GAME.unit == 1
    assert (spelled(GAME, 3), spelled(GAME, -2)) == ("+3", "−2")


@clause("mineo-4 7.15")
def test_mistakes_cost_nothing_of_their_own() -> None:
    done = finished({1: "SK BK CK DK"})
    assert GAME.score(
        replace(done, faults={"revoke": (1, 1, 1, 1)}), GAME.resolve()
    ) == GAME.score(done, GAME.resolve())
