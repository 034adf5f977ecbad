"""The play of the cards in compiled code, from deals prepared by the engine."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from matto.batch.arrays import Arrays
from matto.batch.deals import NumberedDeals, be_quiet
from matto.batch.slots import PreparedDeals
from matto.encoding import Encoding
from matto.engine.cards import CODES
from matto.engine.run import Run
from matto.kernel.batch import Rows, start_rows, step_rows
from matto.kernel.batch_layout import NOTES
from matto.kernel.layout import SIZE, Numbers

LEAST_FOR_A_THREAD = 256
"""Fewer rows stay in one thread: handing them over costs more than it brings."""
WAKING_UP = 800
"""Rows that the caller's thread plays while another wakes up: it is given so many more."""


class CompiledPlay:
    """Plays the cards of all rows, in several threads if there are many."""

    def __init__(
        self,
        deals: NumberedDeals,
        encoding: Encoding,
        arrays: Arrays,
        prepared: int,
        threads: int,
    ) -> None:
        n = len(arrays.numbers)
        self.deals = deals
        self.prepared = PreparedDeals(deals, encoding, prepared)
        self.arrays = arrays
        self.rows = Rows(
            states=np.zeros((n, SIZE), np.int64),
            slot=np.zeros(n, np.int64),
            played=np.zeros((n, len(CODES)), np.uint8),
            moves=np.zeros(n, np.int64),
            notes=np.zeros((n, NOTES), np.int64),
            planes=np.zeros((n, (2 * deals.game.seats + 1) * len(encoding.cards)), np.uint8),
            seats=arrays.seats,
            masks=arrays.masks,
            observations=arrays.observations,
            rewards=arrays.rewards,
            done=arrays.done,
        )
        column = self.prepared.writing.column
        self.card_of = np.zeros(arrays.masks.shape[1], np.int64)
        for card in map(CODES.index, encoding.cards):
            self.card_of[column[card]] = card
        self.threads = InThreads(n, threads)

    def begin(self, rows: Numbers) -> None:
        """Begin the deals that rows have by number."""
        prepared = self.prepared
        self.rows.slot[rows] = prepared.slot_of(self.arrays.numbers[rows])
        start_rows(self.rows, prepared.slots, prepared.plans, prepared.writing, rows)

    def step(self, actions: Numbers) -> None:
        """Play a legal card in every row that goes on."""
        prepared = self.prepared
        given = self.rows, prepared.slots, prepared.plans, self.card_of, prepared.writing
        self.threads.do(lambda begin, end: step_rows(*given, actions, begin, end))

    def run(self, row: int) -> Run:
        """Give the deal of a row as the engine has it."""
        run = self.deals.begun(int(self.arrays.numbers[row]))
        for card in self.rows.played[row, : self.rows.moves[row]].tolist():
            be_quiet(run)
            run.do(CODES[card])
        be_quiet(run)
        return run


class InThreads:
    """Parts rows among threads, of which the caller's is one.

    `waking_up`: how many rows are done in the time until another thread begins.
    """

    def __init__(self, n: int, threads: int, waking_up: int = WAKING_UP) -> None:
        parts = max(1, min(threads, (n - waking_up) // LEAST_FOR_A_THREAD))
        shared = n - waking_up if parts > 1 else n
        ends = [n - shared * (parts - part) // parts for part in range(1, parts + 1)]
        self._own, *self._others = pairwise([0, *ends])
        self._pool = ThreadPoolExecutor(parts - 1) if self._others else None

    def do(self, what: Callable[[int, int], object]) -> None:
        """Do something for all rows, given as where they begin and end."""
        if self._pool is None:
            what(*self._own)
            return
        waiting = [self._pool.submit(what, *part) for part in self._others]
        what(*self._own)
        for part in waiting:
            part.result()
