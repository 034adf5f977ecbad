"""PettingZoo: every game as an environment in which one seat after another is asked.

An episode is one deal. A step answers the question of one seat, in every phase: talk, bids,
cards laid away, cards played. What may be said aside, unasked, is left unsaid. Rewards come at
the end, in chips or points, less the table's mean.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import catalogue
from matto.research.adapters.episodes import (
    BadEnvironment,
    EncodedDeals,
    as_svg,
    as_text,
    check_render_mode,
    paid,
)

METADATA: Mapping[str, Any] = {
    "render_modes": ["human", "ansi", "svg"],
    "is_parallelizable": False,
    "render_fps": 1,
}

Shown = dict[str, npt.NDArray[Any]]
"""The input of an agent: `observation` and `action_mask`."""


class DealEnv(AECEnv[str, Shown, int]):  # type: ignore[misc]
    """One deal of a game; `env` puts PettingZoo's usual wrappers around it.

    `run` is the deal itself, with everybody's cards: to be looked at, not for agents.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        preset: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.deals = EncodedDeals(game, preset, options)
        self.game = self.deals.game
        self.metadata = {**METADATA, "name": name_of(self.game)}
        check_render_mode(render_mode, METADATA["render_modes"])
        self.render_mode = render_mode
        if max_cycles is not None and max_cycles < 1:
            raise BadEnvironment(
                text("A seat is asked once at least, not {times} times.", times=max_cycles)
            )
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.action_spaces = {
            agent: spaces.Discrete(self.deals.actions) for agent in self.possible_agents
        }
        shown = {
            "observation": spaces.Box(0, 1, self.deals.encoding.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (self.deals.actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(shown) for agent in self.possible_agents}
        self._rng = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All words and cards of the game, by their numbers in `deals.encoding.actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Shuffle and deal; `options` may have `dealer`, `deal` and `carried`."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.run: Run = self.deals.begin(self._rng, options)
        self.agents = self.possible_agents[:]
        self.turns = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Shown:
        """Return what an agent's seat sees and may choose: nothing unless it is asked."""
        view = self.run.view(self.possible_agents.index(agent))
        mask = self.deals.mask(view)
        if agent != self.agent_selection:
            mask[:] = 0  # an open question is put to one seat after another
        return {"observation": self.deals.observed(view), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked; None for each once the episode is over.

        Raises `NotEncoded` for an action that is not legal, and changes nothing.
        """
        agent, asked = self.agent_selection, self.run.decision
        if asked is None or action is None or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.run.do(self.deals.choice(asked, action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.turns[agent] += 1
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Turn to the seat that is asked next; pay when the deal is over."""
        asked = self.run.decision
        if asked is None:
            self.rewards = dict(zip(self.agents, paid(self.run), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.agent_selection = self.possible_agents[asked.seat]
        if self.turns[self.agent_selection] == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Show what the seat sees that is asked, or at the end what an onlooker has seen."""
        seat = None if self.run.decision is None else self.run.decision.seat
        draw = as_svg if self.render_mode == "svg" else as_text
        page = draw(self.game, self.run.view(seat))
        if self.render_mode == "human":
            sys.stdout.write(page)
            return None
        return page

    def close(self) -> None:
        """Nothing is held open."""


def name_of(game: Game) -> str:
    """Return what an environment is called: by its game and the version of its rules."""
    return f"{game.id.replace('-', '_')}_v{game.rules_version}"


def env(game: Game | str, **given: Any) -> AECEnv[str, Shown, int]:
    """A game, by its id or itself, as an environment with PettingZoo's usual wrappers.

    `given` are the options of the game and: `preset`; `render_mode` (`human`, `ansi`, `svg`);
    `max_cycles`, so that a deal is cut off before a seat is asked more often. An illegal action
    ends the episode, as everywhere in PettingZoo, and costs as much as anybody can lose.
    """
    inner = DealEnv(game, **given)
    wrapped = TerminateIllegalWrapper(inner, illegal_reward=-inner.deals.most_paid)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def register() -> tuple[str, ...]:
    """Put all games into PettingZoo's registry, as `matto/<game>-v1`; gives the ids.

    PettingZoo has a registry since 1.27. What is there already is left as it is.
    """
    from pettingzoo import aec_registry
    from pettingzoo import register as register_environment

    ids = {f"matto/{game.id}-v{game.rules_version}": game.id for game in catalogue().values()}
    for name, game_id in ids.items():
        if name not in aec_registry:
            register_environment("aec", name, f"{__name__}:env", kwargs={"game": game_id})
    return tuple(ids)
