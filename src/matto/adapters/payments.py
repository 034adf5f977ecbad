"""What a finished deal brings each seat."""

from __future__ import annotations

from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run


def paid(run: Run) -> tuple[float, ...]:
    """What each seat has won, less the table's mean, in chips or points; nothing before the end.

    It adds up to nothing to the last bit: the last seat gets what all others lack.
    """
    seats, unit = run.game.seats, run.game.unit
    if run.result is None:
        return (0.0,) * seats
    scores = run.result.scores
    *others, _ = ((seats * score - sum(scores)) / (seats * unit) for score in scores)
    return (*others, -sum(others))


def lowest(game: Game, options: Options) -> float:
    """What a seat loses at the most."""
    return -1000.0
