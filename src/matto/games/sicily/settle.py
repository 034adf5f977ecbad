"""Paying Sicilian card points: the difference to one half of them, or to each one's third.

All piles together have 109 card points, so both ways come out: 55 and 54 for two parties,
37 for the player who took the talon and 36 for each of the two others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matto.blocks.outcome import Outcome
from matto.blocks.terms import by_points, paid
from matto.engine.payrules import POINTS, PayRule
from matto.engine.scoring import Row
from matto.engine.words import text
from matto.games.sicily.common import sicilian_points

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

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row, if there is a declarer."""
        if outcome.declarer is None:
            return
        side = outcome.side[outcome.declarer]
        points = sicilian_points(outcome, side)
        above = points - HALF
        clause = self.clause if above > 0 else self.below if above else self.even
        amounts = paid(outcome, side, above * self.times)
        note = text("{points} card points", points=points)
        yield Row(self.item, clause or self.clause, amounts, note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """What the declarer's party has above one half, if there is a declarer."""
        if outcome.declarer is not None:
            side = outcome.side[outcome.declarer]
            table = by_points(outcome, lambda points: points - HALF)
            yield PayRule(POINTS, side, earned=paid(outcome, side, self.times), table=table)


@dataclass(frozen=True)
class DifferenceToThird:
    """Each for himself: everybody receives what he has above his third, or pays the rest.

    The declarer, who has taken the talon and laid away, has a third of 37, the others of 36.
    """

    item: str
    clause: str

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row."""
        points = [sicilian_points(outcome, side) for side in outcome.side]
        amounts = tuple(own - third_of(seat, outcome) for seat, own in enumerate(points))
        note = text("{points} card points", points=", ".join(map(str, points)))
        yield Row(self.item, self.clause, amounts, note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he has above his third."""
        for seat, side in enumerate(outcome.side):
            alone = tuple(int(other == seat) for other in range(outcome.seats))
            table = by_points(outcome, (-third_of(seat, outcome)).__add__)
            yield PayRule(POINTS, side, earned=alone, table=table)


def third_of(seat: int, outcome: Outcome) -> int:
    """The third of a player; that of the declarer is greater."""
    return THIRD_WITH_TALON if seat == outcome.declarer else THIRD
