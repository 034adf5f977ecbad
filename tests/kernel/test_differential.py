"""The kernel plays every game as the engine does, card by card, with every option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

from kernel.steps import BY_CHANCE, BY_THUMB, WAYS, Deal, Spoil, in_the_plainest_way, some
from matto.engine.cards import NUMBER
from matto.engine.tricks import EXCUSES, IS_THROWN_OFF
from matto.games import game as game_of
from matto.kernel import layout
from matto.kernel.layout import LYING, SIZE, TRICKS, Numbers, Plan
from matto.kernel.playouts import random_playouts, rule_playouts
from matto.research.testing.checks import Case, cases_of, default_cases
from samples import many
from sixteen import ONE_IN_THE_QUICK_LOOP, SIXTEEN, THREE

PLAYOUTS = 12
MANY_SEEDS = range(30)


def every_case(game_id: str) -> Iterator[Case]:
    return cases_of(game_of(game_id))


@cache
def deals_of(game_id: str) -> tuple[Deal, ...]:
    """A deal of each kind of player with each option of a game."""
    return tuple(
        deal
        for number, case in enumerate(every_case(game_id))
        for seed in range(len(WAYS) * many(1))
        if (deal := Deal(case, 3 * number + seed, WAYS[seed % 3]).play()).moments
    )


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_legal_cards_winners_piles_and_payments_are_the_engines_with_every_option(
    game_id: str,
) -> None:
    deals = deals_of(game_id)
    assert {deal.way for deal in deals} == set(WAYS)
    assert [sentence for deal in deals for sentence in deal.found] == []


@pytest.mark.slow
@pytest.mark.parametrize("case", default_cases(), ids=str)
@pytest.mark.parametrize("way", WAYS)
def test_many_deals_of_each_game_are_the_engines(case: Case, way: str) -> None:
    deals = [Deal(case, 1000 + seed, way).play() for seed in range(many(6))]
    assert any(deal.moments for deal in deals)
    assert [sentence for deal in deals for sentence in deal.found] == []


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
def test_playouts_add_up_what_deals_played_one_by_one_pay(game_id: str) -> None:
    for deal in deals_of(game_id):
        for state in some(deal.moments, deal.rng, 4):
            sums = random_playouts(state, deal.plan, deal.stock, PLAYOUTS, seed=7)
            assert sums.tolist() == in_the_plainest_way(deal, state, PLAYOUTS, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
@pytest.mark.parametrize("playouts", [random_playouts, rule_playouts])
def test_playouts_are_the_same_in_batches_and_change_no_state(
    game_id: str, playouts: Callable[[Numbers, Plan, Numbers], Numbers]
) -> None:
    deal = deals_of(game_id)[-1]
    states = np.array(some(deal.moments, deal.rng, 9) * 2)
    before, sums = (
        states.copy(),
        playouts(states, deal.plan, np.array([deal.stock] * len(states))),
    )
    one = playouts(states[0], deal.plan, deal.stock)
    assert one.tolist() == sums[0].tolist()
    assert states.shape[1] == SIZE
    assert (states == before).all()


def test_another_seed_gives_other_playouts() -> None:
    deal = Deal(Case(game_of("mineo-3"), game_of("mineo-3").resolve()), 4, BY_CHANCE).play()
    sums = {tuple(random_playouts(deal.moments[0], deal.plan, n=9, seed=s)) for s in range(5)}
    assert len(sums) > 1


@pytest.mark.slow
def test_a_batch_may_hold_deals_at_different_tricks() -> None:
    deal = Deal(Case(game_of("mineo-3"), game_of("mineo-3").resolve()), 4, BY_CHANCE).play()
    states = np.array(deal.moments)
    assert len({(state[TRICKS], state[LYING]) for state in deal.moments}) == len(states)
    sums = random_playouts(states, deal.plan, n=1, seed=0)
    assert sums.shape == (len(states), 3)
    assert sums[0].tolist() == in_the_plainest_way(deal, states[0], 1, seed=0)
    assert (sums[-1] == in_the_plainest_way(deal, states[-1], 1, seed=len(states) - 1)).all()


# -- planted faults --------------------------------------------------------------------------


def wrong_strength(plan: Plan) -> Plan:
    """Two trumps have changed places."""
    strength = plan.strength.copy()
    one, other = NUMBER["T14"], NUMBER["T2"]
    strength[one], strength[other] = strength[other], strength[one]
    return plan._replace(strength=strength)


def forgotten_fool(plan: Plan) -> Plan:
    """The Fool excuses no more, or where it did not, it does."""
    rules = plan.rules.copy()
    excuses = rules[layout.EXCUSES] == EXCUSES
    rules[layout.EXCUSES] = IS_THROWN_OFF if excuses else EXCUSES
    return plan._replace(rules=rules)


def forgotten_price(plan: Plan) -> Plan:
    """The last row is not paid."""
    return plan._replace(pay_rules=plan.pay_rules[:-1].copy())


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [wrong_strength, forgotten_fool, forgotten_price])
@pytest.mark.parametrize("game_id", THREE)
def test_a_kernel_with_a_fault_is_found_out(game_id: str, spoil: Spoil) -> None:
    case = Case(game_of(game_id), game_of(game_id).resolve())
    assert any(_fails(case, seed, spoil) for seed in MANY_SEEDS)


def _fails(case: Case, seed: int, spoil: Spoil) -> bool:
    deal = Deal(case, seed, BY_THUMB if seed % 2 else BY_CHANCE, spoil)
    try:
        return bool(deal.play().found)
    except IndexError:  # a kernel gone astray may find no card to play
        return True
