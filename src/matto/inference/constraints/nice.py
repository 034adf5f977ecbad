"""What words and deeds prove in the games of Nice."""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine.table import Event, View
from matto.games.nice.common import EVERY_DECLARATION, LAYING_AWAY, TAROCCHE, TRUMPS_LAID_AWAY
from matto.inference.constraint import AWAY, Constraint, Forbidden, Holds, at_least, exactly
from matto.inference.constraints.declarations import declared_truly, shown_one_by_one
from matto.inference.constraints.shared import from_others, laid_away_by


def of_trumps_laid_away(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """What the dealer says of trumps that he has laid away, or that he says nothing (3.4)."""
    seat = event.seat
    told = view.events[index + 1 : index + 2]
    word, _, number = (told[0].what[0] if told else "").partition(":")
    if word != TRUMPS_LAID_AWAY:
        yield Forbidden(seat, TAROCCHE, index, AWAY)
    elif number:
        yield exactly(seat, TAROCCHE, int(number), index, AWAY)
    elif shown := frozenset(told[0].what[1:]):
        yield Holds(seat, shown, index, AWAY)
        yield Forbidden(seat, TAROCCHE - shown, index, AWAY)
    else:
        yield at_least(seat, TAROCCHE, 1, index, AWAY)


OF_NICE = (
    laid_away_by(LAYING_AWAY),
    from_others("has laid away", of_trumps_laid_away),
    declared_truly(lambda _view, _seat, _at: EVERY_DECLARATION),
    shown_one_by_one(),
)
