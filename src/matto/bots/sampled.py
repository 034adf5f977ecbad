"""Deals that may be, as one seat sees it: drawn by what it knows and what has been said."""

from __future__ import annotations

from collections.abc import Sequence

from matto.bots.belief import has_been_said, resampled, weight
from matto.bots.ranking import Advisor
from matto.game import Game
from matto.run import Run
from matto.table import View
from matto.worlds import Worlds

SPARE = 3
"""How many worlds are drawn for each one that is kept."""


class Sampled:
    """Worlds consistent with a view, those oftener in which the others' words make sense."""

    def __init__(
        self, game: Game, view: View, wanted: int, advisor: Advisor, seed: int
    ) -> None:
        worlds, seat = Worlds(game, view), -1 if view.seat is None else view.seat
        drawn = worlds.draw(wanted * SPARE, seed)
        self._runs = [worlds.run(drawn, number) for number in range(wanted)]
        if has_been_said(self._runs[0], seat):
            spare = range(wanted, wanted * SPARE)
            self._runs += [worlds.run(drawn, number) for number in spare]
            weights = [weight(run, seat, advisor) for run in self._runs]
            self._runs = [self._runs[number] for number in resampled(weights, wanted, seed)]

    def __len__(self) -> int:
        return len(self._runs)

    def run(self, number: int) -> Run:
        """The deal in one of the worlds, at the question that the seat was asked."""
        return self._runs[number].fork()

    @property
    def runs(self) -> Sequence[Run]:
        """The deals in all the worlds, to be looked at only."""
        return self._runs
