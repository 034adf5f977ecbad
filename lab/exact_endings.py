"""How long does an ending take to solve? `python lab/exact_endings.py [GAME …] [--tricks 8]`.

Deals are played by bots, from the first bid, until so many tricks are left; then the best play
of both sides with all cards known is looked for, on one core. Printed are milliseconds of that
core and cards tried: the median, the 95th percentile and the most. Deals that are thrown in,
and those in which each plays for himself, are passed over.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game
from matto.kernel.exact import Solver, can_solve, warm_up
from matto.kernel.layout import ALL_TRICKS, Numbers, Plan
from matto.kernel.packing import plan_of, stock_of
from matto.kernel.states import state_of
from matto.players import make_bot

PERCENTILES = (50, 95, 100)
DEALS_FOR_EACH = 30
"""A game that gives no ending in so many deals for each wanted is given up."""


@dataclass(frozen=True)
class Ending:
    """What the solver is given."""

    state: Numbers
    plan: Plan
    stock: Numbers


@dataclass(frozen=True)
class Solved:
    """What an ending took."""

    seconds: float
    tried: int
    exact: bool


def endings(chosen: Game, bots: str, tricks: int, number: int) -> Iterator[Ending]:
    """Give endings of deals that bots of one kind have played."""
    found = 0
    for deal in count():
        if found == number or deal == DEALS_FOR_EACH * number:
            return
        ending = arrived(chosen, bots, tricks, deal)
        if ending is not None:
            found += 1
            yield ending


def arrived(chosen: Game, bots: str, tricks: int, deal: int) -> Ending | None:
    """Play a deal until so many tricks are left; None if it does not come to that."""
    rng = random.Random(f"{chosen.id}/{bots}/{deal}")
    run = Run.shuffled(chosen, seed=rng, dealer=deal % chosen.seats)
    seats = [make_bot(bots, chosen, f"{deal}/{seat}") for seat in range(chosen.seats)]
    while run.decision is not None:
        if run.decision.kind == "play" and not run.view(None).lying:
            plan = plan_of(chosen, run.table)
            if not can_solve(plan):
                return None
            if len(run.table.tricks) + tricks == plan.rules[ALL_TRICKS]:
                return Ending(state_of(run.table, plan), plan, stock_of(run.table))
        seat = run.decision.seat
        run.do(seats[seat].choose(run.view(seat)))
    return None


def measured(given: Iterator[Ending], nodes: int) -> list[Solved]:
    """Solve endings one after the other."""
    results = []
    for one in given:
        solver = Solver(one.plan)
        start = time.process_time()
        found = solver.solve(one.state, one.stock, nodes)
        results.append(Solved(time.process_time() - start, found.tried, found.exact))
    return results


def line(name: str, bots: str, results: Sequence[Solved]) -> str:
    """Say what the endings of a game took."""
    if not results:
        return f"{name:16}{bots:8} no ending of two sides"
    took = np.percentile([1000 * one.seconds for one in results], PERCENTILES)
    tried = np.percentile([one.tried for one in results], PERCENTILES)
    exact = sum(one.exact for one in results)
    shown = "".join(f"{milliseconds:9.2f}" for milliseconds in took)
    cards = "".join(f"{number:11,.0f}" for number in tried)
    return f"{name:16}{bots:8}{shown} ms {cards} cards   exact {exact}/{len(results)}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["mineo-3"])
    parser.add_argument("--tricks", type=int, default=8, help="that are left")
    parser.add_argument("--endings", type=int, default=200, help="for each game and bot")
    parser.add_argument("--bots", default="rule,random", help="that play until then")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="cards tried at most")
    asked = parser.parse_args()
    warm_up()
    print(f"{asked.tricks} tricks left: median, 95 %, most")
    for name in asked.games:
        for bots in asked.bots.split(","):
            given = endings(game(name), bots, asked.tricks, asked.endings)
            print(line(name, bots, measured(given, asked.nodes)), flush=True)


if __name__ == "__main__":
    main()
