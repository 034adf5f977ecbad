"""Taking all tricks or none: a price by the trick at which it was announced, or not at all.

Who announces is noted under the word and under the word with the number of the trick
(`word_at`). Each of the others pays the price.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import msgspec

from matto.blocks.terms import by_points
from matto.engine.outcome import Outcome, Term
from matto.engine.payrules import (
    ALL_TRICKS,
    HAS_TRICK,
    NO_TRICK,
    NOT_ALL_TRICKS,
    THROWN_IN,
    PayRule,
    RowLabel,
)
from matto.engine.scoring import from_each
from matto.engine.words import N_

__all__ = [
    "UNANNOUNCED",
    "FailedAll",
    "FailedNone",
    "InsteadOfPoints",
    "ThrownIn",
    "TookAll",
    "TookNone",
    "Venture",
    "word_at",
]

UNANNOUNCED = 0


def word_at(word: str, trick: int) -> str:
    """What is noted for a word announced at a trick: `all_13`."""
    return f"{word}_{trick}"


@dataclass(frozen=True)
class Venture:
    """All tricks, or none: its word, the tricks of a whole deal, and its prices.

    `prices` go by the number of the trick at which it was announced, 0 for not at all.
    """

    word: str
    tricks: int
    prices: Mapping[int, int]

    def price(self, outcome: Outcome, seat: int) -> int:
        """What each of the others pays a seat that succeeds."""
        for trick, amount in self.prices.items():
            if seat in outcome.said.get(word_at(self.word, trick), ()):
                return amount
        return self.prices[UNANNOUNCED]

    def announced(self, outcome: Outcome) -> tuple[int, ...]:
        """The seats that have announced it."""
        return tuple(sorted(outcome.said.get(self.word, ())))

    def amounts(self, outcome: Outcome, seat: int, sign: int = 1) -> tuple[int, ...]:
        """What a seat that succeeds receives from each of the others, by seat."""
        return from_each(seat, sign * self.price(outcome, seat), outcome.seats)


@dataclass(frozen=True)
class TookAll:
    """Who has taken all tricks receives the price, announced or not."""

    item: str
    clause: str
    venture: Venture

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he receives."""
        for seat in range(outcome.seats):
            yield PayRule(
                ALL_TRICKS,
                seat,
                earned=self.venture.amounts(outcome, seat),
                line=RowLabel(self.item, self.clause),
                tricks=self.venture.tricks,
            )


@dataclass(frozen=True)
class TookNone:
    """Who has taken no trick receives the price, unless somebody has taken all.

    In a deal that is broken off by saying `thrown_in` only he does who has announced it. Who
    has played one of the cards of `not_with` receives nothing.
    """

    item: str
    clause: str
    venture: Venture
    thrown_in: str
    not_with: frozenset[str] = frozenset()

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he receives."""
        announced = self.venture.announced(outcome)
        for seat in range(outcome.seats):
            if seat in announced or not outcome.has_said(self.thrown_in):
                yield PayRule(
                    NO_TRICK,
                    seat,
                    self.not_with,
                    earned=self.venture.amounts(outcome, seat),
                    line=RowLabel(self.item, self.clause),
                    tricks=self.venture.tricks,
                )


@dataclass(frozen=True)
class FailedAll:
    """Who has announced all tricks and lost one pays the price, less part of his points."""

    item: str
    clause: str
    venture: Venture
    deducted: Callable[[int], int]

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each who has announced it the price, and what is deducted by points."""
        line = RowLabel(self.item, self.clause, N_("{points} card points in tricks"))
        for seat in self.venture.announced(outcome):
            yield PayRule(
                NOT_ALL_TRICKS,
                seat,
                amount=self.venture.price(outcome, seat),
                table=by_points(outcome, self.deducted),
                line=line,
                tricks=self.venture.tricks,
            )


@dataclass(frozen=True)
class FailedNone:
    """Who has announced no trick, taken one and played on pays the price."""

    item: str
    clause: str
    venture: Venture
    thrown_in: str

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each who has announced it what he pays."""
        for seat in self.venture.announced(outcome):
            if seat not in outcome.said.get(self.thrown_in, ()):
                amounts = self.venture.amounts(outcome, seat, -1)
                line = RowLabel(self.item, self.clause)
                yield PayRule(HAS_TRICK, seat, earned=amounts, line=line)


@dataclass(frozen=True)
class ThrownIn:
    """Who breaks a deal off that he ventured in pays each the points of his tricks, or nothing.

    He pays if he has thrown off a card of `high` before the last trick.
    """

    item: str
    clause: str
    venture: Venture
    said: str
    high: frozenset[str]

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """What who broke it off pays, if anybody did."""
        announced = self.venture.announced(outcome)
        for seat in set(announced).intersection(outcome.said.get(self.said, ())):
            yield PayRule(
                THROWN_IN,
                seat,
                self.high,
                line=RowLabel(self.item, self.clause, N_("thrown off before: {cards}")),
                even=RowLabel(self.item, self.clause, N_("nothing high thrown off before")),
            )


@dataclass(frozen=True)
class InsteadOfPoints:
    """Special results, and the card points only where none of `instead` is paid.

    `besides` are special results beside which card points are paid.
    """

    instead: tuple[Term, ...]
    besides: tuple[Term, ...]
    points: tuple[Term, ...]

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """The card points stand behind what is paid instead, before what is paid besides."""
        for term in self.instead:
            yield from term.pay_rules(outcome)
        for term in self.points:
            for rule in term.pay_rules(outcome):
                yield msgspec.structs.replace(rule, unless_special=True)
        for term in self.besides:
            yield from term.pay_rules(outcome)
