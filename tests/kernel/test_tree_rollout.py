"""A rollout plays as the engine's compiled rules do, card by card."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kernel.tree_brute import paid
from kernel.tree_deals import LIKE_THREE, first_lead, number, plan_for
from matto.engine.cards import CODES, NUMBER, codes_in, words
from matto.engine.payrules import LAST_WITH, LED_ON, WATCHED, PayRule
from matto.engine.tricks import (
    BINDS_ALWAYS,
    BINDS_NEVER,
    IS_THROWN_OFF,
    LEADS_AT_LAST,
    LEADS_FOR_TRUMP,
    STANDS_FOR_TRUMP,
    FoolRule,
)
from matto.kernel import layout
from matto.kernel.chance import chance_from, one_card
from matto.kernel.layout import Numbers, Plan
from matto.kernel.play import is_over, legal_now, play_card
from matto.kernel.tree_rollout import play_trick

PIP = words(["T1"])[1]
FOR_ONE_CARD = (
    PayRule(WATCHED, table=tuple(range(44))),
    PayRule(LED_ON, plain=words(["S5", "B5"])[0], amount=3),
    PayRule(LAST_WITH, tarocks=PIP, amount=5, other=6),
)
UNSETTLED = (layout.LED, layout.BEST, layout.BEST_SEAT)
FOOLS = (
    FoolRule(),
    FoolRule(leads=LEADS_AT_LAST),
    FoolRule(STANDS_FOR_TRUMP, 1, LEADS_FOR_TRUMP, BINDS_ALWAYS),
    FoolRule(IS_THROWN_OFF, 0, LEADS_FOR_TRUMP, BINDS_NEVER),
    FoolRule(until=12),
)


def played_by_rules(state: Numbers, plan: Plan, stock: Numbers, seed: int) -> Numbers:
    state, chance = state.copy(), chance_from(seed)
    while not is_over(state, plan):
        play_card(state, plan, stock, one_card(chance, *legal_now(state, plan)))
    return state


def rolled_out(state: Numbers, plan: Plan, stock: Numbers, seed: int) -> Numbers:
    state, chance = state.copy(), chance_from(seed)
    while not is_over(state, plan):
        play_trick(state, plan, stock, chance)
    return state


def assert_alike(state: Numbers, plan: Plan, stock: Numbers, seed: int) -> None:
    by_rules = played_by_rules(state, plan, stock, seed)
    fast = rolled_out(state, plan, stock, seed)
    for place in UNSETTLED:
        by_rules[place] = fast[place] = 0
    assert np.array_equal(by_rules, fast)
    assert np.array_equal(paid(by_rules, plan), paid(fast, plan))


@pytest.mark.parametrize("fool", FOOLS)
@pytest.mark.parametrize("duties", [0, 1])
def test_a_rollout_plays_the_same_cards_as_the_rules_from_the_same_chance(
    fool: FoolRule, duties: int
) -> None:
    stock = np.zeros(0, dtype=np.int64)
    rng = random.Random(4)
    priced = plan_for((0, 1, 1), 20, (*LIKE_THREE, *FOR_ONE_CARD))
    for seed in range(8):
        states, plan = first_lead(4, seed)
        rules = plan.rules.copy()
        rules[layout.EXCUSES : layout.EXCUSES + len(fool)] = fool
        rules[layout.DUTIES], rules[layout.LEAD_ON] = duties, 1
        rules[layout.WATCHED] = number("T1")
        plan = plan._replace(rules=rules, pay_rules=priced.pay_rules, tables=priced.tables)
        for state in states:
            chance = chance_from(seed)
            for _ in range(rng.randrange(50)):
                play_card(state, plan, stock, one_card(chance, *legal_now(state, plan)))
            assert_alike(state, plan, stock, seed)


def test_a_rollout_draws_from_the_stock() -> None:
    states, plan = first_lead(6, 2)
    plan.rules[layout.STOCK] = 30
    rng = random.Random(1)
    for state in states:
        stock = [card for seat in range(3) for card in put_down(state, seat, 10)]
        rng.shuffle(stock)
        assert_alike(state, plan, np.array(stock), seed=3)


def put_down(state: Numbers, seat: int, cards: int) -> list[int]:
    """Take so many cards from a hand, as if they had never been dealt."""
    places = (layout.PLAIN + seat, layout.TAROCKS + seat)
    hand = [NUMBER[code] for code in codes_in(*(int(state[place]) for place in places))]
    for place, codes in zip(places, words(CODES[card] for card in hand[:cards]), strict=True):
        state[place] &= ~codes
        state[place + layout.OWN_PLAIN - layout.PLAIN] = state[place]
    return hand[:cards]
