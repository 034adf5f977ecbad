"""Deals that may be, in which to try out words: in each the talk is played again.

What the words of others tell is learnt for thousands of deals at once, and roughly. Among those
that it makes likely, some are chosen by the talk itself, with cards laid away by rule of thumb.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.table import View
from matto.inference.resampling import resample_rows
from matto.players.rule import RuleBot
from matto.players.sampled import Sampled
from matto.players.talk_likelihood import OTHERWISE
from matto.players.talk_replay import replayed

SPARE = 4
"""So many deals are played again for each one that is kept."""

BLOCK = 16
"""So many are chosen at a time, so that a question that is soon answered costs little."""


NO_ROW = -1


class WeighedRun(NamedTuple):
    """A deal played again, how likely it is by what was said in it, and in which world."""

    run: Run
    likely: float
    row: int


class ReplayedDeals:
    """Worlds in which the others' words make sense, as deals at the question of a view."""

    def __init__(
        self, game: Game, view: View, wanted: int, seed: int | str, heard: int
    ) -> None:
        self._sampled = Sampled(game, view, wanted, seed, heard)
        self._seat = view.seat
        self._advisor = RuleBot(game, seed).choose
        self._wanted = wanted
        self._rows = self._sampled.chosen(wanted * SPARE)
        self._blocks: dict[int, Sequence[WeighedRun]] = {}

    def __len__(self) -> int:
        return self._wanted

    def run(self, number: int) -> Run:
        """The deal in one of the worlds, at the question that the seat was asked; in turns."""
        return self._kept(number).run.fork()

    def which(self, number: int) -> int:
        """Tell which world it is: likely ones come more than once."""
        return self._kept(number).row

    def _kept(self, number: int) -> WeighedRun:
        block, place = divmod(number % self._wanted, BLOCK)
        if block not in self._blocks:
            self._blocks[block] = self._kept_in(block)
        return self._blocks[block][place]

    def _kept_in(self, block: int) -> Sequence[WeighedRun]:
        size = min(BLOCK, self._wanted - block * BLOCK)
        replays = map(self._replayed, self._rows_in(block, size))
        told = [one for one in replays if one is not None] or [self._only]
        if not self._sampled.tells:
            return [told[place % len(told)] for place in range(size)]
        weights = [one.likely for one in told]
        kept = resample_rows(weights, size, self._sampled.seed + block)
        return [told[place] for place in kept]

    def _rows_in(self, block: int, size: int) -> Sequence[int]:
        """The candidates of a block, from all along: likely worlds come twice in a row."""
        if not self._sampled.tells:
            return self._rows[block * BLOCK : block * BLOCK + size]
        blocks = -(-self._wanted // BLOCK)
        return self._rows[block::blocks][: size * SPARE]

    @property
    def _only(self) -> WeighedRun:
        """The deal that can be played where no other can."""
        return WeighedRun(self._sampled.any_run, 1.0, NO_ROW)

    def _replayed(self, row: int) -> WeighedRun | None:
        sampled = self._sampled
        play_again = partial(sampled.worlds.run, sampled.drawn, row)
        found = replayed(self._seat, self._advisor, play_again)
        if found is None:
            return None
        heard, run = found
        unfit = sum(not fits for fits in heard.fits.values())
        return WeighedRun(run, math.pow(OTHERWISE, unfit), row)
