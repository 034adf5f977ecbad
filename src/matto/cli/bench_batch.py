"""How fast batches of deals are stepped with observations and masks, beside peers.

All choose legal actions at random, in the same run. The peers are the nearest that there are:
OpenSpiel's games of tricks, which it steps one deal at a time, and a batch of pgx, which has no
game of tricks but one of tiles with hidden hands. Each figure is that of the least disturbed of
many short bursts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from matto.batch import BatchEnv
from matto.games import catalogue

GAME = next(iter(catalogue()))
ROWS, DEALS = 2048, 1024
NEW_DEALS = 64
OPEN_SPIEL_GAMES = ("skat", "spades")
OPEN_SPIEL_MOVES = 5_000
PGX_GAME, PGX_STEPS = "sparrow_mahjong", 10
LEAST_ROUNDS = 5

Burst = Callable[[], int]
"""Plays for a while; gives how many choices were made."""
PLAY, RESETS, NEW = "play", "resets", "new deals"


class Rate(NamedTuple):
    """Choices a second, and for each second of a processor's time."""

    wall: float
    processor: float


class Batches(NamedTuple):
    """How fast each kind of burst was.

    `own`: from the first card to the payment; with the next deals as they come, of `DEALS` that
    were prepared before; where every deal is a new one. `peers`: by name.
    """

    own: Mapping[str, Rate]
    peers: Mapping[str, Rate]

    def ratios(self) -> dict[str, float]:
        """How many times as fast as each peer, with resets as they come."""
        own = self.own[RESETS].wall
        return {name: round(own / peer.wall, 1) for name, peer in self.peers.items()}


def measure_batches(seconds: float, name: str = GAME, rows: int = ROWS) -> Batches:
    """Measure on all cores, in short bursts by turns with each peer that is installed."""
    own = {PLAY: play_burst(name, rows), RESETS: resets_burst(name, rows), NEW: new_burst(name)}
    bursts = {**own, **open_spiel_bursts(), **pgx_bursts(rows)}
    best = dict.fromkeys(bursts, Rate(0.0, 0.0))
    for burst in bursts.values():
        burst()
    begun, rounds = time.perf_counter(), 0
    while rounds < LEAST_ROUNDS or time.perf_counter() - begun < seconds:
        for which, burst in bursts.items():
            best[which] = Rate(*map(max, best[which], _timed(burst)))
        rounds += 1
    return Batches(
        {which: rate for which, rate in best.items() if which in own},
        {which: rate for which, rate in best.items() if which not in own},
    )


def _timed(burst: Burst) -> Rate:
    begun, before = time.perf_counter(), time.process_time()
    choices = burst()
    spent, worked = time.perf_counter() - begun, time.process_time() - before
    return Rate(choices / spent, choices / worked)


def play_burst(name: str, rows: int) -> Burst:
    """All deals from their first card to their last, and back to the first."""
    env = BatchEnv(name, rows, seed=1, deals=min(rows, DEALS), auto_reset=False)
    actions = np.empty(rows, np.int64)

    def burst() -> int:
        choices = 0
        while not env.done.all():
            env.step(env.random_actions(actions))
            choices += rows
        env.reset()
        return choices

    return burst


def resets_burst(name: str, rows: int) -> Burst:
    """All deals to the last card and on into the next deals."""
    env = BatchEnv(name, rows, seed=1, deals=min(rows, DEALS))
    actions = np.empty(rows, np.int64)

    def burst() -> int:
        choices, before = 0, env.numbers.copy()
        while (env.numbers == before).any():
            env.step(env.random_actions(actions))
            choices += rows
        return choices

    return burst


def new_burst(name: str) -> Burst:
    """Deals that are dealt, talked over by bots and played once."""
    env = BatchEnv(name, NEW_DEALS, seed=1)

    def burst() -> int:
        choices, before = 0, env.numbers.copy()
        while (env.numbers == before).any():
            env.step(env.random_actions())
            choices += NEW_DEALS
        return choices

    return burst


def open_spiel_bursts() -> dict[str, Burst]:
    """OpenSpiel's games, stepped from Python; none if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    return {
        f"OpenSpiel {name}": _open_spiel_burst(pyspiel.load_game(name))
        for name in OPEN_SPIEL_GAMES
    }


def _open_spiel_burst(peer: Any) -> Burst:
    pick = random.Random(1).random
    tensor = "observation_tensor"
    if not peer.get_type().provides_observation_tensor:
        tensor = "information_state_tensor"

    def burst() -> int:
        choices, state = 0, peer.new_initial_state()
        while choices < OPEN_SPIEL_MOVES:
            if state.is_terminal():
                state = peer.new_initial_state()
            actions = state.legal_actions()
            if not state.is_chance_node():
                getattr(state, tensor)()
                state.legal_actions_mask()
                choices += 1
            state.apply_action(actions[int(pick() * len(actions))])
        return choices

    return burst


def pgx_bursts(rows: int) -> dict[str, Burst]:
    """A batch of pgx, its choices and resets compiled with it; none if it is not installed."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return {}
    env = pgx.make(PGX_GAME)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _nothing: Any) -> Any:
        state, key = carry
        key, chance, other = jax.random.split(key, 3)
        weights = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(chance, weights, axis=-1)
        state = step(state, actions, jax.random.split(other, rows))
        return (state, key), (state.rewards.sum(), state.observation.sum())

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=PGX_STEPS))
    begin = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), rows))
    carry = [(begin, jax.random.PRNGKey(1))]

    def burst() -> int:
        carry[0], found = many(carry[0])
        jax.block_until_ready(found)
        return rows * PGX_STEPS

    return {f"pgx {PGX_GAME}": burst}
