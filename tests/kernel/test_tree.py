"""The tree search finds the best card of small endings, and knows nothing that it may not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from kernel.tree_brute import after, by_card, ends, legal_cards, paid, with_open_cards
from kernel.tree_deals import PACK, first_lead, number, plan_for, state_of
from matto.engine.cards import words
from matto.engine.payrules import ALWAYS, LAST_BY_SIDE, POINTS, WATCHED, PayRule
from matto.kernel.layout import (
    STOCK,
    TURN,
    Numbers,
    Plan,
)
from matto.kernel.play import is_over, play_card
from matto.kernel.tree import BadSearch, Found, grown, search, stacked, warm_up
from matto.kernel.tree_pool import NO_NODE, ROOT, Pool, add_branch, best_branch, new_pool
from matto.kernel.tree_walk import Worlds, grow

CARD_POINTS = PayRule(POINTS, 0, table=tuple(range(80)), earned=(2, -1, -1))
LAST_TRICK = PayRule(LAST_BY_SIDE, 0, earned=(2, -1, -1), missed=(-2, 1, 1))
TWO_TRICKS, THREE_TRICKS = (plan_for((0, 1, 1), tricks, (CARD_POINTS,)) for tricks in (2, 3))
RULES = (0.0, 0.5, 1.0)
HIGH_CARDS = [code for code in PACK.codes if PACK.values.get(code, 1) > 1 and code[0] in "SBT"]
HIGH_CARDS += ["S10", "B10", "T20", "T3"]


def found(
    worlds: Sequence[Numbers],
    plan: Plan,
    iterations: int = 4000,
    seed: int = 1,
    rule: float = 0.0,
) -> Found:
    plans = stacked([plan])
    return search(np.array(worlds), plans, iterations=iterations, seed=seed, rule=rule)


def tree_of(worlds: Sequence[Numbers], plan: Plan, iterations: int) -> Pool:
    states = np.array(worlds)
    which, stocks = np.zeros(len(states), np.int64), np.zeros((len(states), 0), np.int64)
    turns = np.arange(iterations) % len(states)
    return grown(Worlds(states, which, stocks), stacked([plan]), turns, 1, 1.5, 0.0)


def endings(count: int, seed: int) -> Iterator[list[Numbers]]:
    """Give endings of three cards each in which two worlds are possible for seat 0."""
    rng = random.Random(seed)
    while count:
        own, rest = (cards := rng.sample(HIGH_CARDS, 9))[:3], cards[3:]
        worlds = []
        for _ in range(2):
            rng.shuffle(rest)
            hands = (own, rest[:3], rest[3:])
            worlds.append(state_of([" ".join(hand) for hand in hands]))
        if len(set(by_card(worlds, THREE_TRICKS, 0).values())) > 1:
            count -= 1
            yield worlds


def branches(pool: Pool, node: int) -> range:
    return range(pool.first[node], pool.first[node] + pool.branches[node])


# -- the best card -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("with_leader", "behind", "best"),
    [(1, 0, "T18"), (0, 1, "T20"), (2, 1, "T18"), (1, 2, "T20")],
)
def test_a_guess_goes_the_way_that_succeeds_in_more_worlds(
    with_leader: int, behind: int, best: str
) -> None:
    # Seat 2 led T7. If it has T19, T18 wins now; if that is seat 1's only trump, T20 takes it.
    leader_has_it = state_of(["T20 T18", "S5 T2", "T7 T19"], turn=2)
    other_has_it = state_of(["T20 T18", "S5 T19", "T7 T2"], turn=2)
    deals = [leader_has_it] * with_leader + [other_has_it] * behind
    worlds = [after(state, TWO_TRICKS, number("T7")) for state in deals]
    worth = by_card(worlds, TWO_TRICKS, 0)
    assert max(worth, key=lambda card: worth[card]) == number(best)
    assert found(worlds, TWO_TRICKS).best == number(best)


@pytest.mark.parametrize("seed", range(5))
def test_no_card_is_chosen_because_later_one_would_know_what_one_cannot_know(
    seed: int,
) -> None:
    # Who has the last trick wins 4; T21 taking the first trick brings 2 more. After T21 and
    # two small trumps seat 0 must lead the suit of the King that is out, to be led the other:
    # it cannot know which. A Queen led first shows where the King is, and T21 comes home last.
    last = PayRule(LAST_BY_SIDE, 0, earned=(4, -2, -2), missed=(-4, 2, 2))
    early = PayRule(WATCHED, tarocks=words(["T21"])[1], table=(0, 1, 0, 0, 0, 0, 0, 0))
    plan = plan_for((0, 1, 1), 3, (last, early), watched=number("T21"))
    kings = ("SK C5", "CK S5")
    worlds = [state_of(["T21 SQ CQ", f"T2 {king}", "T3 S6 C6"]) for king in kings]
    queens = {number("SQ"): 8, number("CQ"): 8}
    assert with_open_cards(worlds, plan, 0) == {number("T21"): 12, **queens}
    assert by_card(worlds, plan, 0) == {number("T21"): 4, **queens}
    for iterations in (500, 2_000, 50_000):
        assert found(worlds, plan, iterations, seed).best in queens


@pytest.mark.slow
def test_cards_chosen_in_many_endings_lose_little_against_players_who_see_everything() -> None:
    lost, lost_by_chance = dict.fromkeys(RULES, 0.0), 0.0
    for worlds in endings(30, seed=5):
        worth = by_card(worlds, THREE_TRICKS, 0)
        best = max(worth.values())
        for rule in RULES:
            lost[rule] += best - worth[found(worlds, THREE_TRICKS, 3_000, rule=rule).best]
        lost_by_chance += best - sum(worth.values()) / len(worth)
    assert max(lost.values()) < 0.15 * lost_by_chance


def test_with_one_world_the_mean_comes_near_to_the_best_play_of_all() -> None:
    for worlds in endings(12, seed=6):
        worth = by_card(worlds[:1], THREE_TRICKS, 0)
        result = found(worlds[:1], THREE_TRICKS, 20_000)
        possible = [paid(end, THREE_TRICKS)[0] for end in ends(worlds[0], THREE_TRICKS)]
        near = 0.15 * (max(possible) - min(possible))
        assert result.mean[result.best] == pytest.approx(max(worth.values()), abs=near)


# -- counting ------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
def test_visits_add_up_to_the_iterations_and_lie_on_legal_cards_only(rule: float) -> None:
    for led in (None, "B7", "T9", "F"):
        states, plan = first_lead(20, 3, led)
        result = found(list(states), plan, 1_001, rule=rule)
        assert result.visits.sum() == 1_001
        assert set(np.flatnonzero(result.visits)) == set(legal_cards(states[0], plan))
        assert not result.mean[result.visits == 0].any()


@pytest.mark.parametrize("rule", RULES)
def test_the_same_seed_finds_the_same_on_one_thread_and_on_two(rule: float) -> None:
    states, plan = first_lead(20, seed=4)
    plans = stacked([plan])
    results = [
        search(states, plans, iterations=3_001, seed=9, rule=rule, threads=threads)
        for threads in (1, 2, 2)
    ]
    for result in results[1:]:
        assert np.array_equal(result.visits, results[0].visits)
        assert np.array_equal(result.mean, results[0].mean)
    other = search(states, plans, iterations=3_001, seed=10, rule=rule)
    assert not np.array_equal(other.visits, results[0].visits)


def test_worlds_are_tried_equally_often_by_all_trees_together() -> None:
    ending = [state_of(["SK", "S5", "S6"]), state_of(["SK", "T5", "S6"])]
    one_trick = plan_for((0, 1, 1), 1, (CARD_POINTS,))
    for trees in (1, 2, 3):
        result = search(
            np.array(ending), stacked([one_trick]), iterations=600, seed=1, trees=trees
        )
        assert result.mean[number("SK")] == (2 * 7 + 0) / 2


# -- what a branch brought -----------------------------------------------------------------


def test_the_mean_of_forced_cards_is_exactly_what_the_deal_pays() -> None:
    one_trick = plan_for((0, 1, 1), 1, (CARD_POINTS, LAST_TRICK))
    for hands in (["SK", "SQ", "S6"], ["SK", "SQ", "T1"], ["F", "SQ", "T1"]):
        start = state_of(hands)
        (end,) = ends(start, one_trick)
        for rule in RULES:
            result = found([start], one_trick, 10, rule=rule)
            assert result.mean[result.best] == paid(end, one_trick)[0]


def test_each_branch_remembers_what_the_seat_was_paid_that_played_its_card() -> None:
    (worlds,) = endings(1, seed=7)
    pool = tree_of(worlds, THREE_TRICKS, 400)
    seen = check_payments(pool, ROOT, worlds)
    assert seen > 100


def check_payments(pool: Pool, node: int, worlds: Sequence[Numbers]) -> int:
    seen = 0
    for branch in branches(pool, node):
        card = int(pool.card[branch])
        able = [state for state in worlds if card in legal_cards(state, THREE_TRICKS)]
        seat, behind = able[0][TURN], [after(state, THREE_TRICKS, card) for state in able]
        possible = {
            int(paid(end, THREE_TRICKS)[seat]) for s in behind for end in ends(s, THREE_TRICKS)
        }
        total, visits = pool.total[branch], pool.visits[branch]
        assert visits * min(possible) <= total <= visits * max(possible)
        assert visits > 1 or total in possible
        seen += 1
        if pool.child[branch] != NO_NODE:
            seen += check_payments(pool, int(pool.child[branch]), behind)
    return seen


def test_parties_may_differ_between_worlds() -> None:
    with_next = PayRule(LAST_BY_SIDE, 0, earned=(1, 1, -2), missed=(-4, -4, 8))
    with_third = PayRule(LAST_BY_SIDE, 0, earned=(1, -2, 1), missed=(-4, 8, -4))
    one_trick = plan_for((0, 0, 1), 1, (with_next,)), plan_for((0, 1, 0), 1, (with_third,))
    states = np.array([state_of(["S5", "SK", "S6"])] * 2)
    which = np.array([0, 1])
    result = search(states, stacked(one_trick), which, iterations=100, seed=1)
    assert result.mean[number("S5")] == (1 - 4) / 2


def test_plans_of_different_length_pay_the_same_one_behind_the_other() -> None:
    short = plan_for((0, 1, 1), 3, (LAST_TRICK,))
    long = plan_for(
        (0, 1, 1), 3, (CARD_POINTS, LAST_TRICK, PayRule(ALWAYS, earned=(4, -2, -2)))
    )
    states = np.array([state_of(["SK T1 B5", "SQ T3 B6", "SC T4 B7"])])
    for place, plan in enumerate((short, long)):
        alone = search(states, stacked([plan]), iterations=500, seed=2)
        which = np.array([place])
        both = search(states, stacked([short, long]), which, iterations=500, seed=2)
        assert np.array_equal(alone.visits, both.visits)
        assert np.array_equal(alone.mean, both.mean)


def test_each_world_has_its_own_stock() -> None:
    plan = plan_for((0, 1, 1), 2, (LAST_TRICK,))
    plan.rules[STOCK] = 3
    start = state_of(["SK", "S5", "S6"])
    stocks = np.array(
        [[number(code) for code in row.split()] for row in ("T3 T2 T4", "T5 T2 T4")]
    )
    end = start.copy()
    for code in ["SK", "S5", "S6", "T3", "T2", "T4"]:
        play_card(end, plan, stocks[0], number(code))
    assert is_over(end, plan)
    assert paid(end, plan)[0] == -2
    states = np.array([start, start])
    result = search(states, stacked([plan]), None, stocks, iterations=100, seed=1)
    assert result.mean[number("SK")] == (2 - 2) / 2


# -- what a choice may know ----------------------------------------------------------------


def test_all_worlds_share_one_node_for_what_everybody_has_seen() -> None:
    for worlds in endings(5, seed=8):
        pool = tree_of(worlds, THREE_TRICKS, 2_000)
        waiting = [(ROOT, 2_001)]
        while waiting:
            node, arrived = waiting.pop()
            places = branches(pool, node)
            cards = [int(pool.card[place]) for place in places]
            assert len(set(cards)) == len(cards)
            if cards:  # the iteration that made the branch to here stopped before this node
                assert sum(int(pool.visits[place]) for place in places) == arrived - 1
            waiting += [
                (int(pool.child[place]), int(pool.visits[place]))
                for place in places
                if pool.child[place] != NO_NODE
            ]


def test_a_branch_gains_by_being_offered_and_not_chosen_only_where_its_card_is_legal() -> None:
    pool = new_pool(8)
    codes = ("SK", "BK", "T3")
    for code in codes:
        add_branch(pool, ROOT, number(code))
    places = branches(pool, ROOT)
    for place in places:
        pool.visits[place], pool.total[place] = 10, 0.0
    pool.offered[places[0]] = pool.offered[places[2]] = 10
    pool.offered[places[1]] = 1_000
    plain, tarocks = 1 << number("SK") | 1 << number("BK"), 0
    assert best_branch(pool, ROOT, plain, tarocks, 1.0) == places[1]
    assert [int(pool.offered[place]) for place in places] == [11, 1_001, 10]
    assert best_branch(pool, ROOT, 1 << number("SK"), 0, 1.0) == places[0]
    pool.total[places[0]] = 1.0
    assert best_branch(pool, ROOT, plain, tarocks, 0.0) == places[0]


# -- worlds that do not fit together -------------------------------------------------------


def test_a_search_says_what_is_wrong_with_its_worlds() -> None:
    states, plan = first_lead(2, seed=3)
    plans = stacked([plan])
    with pytest.raises(BadSearch, match="a plan number and a stock"):
        search(states[:0], plans, iterations=10, seed=1)
    with pytest.raises(BadSearch, match="a plan number and a stock"):
        search(states, plans, np.zeros(3, np.int64), iterations=10, seed=1)
    with pytest.raises(BadSearch, match="plan number that is not there"):
        search(states, plans, np.array([0, 1]), iterations=10, seed=1)
    with pytest.raises(BadSearch, match="iterations"):
        search(states, plans, iterations=1, seed=1, trees=2)
    other = plan._replace(rules=np.where(plan.rules == 20, 19, plan.rules))
    with pytest.raises(BadSearch, match="the same rules"):
        search(states, stacked([plan, other]), iterations=10, seed=1)
    states[1, TURN] = 1
    with pytest.raises(BadSearch, match="same seat"):
        search(states, plans, iterations=10, seed=1)


# -- being ready ---------------------------------------------------------------------------


def test_after_the_warm_up_no_search_waits_for_a_compiler() -> None:
    warm_up()
    growing: Any = grow
    before = list(growing.signatures)
    states, plan = first_lead(3, seed=3)
    states.flags.writeable = False
    search(states.repeat(2, axis=0)[::2], stacked([plan]), iterations=10, seed=1, threads=2)
    search(states, stacked([plan, plan]), iterations=10, seed=1)
    assert growing.signatures == before


# -- rollouts by rule ----------------------------------------------------------------------


def test_rollouts_by_rule_judge_a_lead_by_how_it_is_answered_in_earnest() -> None:
    # Nobody throws a King away under T21 when he need not: one iteration for each card is
    # enough to see that leading T21 brings little.
    state = state_of(["T21 S5", "SK B5", "BK B6"])
    by_chance = found([state], TWO_TRICKS, 400).mean[number("T21")]
    by_rule = search(
        np.array([state]), stacked([TWO_TRICKS]), iterations=2, seed=1, rule=1.0, trees=1
    )
    assert by_rule.mean[number("T21")] <= by_chance
    assert by_rule.mean[number("T21")] == by_card([state], TWO_TRICKS, 0)[number("T21")]
