"""What a card played proves of the hand that it came from, as tables: suits that it lacks.

What may be played depends on suits alone, so that one card of each and a second one tell all.
Cards have a class: their suit, 0 to 3, trumps 4, and a Fool that is no trump 5.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from matto.engine.cards import NUMBER, words
from matto.engine.tricks import DEMANDED, TRUMP, FoolRule, fool_in_trick, led_after, legal

CLASSES = 6
STATES = DEMANDED + 1 + TRUMP

# a card of each class, and another that may go with it
_PLAYED = ("SK", "BK", "CK", "DK", "T21", "F")
_OTHERS = ("SQ", "BQ", "CQ", "DQ", "T20", "F")

Table = tuple[tuple[int, ...], ...]
"""By state of the trick (`matto.engine.tricks`) and class of the card."""

Steps = tuple[tuple[tuple[int, int], ...], ...]
"""The state of the trick after the card, and the bits of what the hand lacked."""


class Proofs(NamedTuple):
    """What follows from a card, by the state of the trick before it.

    `lacking` has a bit for each class of which the hand held no other card, `lacking_late` the
    same in the tricks after that in which the Fool last excuses, number `until`. `after` is the
    state of the trick with the card; `early` and `late` have both together.
    """

    lacking: Table
    lacking_late: Table
    until: int
    after: Table
    early: Steps
    late: Steps

    def steps(self, trick: int) -> Steps:
        """What a card does in a trick by its number."""
        return self.early if trick <= self.until else self.late


@cache
def proofs_of(fool: FoolRule) -> Proofs:
    """Work out the tables of the rules of a trick."""
    late = fool_in_trick(fool, fool.until + 1)
    after = tuple(
        tuple(led_after(led, NUMBER[card], fool) for card in _PLAYED) for led in range(STATES)
    )
    lacking, lacking_late = _lacking(fool), _lacking(late)
    early, later = (_both(after, table) for table in (lacking, lacking_late))
    return Proofs(lacking, lacking_late, fool.until, after, early, later)


def _both(after: Table, lacking: Table) -> Steps:
    return tuple(tuple(zip(*both, strict=True)) for both in zip(after, lacking, strict=True))


def _lacking(fool: FoolRule) -> Table:
    def may(card: str, other: str, led: int) -> bool:
        both, alone = words((card, other)), words((card,))
        allowed = legal(*both, led, fool)
        return any(one & own for one, own in zip(allowed, alone, strict=True))

    def bits(led: int, card: str) -> int:
        return sum(1 << at for at, other in enumerate(_OTHERS) if not may(card, other, led))

    return tuple(tuple(bits(led, card) for card in _PLAYED) for led in range(STATES))
