"""OpenSpiel's search with information sets (ISMCTS) as a bot of ours: a yardstick from outside.

The search is OpenSpiel's own, `open_spiel.python.algorithms.ismcts`. It gets hidden cards from
`matto.players.inference` and values of positions from compiled playouts at random.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import Evaluator

from matto.engine.game import Game
from matto.engine.view import View
from matto.games import game as find_game
from matto.kernel.packing import plan_of, state_of, stock_of
from matto.kernel.playouts import random_playouts
from matto.research.adapters.episodes import most_paid, paid
from matto.research.adapters.openspiel import CARRIED, DEALER, DealGame, DealState, name_of

PLAY = "play"
PLAYOUTS = 8
"""How often a position is played to its end."""

EXPLORATION = 0.1
"""How much is explored, as a part of the most that can be paid."""

FEWEST, FIRST_GUESS = 2, 0.005
"""Simulations at the least, and the seconds that one is thought to take before any was made."""


class PlayoutEvaluator(Evaluator):  # type: ignore[misc]
    """Values positions by playing them out at random, the cards by compiled play."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def evaluate(self, state: DealState) -> tuple[float, ...]:
        """Return what each seat is paid on average."""
        assert state.run is not None
        run = state.run.fork()
        while run.decision is not None and run.decision.kind != PLAY:
            run.do(self._rng.choice(run.decision.options))
        if run.decision is None:
            return paid(run)
        plan, seed = plan_of(run.game, run.table), self._rng.getrandbits(31)
        now = state_of(run.table, plan)
        sums = random_playouts(now, plan, stock_of(run.table), PLAYOUTS, seed)
        return tuple((sums - sums.mean()) / (PLAYOUTS * run.game.unit))

    def prior(self, state: DealState) -> list[tuple[int, float]]:
        """Every action is as likely as another."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class SearchingBot:
    """Searches for so many seconds a decision, as nearly as simulations can be counted out.

    `seconds`, of the processor, are asked for at each decision.
    """

    name = "openspiel-ismcts"

    def __init__(self, game: Game, seed: int | str, seconds: Callable[[], float]) -> None:
        self.game = game
        self.seconds = seconds
        self._rng = random.Random(seed)
        self._each = FIRST_GUESS

    def choose(self, view: View) -> str:
        """Return one of the legal choices."""
        asked = view.decision
        if asked is None:
            raise ValueError("this seat is not asked anything")
        if len(asked.options) == 1:
            return asked.options[0]
        began = time.process_time()
        loaded = loaded_for(view)
        worlds = loaded.worlds(view)
        state = loaded.state_of(
            worlds.any_run(worlds.draw(PLAYOUTS, self._rng.getrandbits(31)))
        )
        simulations = max(FEWEST, int(self.seconds() / self._each))
        action = self._search(loaded, simulations).step(state)
        self._each = (time.process_time() - began) / simulations
        return loaded.encoding.choice(asked, int(action))

    def _search(self, loaded: DealGame, simulations: int) -> ISMCTSBot:
        search = ISMCTSBot(
            loaded,
            PlayoutEvaluator(self._rng.getrandbits(31)),
            EXPLORATION * most_paid(self.game, loaded.options),
            simulations,
            random_state=np.random.RandomState(self._rng.getrandbits(31)),
        )
        search.set_resampler(self._resampled)
        return search

    def _resampled(self, state: DealState, player: int) -> DealState:
        return state.resample_from_infostate(player, self._rng.random)


def loaded_for(view: View) -> DealGame:
    """The game that a view is of, with its options, dealer and what is carried on."""
    carried = {CARRIED + name: amount for name, amount in view.carried.items()}
    return _loaded(view.game, tuple({**view.options, DEALER: view.dealer, **carried}.items()))


@lru_cache(maxsize=16)
def _loaded(game_id: str, parameters: tuple[tuple[str, bool | int | str], ...]) -> DealGame:
    loaded: DealGame = pyspiel.load_game(name_of(find_game(game_id)), dict(parameters))
    return loaded
