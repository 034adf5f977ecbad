"""One seat against bots, as Gymnasium and learners that play alone want it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from matto.games import game
from matto.research.adapters.episodes import BadEnvironment
from matto.research.adapters.gymnasium import SeatEnv, register
from matto.research.adapters.pettingzoo import env
from sixteen import THREE

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game_id", THREE)
def test_gymnasiums_check_passes(game_id: str) -> None:
    check_env(SeatEnv(game_id, bots="random"), skip_render_check=True)


def episode(made: SeatEnv, seed: int) -> tuple[list[int], float]:
    """Play by the last legal action; gives the actions and what they brought."""
    _, info = made.reset(seed=seed)
    actions = []
    while True:
        actions.append(int(np.flatnonzero(info["action_mask"])[-1]))
        _, reward, over, _, info = made.step(actions[-1])
        if over:
            return actions, reward
        assert reward == 0


@pytest.mark.parametrize("game_id", THREE)
def test_an_episode_brings_the_seat_what_the_deal_brings_it(game_id: str) -> None:
    made = SeatEnv(game_id, seat=1)
    _, reward = episode(made, seed=2)
    assert made.run.result is not None
    assert reward == float(made.run.result.net(game(game_id).unit)[1])


def test_the_same_seed_gives_the_same_episode() -> None:
    first, second = (episode(SeatEnv("mineo-4"), seed=5) for _ in range(2))
    assert first == second
    assert episode(SeatEnv("mineo-4"), seed=6) != first


def test_only_the_seat_of_the_learner_is_asked() -> None:
    made = SeatEnv("mineo-3", seat=2)
    for seed in range(5):
        _, info = made.reset(seed=seed)
        assert made.run.decision is not None
        assert made.run.decision.seat == 2
        assert list(info["action_mask"]) == list(made.action_masks())


def test_every_seat_comes_to_be_that_of_the_learner() -> None:
    made = SeatEnv("mineo-3")
    assert {made.reset(seed=seed)[1] and made.seat for seed in range(12)} == {0, 1, 2}


def test_an_illegal_action_ends_the_episode_and_costs_the_most() -> None:
    made = SeatEnv("mineo-3", seat=0)
    _, info = made.reset(seed=1)
    _, reward, over, *_ = made.step(int(info["action_mask"].argmin()))
    assert over
    assert reward == -made.deals.most_paid
    with pytest.raises(gymnasium.error.ResetNeeded):
        made.step(0)


def test_games_are_made_by_their_registered_names() -> None:
    assert "matto/ragusa-3-v1" in register()
    made: Any = gymnasium.make("matto/ragusa-3-v1", bots="random", render_mode="ansi")
    made.reset(seed=1)
    assert made.unwrapped.deals.game.id == "ragusa-3"
    assert "may" in made.render()


@pytest.mark.parametrize("wrong", [{"seat": 3}, {"seat": -1}, {"render_mode": "svg"}])
def test_what_there_is_not_is_told_when_an_environment_is_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadEnvironment):
        SeatEnv("mineo-3", **wrong)


def test_an_environment_is_reset_before_it_is_stepped() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        SeatEnv("mineo-3").step(0)


# -- what an episode of PettingZoo's and Gymnasium's environments can begin with ---------


@pytest.mark.parametrize("make", [env, SeatEnv])
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"deler": 1}, "dealer, deal, carried, not “deler”"),
        ({"dealer": "x"}, "Seats are 0 to 2, not x"),
        ({"deal": "x"}, "“deal” is a Deal, .* not 'x'"),
        ({"deal": ""}, "“deal” is a Deal"),
        ({"carried": 60}, "a whole number for each of these: pot"),
        ({"carried": {"pott": 60}}, "a whole number for each of these: pot"),
        ({"carried": {"pot": "60"}}, "a whole number for each of these: pot"),
    ],
)
def test_an_episode_that_cannot_begin_so_is_told(
    make: Callable[[str], Any], given: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadEnvironment, match=told):
        make("tortorici-1930").reset(options=given)
