"""Scoring terms of parties: what earns them, by which clause, and who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from matto.engine.events import Trick
from matto.engine.outcome import Outcome, has_led_on
from matto.engine.scoring import (
    CAPTURED,
    COMPARED,
    FROM_LOSER,
    HAS_ALL,
    LAST_BY_SIDE,
    LAST_WITH,
    LED_ON,
    POINTS,
    PayRule,
    RowLabel,
)
from matto.engine.table import Table
from matto.engine.view import View
from matto.engine.words import N_


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


def points_above(outcome: Outcome, share: int) -> range:
    """A table of the card points above a share, from none to more points than there can be."""
    most = sum(outcome.pack.value_of.values()) + len(outcome.pack.codes)
    return range(-share, most + 1 - share)


def by_points(outcome: Outcome, pays: Callable[[int], int]) -> tuple[int, ...]:
    """A table of what is paid for each number of card points."""
    return tuple(map(pays, points_above(outcome, 0)))


@dataclass(frozen=True)
class MajorityOfPoints:
    """The side with at least `needs` card points."""

    item: str
    clause: str
    needs: int
    pays: int = 1

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side a table that begins just below what it needs."""
        line = RowLabel(self.item, self.clause, N_("{points} card points"))
        for side in outcome.sides:
            yield PayRule(
                POINTS,
                side,
                earned=paid(outcome, side, self.pays * outcome.times),
                first=self.needs - 1,
                table=(0, 1),
                line=line,
            )


@dataclass(frozen=True)
class LastTrick:
    """The side that won the last trick; `raised_by` is an announcement that doubles it."""

    item: str
    clause: str
    pays: int = 1
    raised_by: str | None = None
    raised_clause: str = ""

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what it earns."""
        line, amount = RowLabel(self.item, self.clause), self.pays * outcome.times
        if self.raised_by is not None and outcome.has_said(self.raised_by):
            line, amount = (
                RowLabel(self.raised_by, self.raised_clause or self.clause),
                2 * amount,
            )
        for side in outcome.sides:
            yield PayRule(LAST_BY_SIDE, side, earned=paid(outcome, side, amount), line=line)


@dataclass(frozen=True)
class Captured:
    """Each card of a set that one side took from the other in a trick.

    With `by_trump` only those of tricks that a trump has won.
    """

    item: str
    clause: str
    cards: frozenset[str]
    pays: int = 1
    by_trump: bool = False

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what a card brings; the cards of all stand in the order of play."""
        line = RowLabel(self.item, self.clause, N_("{card} captured"))
        for side in outcome.sides:
            amounts = paid(outcome, side, self.pays * outcome.times)
            joined = side != outcome.sides[0]
            yield PayRule(
                CAPTURED,
                side,
                self.cards,
                earned=amounts,
                by_trump=self.by_trump,
                line=line,
                joined=joined,
            )


@dataclass(frozen=True)
class CapturedByOne:
    """Each card of a set taken from another party: its loser pays its winner, nobody else.

    With `by_trump` only for those of tricks that a trump has won.
    """

    item: str
    clause: str
    cards: frozenset[str]
    pays: int = 1
    by_trump: bool = False

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what a card costs its loser."""
        line = RowLabel(self.item, self.clause, N_("{card} captured"))
        amount = self.pays * outcome.times
        yield PayRule(
            FROM_LOSER, cards=self.cards, amount=amount, by_trump=self.by_trump, line=line
        )


@dataclass(frozen=True)
class AllOf:
    """All cards of a set in one side's pile; `crowned_pays` when the `crown` lies there too."""

    item: str
    clause: str
    cards: frozenset[str]
    pays: int = 1
    crown: frozenset[str] = frozenset()
    crowned_pays: int = 0

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what the cards earn, and what the crown adds."""
        line = RowLabel(self.item, self.clause)
        for side in outcome.sides:
            plainly = paid(outcome, side, self.pays * outcome.times)
            yield PayRule(HAS_ALL, side, self.cards, earned=plainly, line=line)
            if self.crown:
                crowned = paid(outcome, side, self.crowned_pays * outcome.times)
                more = tuple(own - less for own, less in zip(crowned, plainly, strict=True))
                both = self.cards | self.crown
                yield PayRule(HAS_ALL, side, both, earned=more, joined=True)


@dataclass(frozen=True)
class Ultimo:
    """A card that wins the last trick for its party, or loses it there for the party.

    Who has announced it wins and loses `announced_pays`, and loses it for every other end, too.
    """

    item: str
    lost_item: str
    clause: str
    cards: frozenset[str]
    announced: str
    announced_clause: str
    pays: int = 1
    announced_pays: int = 2

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side what it wins and loses."""
        sides = {outcome.side[seat] for seat in outcome.said.get(self.announced, ())}
        for side in outcome.sides:
            bold = side in sides
            amount = (self.announced_pays if bold else self.pays) * outcome.times
            clause = self.announced_clause if bold else self.clause
            yield PayRule(
                LAST_WITH,
                side,
                self.cards,
                earned=paid(outcome, side, amount),
                missed=paid(outcome, side, -amount),
                shared=True,
                loses=bold,
                line=RowLabel(self.item, clause),
                lost=RowLabel(self.lost_item, clause),
            )


