"""Scoring terms between single players: one is paid by each of the others, or pays each.

They hold whatever the parties of the deal are. Amounts are in the game's smallest unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from matto.blocks.declare import Declaring
from matto.blocks.outcome import Outcome
from matto.blocks.terms import Term, by_points, constants, settle
from matto.engine.cards import FOOL, words
from matto.engine.payrules import LAST_WITH, PLAYED, POINTS, TAKEN, WATCHED, PayRule
from matto.engine.scoring import Row, between, from_each
from matto.engine.table import Table, Trick
from matto.engine.words import text

ANY_OTHER = 0
"""The number of a trick that stands for all that are not named."""

MOST_TRICKS = 39
"""No deal has more tricks: two players with all cards."""


@dataclass(frozen=True)
class Said:
    """Who has said or shown something receives an amount from each other player.

    With `paid_by` only those pay who have given that answer.
    """

    item: str
    clause: str
    said: str
    pays: int
    paid_by: str = ""

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each who said it, or for each who pays for it."""
        for seat in outcome.said.get(self.said, ()):
            if not self.paid_by:
                yield Row(self.item, self.clause, from_each(seat, self.pays, outcome.seats))
            for payer in outcome.said.get(self.paid_by, ()):
                amounts = between(seat, payer, self.pays, outcome.seats)
                yield Row(self.item, self.clause, amounts)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """The rows themselves."""
        return constants(self.rows(outcome))


def declared(rules: Declaring) -> tuple[Said, ...]:
    """What each declaration earns its declarer; the item of its row is its word."""
    return tuple(
        Said(one.word, one.clause, one.word, one.amount, one.paid_by)
        for one in rules.declarations
    )


@dataclass(frozen=True)
class Played:
    """Each card of a set earns its player an amount from each, or costs it if it is lost.

    A card is lost when another player wins its trick; the Fool never is. Without a
    `lost_clause` no card of the set can be lost. Once `shown_as` has been said, by which one
    shows all cards of the set, they are paid for and playing them earns nothing more.
    """

    item: str
    clause: str
    cards: frozenset[str]
    pays: int = 1
    lost_item: str = ""
    lost_clause: str = ""
    shown_as: str = ""

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each card played."""
        for trick in outcome.tricks:
            if self.cards.isdisjoint(trick.cards) or outcome.has_said(self.shown_as):
                continue
            for seat, card in trick.by_seat(outcome.seats):
                if card not in self.cards:
                    continue
                if self.lost_clause and seat != trick.winner and card != FOOL:
                    item, clause, amount = self.lost_item, self.lost_clause, -self.pays
                else:
                    item, clause, amount = self.item, self.clause, self.pays
                amounts = from_each(seat, amount, outcome.seats)
                yield Row(item, clause, amounts, text("{card}", card=card))

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """What a card earns or costs."""
        if not outcome.has_said(self.shown_as):
            loses = bool(self.lost_clause)
            yield PayRule(PLAYED, 0, *words(self.cards), amount=self.pays, loses=loses)


@dataclass(frozen=True)
class LastTrickWith:
    """A card of a set in the last trick: its player receives from each, or pays each.

    `wins` is received when the card wins the trick, `costs` paid when it does not.
    """

    item: str
    clause: str
    cards: frozenset[str]
    wins: int = 0
    lost_item: str = ""
    lost_clause: str = ""
    costs: int = 0

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each such card that earns or costs something."""
        trick = outcome.last_trick
        for seat, card in trick.by_seat(outcome.seats):
            if card not in self.cards:
                continue
            won = seat == trick.winner
            amount = self.wins if won else -self.costs
            if amount:
                yield Row(
                    self.item if won else self.lost_item,
                    self.clause if won else self.lost_clause,
                    from_each(seat, amount, outcome.seats),
                    text("{card} in the last trick", card=card),
                )

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """What a card earns and costs."""
        plain, tarocks = words(self.cards)
        yield PayRule(
            LAST_WITH, plain=plain, tarocks=tarocks, amount=self.wins, other=self.costs
        )


