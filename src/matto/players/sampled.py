"""Deals that may be, as one seat sees it: drawn by what it knows and what has been said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from matto.engine.game import Game
from matto.engine.table import View
from matto.inference import Drawn, Worlds, hidden_hands, relaid
from matto.kernel.layout import Reals
from matto.players.belief import PLAY, resampled
from matto.players.chance import seed_of
from matto.players.effort import Walk
from matto.players.exchanging import exchanged
from matto.players.hearsay import hearsay, likelihoods
from matto.players.reading import readings, softened

SPARE = 20
"""How many worlds are drawn for each one that is kept, where what was said tells them apart."""


class Sampled:
    """Worlds consistent with a view, and how likely each is by what others said and played.

    `heard`: in how many worlds the talk is played again, to learn what it tells. `read`: how
    many worlds are weighed by the cards that others have played; if none, what was played tells
    only what it proves.
    """

    def __init__(
        self, game: Game, view: View, wanted: int, seed: int | str, heard: int, read: int = 0
    ) -> None:
        self.worlds = Worlds(game, view)
        self.chance = seed_of(seed, view, "worlds")
        self._reads = read > 0 and any(seat != view.seat for seat, _ in view.heard(PLAY))
        drawn = self.worlds.draw(max(read * self._reads, wanted * SPARE), self.chance)
        self.any_run = self.worlds.any_run(drawn)
        """The deal in one of the worlds, to be looked at only."""
        self._told = hearsay(game, self.any_run, view, seed, heard)
        self.drawn: Drawn = relaid(self.worlds, drawn, self._told.laying, self.chance)

    @property
    def tells(self) -> bool:
        """Tell whether others have said or played anything by which worlds are weighed."""
        return bool(self._told.words) or self._reads

    @cached_property
    def weights(self) -> Reals:
        """How likely each drawn world is, the likeliest 1: `[n]`, all weighed at once."""
        logs = likelihoods(self.drawn, self.worlds.view, self._told)
        if self._reads:
            logs += readings(self.any_run, self.worlds.view, self.drawn)
        return softened(logs)

    def likely(self, wanted: int, walk: Walk) -> Drawn:
        """So many worlds, as likely as their weights are, or as a walk from there leads to."""
        if not (walk.tries and self.tells) or hidden_hands(self.worlds).are_fixed:
            return self.drawn.rows(self.chosen(wanted))
        begun = self.drawn.rows(self.chosen(wanted // walk.rounds))
        return exchanged(self.any_run, self.worlds, begun, self._told, walk, self.chance)

    def chosen(self, wanted: int) -> Sequence[int]:
        """So many rows of `drawn`, by their weights."""
        if not self.tells:
            return range(wanted)
        return resampled(self.weights.tolist(), wanted, self.chance)
