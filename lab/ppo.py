"""A player by PPO, as a well-kept library trains it: `python lab/ppo.py calatafimi-2`.

MaskablePPO of sb3-contrib plays one seat of a table, each deal another one, among players by
the rule of thumb; its input is `matto.players.encoding`, its reward what the deal brings, in σ
of those players. Nothing is tuned: two hidden layers and the library's own settings, but for
the length of its rollouts and no discount. It needs torch, stable-baselines3 and sb3-contrib.

`build/ppo/GAME.npz` then has the layers of the policy, and NumPy is all that playing needs:
`make` makes the player for the arena.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from judging import sigma_of
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.players.encoding import encoding_of
from matto.players.simple_bots import RuleBot

FOLDER = Path(__file__).resolve().parent.parent / "build" / "ppo"
MINUTES = 6.0
"""Of one processor core, unless told otherwise."""

HIDDEN = (256, 128)
TABLES, ROLLOUT, BATCH = 16, 512, 1024


class OneSeat(gymnasium.Env[NDArray[np.float32], int]):  # type: ignore[misc]
    """A seat of a table whose other seats play by the rule of thumb; an episode is a deal."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed, self.dealt = game, seed, 0
        self.encoding = encoding_of(game)
        self.observation_space = spaces.Box(0, 1, self.encoding.shape, np.float32)
        self.action_space = spaces.Discrete(len(self.encoding.actions))
        self.sigma = sigma_of(game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal, until the learner is asked something."""
        while True:
            self.dealt += 1
            dealer, name = self.dealt % self.game.seats, f"ppo {self.seed} {self.dealt}"
            self.run = Run.shuffled(self.game, seed=name, dealer=dealer)
            self.learner = random.Random(self.dealt).randrange(self.game.seats)
            self.others = [RuleBot(self.game, self.dealt + s) for s in range(self.game.seats)]
            self._go_on()
            if self.run.decision is not None:
                return self._observation(), {}

    def step(
        self, action: int
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Answer for the learner; the others play on until he is asked again."""
        assert self.run.decision is not None
        self.run.do(self.encoding.choice(self.run.decision, int(action)))
        self._go_on()
        result = self.run.result
        if result is None:
            return self._observation(), 0.0, False, False, {}
        reward = (result.scores[self.learner] - np.mean(result.scores)) / self.sigma
        return np.zeros(self.encoding.shape, np.float32), float(reward), True, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        assert self.run.decision is not None
        return self.encoding.mask(self.run.decision)

    def _observation(self) -> NDArray[np.float32]:
        scaled: NDArray[np.float32] = self.encoding.observe(self._view()) * self.encoding.scale
        return scaled

    def _view(self) -> View:
        return self.run.view(self.learner)

    def _go_on(self) -> None:
        while (asked := self.run.decision) is not None and asked.seat != self.learner:
            self.run.do(self.others[asked.seat].choose(self.run.view(asked.seat)))


# -- training ----------------------------------------------------------------------------------


def train(game: Game, minutes: float, seed: int) -> tuple[Path, int, int]:
    """Learn for some minutes; gives the file, the questions answered and the deals played."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    began = time.process_time()
    tables = [OneSeat(game, seed + number) for number in range(TABLES)]
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([partial(_given, table) for table in tables]),
        n_steps=ROLLOUT,
        batch_size=BATCH,
        gamma=1.0,
        seed=seed,
        device="cpu",
        policy_kwargs={"net_arch": list(HIDDEN)},
    )
    model.learn(10**9, callback=lambda *_: time.process_time() - began < 60 * minutes)
    return _saved(model.policy, game), model.num_timesteps, sum(t.dealt for t in tables)


def _given(table: OneSeat) -> OneSeat:
    return table


def path_of(game: Game) -> Path:
    """Where the layers of a game's player are kept."""
    return FOLDER / f"{game.id}.npz"


def _saved(policy: Any, game: Game) -> Path:
    """Write the layers of the policy as arrays."""
    layers = [policy.mlp_extractor.policy_net[0], policy.mlp_extractor.policy_net[2]]
    arrays = {}
    for number, layer in enumerate((*layers, policy.action_net)):
        arrays[f"weight{number}"] = layer.weight.detach().numpy().T.copy()
        arrays[f"bias{number}"] = layer.bias.detach().numpy().copy()
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = path_of(game)
    np.savez(path, **arrays)
    return path


# -- playing -----------------------------------------------------------------------------------


class LearnedByPpo:
    """Gives the action that the trained policy thinks likeliest; NumPy is all it needs."""

    name = "ppo"

    def __init__(self, game: Game, layers: dict[str, NDArray[np.float32]]) -> None:
        self.layers, self.game = layers, game

    def choose(self, view: View) -> str:
        """Return one of the legal choices."""
        assert view.decision is not None
        encoding = encoding_of(self.game, view.options)
        found = encoding.observe(view) * encoding.scale
        for number in range(len(HIDDEN)):
            found = np.tanh(self._layer(number, found))
        logits = self._layer(len(HIDDEN), found)
        mask = encoding.mask(view.decision)
        return encoding.choice(view.decision, int(np.argmax(np.where(mask, logits, -np.inf))))

    def _layer(self, number: int, given: NDArray[np.float32]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = given @ self.layers[f"weight{number}"]
        return found + self.layers[f"bias{number}"]


def make(game: Game, seed: int | str) -> LearnedByPpo:
    """Make the player that was trained for a game, for `--bots ppo:make,rule`."""
    return LearnedByPpo(game, _weights(game.id))


@lru_cache
def _weights(game_id: str) -> dict[str, NDArray[np.float32]]:
    with np.load(FOLDER / f"{game_id}.npz") as found:
        return dict(found)


def main() -> int:
    """Train, and say how much was learned from."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of one processor core")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    path, questions, deals = train(find_game(asked.game), asked.minutes, asked.seed)
    print(f"{path}: {questions:,} questions of {deals:,} deals in {asked.minutes:g} minutes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
