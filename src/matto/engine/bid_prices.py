"""The price of a bid or an announcement: its gains and costs by the pay rules that then hold.

A game tells what is played for after a word (`Game.prospects`); the rules of payment that this
changes are its price, so that no amount is typed in a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Literal

import msgspec

from matto.engine import scoring as op
from matto.engine.cards import NUMBER
from matto.engine.game import Costless, Game, Prospect
from matto.engine.outcome import Outcome
from matto.engine.scoring import PayRule, RowLabel, from_each
from matto.engine.view import View

OF_CARDS = frozenset({"play", "discard", "give", "show"})
"""Questions that only cards answer: they have no price."""

EITHER_OR = 2
"""A table of so many entries pays from some card points on, and not by each of them."""

Per = Literal["", "card", "point"]
Amounts = tuple[int, ...]


class Price(msgspec.Struct, frozen=True):
    """The gain and cost of a word by one item of the score sheet, by seat.

    `won` is paid when it goes well for him, `lost` when it does not; what is `sure` is paid
    at once, `if_agreed` only if others agree to give the deal up. `lost_clause` is that of
    what is lost, where it is another. It is paid `per` card, or per card point above and
    below `first`, or else for card points of `first` to `last`, if these are named: those of
    his own party, or `theirs`. `most`: it is won by who has the most card points, from each
    who has `last` or fewer. `besides` are cards that must be had for it, too, where the same
    item is paid without them. `alone` tells whether he then plays alone against others who
    play together, None where each is for himself.
    """

    item: str
    clause: str
    won: Amounts = ()
    lost: Amounts = ()
    lost_clause: str = ""
    per: Per = ""
    first: int | None = None
    last: int | None = None
    theirs: bool = False
    besides: frozenset[str] = frozenset()
    sure: bool = False
    if_agreed: bool = False
    alone: bool | None = None
    most: bool = False


def prices(game: Game, view: View, word: str) -> tuple[Price, ...]:
    """Return what a word brings and costs the seat asked, item by item."""
    if view.seat is None or view.decision is None or view.decision.kind in OF_CARDS:
        return ()
    found = [
        one
        for prospect in game.prospects(view, word)
        for one in _of_prospect(game, view, view.seat, prospect)
    ]
    return tuple(dict.fromkeys(found))


def costless(game: Game, view: View, word: str) -> Costless | None:
    """Why a word that is asked for wins and costs nothing; None if it does, or is no word."""
    if view.decision is None or view.decision.kind in OF_CARDS or prices(game, view, word):
        return None
    return game.costless.get(view.decision.kind if word in NUMBER else word)


def items_of(game: Game, view: View, seat: int, word: str) -> frozenset[str]:
    """Return what the rows may be called that an announcement of a seat wins or loses.

    It does so beside all that the seat has announced: a later word may decide what it costs.
    """
    silent = Outcome(
        pack=view.pack,
        side=tuple(range(view.seats)),
        piles=(frozenset(),) * view.seats,
        declarer=seat,
        dealer=view.dealer,
        carried=view.carried,
    )
    others = {one for who, one in view.heard("announce") if who == seat} - {word}
    said = dict.fromkeys(others, (seat,))
    before = game.pay_rules(replace(silent, said=said), view.options)
    after = game.pay_rules(replace(silent, said=said | {word: (seat,)}), view.options)
    lines = [line for rule in after if rule not in before for line in (rule.line, rule.lost)]
    return frozenset({word} | {line.item for line in lines if isinstance(line, RowLabel)})


def _of_prospect(game: Game, view: View, seat: int, prospect: Prospect) -> Iterator[Price]:
    for row in prospect.rows:
        won, lost = _split(row.amounts, seat)
        yield Price(row.item, row.clause, won, lost, sure=True, if_agreed=prospect.if_agreed)
    if prospect.after is None:
        return
    after, before = (
        [] if one is None else game.pay_rules(one, view.options)
        for one in (prospect.after, prospect.before)
    )
    alone = _alone(prospect.after, seat)
    cited = f"{game.id} "
    new = [rule for rule in after if rule not in before and rule.operation != op.ALWAYS]
    found = [*_certain(after, before, seat), *_merge_sides(_each(prospect.after, seat, new))]
    for one in found:
        lost_clause = one.lost_clause and cited + one.lost_clause
        yield msgspec.structs.replace(
            one, clause=cited + one.clause, lost_clause=lost_clause, alone=alone
        )


def _alone(outcome: Outcome, seat: int) -> bool | None:
    if len(outcome.sides) == outcome.seats:
        return None
    return outcome.members(outcome.side[seat]) == (seat,)


def _label(outcome: Outcome, rule: PayRule) -> RowLabel:
    return rule.line if isinstance(rule.line, RowLabel) else rule.line(outcome)


def _split(amounts: Amounts, seat: int) -> tuple[Amounts, Amounts]:
    """The amounts as won or as lost, whichever they are for a seat."""
    own = amounts[seat]
    return (amounts, ()) if own > 0 else ((), amounts) if own < 0 else ((), ())


# -- what is paid whatever comes -----------------------------------------------------------


def _certain(after: Sequence[PayRule], before: Sequence[PayRule], seat: int) -> Iterator[Price]:
    """Yield what the rules that always pay come to more than before: what cancels is in it."""
    sums = [_always(rules) for rules in (after, before)]
    new = [rule for rule in after if rule.operation == op.ALWAYS and rule not in before]
    if not new or not sums[0]:
        return
    old = sums[1] or (0,) * len(sums[0])
    more = tuple(one - other for one, other in zip(sums[0], old, strict=True))
    own = next((rule for rule in new if rule.earned[seat] > 0), new[-1])
    if any(more) and isinstance(own.line, RowLabel):
        won, lost = _split(more, seat)
        yield Price(own.line.item, own.line.clause, won, lost, sure=True)


def _always(rules: Iterable[PayRule]) -> Amounts:
    paid = [rule.earned for rule in rules if rule.operation == op.ALWAYS]
    return tuple(map(sum, zip(*paid, strict=True)))


# -- what is paid as it comes --------------------------------------------------------------


def _each(outcome: Outcome, seat: int, rules: Sequence[PayRule]) -> Iterator[Price]:
    """Yield what each rule brings and costs a seat; rules of one row are added up."""

    def one_row(rule: PayRule) -> object:
        return rule.operation, rule.who, rule.cards, rule.table, rule.first, rule.line

    before: PayRule | None = None
    for _, group in groupby(rules, one_row):
        alike = list(group)
        rule, besides = alike[0], frozenset[str]()
        if before is not None and rule.joined and not _label(outcome, rule).item:
            alike, besides = [before, *alike], rule.cards - before.cards
            rule = msgspec.structs.replace(rule, line=before.line)
        if len(alike) > 1:
            sums = tuple(map(sum, zip(*(one.earned for one in alike), strict=True)))
            rule = msgspec.structs.replace(rule, earned=sums)
        for one in ABOUT.get(rule.operation, _if_it_holds)(outcome, seat, rule):
            yield msgspec.structs.replace(one, besides=besides)
        before = rule


def _if_it_holds(outcome: Outcome, seat: int, rule: PayRule) -> Iterator[Price]:
    label = _label(outcome, rule)
    lost_label = rule.lost or label
    for amounts, named in ((rule.earned, label), (rule.missed, lost_label)):
        won, lost = _split(amounts, seat) if amounts else ((), ())
        if won or lost:
            yield Price(named.item, named.clause, won, lost, alone=None)


def _per_card(outcome: Outcome, seat: int, rule: PayRule) -> Iterator[Price]:
    label = _label(outcome, rule)
    if rule.operation == op.CAPTURED:
        won, lost = _split(rule.earned, seat)
        yield Price(label.item, label.clause, won, lost, per="card")
        return
    if rule.operation == op.FROM_LOSER:
        won, lost = (  # whoever it is taken from
            tuple(sign * rule.amount * (one == seat) for one in range(outcome.seats))
            for sign in (1, -1)
        )
        yield Price(label.item, label.clause, won, lost, per="card")
        return
    yield Price(
        label.item, label.clause, from_each(seat, rule.amount, outcome.seats), per="card"
    )


def _led_on(outcome: Outcome, seat: int, rule: PayRule) -> Iterator[Price]:
    label = _label(outcome, rule)
    won, lost = (from_each(seat, sign * rule.amount, outcome.seats) for sign in (1, -1))
    yield Price(label.item, label.clause, won)
    named = rule.lost or label
    yield Price(named.item, named.clause, (), lost)


def _most_points(outcome: Outcome, seat: int, rule: PayRule) -> Iterator[Price]:
    """Yield what who has the most card points gets from each who has too few, by how few."""
    label = _label(outcome, rule)
    for below, amount, named in (
        (rule.first, rule.amount, label),
        (rule.second, rule.other, rule.lost or label),
    ):
        won = from_each(seat, amount, outcome.seats)
        lost = tuple(-amount * (one == seat) for one in range(outcome.seats))
        yield Price(named.item, named.clause, won, last=below - 1, most=True)
        yield Price(named.item, named.clause, (), lost, last=below - 1)


def _failed_all(outcome: Outcome, seat: int, rule: PayRule) -> Iterator[Price]:
    """The price of what has failed, before anything is deducted."""
    if rule.who == seat:
        label = _label(outcome, rule)
        lost = from_each(seat, -rule.amount, outcome.seats)
        yield Price(label.item, label.clause, (), lost)


def _by_points(outcome: Outcome, seat: int, rule: PayRule) -> Iterator[Price]:
    """Yield what a table of card points pays: so much for each, or by steps."""
    own = rule.earned[seat]
    if not own:
        return
    label, table = _label(outcome, rule), rule.table
    theirs = rule.who != outcome.side[seat]
    steps = {after - before for before, after in pairwise(table)}
    if len(table) > EITHER_OR and len(steps) == 1 and (step := steps.pop()):
        yield _for_each_point(rule, label, seat, step, theirs=theirs)
        return
    for times, first, last in _runs(rule):
        amounts = tuple(times * amount for amount in rule.earned)
        named = label if times > 0 else rule.lost or label
        bounds = (None, None) if theirs else (first, last)
        won, lost = _split(amounts, seat)
        if won or lost:
            yield Price(named.item, named.clause, won, lost, first=bounds[0], last=bounds[1])


def _for_each_point(
    rule: PayRule, label: RowLabel, seat: int, step: int, *, theirs: bool
) -> Price:
    one = tuple(step * amount for amount in rule.earned)
    other = tuple(-amount for amount in one)
    won, lost = (one, other) if one[seat] > 0 else (other, one)
    lost_clause = "" if rule.lost is None else rule.lost.clause
    return Price(
        label.item,
        label.clause,
        won,
        lost,
        "" if lost_clause == label.clause else lost_clause,
        per="point",
        first=rule.first - rule.table[0] // step,
        theirs=theirs,
    )


def _runs(rule: PayRule) -> Iterator[tuple[int, int | None, int | None]]:
    """Return how many times a table pays, and from which card points to which."""
    first = rule.first
    for times, group in groupby(rule.table):
        last = first + len(list(group)) - 1
        is_first, is_last = first == rule.first, last == rule.first + len(rule.table) - 1
        yield times, None if is_first else first, None if is_last else last
        first = last + 1


def _nothing(_outcome: Outcome, _seat: int, _rule: PayRule) -> Iterator[Price]:
    """Return what no word changes."""
    return iter(())


ABOUT: Mapping[int, Callable[[Outcome, int, PayRule], Iterator[Price]]] = {
    op.POINTS: _by_points,
    op.CAPTURED: _per_card,
    op.FROM_LOSER: _per_card,
    op.TAKEN: _per_card,
    op.PLAYED: _per_card,
    op.LED_ON: _led_on,
    op.MOST: _most_points,
    op.NOT_ALL_TRICKS: _failed_all,
    op.LAST_WITH: _nothing,
    op.WATCHED: _nothing,
    op.THROWN_IN: _nothing,
}
"""How a rule's price is read, by its operation; the others pay if something holds."""


def _merge_sides(found: Iterable[Price]) -> list[Price]:
    """Return what one item wins and loses, put together: the same item for both sides."""
    merged: list[Price] = []
    for one in found:
        place = next((n for n, before in enumerate(merged) if _completes(before, one)), None)
        if place is None:
            merged.append(one)
            continue
        before = merged[place]
        won, lost = (before, one) if before.won else (one, before)
        merged[place] = msgspec.structs.replace(
            before,
            clause=won.clause,
            won=won.won,
            lost=lost.lost,
            lost_clause="" if won.clause == lost.clause else lost.clause,
            first=won.first,
            last=won.last,
        )
    return merged


def _completes(before: Price, one: Price) -> bool:
    alike = all(
        getattr(before, name) == getattr(one, name) for name in ("item", "per", "besides")
    )
    by_steps = all(price.first is not None or price.last is not None for price in (before, one))
    return (
        alike
        and not by_steps
        and bool(before.won) != bool(one.won)
        and not (before.won and before.lost)
    )
