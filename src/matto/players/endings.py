"""The last tricks: what each card brings when all play as well as can be, deal by deal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matto.engine.cards import NUMBER
from matto.kernel.exact import Solver, can_solve
from matto.kernel.layout import SEATS, Plan, Reals
from matto.players.positions import Positions

NODES = 20_000
"""How many cards are tried in one deal before it is given up."""

TABLE_BITS = 15


def solved_cards(positions: Positions, cards: Sequence[str], seat: int) -> Reals | None:
    """What each card brings a seat in each deal that could be worked out: `[cards, m]`.

    None where the contract is not one of two sides, or where hardly any deal is short enough.
    """
    if not all(can_solve(plan) for plan in positions.plans):
        return None
    solvers, found = [Solver(plan, TABLE_BITS) for plan in positions.plans], []
    for state, which, stock in zip(
        positions.states, positions.which, positions.stocks, strict=True
    ):
        values, exact = solvers[which].values_of_moves(state, stock, NODES)
        if exact:
            own = [values[NUMBER[card]] for card in cards]
            found.append(np.array(own) * _share(positions.plans[which], seat))
    return np.array(found).T if len(found) > len(positions.states) // 2 else None


def _share(plan: Plan, seat: int) -> float:
    """What a seat receives of a value, which is side 0's receipts less side 1's."""
    sides = plan.side[: plan.rules[SEATS]]
    together = int((sides == sides[seat]).sum())
    return (1 if sides[seat] == 0 else -1) / (2 * together)
