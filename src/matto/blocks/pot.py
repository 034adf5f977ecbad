"""A pot: filled by all when it is empty, carried from deal to deal, won or doubled by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from matto.engine.outcome import Outcome
from matto.engine.payrules import ALWAYS, LAST_BY_SEAT, PayRule, RowLabel
from matto.engine.sheet import score_sheet
from matto.engine.words import text

__all__ = [
    "POT",
    "Pot",
]

POT = "pot"
"""Under which name the pot is carried from deal to deal."""


@dataclass(frozen=True, kw_only=True)
class Pot:
    """What each pays when the pot is empty, and the announcement that is played for it.

    Who has said `announced` wins the pot if he wins the last trick himself; else it is doubled,
    by him alone or, with `all_double`, by everybody in equal parts.
    """

    clause: str
    stake: int
    announced: str
    won_clause: str
    lost_clause: str
    all_double: bool = False

    def filled(self, carried: Mapping[str, int], seats: int) -> int:
        """What lies in it once everybody has paid that has to."""
        return carried.get(POT, 0) or self.stake * seats

    def left(self, outcome: Outcome) -> dict[str, int]:
        """What is carried on: all that was in it and has come to it, less what was won."""
        paid_out = sum(sum(row.amounts) for row in score_sheet(outcome, (self,)))
        return {POT: outcome.carried.get(POT, 0) - paid_out}

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """What filling it costs, and what each wins or loses who plays for it."""
        if not outcome.carried.get(POT, 0):
            amounts = (-self.stake,) * outcome.seats
            yield PayRule(ALWAYS, earned=amounts, line=RowLabel(POT, self.clause))
        filled = self.filled(outcome.carried, outcome.seats)
        note = text("{points} in the pot", points=filled)
        for player in outcome.said.get(self.announced, ()):
            won, lost = (self._amounts(outcome, player, won=one) for one in (True, False))
            yield PayRule(
                LAST_BY_SEAT,
                player,
                earned=won,
                missed=lost,
                line=RowLabel(self.announced, self.won_clause, note),
                lost=RowLabel(self.announced, self.lost_clause, note),
            )

    def _amounts(self, outcome: Outcome, player: int, *, won: bool) -> tuple[int, ...]:
        """What is won from the pot by one, or paid into it by him or by all."""
        pot = self.filled(outcome.carried, outcome.seats)
        payers = range(outcome.seats) if self.all_double and not won else (player,)
        share = (pot if won else -pot) // len(payers)
        return tuple(share if seat in payers else 0 for seat in range(outcome.seats))
