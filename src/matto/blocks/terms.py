"""Scoring terms: each says what earns it, by which clause, and writes its row of the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from matto.blocks.outcome import Outcome
from matto.scoring import Row, between
from matto.words import text


class Term(Protocol):
    """One scoring item."""

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """Give the rows that the item writes for a finished deal, none if not earned."""
        ...


def paid(outcome: Outcome, side: int, amount: int) -> tuple[int, ...]:
    """Amounts by seat when a side wins `amount` from the other.

    One alone receives it from each opponent, or pays it to each; between parties of the same
    size everybody receives or pays it once.
    """
    winners = outcome.members(side)
    losers = outcome.seats - len(winners)
    larger = max(len(winners), losers)
    gain, loss = amount * larger // len(winners), amount * larger // losers
    return tuple(gain if seat in winners else -loss for seat in range(outcome.seats))


@dataclass(frozen=True)
class MajorityOfPoints:
    """The side with at least `needs` card points."""

    item: str
    clause: str
    needs: int
    points: Callable[[Outcome, int], int]
    pays: int = 1

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for the side that reached it."""
        for side in outcome.sides:
            counted = self.points(outcome, side)
            if counted >= self.needs:
                amounts = paid(outcome, side, self.pays * outcome.times)
                note = text("{points} card points", points=counted)
                yield Row(self.item, self.clause, amounts, note)


@dataclass(frozen=True)
class LastTrick:
    """The side that won the last trick; `raised_by` is an announcement that doubles it."""

    item: str
    clause: str
    pays: int = 1
    raised_by: str | None = None
    raised_clause: str = ""

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for the side that won it."""
        raised = self.raised_by is not None and outcome.has_said(self.raised_by)
        amount = self.pays * outcome.times * (2 if raised else 1)
        item = self.raised_by if raised and self.raised_by else self.item
        clause = self.raised_clause or self.clause if raised else self.clause
        side = outcome.side[outcome.last_trick.winner]
        yield Row(item, clause, paid(outcome, side, amount))


@dataclass(frozen=True)
class Captured:
    """Each card of a set that one side took from the other in a trick."""

    item: str
    clause: str
    cards: frozenset[str]
    pays: int = 1

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each captured card."""
        for _, winner, card in outcome.lost(self.cards):
            amounts = paid(outcome, outcome.side[winner], self.pays * outcome.times)
            yield Row(self.item, self.clause, amounts, text("{card} captured", card=card))


@dataclass(frozen=True)
class CapturedByOne:
    """Each card of a set taken from another party: its loser pays its winner, nobody else."""

    item: str
    clause: str
    cards: frozenset[str]
    pays: int = 1

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each captured card."""
        for loser, winner, card in outcome.lost(self.cards):
            amounts = between(winner, loser, self.pays * outcome.times, outcome.seats)
            yield Row(self.item, self.clause, amounts, text("{card} captured", card=card))


@dataclass(frozen=True)
class AllOf:
    """All cards of a set in one side's pile; `crowned_pays` when the `crown` lies there too."""

    item: str
    clause: str
    cards: frozenset[str]
    pays: int = 1
    crown: frozenset[str] = frozenset()
    crowned_pays: int = 0

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for the side that has them."""
        for side in outcome.sides:
            pile = outcome.pile(side)
            if self.cards <= pile:
                crowned = bool(self.crown) and self.crown <= pile
                amount = (self.crowned_pays if crowned else self.pays) * outcome.times
                yield Row(self.item, self.clause, paid(outcome, side, amount))


@dataclass(frozen=True)
class Wager:
    """An announcement of the declarer to have all cards of a set; lost if one is missing."""

    item: str
    clause: str
    announced: str
    cards: frozenset[str]
    pays: int = 1

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row, for the declarer's side or against it, if it was announced."""
        if outcome.has_said(self.announced) and outcome.declarer is not None:
            side = outcome.side[outcome.declarer]
            sign = 1 if self.cards <= outcome.pile(side) else -1
            amount = sign * self.pays * outcome.times
            yield Row(self.item, self.clause, paid(outcome, side, amount))


def settle(outcome: Outcome, terms: Iterable[Term], cite: Callable[[str], str]) -> list[Row]:
    """Write the score sheet: the rows of all terms, with their full citations."""
    return [
        Row(row.item, cite(row.clause), row.amounts, row.note)
        for term in terms
        for row in term.rows(outcome)
    ]
