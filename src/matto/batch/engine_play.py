"""All phases of deals stepped by the engine itself, into the same arrays."""

from __future__ import annotations

import numpy as np

from matto.batch.arrays import Arrays
from matto.batch.deals import NumberedDeals, be_quiet
from matto.encoding import Encoding
from matto.engine.run import Run
from matto.kernel.batch import NO_SEAT
from matto.kernel.layout import Numbers


class EnginePlay:
    """One `Run` a row; with `cards_only` nobody is asked for words once cards are played."""

    def __init__(
        self, deals: NumberedDeals, encoding: Encoding, arrays: Arrays, *, cards_only: bool
    ) -> None:
        self.deals = deals
        self.encoding = encoding
        self.arrays = arrays
        self.cards_only = cards_only
        self.runs: dict[int, Run] = {}

    def begin(self, rows: Numbers) -> None:
        """Begin the deals that rows have by number."""
        for row in rows.tolist():
            self.runs[row] = self.deals.begun(int(self.arrays.numbers[row]))
            self._show(row)

    def step(self, actions: Numbers) -> None:
        """Take a legal action in every row that goes on."""
        self.arrays.rewards[:] = 0
        self.arrays.done[self.arrays.seats != NO_SEAT] = False
        for row in np.flatnonzero(self.arrays.seats != NO_SEAT).tolist():
            run = self.runs[row]
            asked = run.decision
            assert asked is not None
            run.do(self.encoding.choice(asked, int(actions[row])))
            if self.cards_only:
                be_quiet(run)
            if run.result is not None:
                self.arrays.rewards[row] = run.result.scores
                self.arrays.done[row] = True
            self._show(row)

    def _show(self, row: int) -> None:
        asked, arrays = self.runs[row].decision, self.arrays
        if asked is None:
            arrays.seats[row] = NO_SEAT
            arrays.masks[row] = False
            arrays.observations[row] = 0
            return
        arrays.seats[row] = asked.seat
        self.encoding.mask(asked, arrays.masks[row])
        self.encoding.observe(self.runs[row].view(asked.seat), arrays.observations[row])

    def run(self, row: int) -> Run:
        """Give the deal of a row."""
        return self.runs[row].fork()
