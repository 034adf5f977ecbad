"""A caller's party against the others: the side with more card points has won, by how much not.

Of equal card points that side has lost which has the Fool.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matto.engine.outcome import Outcome
from matto.engine.payrules import COMPARED, PayRule, RowLabel
from matto.engine.words import N_

__all__ = [
    "CALLERS",
    "KindOfGame",
    "MorePoints",
]

CALLERS = 0
"""The caller's side."""


@dataclass(frozen=True)
class KindOfGame:
    """What is played for, alone or with a partner: the caller writes `amount`."""

    item: str
    clause: str
    amount: int


@dataclass(frozen=True)
class MorePoints:
    """Who has won, and what each writes for it: all but the caller `others`."""

    alone: KindOfGame
    with_partner: KindOfGame
    others: int

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """What each writes when the caller's party has won, and when it has lost."""
        kind = self._kind(outcome)
        yield PayRule(
            COMPARED,
            earned=self._amounts(outcome, 1),
            missed=self._amounts(outcome, -1),
            line=RowLabel(kind.item, kind.clause, N_("{points} to {others} card points")),
            even=RowLabel(
                kind.item, kind.clause, N_("{points} each: the side without the Fool wins")
            ),
        )

    def _kind(self, outcome: Outcome) -> KindOfGame:
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
