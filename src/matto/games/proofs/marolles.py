"""What the answers to "who has his" prove in the game of the same name."""

from __future__ import annotations

from collections.abc import Iterator

from matto.blocks.proofs import from_others
from matto.blocks.tarots import THE_THREE
from matto.engine.proofs import Fact, Forbidden, at_least
from matto.engine.table import Event, View
from matto.games._marolles_words import HAS_NONE


def answers(view: View, index: int, event: Event) -> Iterator[Fact]:
    """Each says whether he was dealt one of the three, which cannot be laid away: 3.21, 3.3."""
    first_card = next(i for i, e in enumerate(view.events) if e.kind == "play" or i == index)
    if event.what[0] == HAS_NONE:
        yield Forbidden(event.seat, THE_THREE, first_card)
    else:
        yield at_least(event.seat, THE_THREE, 1, first_card)


ANSWERED = from_others("answers", answers)
