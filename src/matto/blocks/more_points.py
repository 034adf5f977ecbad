"""A caller's party against the others: the side with more card points has won, by how much not.

Of equal card points that side has lost which has the Fool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from matto.blocks.outcome import Outcome
from matto.engine.cards import FOOL
from matto.engine.payrules import COMPARED, PayRule
from matto.engine.scoring import Row
from matto.engine.words import text

CALLERS, OPPONENTS = 0, 1
"""The sides."""


@dataclass(frozen=True)
class Kind:
    """What is played for, alone or with a partner: the caller writes `amount`."""

    item: str
    clause: str
    amount: int


@dataclass(frozen=True)
class MorePoints:
    """Who has won, and what each writes for it: all but the caller `others`."""

    alone: Kind
    with_partner: Kind
    others: int
    points: Callable[[Outcome, int], int]

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row."""
        points, others = (self.points(outcome, side) for side in (CALLERS, OPPONENTS))
        won = points > others
        note = text("{points} to {others} card points", points=points, others=others)
        if points == others:
            won = FOOL not in outcome.pile(CALLERS)
            note = text("{points} each: the side without the Fool wins", points=points)
        kind = self._kind(outcome)
        yield Row(kind.item, kind.clause, self._amounts(outcome, 1 if won else -1), note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """What each writes when the caller's party has won, and when it has lost."""
        won, lost = self._amounts(outcome, 1), self._amounts(outcome, -1)
        yield PayRule(COMPARED, earned=won, missed=lost)

    def _kind(self, outcome: Outcome) -> Kind:
        is_alone = outcome.members(CALLERS) == (outcome.declarer,)
        return self.alone if is_alone else self.with_partner

    def _amounts(self, outcome: Outcome, sign: int) -> tuple[int, ...]:
        party = outcome.members(CALLERS)
        caller = self._kind(outcome).amount
        return tuple(
            sign * caller
            if seat == outcome.declarer
            else sign * self.others * (1 if seat in party else -1)
            for seat in range(outcome.seats)
        )
