"""The most that one seat can win or lose in a deal, from the pay rules that may hold.

A bound is never passed; it need not be reached, because what cannot come together in one deal
is mostly added up all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from matto.engine import payrules as op
from matto.engine.cards import FOOL
from matto.engine.outcome import Outcome, counted
from matto.engine.payrules import LESS_MISSING, Counting, PayRule
from matto.engine.scoring import LOT, from_each
from matto.engine.sheet import looked_up

__all__ = [
    "BY_CARD",
    "BY_POINTS",
    "BY_SPEAKER",
    "NOTHING",
    "ONE_ONLY",
    "Bounds",
    "added",
    "bounds_of",
    "hull",
    "most_points",
]

Bounds = tuple[int, int]
"""The least and the most, in units."""

NOTHING: Bounds = (0, 0)
BY_SPEAKER = frozenset({op.ALWAYS, op.NOT_ALL_TRICKS, op.HAS_TRICK})
"""Operations that pay for what one seat has said: each of the others may say it as well."""
ONE_ONLY = frozenset({op.LAST_BY_SIDE, op.LAST_BY_SEAT, op.HAS_ALL, op.ALL_TRICKS})
"""Operations that come about for one party or seat at the most."""


def hull(bounds: Iterable[Bounds]) -> Bounds:
    """The bounds of one or another, nothing being among them."""
    every = [NOTHING, *bounds]
    return min(low for low, _ in every), max(high for _, high in every)


def added(bounds: Iterable[Bounds]) -> Bounds:
    """The bounds of one and another."""
    every = list(bounds)
    return sum(low for low, _ in every), sum(high for _, high in every)


def bounds_of(outcome: Outcome, rules: Sequence[PayRule], silent: Sequence[PayRule]) -> Bounds:
    """The bounds of any seat's score where these parties play for these rules.

    `silent` are those that hold if nobody says anything: what one seat can say, all can.
    """
    most = most_points(outcome)

    def of_seat(seat: int) -> Bounds:
        found = []
        ordered = sorted(rules, key=_comes_about)
        for (operation, _), alike in groupby(ordered, key=_comes_about):
            each = [
                added(_amounts(rule, one, outcome.seats, most) for one in range(outcome.seats))
                if rule.operation in BY_SPEAKER and rule not in silent
                else _amounts(rule, seat, outcome.seats, most)
                for rule in alike
            ]
            found.append(hull(each) if operation in ONE_ONLY else added(each))
        return added(found)

    return hull(map(of_seat, range(outcome.seats)))


def most_points(outcome: Outcome) -> int:
    """No party has more card points: the whole pack, and all that is added for tricks."""
    counting, pack = outcome.counting, outcome.pack
    fool = max(counting.fool, counting.fool_unplayed, pack.value_of.get(FOOL, 0))
    values = [fool if card == FOOL else pack.value_of[card] for card in pack.codes]
    tricks = len(pack.codes) // outcome.seats
    return (
        _pile(values, counting)
        + counting.laid_away
        + counting.last_trick
        + (counting.each_trick * tricks)
    )


def _pile(values: Sequence[int], counting: Counting) -> int:
    """The most that a pile of such cards can count."""
    if counting.how == LESS_MISSING:  # fewer empty cards may count more
        return sum(value for value in values if value > 1) + len(values) // LOT
    return counted(values, counting.how)


def _comes_about(rule: PayRule) -> tuple[int, tuple[str, ...]]:
    """What rules have in common of which one only may come about, for one party or another."""
    return rule.operation, tuple(sorted(rule.cards))


def _amounts(rule: PayRule, seat: int, seats: int, most: int) -> Bounds:
    """The bounds of what a rule brings a seat."""
    if rule.operation == op.POINTS:
        times = [looked_up(rule, points) for points in range(most + 1)]
        own = rule.earned[seat]
        return hull((own * one, own * one) for one in (min(times), max(times)))
    if rule.operation in BY_CARD or (rule.operation == op.LAST_WITH and not rule.shared):
        return _by_cards(rule, seats)
    if rule.operation == op.CAPTURED:
        return hull([(len(rule.cards) * rule.earned[seat],) * 2])
    if rule.operation in BY_POINTS:
        return _by_points(rule, seat, seats, most)
    return hull((paid[seat],) * 2 for paid in (rule.earned, rule.missed) if paid)


BY_CARD = frozenset({op.FROM_LOSER, op.PLAYED, op.WATCHED, op.TAKEN, op.LED_ON})
BY_POINTS = frozenset({op.MOST, op.NOT_ALL_TRICKS, op.THROWN_IN})


def _by_cards(rule: PayRule, seats: int) -> Bounds:
    """What the cards of a rule bring their players, or cost them, or bring and cost others."""
    won, lost = rule.amount, rule.amount if rule.loses else 0
    cards = len(rule.cards)
    match rule.operation:
        case op.FROM_LOSER:
            return -cards * won, cards * won
        case op.TAKEN:
            return -cards * won, cards * won * (seats - 1)
        case op.LAST_WITH:
            lost, cards = rule.other, min(cards, seats)
        case op.LED_ON:
            lost = rule.amount
        case op.WATCHED:
            half = len(rule.table) // 2
            won, lost = max(rule.table[:half]), max(rule.table[half:])
    low, high = max((seats - 1) * lost, won), max((seats - 1) * won, lost)
    return -cards * low, cards * high


def _by_points(rule: PayRule, seat: int, seats: int, most: int) -> Bounds:
    """What is paid by card points other than by a table of them."""
    if rule.operation == op.MOST:
        amount = max(rule.amount, rule.other)
        return hull([(-amount, (seats - 1) * amount)])
    if rule.operation == op.THROWN_IN:
        return (-most, 0) if seat == rule.who else (0, most)
    least = min(looked_up(rule, points) for points in range(most + 1))
    paid = from_each(rule.who, -max(0, rule.amount - least), seats)[seat]
    return hull([(paid, paid)])
