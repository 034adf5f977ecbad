"""Deals that may be, as one seat sees it: drawn by what it knows and what has been said."""

from __future__ import annotations

from collections.abc import Sequence

from matto.bots.belief import Weighing, has_been_said, resampled
from matto.bots.ranking import Advisor
from matto.game import Game
from matto.run import Run
from matto.table import View
from matto.worlds import Worlds

SPARE = 4
"""How many worlds are drawn for each one that is kept, where what was said tells them apart."""

FORGOTTEN = 9
"""With fewer cards in hand, those that were played tell more than what was said before."""


class Sampled:
    """Worlds consistent with a view, those oftener in which the others' words make sense."""

    def __init__(
        self, game: Game, view: View, wanted: int, advisor: Advisor, seed: int
    ) -> None:
        self._worlds, seat = Worlds(game, view), -1 if view.seat is None else view.seat
        self.drawn = self._worlds.draw(wanted * SPARE, seed)
        self._runs: dict[int, Run] = {}
        self.chosen: Sequence[int] = range(wanted)
        if len(view.hand) >= FORGOTTEN and has_been_said(self._run(0), seat):
            many = range(wanted * SPARE)
            weights = [self._weight(number, seat, advisor) for number in many]
            self.chosen = resampled(weights, wanted, seed)

    def _weight(self, number: int, seat: int, advisor: Advisor) -> float:
        weighing = Weighing(seat, advisor)
        self._worlds.watch_words(self.drawn, number, weighing)
        return weighing.fits

    def _run(self, number: int) -> Run:
        if number not in self._runs:
            self._runs[number] = self._worlds.run(self.drawn, number)
        return self._runs[number]

    def __len__(self) -> int:
        return len(self.chosen)

    @property
    def any_run(self) -> Run:
        """The deal in one of the worlds, to be looked at only."""
        return self._run(0)

    def run(self, number: int) -> Run:
        """The deal in one of the worlds, at the question that the seat was asked."""
        return self._run(self.chosen[number]).fork()
