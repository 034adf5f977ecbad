"""Taking all tricks or none: a price by the trick at which it was announced, or not at all.

Who announces is noted under the word and under the word with the number of the trick
(`word_at`). Each of the others pays the price.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from matto.blocks.outcome import Outcome
from matto.blocks.terms import Term, by_points
from matto.engine.cards import words
from matto.engine.payrules import ALL_TRICKS, HAS_TRICK, NO_TRICK, NOT_ALL_TRICKS, PayRule
from matto.engine.scoring import Row, from_each
from matto.engine.words import text

UNANNOUNCED = 0

Points = Callable[[Outcome, int], int]


def word_at(word: str, trick: int) -> str:
    """What is noted for a word announced at a trick: `all_13`."""
    return f"{word}_{trick}"


def tricks_of(outcome: Outcome) -> tuple[int, ...]:
    """How many tricks each seat has taken."""
    won = Counter(trick.winner for trick in outcome.tricks)
    return tuple(won[seat] for seat in range(outcome.seats))


def played_by(outcome: Outcome, seat: int) -> frozenset[str]:
    """The cards that a seat has played."""
    played = (card for trick in outcome.tricks for card in trick.by_seat(outcome.seats))
    return frozenset(card for player, card in played if player == seat)


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


@dataclass(frozen=True)
class TookAll:
    """Who has taken all tricks receives the price, announced or not."""

    item: str
    clause: str
    venture: Venture

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row, if anybody has."""
        for seat, won in enumerate(tricks_of(outcome)):
            if won == self.venture.tricks:
                price = self.venture.price(outcome, seat)
                yield Row(self.item, self.clause, from_each(seat, price, outcome.seats))

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he receives."""
        for seat in range(outcome.seats):
            amounts = from_each(seat, self.venture.price(outcome, seat), outcome.seats)
            yield PayRule(ALL_TRICKS, seat, earned=amounts)


@dataclass(frozen=True)
class TookNone:
    """Who has taken no trick receives the price, unless somebody has taken all.

    In a deal that was broken off only he does who has announced it. Who has played one of the
    cards of `not_with` receives nothing.
    """

    item: str
    clause: str
    venture: Venture
    not_with: frozenset[str] = frozenset()

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each who has taken none."""
        won, venture = tricks_of(outcome), self.venture
        if venture.tricks in won:
            return
        whole = len(outcome.tricks) == venture.tricks
        for seat in range(outcome.seats):
            if self.not_with & played_by(outcome, seat):
                continue
            if not won[seat] and (whole or seat in venture.announced(outcome)):
                price = venture.price(outcome, seat)
                yield Row(self.item, self.clause, from_each(seat, price, outcome.seats))

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he receives in a deal that is played to its end."""
        for seat in range(outcome.seats):
            amounts = from_each(seat, self.venture.price(outcome, seat), outcome.seats)
            yield PayRule(NO_TRICK, seat, *words(self.not_with), earned=amounts)


@dataclass(frozen=True)
class FailedAll:
    """Who has announced all tricks and lost one pays the price, less part of his points."""

    item: str
    clause: str
    venture: Venture
    points: Points
    deducted: Callable[[int], int]

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each who has failed."""
        won = tricks_of(outcome)
        for seat in self.venture.announced(outcome):
            if won[seat] < self.venture.tricks:
                points = self.points(outcome, seat)
                price = max(0, self.venture.price(outcome, seat) - self.deducted(points))
                note = text("{points} card points in tricks", points=points)
                yield Row(self.item, self.clause, from_each(seat, -price, outcome.seats), note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each who has announced it the price, and what is deducted by points."""
        for seat in self.venture.announced(outcome):
            price = self.venture.price(outcome, seat)
            table = by_points(outcome, self.deducted)
            yield PayRule(NOT_ALL_TRICKS, seat, amount=price, table=table)


@dataclass(frozen=True)
class FailedNone:
    """Who has announced no trick, taken one and played on pays the price."""

    item: str
    clause: str
    venture: Venture
    thrown_in: str

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each who has failed."""
        won = tricks_of(outcome)
        for seat in self.venture.announced(outcome):
            if won[seat] and seat not in outcome.said.get(self.thrown_in, ()):
                price = self.venture.price(outcome, seat)
                yield Row(self.item, self.clause, from_each(seat, -price, outcome.seats))

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each who has announced it what he pays."""
        for seat in self.venture.announced(outcome):
            amounts = from_each(seat, -self.venture.price(outcome, seat), outcome.seats)
            yield PayRule(HAS_TRICK, seat, earned=amounts)


@dataclass(frozen=True)
class ThrownIn:
    """Who breaks the deal off pays each other the points of his tricks, or nothing.

    He pays if he has thrown off a card of `high` before the last trick.
    """

    item: str
    clause: str
    said: str
    points: Points
    high: frozenset[str]

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for who broke it off."""
        for seat in outcome.said.get(self.said, ()):
            amounts = [0] * outcome.seats
            thrown = {
                card
                for trick in outcome.tricks[:-1]
                for player, card in trick.by_seat(outcome.seats)
                if player == seat and card in self.high
            }
            for other in range(outcome.seats) if thrown else ():
                if other != seat:
                    amounts[other] = self.points(outcome, other)
            amounts[seat] = -sum(amounts)
            cards = ", ".join(outcome.pack.sort(thrown))
            note = (
                text("thrown off before: {cards}", cards=cards)
                if thrown
                else text("nothing high thrown off before")
            )
            yield Row(self.item, self.clause, tuple(amounts), note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """Nothing: a deal that is played to its end is not thrown in."""
        return ()


@dataclass(frozen=True)
class InsteadOfPoints:
    """Special results, and the card points only where none of `instead` is paid.

    `besides` are special results beside which card points are paid.
    """

    instead: tuple[Term, ...]
    besides: tuple[Term, ...]
    points: Term

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """The rows of the special results, or those of the card points."""
        instead = [row for term in self.instead for row in term.rows(outcome)]
        yield from instead
        for term in self.besides:
            yield from term.rows(outcome)
        if not instead:
            yield from self.points.rows(outcome)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """The card points stand behind what is paid instead, before what is paid besides."""
        for term in self.instead:
            yield from term.prices(outcome)
        for price in self.points.prices(outcome):
            yield price._replace(unless_special=True)
        for term in self.besides:
            yield from term.prices(outcome)
