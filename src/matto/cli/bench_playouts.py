"""How fast random playouts are from a first lead, beside a peer measured in the same run.

The peer's playouts never come back to Python between two cards: one call of its own search,
held to a single simulation, plays so many deals to the end by its own random rollouts. That
is the fastest way its package offers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import catalogue, game
from matto.kernel import layout
from matto.kernel.packing import stock_of
from matto.kernel.playouts import random_playouts
from matto.kernel.states import state_of
from matto.players.positions import advised_plan

GAME = next(iter(catalogue()))
PEER_GAMES = {"spades": 52, "tarok": 48}
"""Their names, and how many cards are played from the first lead on."""

FIRST_LEAD = "play"
DEALS = 8
PLAYOUTS, PEER_PLAYOUTS = 4_000, 400
LEAST_ROUNDS = 5

Burst = Callable[[int], int]
"""Plays many deals to the end from the first lead of one deal; gives how many cards that is."""


class Playouts(NamedTuple):
    """Moves a second, of the game and of each peer, each in its least disturbed burst."""

    moves: float
    peers: dict[str, float]

    def ratios(self) -> dict[str, float]:
        """How many times as fast as each peer."""
        return {name: round(self.moves / peer, 2) for name, peer in self.peers.items()}


def measure_playouts(seconds: float, name: str = GAME) -> Playouts:
    """Measure on one core, in short bursts by turns with each peer that is installed."""
    bursts: dict[str, Burst] = {name: own_burst(name), **peer_bursts()}
    best = dict.fromkeys(bursts, 0.0)
    for burst in bursts.values():
        burst(0)
    begun, rounds = time.perf_counter(), 0
    while rounds < LEAST_ROUNDS or time.perf_counter() - begun < seconds:
        for which, burst in bursts.items():
            started = time.perf_counter()
            moves = burst(rounds)
            best[which] = max(best[which], moves / (time.perf_counter() - started))
        rounds += 1
    own = best.pop(name)
    return Playouts(own, best)


def own_burst(name: str) -> Burst:
    """Playouts with settlement, from first leads after talk at random."""
    leads = [first_lead(game(name), seed) for seed in range(DEALS)]
    deals = [(advised_plan(run), run) for run in leads]
    given = [(state_of(run.table, plan), plan, stock_of(run.table)) for plan, run in deals]

    def burst(number: int) -> int:
        state, plan, stock = given[number % DEALS]
        random_playouts(state, plan, stock, PLAYOUTS, seed=number)
        return PLAYOUTS * int(plan.rules[layout.SEATS] * plan.rules[layout.ALL_TRICKS])

    return burst


def first_lead(chosen: Game, seed: int) -> Run:
    """Give a deal that has come to its first lead after talk at random."""
    rng = random.Random(seed)
    while True:
        run = Run.shuffled(chosen, seed=rng)
        while (asked := run.decision) is not None and asked.kind != FIRST_LEAD:
            run.do(rng.choice(asked.options))
        if asked is not None:
            return run


def peer_bursts() -> dict[str, Burst]:
    """Playouts of OpenSpiel's games, from first leads; none if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    return {name: _peer_burst(pyspiel, name, cards) for name, cards in PEER_GAMES.items()}


def _peer_burst(pyspiel: Any, name: str, cards: int) -> Burst:
    peer, rng = pyspiel.load_game(name), random.Random(1)
    leads = [_peer_first_lead(peer, cards, rng) for _ in range(DEALS)]
    evaluator = pyspiel.RandomRolloutEvaluator(PEER_PLAYOUTS, 1)
    exploration, simulations, megabytes = 1.0, 1, 100
    bot = pyspiel.MCTSBot(peer, evaluator, exploration, simulations, megabytes, False, 1, False)

    def burst(number: int) -> int:
        bot.step(leads[number % DEALS])
        return PEER_PLAYOUTS * cards

    return burst


def _peer_first_lead(peer: Any, cards: int, rng: random.Random) -> Any:
    """Deal and bid at random until a deal comes to its first lead, `cards` before its end."""
    while True:
        state, path = peer.new_initial_state(), []
        while not state.is_terminal():
            if not state.is_chance_node():
                path.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
        if len(path) > cards:  # else it was thrown in while bids were made
            return path[-cards]
