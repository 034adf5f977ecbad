"""OpenSpiel's own suites pass every game."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.tests import games_sim_test

from matto.games import game
from matto.research.adapters.openspiel import name_of
from openspiel_suites import failures_of
from sixteen import THREE, UNLIKE

pytestmark = pytest.mark.slow


def loaded_as(game_id: str) -> Any:
    """A game of the catalogue in OpenSpiel's form."""
    return pyspiel.load_game(name_of(game(game_id)))


@pytest.mark.parametrize("game_id", THREE)
def test_openspiels_random_sim_test_passes(game_id: str) -> None:
    pyspiel.random_sim_test(loaded_as(game_id), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", THREE)
def test_openspiels_games_sim_test_passes(game_id: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(loaded_as(game_id))


@pytest.mark.parametrize("game_id", THREE)
def test_openspiels_api_test_passes_on_states_drawn_from_the_tree(game_id: str) -> None:
    assert failures_of("EnforceAPIOnPartialTreeBase", loaded_as(game_id)) == {}


@cache
def page_of(name: str) -> str:
    """The playthrough of a deal."""
    page: str = playthrough(name, None, seed=1)
    return page


@pytest.mark.parametrize("name", [name_of(game(one)) for one in sorted(UNLIKE)])
def test_openspiels_playthrough_is_written_to_the_end_of_a_deal(name: str) -> None:
    page = page_of(name)
    assert f'GameType.short_name = "{name}"' in page
    assert "IsTerminal() = True" in page.rpartition("# State ")[2]


def test_a_playthrough_comes_out_the_same_again() -> None:
    assert page_of("matto_calatafimi_2") == playthrough("matto_calatafimi_2", None, seed=1)
