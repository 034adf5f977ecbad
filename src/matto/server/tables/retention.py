"""Retention: how long a table is kept after the last thing that has happened at it."""

from __future__ import annotations

import msgspec

from matto.server.tables.views import KEPT_FOR_EVER, Kept, Phase

DAY = 24 * 60 * 60 * 1000
"""In milliseconds, as all times of tables are."""

SOON = 14 * DAY
SHARE_THAT_IS_SOON = 4
"""Players are warned two weeks before, or in the last quarter where that is shorter."""


class Retention(msgspec.Struct, frozen=True):
    """For how many days tables are kept that nobody touches; 0 means for ever.

    `undealt`: no card was ever dealt; `unfinished`: the match goes on; `finished`: it is over.
    What is to be deleted, and when, follows from a table's own line and from this alone: all
    workers find the same, and nothing has to be remembered.
    """

    undealt: float = 0.0
    unfinished: float = 0.0
    finished: float = 0.0

    def milliseconds(self, phase: Phase, *, dealt: bool) -> int:
        """How long such a table is kept; 0 means for ever."""
        if not dealt:
            return int(self.undealt * DAY)
        return int((self.finished if phase is Phase.OVER else self.unfinished) * DAY)

    def kept(self, phase: Phase, *, dealt: bool, touched: int, now: int) -> Kept:
        """Until when a table is kept that was touched last at some time, in milliseconds."""
        span = self.milliseconds(phase, dealt=dealt)
        if not span:
            return KEPT_FOR_EVER
        until = touched + span
        return Kept(until / 1000, soon=until - now < min(SOON, span // SHARE_THAT_IS_SOON))

    @property
    def shortest(self) -> int:
        """The shortest of these times in milliseconds; 0 if all are kept for ever."""
        spans = (self.undealt, self.unfinished, self.finished)
        return min((int(span * DAY) for span in spans if span), default=0)


FOR_EVER = Retention()