@dataclass(frozen=True)
class HomeOrLost:
    """A card earns an amount from each when it wins its trick, and costs one when it is taken.

    `wins` and `costs` go by the number of the trick, `ANY_OTHER` for those not named.
    """

    item: str
    clause: str
    card: str
    wins: Mapping[int, int]
    lost_item: str
    lost_clause: str
    costs: Mapping[int, int]

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row, if it was played and earns or costs something."""
        for number, trick in enumerate(outcome.tricks, start=1):
            if self.card not in trick.cards:
                continue
            seat = next(
                seat for seat, card in trick.by_seat(outcome.seats) if card == self.card
            )
            won = seat == trick.winner
            table = self.wins if won else self.costs
            amount = table.get(number, table[ANY_OTHER]) * (1 if won else -1)
            if amount:
                item, clause = (
                    (self.item, self.clause) if won else (self.lost_item, self.lost_clause)
                )
                note = text("{card} in trick {number}", card=self.card, number=number)
                yield Row(item, clause, from_each(seat, amount, outcome.seats), note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """Both tables, each by the number of the trick."""
        table = tuple(
            amounts.get(number, amounts[ANY_OTHER])
            for amounts in (self.wins, self.costs)
            for number in range(MOST_TRICKS + 1)
        )
        yield PayRule(WATCHED, 0, *words([self.card]), table=table)


@dataclass(frozen=True)
class SetOff:
    """Cards taken in tricks: any two players set their sums off against each other.

    Only cards taken from another count, unless `own_too`.
    """

    item: str
    clause: str
    values: Mapping[str, int]
    own_too: bool = False

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row, unless all have the same sum."""
        sums = [0] * outcome.seats
        for trick in outcome.tricks:
            for seat, card in trick.by_seat(outcome.seats):
                if card in self.values and (self.own_too or seat != trick.winner):
                    sums[trick.winner] += self.values[card]
        if len(set(sums)) > 1:
            amounts = tuple(outcome.seats * own - sum(sums) for own in sums)
            note = text("captured: {sums}", sums=", ".join(map(str, sums)))
            yield Row(self.item, self.clause, amounts, note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """What a card brings its taker from each other, by its value."""
        for value in sorted(set(self.values.values())):
            alike = words(card for card, own in self.values.items() if own == value)
            yield PayRule(TAKEN, 0, *alike, amount=value, own_too=self.own_too)


@dataclass(frozen=True)
class OverShare:
    """Everybody receives his card points above a share, or pays those that he lacks."""

    item: str
    clause: str
    points: Callable[[Outcome, int], int]
    share: int

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row."""
        counted = [self.points(outcome, side) for side in outcome.side]
        note = text("{points} card points", points=", ".join(map(str, counted)))
        amounts = tuple(points - self.share for points in counted)
        yield Row(self.item, self.clause, amounts, note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what each of its members receives."""
        table = by_points(outcome, lambda points: points - self.share)
        for side in outcome.sides:
            members = tuple(int(own == side) for own in outcome.side)
            yield PayRule(POINTS, side, earned=members, table=table)


@dataclass(frozen=True)
class TooFewPoints:
    """Whoever has too few card points pays each other player by a table.

    `table` gives the payment by the highest number of points that still pays it: with
    `{20: 1, 15: 2}` 21 points pay nothing, 20 to 16 pay 1, 15 and fewer pay 2.
    """

    item: str
    clause: str
    points: Callable[[Outcome, int], int]
    table: Mapping[int, int]

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each who pays."""
        for seat, side in enumerate(outcome.side):
            counted = self.points(outcome, side)
            reached = [most for most in self.table if counted <= most]
            if reached:
                amounts = from_each(seat, -self.table[min(reached)], outcome.seats)
                note = text("{points} card points", points=counted)
                yield Row(self.item, self.clause, amounts, note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he pays."""
        table = tuple(
            self.table[min(most for most in self.table if points <= most)]
            for points in range(max(self.table) + 1)
        )
        for seat, side in enumerate(outcome.side):
            amounts = from_each(seat, -1, outcome.seats)
            yield PayRule(POINTS, side, earned=amounts, table=(*table, 0))


@dataclass(frozen=True)
class Penalty:
    """A mistake that costs an amount to each, each time it was made, or `once` for all.

    Counted are the faults of a deal with real cards, and whatever a script notes as one.
    """

    item: str
    clause: str
    fault: str
    costs: int
    once: bool = False

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each who made the mistake."""
        noted = outcome.said.get(self.fault, ())
        made = outcome.faults.get(self.fault, (0,) * outcome.seats)
        for seat, faults in enumerate(made):
            often = faults + noted.count(seat)
            if often:
                amount = self.costs * (1 if self.once else often)
                yield Row(self.item, self.clause, from_each(seat, -amount, outcome.seats))

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """The rows themselves."""
        return constants(self.rows(outcome))


def pay_for_word(table: Table, seat: int, word: str, terms: Iterable[Term]) -> None:
    """Pay at once for what a seat has just said or shown, and let all see it."""
    said = {**_said(table), word: (seat,)}
    _pay(table, seat, (term for term in terms if getattr(term, "said", "") == word), said)


def pay_for_trick(table: Table, terms: Iterable[Term]) -> None:
    """Pay at once for the cards of the trick just played, and let all see it.

    What has been said by then may change what they pay.
    """
    trick = table.tricks[-1]
    _pay(table, trick.winner, terms, _said(table), (trick,))


def pay_for_words(table: Table, seat: int, terms: Iterable[Term]) -> None:
    """Pay at once for all that has been said or shown so far, and let all see it."""
    _pay(table, seat, terms, _said(table))


def _said(table: Table) -> dict[str, tuple[int, ...]]:
    return {word: tuple(seats) for word, seats in table.said.items()}


def _pay(
    table: Table,
    seat: int,
    terms: Iterable[Term],
    said: Mapping[str, tuple[int, ...]],
    tricks: tuple[Trick, ...] = (),
) -> None:
    """Chips change hands when the thing happens: event `paid` with the item and the amounts.

    Only what has just happened is looked at; the sheet at the end says it again.
    """
    happened = Outcome(table.pack, tuple(range(table.seats)), (), tricks, said=said)
    for row in settle(happened, terms, table.clause):
        table.tell("paid", seat, row.item, *map(str, row.amounts))
