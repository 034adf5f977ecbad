"""How fast the tree search is at an opening lead, with a peer measured in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from matto.engine.run import Run
from matto.games import catalogue, game
from matto.inference import Worlds
from matto.kernel.layout import Numbers
from matto.kernel.tree import search, stacked
from matto.kernel.tree_walk import Plans
from matto.plan import plan_of, states_in, stock_of

GAME = next(iter(catalogue()))
PEER_GAME = "hearts(pass_cards=false)"
FIRST_LEAD = "play"
WORLDS = 100
ITERATIONS = 20_000
PEER_ITERATIONS = 2_000
PEER_EXPLORATION = 10.0


class Rate(NamedTuple):
    """Iterations made and seconds spent."""

    iterations: int
    seconds: float

    @property
    def a_second(self) -> float:
        """Iterations a second."""
        return self.iterations / self.seconds if self.seconds else 0.0


class Opening(NamedTuple):
    """What a search at the first lead works on."""

    states: Numbers
    plans: Plans
    stocks: Numbers


def at_first_lead(name: str, seed: int, worlds: int = WORLDS) -> Opening:
    """Talk at random until somebody leads, and draw worlds for him."""
    chosen, rng = game(name), random.Random(seed)
    while True:
        run = Run.shuffled(chosen, seed=rng)
        while (decision := run.decision) is not None and decision.kind != FIRST_LEAD:
            run.do(rng.choice(decision.options))
        if decision is not None:
            break
    view = run.view(decision.seat)
    drawn = Worlds(chosen, view).draw(worlds, seed)
    plan = plan_of(chosen, run.table)
    stocks = np.repeat(stock_of(run.table)[None], worlds, axis=0)
    return Opening(states_in(plan, view, drawn.hands), stacked([plan]), stocks)


def measure_search(seconds: float, name: str = GAME) -> Rate:
    """Search at one opening lead after another, on one core, with rollouts at random."""
    openings = [at_first_lead(name, seed) for seed in range(8)]

    def once(number: int) -> int:
        states, plans, stocks = openings[number % len(openings)]
        search(states, plans, None, stocks, iterations=ITERATIONS, seed=number)
        return ITERATIONS

    return _rate(once, seconds)


def measure_peer_search(seconds: float) -> Rate | None:
    """Let OpenSpiel's own search in C++ answer a first lead; None if not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    rng = random.Random(1)
    dealt = [_peer_at_second_card(pyspiel.load_game(PEER_GAME), rng) for _ in range(8)]

    def once(number: int) -> int:
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(
            number, evaluator, PEER_EXPLORATION, PEER_ITERATIONS, -1, policy, False, True
        )
        bot.step(dealt[number % len(dealt)])
        return PEER_ITERATIONS

    return _rate(once, seconds)


def _peer_at_second_card(peer: Any, rng: random.Random) -> Any:
    """Deal, and play on until somebody has a choice: the first lead is always the same."""
    state = peer.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def _rate(once: Callable[[int], int], seconds: float) -> Rate:
    once(0)
    made, number, begun = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        made += once(number)
        number += 1
    return Rate(made, spent)
