"""Every game keeps the contract, with its defaults and with every option."""

from __future__ import annotations

from collections import Counter

import pytest

from contract.cases import Case, default_cases, other_cases
from contract.deals import Effort, check_match
from contract.expected import clauses_of, expected_of
from matto.games import catalogue

SEEDS, DEALS = range(2), 3
EFFECTIVE_SWAPS = 40
FEWEST_REFUSALS = 300


def keeps_the_contract(case: Case, effort: Effort) -> Counter[str]:
    """Play matches with all checks; gives what was checked how often."""
    tally: Counter[str] = Counter()
    faults = [
        str(fault) for seed in SEEDS for fault in check_match(case, seed, DEALS, tally, effort)
    ]
    assert not faults, "\n".join(faults)
    assert tally["played"], "every deal was thrown in"
    assert tally["effective swaps"] >= EFFECTIVE_SWAPS, tally
    assert tally["refusals"] >= FEWEST_REFUSALS, tally
    return tally


@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_the_game_keeps_the_contract(case: Case) -> None:
    tally = keeps_the_contract(case, Effort())
    assert tally["two hands"] >= EFFECTIVE_SWAPS // 4, tally


@pytest.mark.slow
@pytest.mark.parametrize("case", other_cases(), ids=str)
def test_the_game_keeps_the_contract_with_its_options(case: Case) -> None:
    keeps_the_contract(case, Effort())


@pytest.mark.slow
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_hidden_cards_of_every_kind_are_moved(case: Case) -> None:
    tally: Counter[str] = Counter()
    for seed in range(100, 106):
        assert not list(check_match(case, seed, DEALS, tally, Effort(sampled=0.1, worlds=6)))
    assert tally["effective swaps"] >= 10 * EFFECTIVE_SWAPS, tally
    for kind in expected_of(case.game.id).hidden:
        assert tally[kind], f"{kind}: {tally}"


@pytest.mark.parametrize("game_id", catalogue())
def test_every_game_is_known_to_the_contract(game_id: str) -> None:
    assert expected_of(game_id).totals is not None
    assert clauses_of(game_id)


def test_a_game_that_is_not_known_is_asked_to_be_entered() -> None:
    with pytest.raises(LookupError, match=r"expected\.py"):
        expected_of("tre")
