"""Scoring terms between single players, whatever their parties, and the pot.

Amounts are in the game's smallest unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from matto.blocks.declare import Declaring
from matto.blocks.terms import points_above
from matto.engine.events import Trick
from matto.engine.outcome import Outcome, Term
from matto.engine.scoring import (
    ALWAYS,
    LAST_BY_SEAT,
    LAST_WITH,
    PLAYED,
    POINTS,
    TAKEN,
    WATCHED,
    PayRule,
    RowLabel,
    between,
    from_each,
)
from matto.engine.sheet import rules_of, score_sheet
from matto.engine.table import Table
from matto.engine.words import N_, text

ANY_OTHER = 0
"""The number of a trick that stands for all that are not named."""

MOST_TRICKS = 39
"""No deal has more tricks: two players with all cards."""


@dataclass(frozen=True)
class Said:
    """An amount from each other player to a seat that has said or shown something.

    With `paid_by` only those pay who have given that answer.
    """

    item: str
    clause: str
    said: str
    pays: int
    paid_by: str = ""

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what each who said it receives, from all or from each who pays for it."""
        line = RowLabel(self.item, self.clause)
        for seat in outcome.said.get(self.said, ()):
            if not self.paid_by:
                amounts = from_each(seat, self.pays, outcome.seats)
                yield PayRule(ALWAYS, earned=amounts, line=line)
            for payer in outcome.said.get(self.paid_by, ()):
                amounts = between(seat, payer, self.pays, outcome.seats)
                yield PayRule(ALWAYS, earned=amounts, line=line)


