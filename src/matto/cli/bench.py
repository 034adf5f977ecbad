"""`matto bench`: how fast engine, playouts and batches are; `lab/bench.py` has the peers."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import typer

from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import catalogue, game

SECONDS = 2.0
FIRST_LEAD = "play"
GAME = next(iter(catalogue()))
PLAYOUTS, ROWS, PREPARED = 4_000, 2048, 1024
LEAST_ROUNDS = 5

Burst = Callable[[], int]
"""Plays for a moment, and returns how many cards or choices that was."""


def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; else all.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    seconds: Annotated[
        float, typer.Option(help="Seconds to spend on each measurement.", min=0.1)
    ] = SECONDS,
) -> None:
    """Measure engine and compiled play on one core, and batches on all."""
    from rich.console import Console
    from rich.progress import track

    from matto.cli.bot_readiness import wait_for
    from matto.players.bot_readiness import THINKING

    chosen = [game(name) for name in games or catalogue()]
    wait_for(THINKING)
    shown = track(chosen, "Measuring", console=Console(stderr=True), transient=True)
    run, step = first_lead(game(GAME)), best_rates(seconds, {"resets": batch_burst()})
    random_play = best_rates(seconds, {"moves_per_second": playouts_burst(run)})
    report = {
        "engine": [engine_row(one, seconds) for one in shown],
        "playouts": {"game": GAME, **random_play},
        "batch": {
            "game": GAME,
            "deals": ROWS,
            "own": [{"name": name, "per_second": rate} for name, rate in step.items()],
        },
    }
    typer.echo(json.dumps(report, indent=2) if as_json else "\n".join(lines(report)))


def lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Return the figures, one a line."""
    yield "decisions of the engine a second, random choices, one core"
    for row in report["engine"]:
        tricks, whole = row["trick_play_per_second"], row["whole_deals_per_second"]
        yield f"  {row['game']:16}{tricks:>12,} in trick play{whole:>12,} in whole deals"
    yield f"compiled play of {GAME} a second, one core"
    yield f"  random playouts {report['playouts']['moves_per_second']:>12,} cards"
    for row in report["batch"]["own"]:
        yield f"  {ROWS:,} at once  {row['per_second']:>14,} choices with observations"


def best_rates(seconds: float, bursts: Mapping[str, Burst]) -> dict[str, int]:
    """Measure bursts by turns; return cards a second in the least disturbed of each."""
    best = {name: 0 for name, burst in bursts.items() if burst()}  # warms up
    begun, rounds = time.perf_counter(), 0
    while rounds < LEAST_ROUNDS or time.perf_counter() - begun < seconds:
        for name, burst in bursts.items():
            started = time.perf_counter()
            count = burst()
            best[name] = max(best[name], round(count / (time.perf_counter() - started)))
        rounds += 1
    return best


def engine_row(chosen: Game, seconds: float) -> dict[str, Any]:
    """Play random deals and return decisions a second: in trick play, and in whole deals."""
    rng, cards, decisions, in_tricks, spent = random.Random(1), 0, 0, 0.0, 0.0
    while spent < seconds:
        begun = time.perf_counter()
        run = Run.shuffled(chosen, seed=rng)
        talk = play_at_random(run, rng, until=FIRST_LEAD)
        lead = time.perf_counter()
        played = play_at_random(run, rng)
        ended = time.perf_counter()
        cards, decisions = cards + played, decisions + talk + played
        in_tricks, spent = in_tricks + (ended - lead) * bool(played), spent + ended - begun
    return {
        "game": chosen.id,
        "trick_play_per_second": round(cards / in_tricks) if cards else 0,
        "whole_deals_per_second": round(decisions / spent),
    }


def play_at_random(run: Run, rng: random.Random, until: str = "") -> int:
    """Answer by chance until a kind of decision, or the end; return how many were made."""
    answered, pick = 0, rng.random
    while (asked := run.decision) is not None and asked.kind != until:
        options = asked.options
        run.do(options[int(pick() * len(options))])
        answered += 1
    return answered


def first_lead(chosen: Game, seed: int = 1) -> Run:
    rng, run = random.Random(seed), Run.shuffled(chosen, seed=seed)
    play_at_random(run, rng, until=FIRST_LEAD)
    return run if run.decision is not None else first_lead(chosen, seed + 1)


def playouts_burst(run: Run) -> Burst:
    """Return random playouts with settlement from a first lead."""
    from matto.kernel.packing import state_of, stock_of
    from matto.kernel.playouts import random_playouts
    from matto.players.kernel_positions import advised_plan

    plan = advised_plan(run)
    state, stock = state_of(run.table, plan), stock_of(run.table)
    cards = sum(len(run.table.hand(seat)) for seat in range(run.game.seats))

    def burst() -> int:
        random_playouts(state, plan, stock, PLAYOUTS, seed=1)
        return PLAYOUTS * cards

    return burst


def batch_burst(rows: int = ROWS) -> Burst:
    """Return a batch by chance: to the last card of all deals, and on into the next."""
    from matto.research.batch import BatchEnv

    env = BatchEnv(GAME, rows, seed=1, deals=min(rows, PREPARED))

    def burst() -> int:
        choices, before = 0, env.numbers.copy()
        while (env.numbers == before).any():
            env.step(env.random_actions())
            choices += rows
        return choices

    return burst
