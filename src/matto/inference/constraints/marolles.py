"""What words and deeds prove in the game of the same name."""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine.table import Event, View
from matto.games.tarots.common import THE_THREE
from matto.games.tarots.marolles import HAS_NONE, LAYING_AWAY, declaring
from matto.inference.constraint import Constraint, Forbidden, at_least
from matto.inference.constraints.declarations import declared_truly, shown_one_by_one
from matto.inference.constraints.shared import from_others, laid_away_by


def answers(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Each says whether he was dealt one of the three, which cannot be laid away: 3.21, 3.3."""
    first_card = next(i for i, e in enumerate(view.events) if e.kind == "play" or i == index)
    if event.what[0] == HAS_NONE:
        yield Forbidden(event.seat, THE_THREE, first_card)
    else:
        yield at_least(event.seat, THE_THREE, 1, first_card)


INFERENCES = (
    laid_away_by(LAYING_AWAY),
    declared_truly(lambda view, _seat, _at: declaring(view.options)),
    shown_one_by_one(),
    from_others("answers", answers),
)
