"""Scoring terms: each says what earns it, by which clause, and writes its row of the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from matto.blocks.outcome import Outcome
from matto.engine.cards import words
from matto.engine.outcome import Term
from matto.engine.payrules import (
    ALWAYS,
    CAPTURED,
    FROM_LOSER,
    HAS_ALL,
    LAST_BY_SIDE,
    POINTS,
    PayRule,
)
from matto.engine.scoring import Row, between
from matto.engine.words import text

__all__ = [
    "AllOf",
    "Captured",
    "CapturedByOne",
    "LastTrick",
    "MajorityOfPoints",
    "Term",
    "Wager",
    "by_points",
    "constants",
    "paid",
    "settle",
]


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


def constants(rows: Iterable[Row]) -> Iterable[PayRule]:
    """Prices of rows that hold whatever is played."""
    for row in rows:
        yield PayRule(ALWAYS, earned=row.amounts)


def by_points(outcome: Outcome, pays: Callable[[int], int]) -> tuple[int, ...]:
    """What is paid for each number of card points, from none to more than there can be."""
    most = sum(outcome.pack.value_of.values()) + len(outcome.pack.codes)
    return tuple(map(pays, range(most + 1)))


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

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side a table that begins just below what it needs."""
        for side in outcome.sides:
            amounts = paid(outcome, side, self.pays * outcome.times)
            yield PayRule(POINTS, side, earned=amounts, first=self.needs - 1, table=(0, 1))


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
        raised = self._raised(outcome)
        item = self.raised_by if raised and self.raised_by else self.item
        clause = self.raised_clause or self.clause if raised else self.clause
        side = outcome.side[outcome.last_trick.winner]
        yield Row(item, clause, paid(outcome, side, self._amount(outcome)))

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what it earns."""
        for side in outcome.sides:
            amounts = paid(outcome, side, self._amount(outcome))
            yield PayRule(LAST_BY_SIDE, side, earned=amounts)

    def _raised(self, outcome: Outcome) -> bool:
        return self.raised_by is not None and outcome.has_said(self.raised_by)

    def _amount(self, outcome: Outcome) -> int:
        return self.pays * outcome.times * (2 if self._raised(outcome) else 1)


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

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what a card brings."""
        for side in outcome.sides:
            amounts = paid(outcome, side, self.pays * outcome.times)
            yield PayRule(CAPTURED, side, *words(self.cards), earned=amounts)


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

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """What a card costs its loser."""
        plain, tarocks = words(self.cards)
        amount = self.pays * outcome.times
        yield PayRule(FROM_LOSER, plain=plain, tarocks=tarocks, amount=amount)


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

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what the cards earn, and what the crown adds."""
        for side in outcome.sides:
            plainly = paid(outcome, side, self.pays * outcome.times)
            yield PayRule(HAS_ALL, side, *words(self.cards), earned=plainly)
            if self.crown:
                crowned = paid(outcome, side, self.crowned_pays * outcome.times)
                more = tuple(own - less for own, less in zip(crowned, plainly, strict=True))
                yield PayRule(HAS_ALL, side, *words(self.cards | self.crown), earned=more)


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

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """What is won and lost, if it was announced."""
        if outcome.has_said(self.announced) and outcome.declarer is not None:
            side = outcome.side[outcome.declarer]
            amount = self.pays * outcome.times
            won, lost = paid(outcome, side, amount), paid(outcome, side, -amount)
            yield PayRule(HAS_ALL, side, *words(self.cards), earned=won, missed=lost)


def settle(outcome: Outcome, terms: Iterable[Term], cite: Callable[[str], str]) -> list[Row]:
    """Write the score sheet: the rows of all terms, with their full citations."""
    return [
        Row(row.item, cite(row.clause), row.amounts, row.note)
        for term in terms
        for row in term.rows(outcome)
    ]
