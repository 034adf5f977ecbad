"""How fast is matto beside its peers? `python lab/bench.py`.

All rows of a table are measured by turns in one run, and count by their least disturbed burst.
The peers are OpenSpiel (C++, `pip install "matto[research]"`) and pgx on JAX (`pip install
pgx`); a row whose peer is not installed is left out.

- `engine`: decisions a second of whole deals by chance, from Python, one core.
- `playouts`: random playouts from the first lead to the payment, one core. OpenSpiel's never
  come back to Python: one call of its own search, held to a single simulation, plays so many
  rollouts. Those of `strong`, by the rule of thumb and by a network, stand below.
- `batch`: 2,048 deals at once, with observations and legal actions at every choice, by chance.
  *New deals* are dealt, talked over by bots and played once; *prepared* are chosen from 1,024
  that were prepared before. The peers step one deal at a time (OpenSpiel) or as many (pgx, with
  a new deal each time), so compare pgx with *new deals*; its bare steps with *prepared*.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from matto.cli.bench import GAME, ROWS, batch_burst, first_lead, play_at_random, playouts_burst
from matto.engine.run import Run
from matto.games import game
from matto.players.bot_readiness import get_ready
from matto.players.kernel_positions import positions_in
from matto.players.learned import Judge, judge_for
from matto.players.learned.playouts import NetworkPlayouts
from matto.players.playouts import EVERYBODY, values_of_cards
from matto.players.weighted_worlds import weighted_worlds
from matto.research.batch import BatchEnv

LIKELY = 100

Burst = Callable[[], int]
"""Plays for a moment, and returns how many cards or choices that was."""

SECONDS, LEAST_ROUNDS = 10.0, 5
DEALS, NEW_DEALS = 20, 64
SPIEL_MOVES, SPIEL_PLAYOUTS = 5_000, 400
SPIEL_STEPPED = ("skat", "spades")
SPIEL_PLAYED = {"spades": 52, "tarok": 48}
"""Their names, and how many cards are played from the first lead on."""
PGX_GAME, PGX_STEPS = "sparrow_mahjong", 10


# -- ours --------------------------------------------------------------------------------------


def engine() -> int:
    """Play whole deals in the engine."""
    rng = random.Random(1)
    return sum(play_at_random(Run.shuffled(game(GAME), seed=rng), rng) for _ in range(DEALS))


def new_deals() -> Burst:
    """Return deals that are dealt, talked over by bots and played once."""
    env = BatchEnv(GAME, NEW_DEALS, seed=1)

    def burst() -> int:
        choices, before = 0, env.numbers.copy()
        while (env.numbers == before).any():
            env.step(env.random_actions())
            choices += NEW_DEALS
        return choices

    return burst


def thinking(run: Run) -> dict[str, Burst]:
    """Return playouts in which all seats think: by the rule of thumb, and by a network."""
    assert run.decision is not None
    view = run.view(run.decision.seat)
    judge = judge_for(run.game, view)
    deals = weighted_worlds(run.game, view, LIKELY, 1, LIKELY)
    positions = positions_in(deals.run, view, deals.drawn)
    card, rows = view.asked.options[0], np.arange(len(positions.states))
    cards = len(rows) * sum(len(run.table.hand(seat)) for seat in range(view.seats))
    bursts = {
        "by the rule of thumb": counted(
            cards, lambda: values_of_cards(positions, [card], view.asked.seat)
        )
    }
    if isinstance(judge, Judge):
        playouts = NetworkPlayouts(judge, view, deals.run, positions)
        masks = np.full(len(rows), EVERYBODY)
        bursts["by a network"] = counted(cards, lambda: playouts.values(card, rows, masks))
    return bursts


def counted(cards: int, play: Callable[[], object]) -> Burst:
    """Return a burst that always plays so many cards."""

    def burst() -> int:
        play()
        return cards

    return burst


# -- OpenSpiel ---------------------------------------------------------------------------------


def open_spiel() -> Any:
    """Return the package, or None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def stepped(peer: Any, *, observed: bool) -> Burst:
    """Return a game stepped from Python, with observations and masks or bare."""
    pick = random.Random(1).random
    tensor = "observation_tensor"
    if not peer.get_type().provides_observation_tensor:
        tensor = "information_state_tensor"

    def burst() -> int:
        choices, state = 0, peer.new_initial_state()
        while choices < SPIEL_MOVES:
            if state.is_terminal():
                state = peer.new_initial_state()
            actions = state.legal_actions()
            if not state.is_chance_node():
                if observed:
                    getattr(state, tensor)()
                    state.legal_actions_mask()
                choices += 1
            state.apply_action(actions[int(pick() * len(actions))])
        return choices

    return burst


