"""Taking all tricks or none: announced before or during the play, and paid.

Who announces is noted under the word and under the word with the number of the trick
(`word_at`). Each of the others pays the price.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass

import msgspec

from matto.blocks.auction import SILENCE, announce, announcing
from matto.blocks.terms import by_points
from matto.engine.game import ChoiceSet
from matto.engine.outcome import Outcome, Term
from matto.engine.scoring import (
    ALL_TRICKS,
    HAS_TRICK,
    NO_TRICK,
    NOT_ALL_TRICKS,
    THROWN_IN,
    PayRule,
    RowLabel,
    from_each,
)
from matto.engine.table import Script, Table
from matto.engine.view import View
from matto.engine.words import N_, Text, text

UNANNOUNCED = 0


def word_at(word: str, trick: int) -> str:
    """Return what is noted for a word announced at a trick: `all_13`."""
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
        """Return what each of the others pays a seat that succeeds."""
        for trick, amount in self.prices.items():
            if seat in outcome.said.get(word_at(self.word, trick), ()):
                return amount
        return self.prices[UNANNOUNCED]

    def announced(self, outcome: Outcome) -> tuple[int, ...]:
        """The seats that have announced it."""
        return tuple(sorted(outcome.said.get(self.word, ())))

    def amounts(self, outcome: Outcome, seat: int, sign: int = 1) -> tuple[int, ...]:
        """Return what a seat that succeeds receives from each of the others, by seat."""
        return from_each(seat, sign * self.price(outcome, seat), outcome.seats)


@dataclass(frozen=True)
class TookAll:
    """The price for taking all tricks, announced or not."""

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
    """The price for taking no trick, unless somebody has taken all.

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
    """The price for announcing all tricks and losing one, less part of the points."""

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
    """The price for announcing no trick, taking one and playing on."""

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
    """The payment for breaking off a venture: to each the points of his tricks, or nothing.

    He pays if he has thrown off a card of `high` before the last trick.
    """

    item: str
    clause: str
    venture: Venture
    said: str
    high: frozenset[str]

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what who broke it off pays, if anybody did."""
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


@dataclass(frozen=True)
class Ventures:
    """No trick and all tricks, with the clauses that say who may announce them, and when.

    Each may be announced before the tricks by whose numbers its prices go: none by who has no
    trick, all by who has every trick so far, and only one of them once in a deal.
    """

    none: Venture
    all: Venture
    _: KW_ONLY
    clause: str
    none_clause: str
    all_clause: str
    once_clause: str

    def question(self, seats: int) -> ChoiceSet:
        """All that can be announced, by all seats before each trick that has a price."""
        tricks = {*self.none.prices, *self.all.prices} - {UNANNOUNCED}
        return announcing((self.none.word, self.all.word), seats * len(tricks))

    def words(self, trick: int) -> tuple[str, ...]:
        """Return what can be announced before a trick by its number."""
        both = (self.none, self.all)
        return tuple(one.word for one in both if trick in one.prices and trick != UNANNOUNCED)

    def barred(self, table: Table, seat: int) -> dict[str, str]:
        """The words that a seat may not announce now, as all know, with the clause."""
        both = (self.none.word, self.all.word)
        if any(seat in table.said.get(word, ()) for word in both):
            return dict.fromkeys(both, self.once_clause)
        won = tricks_of(table, seat)
        barred = {self.none.word: self.none_clause} if won else {}
        if won < len(table.tricks):
            barred[self.all.word] = self.all_clause
        at_this_trick = self.words(len(table.tricks) + 1)
        return barred | {word: self.clause for word in both if word not in at_this_trick}

    def reasons(self, table: Table, seat: int) -> dict[str, Text]:
        """Why a seat may not announce a word now, as far as all know it."""
        found = {
            one.word: text(
                "{word} is announced only before the tricks {numbers}.",
                word=one.word,
                numbers=", ".join(str(n) for n in sorted(one.prices) if n != UNANNOUNCED),
            )
            for one in (self.none, self.all)
            if len(table.tricks) + 1 not in one.prices
        }
        if tricks_of(table, seat):
            found.setdefault(self.none.word, text("You have taken a trick already."))
        if tricks_of(table, seat) < len(table.tricks):
            found.setdefault(self.all.word, text("Another player has taken a trick already."))
        made = [
            word for word in (self.none.word, self.all.word) if seat in table.said.get(word, ())
        ]
        once = text("You have announced {word} already.", word=made[0]) if made else None
        return dict.fromkeys((self.none.word, self.all.word), once) if once else found


def tricks_of(table: Table, seat: int) -> int:
    """Return how many tricks a seat has taken so far."""
    return sum(trick.winner == seat for trick in table.tricks)


def ask_for_ventures(
    table: Table,
    leader: int,
    rules: Ventures,
    bound: Mapping[int, str],
    by_cards: Callable[[int], Mapping[str, str]] = lambda _seat: {},
) -> Script[None]:
    """Ask all in turn before a trick, if anybody can announce anything, as all know.

    `bound` gives, with the clause, the seats that must announce all tricks; `by_cards` the
    words that a seat may not announce for its cards: such a seat is asked like the others.
    """
    trick = len(table.tricks) + 1
    barred = {seat: rules.barred(table, seat) for seat in range(table.seats)}
    if all(set(rules.words(trick)) <= barred[seat].keys() for seat in barred):
        return
    for seat in table.all_from(leader):
        unable = {**by_cards(seat), **barred[seat]}
        words = [word for word in rules.words(trick) if word not in unable]
        word = yield from announce(
            table,
            seat,
            [rules.all.word] if seat in bound else words,
            clause=rules.clause,
            barred=unable,
            bound_by=bound.get(seat, ""),
            reasons=rules.reasons(table, seat),
        )
        if word != SILENCE:
            table.note(word_at(word, trick), seat)


def noted(view: View, words: Container[str]) -> dict[str, tuple[int, ...]]:
    """Return who has announced some words before which trick, as the table notes it."""
    found: dict[str, tuple[int, ...]] = {}
    trick = 1
    for event in view.events:
        if event.kind == "trick":
            trick += 1
        elif event.kind == "announce" and event.what[0] in words:
            word = word_at(event.what[0], trick)
            found[word] = (*found.get(word, ()), event.seat)
    return found


def has_failed_none(table: Table, rules: Ventures) -> bool:
    """Return whether who announced no trick has just taken his first."""
    winner = table.tricks[-1].winner
    return winner in table.said.get(rules.none.word, ()) and tricks_of(table, winner) == 1


def venturing(view: View, none_word: str, all_word: str) -> frozenset[int] | None:
    """The one who has announced none or all and has not failed; None if not just one has."""
    won = [trick.winner for trick in view.tricks]
    found = {
        seat
        for seat, word in view.heard("announce")
        if (word == none_word and seat not in won)
        or (word == all_word and won.count(seat) == len(won))
    }
    return frozenset(found) if len(found) == 1 else None
