"""The last tricks: what each card brings when all play as well as can be, deal by deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matto.engine.cards import NUMBER
from matto.kernel.exact import Solver, can_solve
from matto.kernel.layout import SEATS, Plan, Reals
from matto.kernel.maxn import MaxnSolver
from matto.players.positions import Positions

FEWEST, MOST = 40, 200
"""In fewer deals than that chance decides too much; more tell hardly anything else."""
FACTOR = 3
"""A single deal may cost so many times what each of the fewest may."""
OPEN_NODES = 16_000_000
"""How many cards are tried where nothing is hidden.

Enough for fifteen tricks of two in 21 deals of 22, in a tenth of a second or in up to three.
"""
MAXN_NODES = 6_000_000
"""The same where there are not two sides: six tricks of three, often seven, in a second."""
TABLE_BITS, OPEN_TABLE_BITS = 15, 20


class Solved(NamedTuple):
    """What each card brings a seat in each deal that could be worked out: `[cards, m]`.

    `positions` are those of these deals, in their order.
    """

    brought: Reals
    positions: Positions


def solved_cards(
    positions: Positions, cards: Sequence[str], seat: int, nodes: int
) -> Solved | None:
    """Work out what each card brings a seat in as many of the deals as that is possible.

    So many `nodes` at most, cards tried, in all deals together. None where too few deals can be
    worked out with so many; that shows soon. Where there are not two sides, only the one deal
    is worked out in which nothing is hidden.
    """
    if not all(can_solve(plan) for plan in positions.plans):
        return each_for_himself(positions, cards) if len(positions.states) == 1 else None
    if len(positions.states) == 1:
        return _solved(positions, cards, seat, OPEN_NODES, OPEN_TABLE_BITS)
    return _solved(positions.last(MOST), cards, seat, nodes, TABLE_BITS)


def each_for_himself(positions: Positions, cards: Sequence[str]) -> Solved | None:
    """Work out the one deal in which nothing is hidden, if it takes no more than some cards."""
    (plan,), (state,), (stock,) = positions.plans, positions.states, positions.stocks
    numbers = [NUMBER[card] for card in cards]
    values = MaxnSolver(plan).values_of_moves(state, stock, numbers, MAXN_NODES)
    return None if values is None else Solved(values[:, None], positions)


def _solved(
    positions: Positions, cards: Sequence[str], seat: int, nodes: int, bits: int
) -> Solved | None:
    """Work deals out one after the other; those that are alike once."""
    solvers = [Solver(plan, bits) for plan in positions.plans]
    wanted = min(FEWEST, len(positions.states))
    known: dict[bytes, Reals] = {}
    found: list[Reals] = []
    left, each = nodes, FACTOR * nodes // wanted
    for number, state in enumerate(positions.states):
        which, stock = positions.which[number], positions.stocks[number]
        key = state.tobytes() + stock.tobytes() + bytes([which])
        if key not in known:
            values = values_in(positions, number, solvers, cards, seat, min(each, left))
            left -= solvers[which].tried
            if values is None:
                break
            known[key] = values
        found.append(known[key])
    if len(found) < wanted:
        return None
    return Solved(np.array(found).T, positions.rows(np.arange(len(found))))


def values_in(
    positions: Positions,
    number: int,
    solvers: Sequence[Solver],
    cards: Sequence[str],
    seat: int,
    nodes: int,
) -> Reals | None:
    """What each card brings a seat in one deal: `[cards]`; None if that takes more nodes."""
    which = positions.which[number]
    state, stock = positions.states[number], positions.stocks[number]
    values, exact = solvers[which].values_of_moves(state, stock, nodes)
    if not exact:
        return None
    return np.array([values[NUMBER[card]] for card in cards]) * _share(
        positions.plans[which], seat
    )


def _share(plan: Plan, seat: int) -> float:
    """What a seat receives of a value, which is side 0's receipts less side 1's."""
    sides = plan.side[: plan.rules[SEATS]]
    together = int((sides == sides[seat]).sum())
    return (1 if sides[seat] == 0 else -1) / (2 * together)
