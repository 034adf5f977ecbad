"""The exact solver: the best play of an ending when all cards are known.

For contracts of two sides (see `can_solve`). The value is what side 0 receives less what side
1 receives when both play as well as can be; where one side pays the other that is twice what
side 0 receives. It is the settlement of the whole deal, with all that is settled already.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from matto.engine.tricks import LEADING
from matto.kernel import layout as lay
from matto.kernel.compiled import needed
from matto.kernel.exact_begin import lay_out
from matto.kernel.exact_memory import BEYOND, CARDS, Memory, new_memory, new_table
from matto.kernel.exact_moves import choose
from matto.kernel.exact_payments import (
    AT_ONCE,
    can_solve,
    new_numbers,
    only,
    renumbered,
    write_payments,
)
from matto.kernel.exact_search import put, value_of
from matto.kernel.layout import NO_CARD, Numbers, Plan

USUAL_BITS = 16
SALT_STEP, WORD = 0x2C28FA16A64ABF97, (1 << 64) - 1

__all__ = ["CannotSolve", "Solution", "Solver", "can_solve"]


class CannotSolve(ValueError):
    """The endings of this plan are not for the exact solver."""


class Solution(NamedTuple):
    """The value of an ending, a best card, the cards tried, and whether the value is exact."""

    value: int
    card: int
    tried: int
    exact: bool


class Solver:
    """Solves endings of one plan, one after another, in one thread at a time.

    Its table has 2 to the power of `bits` entries of 48 bytes. When `nodes` cards have been
    tried a search ends: values are then estimates, half-way between bounds where nothing better
    was found. Endings whose cards count too much for the solver's columns have no value, and no
    card. Raises `CannotSolve`.
    """

    def __init__(self, plan: Plan, bits: int = USUAL_BITS) -> None:
        if not can_solve(plan):
            raise CannotSolve("Endings are solved for two sides and payments that are known.")
        self.new = new_numbers(plan)
        self.old = np.argsort(self.new)
        self.plan = renumbered(plan, self.new)
        self.memory: Memory = new_memory()
        self.table: Any = new_table(bits)
        self._at_once = only(self.plan, AT_ONCE)
        self._salt = 0
        self.memory.new[:] = self.new
        write_payments(self.memory, self.plan)

    def solve(self, state: Numbers, stock: Numbers, nodes: int) -> Solution:
        """Find the value of an ending and a best card; the state is not changed."""
        if not self.begin(state, stock, nodes):
            return Solution(0, NO_CARD, 0, exact=False)
        value = self._value(0)
        card = self.memory.frames[0].known
        if card == NO_CARD:
            choose(self.memory, 0)
            card = self.memory.moves[0, 0]
        return Solution(value, int(self.old[card]), self.tried, not self.memory.stopped)

    def values_of_moves(
        self, state: Numbers, stock: Numbers, nodes: int
    ) -> tuple[dict[int, int], bool]:
        """Find the value of each card that may be played, and whether these are exact."""
        if not self.begin(state, stock, nodes):
            return {}, False
        memory, values = self.memory, {}
        memory.alike[:] = NO_CARD
        number = choose(memory, 0)
        alike = memory.alike.copy()
        for card in memory.moves[0, :number].tolist():
            put(memory, 0, card)
            values[card] = self._value(1)
        legal = np.flatnonzero(alike != NO_CARD)
        found = {int(self.old[card]): values[alike[card]] for card in legal}
        return found, not memory.stopped

    @property
    def tried(self) -> int:
        """How many cards the last search has tried."""
        return int(self.memory.nodes)

    def begin(self, state: Numbers, stock: Numbers, nodes: int) -> bool:
        """Lay an ending out for a new search; tells whether there was room for its points."""
        memory = self.memory
        memory.nodes, memory.limit, memory.stopped = 0, nodes, 0
        self._salt = self._salt + SALT_STEP & WORD
        memory.salt = self._salt - (self._salt >> 63 << 64)
        memory.stock[: len(stock)] = self.new[stock]
        return lay_out(memory, self.plan, self._at_once, state)

    def _value(self, ply: int) -> int:
        return int(value_of(self.memory, self.table, ply, -BEYOND, BEYOND))


@needed("exact endings")
def warm_up() -> object:
    """Solve an ending of two tricks between two players."""
    rules, state = np.zeros(lay.RULES_SIZE, np.int64), np.zeros(lay.SIZE, np.int64)
    rules[lay.SEATS], rules[lay.ALL_TRICKS], rules[lay.WATCHED] = 2, 2, NO_CARD
    side, strength = np.arange(lay.MOST_SEATS), np.arange(CARDS)
    rows, stock = np.zeros((0, lay.ROW_SIZE), np.int64), np.zeros(0, np.int64)
    values = np.zeros((0, 3), np.int64)
    plan = Plan(rules, strength, side, values, rows, stock, lay.NO_WEIGHTS)
    state[lay.PLAIN], state[lay.PLAIN + 1] = 3, 12
    state[lay.LED], state[lay.BEST] = LEADING, NO_CARD
    solver = Solver(plan, 1)
    return solver.values_of_moves(state, stock, 9), solver.solve(state, stock, 9)
