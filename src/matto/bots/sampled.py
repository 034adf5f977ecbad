"""Deals that may be, as one seat sees it: drawn by what it knows and what has been said."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matto.bots.belief import PLAY, Weighing, has_been_said, resampled
from matto.bots.chance import seed_of
from matto.bots.hearsay import leanings, likelihoods
from matto.bots.reading import readings, softened
from matto.bots.rule import RuleBot
from matto.game import Game
from matto.run import Run
from matto.table import View
from matto.worlds import Worlds

SPARE = 4
"""How many worlds are drawn for each one that is kept, where what was said tells them apart."""

BLOCK = 16
"""So many are chosen at a time, so that a question that is soon answered costs little."""


class Sampled:
    """Worlds consistent with a view, those oftener in which the others' words make sense.

    `read`: among how many worlds those for cards are chosen by the cards that others have
    played; if by none, what was played tells only what it proves.
    """

    def __init__(
        self, game: Game, view: View, wanted: int, seed: int | str, read: int = 0
    ) -> None:
        self._worlds, self._seed = Worlds(game, view), seed
        self._seat = -1 if view.seat is None else view.seat
        self._chance = seed_of(seed, view, "worlds")
        self._wanted = wanted
        self._reads = read > 0 and any(seat != view.seat for seat, _ in view.heard(PLAY))
        drawn = max(read, wanted * SPARE) if self._reads else wanted * SPARE
        self.drawn = self._worlds.draw(drawn, self._chance)
        self._runs: dict[int, Run] = {}
        self._blocks: dict[int, list[int]] = {}

    def chosen(self) -> Sequence[int]:
        """The rows of `drawn` that are kept, by what has been said and played.

        Thousands are weighed at once.
        """
        leaning = leanings(self._worlds.game, self.any_run, self._seat, self._seed)
        if leaning is None and not self._reads:
            return range(self._wanted)
        logs = np.zeros(len(self.drawn))
        if leaning is not None:
            logs += likelihoods(self.drawn, leaning)
        if self._reads:
            logs += readings(self.any_run, self._worlds.view, self.drawn)
        return resampled(softened(logs).tolist(), self._wanted, self._chance)

    def __len__(self) -> int:
        return self._wanted

    def run(self, number: int) -> Run:
        """The deal in one of the worlds, at the question that the seat was asked.

        The worlds are chosen by the talk itself, played again in each, a block at a time.
        """
        block, place = divmod(number, BLOCK)
        if block not in self._blocks:
            self._blocks[block] = self._chosen_in(block)
        return self._run(self._blocks[block][place]).fork()

    def _chosen_in(self, block: int) -> list[int]:
        size = min(BLOCK, self._wanted - block * BLOCK)
        rows = range(block * BLOCK * SPARE, (block * BLOCK + size) * SPARE)
        if not has_been_said(self.any_run, self._seat):
            return list(rows[:size])
        advisor = RuleBot(self._worlds.game, self._seed).choose
        weights = [self._fits(number, Weighing(self._seat, advisor)) for number in rows]
        return [rows[place] for place in resampled(weights, size, self._chance + block)]

    def _fits(self, number: int, weighing: Weighing) -> float:
        self._worlds.watch_words(self.drawn, number, weighing)
        return weighing.fits

    @property
    def any_run(self) -> Run:
        """The deal in one of the worlds, to be looked at only."""
        return self._run(0)

    def _run(self, number: int) -> Run:
        if number not in self._runs:
            self._runs[number] = self._worlds.run(self.drawn, number)
        return self._runs[number]