@dataclass(frozen=True)
class Wager:
    """An announcement of the declarer to have all cards of a set; lost if one is missing."""

    item: str
    clause: str
    announced: str
    cards: frozenset[str]
    pays: int = 1

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what is won and lost, if it was announced."""
        if outcome.has_said(self.announced) and outcome.declarer is not None:
            side = outcome.side[outcome.declarer]
            amount = self.pays * outcome.times
            won, lost = paid(outcome, side, amount), paid(outcome, side, -amount)
            line = RowLabel(self.item, self.clause)
            yield PayRule(HAS_ALL, side, self.cards, earned=won, missed=lost, line=line)


CALLERS = 0
"""The caller's side."""


@dataclass(frozen=True)
class KindOfGame:
    """The payment for the kind of game, alone or with a partner: the caller writes `amount`."""

    item: str
    clause: str
    amount: int


@dataclass(frozen=True)
class MorePoints:
    """The payment for the winning party: all but the caller write `others`."""

    alone: KindOfGame
    with_partner: KindOfGame
    others: int

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what each writes when the caller's party has won, and when it has lost."""
        kind = self._kind(outcome)
        yield PayRule(
            COMPARED,
            earned=self._amounts(outcome, 1),
            missed=self._amounts(outcome, -1),
            line=RowLabel(kind.item, kind.clause, N_("{points} to {others} card points")),
            even=RowLabel(
                kind.item, kind.clause, N_("{points} each: the side without the Fool wins")
            ),
        )

    def _kind(self, outcome: Outcome) -> KindOfGame:
        is_alone = outcome.members(CALLERS) == (outcome.declarer,)
        return self.alone if is_alone else self.with_partner

    def _amounts(self, outcome: Outcome, sign: int) -> tuple[int, ...]:
        party = outcome.members(CALLERS)
        caller = self._kind(outcome).amount
        return tuple(
            sign * caller
            if seat == outcome.declarer
            else sign * self.others * (1 if seat in party else -1)
            for seat in range(outcome.seats)
        )


@dataclass(frozen=True)
class LastTrickIfLedOn:
    """A card in the last trick: who wins it with the card receives from each, or pays each.

    Only one who has led on is paid; one who has not pays for the lost card if `always_costs`.
    Amounts are multiplied as the deal is (`Outcome.times`).
    """

    item: str
    clause: str
    lost_item: str
    lost_clause: str
    card: str
    pays: int
    always_costs: bool = False

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """Yield what the card earns or costs."""
        note = N_("{card} in the last trick")
        yield PayRule(
            LED_ON,
            cards=frozenset({self.card}),
            amount=self.pays * outcome.times,
            loses=self.always_costs,
            line=RowLabel(self.item, self.clause, note),
            lost=RowLabel(self.lost_item, self.lost_clause, note),
        )


def tell_claim_stands(table: Table, card: str) -> None:
    """Remind the holder of a card, and nobody else, that it can still win by leading on."""
    holder = table.holder(card)
    if holder is not None:
        table.tell("claim stands", holder, card, to=holder)


def tell_if_claim_lost(table: Table, card: str) -> None:
    """Tell the holder of a card, and nobody else, when his last lead has broken the rule."""
    *before, last = table.tricks
    seat, seats = last.leader, table.seats
    if not table.holds(seat, card):
        return
    hand = table.hand(seat)
    led = last.cards[0]
    if has_led_on(before, seat, seats, (led, *hand)) and not has_led_on(
        table.tricks, seat, seats, hand
    ):
        table.tell("claim lost", seat, card, to=seat)


def claim_stands(view: View, card: str) -> bool | None:
    """Return whether the viewer can still be paid for a card; None when he does not hold it."""
    if card not in view.hand or view.seat is None:
        return None
    return has_led_on(tricks_so_far(view), view.seat, view.seats, view.hand)


def tricks_so_far(view: View) -> tuple[Trick, ...]:
    """The finished tricks of a view and the one that is going on."""
    if not view.lying:
        return view.tricks
    leader = view.lying[0][0]
    return (*view.tricks, Trick(leader, tuple(card for _, card in view.lying), leader))
