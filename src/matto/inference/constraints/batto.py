"""What knocking proves: see `matto.games.sicily.batto`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from matto.engine.cards import TRUMPS
from matto.engine.options import Options
from matto.engine.table import SAY, Event, View
from matto.games.sicily.batto import HIGHEST, NAMING
from matto.inference.constraint import (
    AWAY,
    HAND,
    Constraint,
    Counted,
    Holds,
    Inference,
    Part,
    at_least,
)
from matto.inference.constraints.shared import from_others


def knocked(own_out: Callable[[Options], bool]) -> Inference:
    """Who knocks holds a highest trump, or the highest that is out when both are gone.

    What he has laid away himself is gone, unless it counts as out.
    """

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
        named = NAMING.get(event.what[0])
        gone = {e.what[0] for e in view.events[:index] if e.kind == "play"}
        if named is not None:
            yield Holds(event.seat, named, index)
        elif not set(HIGHEST) <= gone:
            yield at_least(event.seat, frozenset(HIGHEST), 1, index)
        else:
            out = view.pack.sort(TRUMPS & view.pack.cards - gone)
            if own_out(view.options):
                yield Holds(event.seat, frozenset(out[:1]), index)
            else:
                yield _highest_left(view, event.seat, out, index)

    return from_others(SAY, read)


def _highest_left(view: View, seat: int, out: Sequence[str], at: int) -> Counted:
    """All trumps that are higher than the highest of a hand are laid away by its owner."""
    laid_away = sum(
        int(e.what[0]) for e in view.events if e.kind == "has laid away" and e.seat == seat
    )
    parts = [
        Part(seat, frozenset({card}), 1, where)
        for card in out[: laid_away + 1]
        for where in (HAND, AWAY)
    ]

    def fits(had: tuple[int, ...]) -> bool:
        for held, away in zip(had[::2], had[1::2], strict=True):
            if held or not away:
                return bool(held)
        return False

    return Counted(tuple(parts), at, fits)