def rollouts(spiel: Any, name: str, cards: int) -> Burst:
    """Return random rollouts from a first lead within one call."""
    peer, rng = spiel.load_game(name), random.Random(1)
    path: list[Any] = []
    while len(path) <= cards:  # else it was thrown in while bids were made
        state, path = peer.new_initial_state(), []
        while not state.is_terminal():
            if not state.is_chance_node():
                path.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
    evaluator = spiel.RandomRolloutEvaluator(SPIEL_PLAYOUTS, 1)
    exploration, simulations, megabytes = 1.0, 1, 100
    bot = spiel.MCTSBot(peer, evaluator, exploration, simulations, megabytes, False, 1, False)
    return counted(SPIEL_PLAYOUTS * cards, lambda: bot.step(path[-cards]))


# -- pgx ---------------------------------------------------------------------------------------


def pgx_bursts(rows: int) -> dict[str, Burst]:
    """Return a batch of pgx, compiled with its choices: with new deals, and bare steps."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return {}
    env = pgx.make(PGX_GAME)

    def burst_of(step: Any) -> Burst:
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

        return burst

    bare = jax.vmap(lambda state, action, _key: env.step(state, action))
    return {
        f"pgx {PGX_GAME}, new deals": burst_of(jax.vmap(auto_reset(env.step, env.init))),
        f"pgx {PGX_GAME}, bare steps": burst_of(bare),
    }


# -- the tables --------------------------------------------------------------------------------


def tables(rows: int) -> dict[str, dict[str, Burst]]:
    """Return the bursts of each table, ours first."""
    spiel, run = open_spiel(), first_lead(game(GAME))
    found: dict[str, dict[str, Burst]] = {
        "engine": {GAME: engine},
        "playouts": {GAME: playouts_burst(run), **thinking(run)},
        "batch": {f"{GAME}, prepared": batch_burst(rows), f"{GAME}, new deals": new_deals()},
    }
    if spiel is not None:
        for name in SPIEL_STEPPED:
            peer, told = spiel.load_game(name), f"OpenSpiel {name}"
            found["engine"][told] = stepped(peer, observed=False)
            found["batch"][told] = stepped(peer, observed=True)
        for name, cards in SPIEL_PLAYED.items():
            found["playouts"][f"OpenSpiel {name}"] = rollouts(spiel, name, cards)
    found["batch"] |= pgx_bursts(rows)
    return found


def measured(seconds: float, bursts: Mapping[str, Burst]) -> dict[str, tuple[float, float]]:
    """Return what each plays a second, and in a second of one core, at its best."""
    best = {name: (0.0, 0.0) for name, burst in bursts.items() if burst()}  # warms up
    begun, rounds = time.perf_counter(), 0
    while rounds < LEAST_ROUNDS or time.perf_counter() - begun < seconds:
        for name, burst in bursts.items():
            wall, core = time.perf_counter(), time.process_time()
            count = burst()
            wall, core = time.perf_counter() - wall, time.process_time() - core
            best[name] = max(best[name][0], count / wall), max(best[name][1], count / core)
        rounds += 1
    return best


def main() -> None:
    """Measure and print all tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each table")
    parser.add_argument("--rows", type=int, default=ROWS, help="deals at once")
    asked = parser.parse_args()
    get_ready()
    for table, bursts in tables(asked.rows).items():
        rates = measured(asked.seconds, bursts)
        own = next(iter(rates.values()))
        print(f"\n| {table} | a second | a second of one core | ours by core to it |")
        print("|---|--:|--:|--:|")
        for name, (wall, core) in rates.items():
            print(f"| {name} | {wall:,.0f} | {core:,.0f} | {own[1] / core:.2f} |")


if __name__ == "__main__":
    main()
