"""Games with few cards, gone through to the last state; CFR learns to play one of them."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.algorithms.get_all_states import get_all_states

from adapters.small_trees import SMALL, WITH_A_STOCK, Small, counted
from matto.games import game
from matto.research.adapters.openspiel import register
from matto.research.testing.by_hand import of_these, with_few_cards
from openspiel_suites import failures_of, numbers_expected


def loaded(small: Small) -> Any:
    few = with_few_cards(game(small.game_id), small.cards, hand=small.hand, talon=small.talon)
    name = register(
        few, f"matto_small_{len(small.cards)}_{small.hand}_{few.seats}_{few.id[:3]}"
    )
    return pyspiel.load_game(f"{name}(hands_as_sets=true)")


@pytest.mark.slow
@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.game_id)
def test_openspiels_api_test_passes_on_the_full_tree_of_as_many_states_as_the_clauses_make(
    small: Small,
) -> None:
    states, known = counted(small)
    whole = loaded(small)
    with numbers_expected(whole, states, known):
        assert failures_of(api_test.EnforceAPIOnFullTreeBase, whole) == {}


@pytest.mark.slow
def test_a_game_with_a_stock_has_as_many_states_as_the_clauses_make() -> None:
    every = get_all_states(loaded(WITH_A_STOCK), include_chance_states=True).values()
    chance = sum(state.is_chance_node() for state in every)
    ends = sum(state.is_terminal() for state in every)
    assert (chance, len(every) - chance - ends, ends) == counted(WITH_A_STOCK)[0]


def test_numbers_that_are_not_those_of_the_clauses_are_noticed() -> None:
    tiny = Small("calatafimi-2", ("SK", "S7", "D6", "T2"), 2, 2, SMALL[0].play)
    (chance, questions, ends), known = counted(tiny)
    whole = loaded(tiny)
    with numbers_expected(whole, (chance, questions, ends), known):
        assert failures_of(api_test.EnforceAPIOnFullTreeBase, whole) == {}
    with numbers_expected(whole, (chance, questions + 1, ends), known + 1):
        failed = failures_of(api_test.EnforceAPIOnFullTreeBase, whole)
    assert set(failed) == {"test_number_of_nodes", "test_game_is_perfect_recall"}


@pytest.mark.slow
def test_counterfactual_regret_minimization_comes_near_an_equilibrium() -> None:
    tiny = loaded(Small("calatafimi-2", ("SK", "S7", "D6", "T2"), 2, 2, SMALL[0].play))
    solver = cfr.CFRSolver(tiny)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    at_random = exploitability.nash_conv(tiny, policy.UniformRandomPolicy(tiny))
    assert exploitability.nash_conv(tiny, solver.average_policy()) < at_random / 20


def test_few_cards_keep_their_order_their_values_and_who_is_equal() -> None:
    nice = game("mitigatti-3")
    whole = nice.pack(nice.resolve())
    few = of_these(whole, ("SK", "C7", "T5", "T3", "T1", "F"))
    assert few.codes == tuple(card for card in whole.codes if card in few.cards)
    assert len(few.codes) == 6
    assert few.trumps == "T5=T3 T1"
    assert few.value_of["SK"] == whole.value_of["SK"]
