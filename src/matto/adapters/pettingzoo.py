"""PettingZoo: every game as an environment in which one seat after another is asked.

An episode is one deal. A step answers the question of one seat, in every phase: talk, bids, cards
laid away, cards played. What may be said aside, unasked, is left unsaid.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo import register as register_environment
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from matto.adapters.rendering import as_svg, as_text
from matto.adapters.standin import encoding_of
from matto.engine.errors import MattoError
from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import catalogue
from matto.games import game as find_game

Observation = dict[str, npt.NDArray[Any]]

OBSERVATION, MASK = "observation", "action_mask"


class DealEnv(AECEnv[str, Observation, int]):
    """One deal of a game; `env` puts PettingZoo's usual wrappers around it.

    `run` is the deal itself, with everybody's cards: for looking at, not for agents.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

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
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.resolve(options, preset)
        self.encoding = encoding_of(self.game, self.options)
        self.metadata = {**type(self).metadata, "name": name_of(self.game)}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observation_space())
        self.action_spaces = {
            agent: spaces.Discrete(len(self.encoding.actions)) for agent in self.possible_agents
        }
        self._rng = random.Random()
        self.run: Run
        self.turns: list[int]

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                OBSERVATION: spaces.Box(0, 1, self.encoding.shape, np.float32),
                MASK: spaces.Box(0, 1, (len(self.encoding.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is shown: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All words and cards of the game, by their numbers in `encoding.actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Shuffle and deal.

        `options` may have `dealer` (a seat; else drawn), `carried` (what is left from the deals
        before, such as a pot; else that of a first deal) and `deal` (the cards, as a `Deal`).
        """
        given = options or {}
        if seed is not None:
            self._rng = random.Random(seed)
        dealer = given.get("dealer")
        if dealer is None:
            dealer = self._rng.randrange(self.game.seats)
        deal: Deal | None = given.get("deal")
        if deal is None:
            deal = self.game.shuffled(self.options, dealer, self._rng)
        self.run = Run(
            self.game,
            deal,
            dealer=dealer,
            options=self.options,
            carried=given.get("carried"),
        )
        self._begin()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.turns = [0] * self.game.seats
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent's seat sees, and which actions it has: none unless it is asked."""
        view = self.run.view(self.possible_agents.index(agent))
        mask = np.zeros(len(self.encoding.actions), np.int8)
        if agent == self.agent_selection and view.decision is not None:
            self.encoding.mask(view.decision, out=mask)
        return {OBSERVATION: self.encoding.observe(view) * self.encoding.scale, MASK: mask}

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked; None once the episode is over.

        Raises `NotEncoded` for an action that is not legal, and changes nothing.
        """
        agent, asked = self.agent_selection, self.run.decision
        if asked is None or action is None or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.run.do(self.encoding.choice(asked, int(action)))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.turns[self.possible_agents.index(agent)] += 1
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """Turn to the seat that is asked next; or pay, when the deal is over."""
        asked = self.run.decision
        if asked is not None:
            self.agent_selection = self.possible_agents[asked.seat]
            if self.max_cycles is not None and self.turns[asked.seat] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        elif self.run.result is not None:
            self.rewards = dict(zip(self.agents, paid(self.run), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Show what the seat that is asked sees, or at the end everybody."""
        if self.render_mode is None:
            EnvLogger.warn(NO_MODE)
            return None
        seat = None if self.run.decision is None else self.run.decision.seat
        if self.render_mode == "svg":
            return as_svg(self.game, self.run.view(seat))
        page = as_text(self.game, self.run.view(seat))
        if self.render_mode == "human":
            print(page)
            return None
        return page

    def close(self) -> None:
        """Nothing is held open."""


NO_MODE = "Nothing is rendered: make the environment with a render_mode."


def paid(run: Run) -> tuple[float, ...]:
    """What a finished deal brings each seat, less the table's mean: it adds up to nothing."""
    scores = run.result.scores
    return tuple((score - sum(scores) / len(scores)) / run.game.unit for score in scores)


def name_of(game: Game) -> str:
    """What an environment is called: `mineo_3_v1`, by game and version of its rules."""
    return f"{game.id.replace('-', '_')}_v{game.rules_version}"


def env(game: Game | str, **given: Any) -> AECEnv[str, Observation, int]:
    """A game as an environment, with PettingZoo's usual wrappers.

    `game` is an id or a `Game`. Given by name: `render_mode` (`human`, `ansi`, `svg`),
    `max_cycles` (a deal is cut off before a seat is asked more often), `preset`, and the
    options of the game. An illegal action ends the episode, as everywhere in PettingZoo: whoever takes it loses
    as much as he can lose at all.
    """
    inner = DealEnv(game, **given)
    wrapped = TerminateIllegalWrapper(inner, illegal_reward=-1.0)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def register() -> tuple[str, ...]:
    """Have all games in PettingZoo's registry, as `matto/mineo-3-v1`; gives the ids."""
    ids = []
    for game in catalogue().values():
        ids.append(f"matto/{game.id}-v{game.rules_version}")
        register_environment(
            "aec", ids[-1], "matto.adapters.pettingzoo:env", kwargs={"game": game.id}
        )
    return tuple(ids)
