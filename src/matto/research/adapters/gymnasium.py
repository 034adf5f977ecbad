"""Gymnasium: one seat of a game, the others taken by bots, for learners that play alone.

`action_masks()` is what `MaskablePPO` of sb3-contrib asks for; the mask is in the infos, too.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import catalogue
from matto.players import Bot, check_bot, make_bot
from matto.players.encoding import NotEncoded
from matto.research.adapters.episodes import (
    EncodedDeals,
    Mask,
    Observation,
    as_text,
    check_render_mode,
    check_seat,
    paid,
)

ATTEMPTS = 1000
"""So many deals may end, thrown in, before the seat is asked anything."""

Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Observation, int]):  # type: ignore[misc]
    """One deal of a game, seen from one seat: `seat`, or one that is drawn for each deal.

    All others are taken by bots of the name `bots`; `options` are those of the game. An illegal
    action ends the episode and costs as much as anybody can lose.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        *,
        bots: str = "rule",
        seat: int | None = None,
        render_mode: str | None = None,
        preset: str | None = None,
        **options: object,
    ) -> None:
        self.deals = EncodedDeals(game, preset, options)
        self.bots = check_bot(bots)
        if seat is not None:
            check_seat(seat, self.deals.game.seats)
        self.fixed_seat = seat
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, self.deals.encoding.shape, np.float32)
        self.action_space = spaces.Discrete(self.deals.actions)
        self._rng = random.Random()
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, and play on until the seat is asked.

        `options` may have `dealer`, `deal` and `carried`. A deal that ends before the seat is
        asked anything is dealt again.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._rng = random.Random(seed)
        game = self.deals.game
        for _ in range(ATTEMPTS):
            self.seat = self._seat()
            self.run: Run = self.deals.begin(self._rng, options)
            self._others: list[Bot] = [
                make_bot(self.bots, game, self._rng.getrandbits(32)) for _ in range(game.seats)
            ]
            self._go_on()
            if not self._over:
                return self._observed(), self._info()
        raise gymnasium.error.Error(f"In {ATTEMPTS} deals the seat was not asked anything.")

    def _seat(self) -> int:
        seats = self.deals.game.seats
        return self._rng.randrange(seats) if self.fixed_seat is None else self.fixed_seat

    def step(self, action: int) -> Step:
        """Answer for the seat, and play on until it is asked again or the deal is over."""
        asked = None if self._over else self.run.decision
        if asked is None:
            raise gymnasium.error.ResetNeeded("No deal is being played: reset the environment.")
        try:
            choice = self.deals.choice(asked, action)
        except NotEncoded:
            self._over = True
            return self._observed(), -self.deals.most_paid, True, False, self._info()
        self.run.do(choice)
        self._go_on()
        return self._observed(), paid(self.run)[self.seat], self._over, False, self._info()

    def _go_on(self) -> None:
        """Let the bots answer until the seat is asked, or nobody any more."""
        while (asked := self.run.decision) is not None and asked.seat != self.seat:
            self.run.do(self._others[asked.seat].choose(self.run.view(asked.seat)))
        self._over = asked is None

    def _observed(self) -> Observation:
        return self.deals.observed(self.run.view(self.seat))

    def action_masks(self) -> Mask:
        """Return what the seat may choose: 1 or 0 for each action."""
        return self.deals.mask(self.run.view(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def render(self) -> str:
        """Tell what the seat has seen and how it stands."""
        return as_text(self.deals.game, self.run.view(self.seat))


def register() -> tuple[str, ...]:
    """Put all games into Gymnasium's registry, as `matto/<game>-v1`; gives the ids."""
    ids = []
    for game in catalogue().values():
        ids.append(f"matto/{game.id}-v{game.rules_version}")
        gymnasium.register(ids[-1], f"{__name__}:SeatEnv", kwargs={"game": game.id})
    return tuple(ids)
