"""What a deal brings each seat, above the table's mean, in chips or points of the game."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run


def paid(run: Run) -> tuple[float, ...]:
    """What each seat has won; nothing before the end.

    It adds up to nothing to the last bit: the last seat has what all others lack.
    """
    if run.result is None:
        return (0.0,) * run.game.seats
    *others, _ = map(float, run.result.net(run.game.unit))
    return (*others, -sum(others))


def most_paid(game: Game, options: Options, carried: Mapping[str, int] | None = None) -> float:
    """What a seat wins or loses at the most; raises `UnknownBounds`."""
    low, high = game.bounds(options, carried)
    return (high - low) * (game.seats - 1) / game.seats / game.unit
