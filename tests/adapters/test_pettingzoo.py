"""PettingZoo's own suite passes every game, and what it does not ask is asked here."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

from matto.games import catalogue, game
from matto.players.encoding import NotEncoded
from matto.research.adapters.episodes import BadEnvironment
from matto.research.adapters.pettingzoo import DealEnv, env, register
from sixteen import THREE

pytestmark = pytest.mark.slow

WITH_MASKS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # it is two of them: observation and mask
    "ignore:Observation space for each agent probably",
)
CYCLES = 60


@WITH_MASKS
@pytest.mark.parametrize("game_id", THREE)
def test_pettingzoos_api_test_passes(game_id: str) -> None:
    api_test(env(game_id), num_cycles=CYCLES)


@pytest.mark.parametrize("game_id", THREE)
def test_pettingzoos_seed_test_passes(game_id: str) -> None:
    seed_test(lambda: env(game_id), num_cycles=CYCLES)


@pytest.mark.parametrize("game_id", THREE)
def test_pettingzoos_render_test_passes(game_id: str) -> None:
    def made(render_mode: str) -> Any:
        return env(game_id, render_mode=render_mode)

    render_test(made, custom_tests={"svg": lambda page: page.startswith("<svg")})


def play(made: Any, seed: int) -> list[float]:
    """Play an episode by the first action of each mask; gives what it brought each seat."""
    made.reset(seed=seed)
    brought: dict[str, float] = {}
    for agent in made.agent_iter():
        shown, reward, over, cut, _ = made.last()
        if over or cut:
            brought[agent] = reward
            made.step(None)
        else:
            made.step(int(shown["action_mask"].argmax()))
    return [brought[agent] for agent in made.possible_agents]


@pytest.mark.parametrize("game_id", THREE)
def test_a_deal_is_cut_off_before_a_seat_is_asked_more_often(game_id: str) -> None:
    made = env(game_id, max_cycles=1)
    assert play(made, seed=1) == [0] * game(game_id).seats
    asked = made.unwrapped.run.decision
    assert made.unwrapped.turns[f"seat_{asked.seat}"] == max(made.unwrapped.turns.values()) == 1


def steps_until_cut(made: Any, seed: int) -> list[int]:
    """How often each agent steps, its last time without an action; none if the deal ends."""
    rng = random.Random(seed)
    made.reset(seed=seed)
    steps, cut_off = dict.fromkeys(made.possible_agents, 0), False
    for agent in made.agent_iter():
        shown, _, over, cut, _ = made.last()
        steps[agent] += 1
        cut_off |= cut
        legal = np.flatnonzero(shown["action_mask"]).tolist()
        made.step(None if over or cut else rng.choice(legal))
    return list(steps.values()) if cut_off else []


@pytest.mark.parametrize("game_id", THREE)
def test_what_max_cycles_test_asks_of_agents_in_turn_holds_for_legal_actions(
    game_id: str,
) -> None:
    # PettingZoo's own begins with a parallel environment, and draws actions without the mask
    cycles, made = 4, env(game_id, max_cycles=4)
    played = (steps_until_cut(made, seed) for seed in range(50))  # some deals are thrown in
    assert max(next(steps for steps in played if steps)) - 1 == cycles


def test_pettingzoo_has_no_parallel_form_for_games_in_turn() -> None:
    with pytest.raises(AssertionError, match="parallelizable"):
        aec_to_parallel(env("mineo-3"))


def first_asked(**given: Any) -> DealEnv:
    made = DealEnv("tortorici-1930")
    made.reset(seed=3, options=given)
    return made


def test_a_deal_begins_as_it_is_told_to() -> None:
    drawn = first_asked()
    again = first_asked(dealer=1, deal=drawn.run.setup.deal, carried={"pot": 60})
    assert again.run.setup.deal == drawn.run.setup.deal
    assert (again.run.setup.dealer, again.agent_selection) == (1, "seat_2")
    assert dict(again.run.setup.carried) == {"pot": 60}


def test_the_dealer_changes_from_deal_to_deal_unless_he_is_named() -> None:
    made = DealEnv("calatafimi-2")
    made.reset(seed=1)
    dealers = set()
    for _ in range(20):
        made.reset()
        dealers.add(made.run.setup.dealer)
    assert dealers == {0, 1}


def test_only_who_is_asked_may_do_anything() -> None:
    made = DealEnv("calatafimi-4")  # bargaining is open to all: each is asked in turn
    made.reset(seed=1)
    asked = made.agent_selection
    for agent in made.agents:
        assert made.observe(agent)["action_mask"].any() == (agent == asked)


def test_an_illegal_action_changes_nothing_in_the_deal_itself() -> None:
    made = DealEnv("mineo-3")
    made.reset(seed=1)
    illegal = int(made.observe(made.agent_selection)["action_mask"].argmin())
    before = made.run.view(0).facts()
    with pytest.raises(NotEncoded):
        made.step(illegal)
    assert made.run.view(0).facts() == before


@pytest.mark.filterwarnings("ignore")
def test_an_illegal_action_ends_an_episode_and_costs_more_than_any_deal() -> None:
    made = env("mineo-3")
    made.reset(seed=1)
    shown, *_ = made.last()
    guilty = made.agent_selection
    made.step(int(shown["action_mask"].argmin()))
    assert all(made.terminations.values())
    assert made.rewards[guilty] <= -20
    assert sum(made.rewards.values()) == made.rewards[guilty]


def test_options_are_those_of_the_game() -> None:
    assert env("mineo-3", rivanto="both").unwrapped.deals.options["rivanto"] == "both"
    assert env("mineo-3", preset="dummett").unwrapped.deals.options["rivanto"] == "both"


@pytest.mark.parametrize("wrong", [{"render_mode": "rgb_array"}, {"max_cycles": 0}])
def test_what_there_is_not_is_told_when_an_environment_is_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadEnvironment):
        env("mineo-3", **wrong)


def test_a_dealer_that_there_is_not_is_told() -> None:
    with pytest.raises(BadEnvironment, match="Seats are 0 to 2, not 9"):
        env("mineo-3").reset(options={"dealer": 9})


def test_games_are_made_by_their_registered_names() -> None:
    ids = register()
    assert len(ids) == len(catalogue())
    assert "matto/mineo-3-v1" in ids
    made = pettingzoo.make("aec", "matto/mineo-3-v1", rivanto="both")
    assert made.unwrapped.metadata["name"] == "mineo_3_v1"


def test_what_is_rendered_is_what_the_seat_sees() -> None:
    made = DealEnv("calatafimi-2", render_mode="ansi")
    made.reset(seed=1)
    page = made.render()
    other = 1 - made.run.decision.seat if made.run.decision else 0
    assert page is not None
    assert not any(f" {card} " in f" {page} " for card in made.run.view(other).hand)
    assert np.count_nonzero(made.observe(made.agent_selection)["observation"]) > 15
