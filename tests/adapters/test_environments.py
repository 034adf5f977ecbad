"""What the suites of others do not ask of a game in their form; each fault is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

import planted_faults
from matto.games import game
from matto.research.testing.environments import environment_faults, recall_faults, state_faults
from planted_faults import FAULTS, nothing, notices, ours, table
from sixteen import THREE, UNLIKE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "suites.md"
SEEDS = range(2)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game_id", THREE)
@pytest.mark.parametrize("check", [environment_faults, state_faults, recall_faults])
def test_nothing_is_wrong_with_a_game_in_the_form_of_others(check, game_id: str) -> None:  # type: ignore[no-untyped-def]
    assert [fault for seed in SEEDS for fault in check(game(game_id), seed)] == []


@pytest.mark.parametrize("game_id", sorted(UNLIKE))
@pytest.mark.parametrize("fault", FAULTS)
def test_our_checks_notice_each_planted_fault(fault: str, game_id: str) -> None:
    assert notices(ours, FAULTS[fault], game(game_id))


@pytest.mark.parametrize("game_id", sorted(UNLIKE))
def test_our_checks_notice_nothing_where_nothing_is_planted(game_id: str) -> None:
    assert not notices(ours, nothing, game(game_id))


def test_the_table_of_planted_faults_is_what_the_suites_notice() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert planted_faults.BEGIN in page
    for row in table(game("calatafimi-2")):
        assert row in page
