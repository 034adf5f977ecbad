"""Stand-in until Result.net is there."""

from __future__ import annotations

from matto.engine.run import Run


def paid(run: Run) -> tuple[float, ...]:
    """What a finished deal brings each seat, less the table's mean: it adds up to nothing."""
    scores = run.result.scores
    return tuple((score - sum(scores) / len(scores)) / run.game.unit for score in scores)
