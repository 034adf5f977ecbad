"""Every game keeps the contract, with its defaults and with every option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from contract.expected import expected_of
from matto.engine.events import ALL, Event
from matto.engine.run import Run
from matto.games import catalogue, game
from matto.research.testing.checks import Case, default_cases, other_cases
from matto.research.testing.games import Effort, check_match, citations
from matto.research.testing.position import Knowledge
from samples import many
from sixteen import QUICKEST, thinned

SEEDS, DEALS = range(30), 2
ENOUGH = {"played": 2, "effective swaps": 40, "refusals": 300}
"""What must have been done at the least; matches are played until it has."""
SELDOM = Effort(0.3, 0.03, 0.03, 0.02, 0.03, 0.04, worlds_each=1)
ENOUGH_OF_IT = {"played": 2, "effective swaps": many(15), "refusals": many(300)}
"""For each of the many values of options: fewer cards are moved in each position."""
HIDDEN = Effort(0, 0, 0, 0, undos=0.3, worlds=0.08, worlds_each=3, records=0)
"""Only what is hidden; all else is checked in the deals of the other tests."""


def keeps_the_contract(case: Case, effort: Effort, enough: Mapping[str, int]) -> None:
    """Play matches with all checks until enough has been done of everything."""
    tally: Counter[str] = Counter()
    for seed in SEEDS:
        faults = list(check_match(case, expected_of(case.game.id), seed, DEALS, tally, effort))
        assert not faults, "\n".join(map(str, faults))
        if all(tally[what] >= times for what, times in enough.items()):
            return
    raise AssertionError(f"{len(SEEDS)} matches were not enough for {enough}: {tally}")


@pytest.mark.parametrize("case", thinned(default_cases(), quick={QUICKEST}), ids=str)
def test_the_game_keeps_the_contract(case: Case) -> None:
    keeps_the_contract(case, Effort(), ENOUGH)


@pytest.mark.slow
@pytest.mark.parametrize("case", other_cases(), ids=str)
def test_the_game_keeps_the_contract_with_its_options(case: Case) -> None:
    keeps_the_contract(case, SELDOM, ENOUGH_OF_IT)


@pytest.mark.slow
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_hidden_cards_of_every_kind_are_moved(case: Case) -> None:
    hidden = dict.fromkeys(expected_of(case.game.id).hidden, 1)
    keeps_the_contract(case, HIDDEN, {"effective swaps": many(100), **hidden})


@pytest.mark.parametrize("game_id", catalogue())
def test_every_game_has_clauses_to_cite(game_id: str) -> None:
    assert citations(game_id)


def test_a_card_shown_by_a_game_that_is_not_entered_is_a_fault_that_says_what_to_do() -> None:
    setup = Run.shuffled(game("calatafimi-2"), seed=1).setup
    knowledge = Knowledge(setup, expected_of("a game that is not entered").shows)
    (fault, *_) = knowledge.add([Event("turned up", 0, ("SK",), ALL)])
    assert "shows SK to" in fault
    assert "`shows`" in fault
