"""Paying Sicilian card points: the difference to one half of them, or to each one's third.

All piles together have 109 card points, so both ways come out: 55 and 54 for two parties,
37 for the player who took the talon and 36 for each of the two others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matto.blocks.payments import OverShare
from matto.blocks.terms import paid, points_above
from matto.engine.outcome import Outcome
from matto.engine.payrules import POINTS, PayRule, RowLabel
from matto.engine.words import N_

HALF = 55
THIRD_WITH_TALON, THIRD = 37, 36


@dataclass(frozen=True)
class DifferenceToHalf:
    """The declarer's party receives from the others what it has above 55, or pays the rest.

    A soloist settles it with each opponent, a party of two once for each of its players;
    `times` multiplies it. At 55 the row says that nobody pays. `below` and `even` are the
    clauses of fewer than 55 and of just 55 where they are not `clause`.
    """

    item: str
    clause: str
    times: int = 1
    below: str = ""
    even: str = ""

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """What the declarer's party has above one half, if there is a declarer."""
        if outcome.declarer is not None:
            side = outcome.side[outcome.declarer]
            line = RowLabel(self.item, self.clause, N_("{points} card points"))
            yield PayRule(
                POINTS,
                side,
                earned=paid(outcome, side, self.times),
                table=points_above(outcome, HALF),
                line=line,
                lost=line._replace(clause=self.below or self.clause),
                even=line._replace(clause=self.even or self.clause),
            )


def difference_to_third(item: str, clause: str) -> OverShare:
    """Each for himself: everybody receives what he has above his third, or pays the rest.

    The declarer, who has taken the talon and laid away, has a third of 37, the others of 36.
    """
    return OverShare(item, clause, THIRD, declarers=THIRD_WITH_TALON)
