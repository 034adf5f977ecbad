"""By what a row of the score sheet was earned, from the rule and payment that wrote it."""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine import payrules as op
from matto.engine.outcome import Outcome, card_points, counted, values_in
from matto.engine.payrules import LESS_MISSING, LOTS, PayRule
from matto.engine.scoring import Count, EarnedBy

__all__ = ["count_of", "evidence_of"]

BY_SIDES = frozenset({op.COMPARED, op.MOST})
IN_THE_LAST = frozenset({op.LAST_BY_SIDE, op.LAST_BY_SEAT})


def evidence_of(
    outcome: Outcome, rule: PayRule, moment: tuple[int, int], times: int
) -> Iterator[EarnedBy]:
    """What a rule has paid for at one moment, so many times."""
    number, place = moment
    if rule.operation == op.POINTS:
        yield EarnedBy(counts=(count_of(outcome, rule.who),), times=times, each=rule.earned)
    elif rule.operation in BY_SIDES:
        yield EarnedBy(counts=tuple(count_of(outcome, side) for side in outcome.sides))
    elif rule.operation == op.HAS_ALL:
        yield _all_of(outcome, rule)
    elif rule.operation == op.TAKEN:
        yield from _taken(outcome, rule)
    elif rule.operation in IN_THE_LAST:
        last = outcome.last_trick
        card = dict(last.by_seat(outcome.seats))[last.winner]
        yield EarnedBy((card,), last.winner, trick=len(outcome.tricks))
    elif number:
        yield _in_trick(outcome, number, place)


def _in_trick(outcome: Outcome, number: int, place: int) -> EarnedBy:
    trick = outcome.tricks[number - 1]
    seat, card = list(trick.by_seat(outcome.seats))[place]
    loser = None if seat == trick.winner else seat
    return EarnedBy((card,), trick.winner, loser, number)


def _all_of(outcome: Outcome, rule: PayRule) -> EarnedBy:
    pile, owner = outcome.pile(rule.who), outcome.members(rule.who)[0]
    lacking = outcome.pack.sort(rule.cards - pile)
    return EarnedBy(outcome.pack.sort(rule.cards & pile), owner, lacking=lacking)


def _taken(outcome: Outcome, rule: PayRule) -> Iterator[EarnedBy]:
    """Each of the cards that another player has taken, trick by trick."""
    for number, trick in enumerate(outcome.tricks, start=1):
        for place, (seat, card) in enumerate(trick.by_seat(outcome.seats)):
            if card in rule.cards and (rule.own_too or seat != trick.winner):
                yield _in_trick(outcome, number, place)


def count_of(outcome: Outcome, party: int) -> Count:
    """How the card points of a party come about."""
    counting, pile = outcome.counting, outcome.pile(party)
    values = values_in(outcome, pile, counting)
    empty = 1 if counting.how in {LOTS, LESS_MISSING} else 0
    less = 1 if counting.how == LOTS else 0
    adds = [(card, values[card] - less) for card in outcome.pack.sort(pile)]
    told = tuple((card, value) for card, value in adds if value > empty - less)
    together, points = counted([*values.values()], counting.how), card_points(outcome, party)
    return Count(
        seats=outcome.members(party),
        points=points,
        values=told,
        cards=len(pile),
        lots=together - sum(value for _, value in told),
        more=points - together,
    )