def declared(rules: Declaring) -> tuple[Said, ...]:
    """Return what each declaration earns its declarer; the item of its row is its word."""
    return tuple(
        Said(one.word, one.clause, said=one.word, pays=one.amount, paid_by=one.paid_by)
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

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what a card earns or costs."""
        if not outcome.has_said(self.shown_as):
            yield PayRule(
                PLAYED,
                cards=self.cards,
                amount=self.pays,
                loses=bool(self.lost_clause),
                line=RowLabel(self.item, self.clause, N_("{card}")),
                lost=RowLabel(self.lost_item, self.lost_clause, N_("{card}")),
            )


@dataclass(frozen=True)
class LastTrickWith:
    """A card of a set in the last trick: its player receives from each, or pays each.

    `wins` is received when the card wins the trick, `costs` paid when it does not. With
    `if_led` only a card that was led counts.
    """

    item: str
    clause: str
    cards: frozenset[str]
    wins: int = 0
    lost_item: str = ""
    lost_clause: str = ""
    costs: int = 0
    if_led: bool = False

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what a card earns and costs."""
        note = N_("{card} in the last trick")
        yield PayRule(
            LAST_WITH,
            cards=self.cards,
            amount=self.wins,
            other=self.costs,
            if_led=self.if_led,
            line=RowLabel(self.item, self.clause, note),
            lost=RowLabel(self.lost_item, self.lost_clause, note),
        )


@dataclass(frozen=True)
class MorePointsLast:
    """Where each plays for himself, a card counts its player more points in the last trick.

    It must be one that wins its trick. Nobody pays for it: it is written beside his points.
    """

    item: str
    clause: str
    cards: frozenset[str]
    more: int

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he has more."""
        for seat, side in enumerate(outcome.side):
            yield PayRule(
                LAST_WITH,
                side,
                cards=self.cards,
                earned=tuple(self.more * (one == seat) for one in range(outcome.seats)),
                missed=(0,) * outcome.seats,
                shared=True,
                line=RowLabel(self.item, self.clause),
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

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Both tables, each by the number of the trick."""
        table = tuple(
            amounts.get(number, amounts[ANY_OTHER])
            for amounts in (self.wins, self.costs)
            for number in range(MOST_TRICKS + 1)
        )
        note = N_("{card} in trick {number}")
        yield PayRule(
            WATCHED,
            cards=frozenset({self.card}),
            table=table,
            line=RowLabel(self.item, self.clause, note),
            lost=RowLabel(self.lost_item, self.lost_clause, note),
        )


@dataclass(frozen=True)
class SetOff:
    """Cards taken in tricks: any two players set their sums off against each other.

    Only cards taken from another count, unless `own_too`.
    """

    item: str
    clause: str
    values: Mapping[str, int]
    own_too: bool = False

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what a card brings its taker from each other, by its value; all in one row."""
        line = RowLabel(self.item, self.clause, N_("captured: {sums}"))
        values = sorted(set(self.values.values()))
        for value in values:
            yield PayRule(
                TAKEN,
                cards=frozenset(card for card, own in self.values.items() if own == value),
                amount=value,
                own_too=self.own_too,
                line=line,
                joined=value != values[0],
            )


@dataclass(frozen=True)
class OverShare:
    """Everybody receives his card points above a share, or pays those that he lacks.

    `declarers` is the declarer's share, where it is another.
    """

    item: str
    clause: str
    share: int
    declarers: int | None = None

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what each of its members receives; all in one row."""
        line = RowLabel(self.item, self.clause, N_("{points} card points"))
        for side in outcome.sides:
            share = self.share
            if self.declarers is not None and outcome.declarer in outcome.members(side):
                share = self.declarers
            yield PayRule(
                POINTS,
                side,
                earned=tuple(int(own == side) for own in outcome.side),
                table=points_above(outcome, share),
                line=line,
                even=line,
                joined=side != outcome.sides[0],
            )


@dataclass(frozen=True)
class TooFewPoints:
    """Whoever has too few card points pays each other player by a table.

    `table` gives the payment by the highest number of points that still pays it: with
    `{20: 1, 15: 2}` 21 points pay nothing, 20 to 16 pay 1, 15 and fewer pay 2.
    """

    item: str
    clause: str
    table: Mapping[int, int]

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each player what he pays."""
        table = tuple(
            self.table[min(most for most in self.table if points <= most)]
            for points in range(max(self.table) + 1)
        )
        line = RowLabel(self.item, self.clause, N_("{points} card points"))
        for seat, side in enumerate(outcome.side):
            amounts = from_each(seat, -1, outcome.seats)
            yield PayRule(POINTS, side, earned=amounts, table=(*table, 0), line=line)


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

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what each pays who made the mistake."""
        noted = outcome.said.get(self.fault, ())
        made = outcome.faults.get(self.fault, (0,) * outcome.seats)
        for seat, faults in enumerate(made):
            often = faults + noted.count(seat)
            if often:
                amount = self.costs * (1 if self.once else often)
                amounts = from_each(seat, -amount, outcome.seats)
                yield PayRule(ALWAYS, earned=amounts, line=RowLabel(self.item, self.clause))


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
    for row in score_sheet(happened, rules_of(happened, terms)):
        table.tell("paid", seat, row.item, *map(str, row.amounts))


POT = "pot"
"""Under which name the pot is carried from deal to deal."""


@dataclass(frozen=True, kw_only=True)
class Pot:
    """The stake of each when the pot is empty, and the announcement that is played for it.

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
        """Return what lies in it once everybody has paid that has to."""
        return carried.get(POT, 0) or self.stake * seats

    def left(self, outcome: Outcome) -> dict[str, int]:
        """Return what is carried on: all that was in it or came to it, less what was won."""
        paid_out = sum(
            sum(row.amounts) for row in score_sheet(outcome, self.pay_rules(outcome))
        )
        return {POT: outcome.carried.get(POT, 0) - paid_out}

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what filling it costs, and what each wins or loses who plays for it."""
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
        """Return what is won from the pot by one, or paid into it by him or by all."""
        pot = self.filled(outcome.carried, outcome.seats)
        payers = range(outcome.seats) if self.all_double and not won else (player,)
        share = (pot if won else -pot) // len(payers)
        return tuple(share if seat in payers else 0 for seat in range(outcome.seats))
