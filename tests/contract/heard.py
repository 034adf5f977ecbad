"""What was said in a deal, and whose points count: what all games need to be judged."""

from __future__ import annotations

from collections.abc import Sequence

from matto.engine.events import Event
from matto.engine.run import Run


def each_alone(run: Run) -> Sequence[int]:
    """Everybody is a party."""
    return range(run.game.seats)


def heard(run: Run, kind: str, *words: str) -> Event | None:
    """The first event of a kind with one of these words (any, if none is given)."""
    return next(
        (e for e in run.events if e.kind == kind and (not words or e.what[0] in words)), None
    )
