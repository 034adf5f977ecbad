"""Who plays with whom before a word is said, in games that fix it."""

from __future__ import annotations

from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run

Party = tuple[int, ...]
"""Seats, the lowest first."""


def parties_of(run: Run) -> tuple[Party, ...]:
    """The parties that all know of as the deal begins; without any, each seat by itself."""
    seats = range(run.setup.seats)
    known = (run.game.friends(run.view(seat)) | {seat} for seat in seats)
    return tuple(dict.fromkeys(tuple(sorted(party)) for party in known))


def has_partners(game: Game, options: Options) -> bool:
    """Tell whether a game fixes who plays with whom."""
    return len(parties_of(Run.shuffled(game, seed=0, options=options))) < game.seats
