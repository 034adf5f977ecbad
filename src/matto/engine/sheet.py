"""The score sheet: applies pay rules to a finished deal, and bounds what any deal can pay.

`matto.kernel.play` applies the same rules, packed in numbers, to what compiled play leaves.

A bound is never passed; it need not be reached, because what cannot come together in one deal
is mostly added up all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from matto.engine import scoring as op
from matto.engine.cards import FOOL, TRUMPS
from matto.engine.outcome import (
    Outcome,
    Term,
    card_points,
    counted,
    has_led_on,
    pile_points,
    trick_pile,
)
from matto.engine.scoring import (
    LESS_MISSING,
    LOT,
    LOTS,
    Count,
    Counting,
    EarnedBy,
    PayRule,
    Row,
    RowLabel,
    between,
    from_each,
)
from matto.engine.words import N_, Text

BY_SIDES = frozenset({op.COMPARED, op.MOST})
IN_THE_LAST = frozenset({op.LAST_BY_SIDE, op.LAST_BY_SEAT})


def evidence_of(outcome: Outcome, rule: PayRule, payment: Payment) -> Iterator[EarnedBy]:
    """Yield what a rule has paid for at one moment."""
    number, place = payment.moment
    if rule.operation == op.POINTS:
        count = count_of(outcome, rule.who)
        yield EarnedBy(counts=(count,), times=payment.times, each=rule.earned)
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
    """Return how the card points of a party come about."""
    how, values, points = (
        outcome.counting.how,
        outcome.values_of[party],
        card_points(outcome, party),
    )
    empty = 1 if how in {LOTS, LESS_MISSING} else 0
    less = 1 if how == LOTS else 0
    worth = outcome.pack.sort(card for card, value in values.items() if value > empty)
    told = tuple((card, values[card] - less) for card in worth)
    together = counted([*values.values()], how)
    return Count(
        seats=outcome.members(party),
        points=points,
        values=told,
        cards=len(values),
        lots=together - sum(value for _, value in told),
        more=points - together,
    )


WON, EVEN, LOST = 1, 0, -1

Moment = tuple[int, int]
"""The number of a trick and the place of a card in it, or `AT_THE_END`."""

AT_THE_END: Moment = (0, 0)


class Payment(NamedTuple):
    """One payment of a pay rule, the seat that it goes by, and the values of the row's note.

    `counted` is what was counted for each seat, `times` how many times the rule's amount is
    paid.
    """

    amounts: tuple[int, ...]
    sign: int = WON
    fill: Mapping[str, object] = {}
    moment: Moment = AT_THE_END
    counted: tuple[int, ...] = ()
    times: int = 0


OF_ONE_POINT: Mapping[str, str] = {
    "{points} card points": N_("{points} card point"),
    "{points} card points in tricks": N_("{points} card point in tricks"),
}
"""Notes of rows, and how they are written when there is one card point."""


class CardOfSet(NamedTuple):
    """A card in a trick."""

    moment: Moment
    card: str
    seat: int
    winner: int
    led: bool
    by_trump: bool


def rules_of(outcome: Outcome, terms: Iterable[Term]) -> Iterator[PayRule]:
    """Spell out what all terms pay."""
    for term in terms:
        yield from term.pay_rules(outcome)


def score_sheet(
    outcome: Outcome, rules: Iterable[PayRule], rulebook: str = ""
) -> tuple[Row, ...]:
    """Write the score sheet of all pay rules, with citations of a rulebook.

    What is paid only unless something special was stands last.
    """
    rows: list[Row] = []
    last: list[Row] = []
    special = False
    for joined in in_rows(rules):
        rule = joined[0]
        if special and rule.unless_special:
            continue
        written = last if rule.unless_special else rows
        before = len(written)
        for payment, parts in _due(outcome, joined):
            line = _label(outcome, rule, payment.sign)
            if line is not None:
                clause, note = f"{rulebook} {line.clause}", _note(line.note, payment)
                evidence = tuple(
                    one for part, due in parts for one in evidence_of(outcome, part, due)
                )
                written.append(Row(line.item, clause, payment.amounts, note, evidence))
        if rule.operation in op.SPECIAL and len(written) > before:
            special = True
    return *rows, *last


def in_rows(rules: Iterable[PayRule]) -> Iterator[list[PayRule]]:
    """Put each rule together with those that are joined to it."""
    row: list[PayRule] = []
    for rule in rules:
        if row and not rule.joined:
            yield row
            row = []
        row.append(rule)
    if row:
        yield row


def _label(outcome: Outcome, rule: PayRule, sign: int) -> RowLabel | None:
    """Return what a payment is called; one that nobody wins or loses may have no name."""
    if sign == EVEN:
        return rule.even
    if sign == LOST and rule.lost is not None:
        return rule.lost
    return rule.line if isinstance(rule.line, RowLabel) else rule.line(outcome)


Parts = Sequence[tuple[PayRule, Payment]]
"""The parts of a sum, by rule."""


def _due(outcome: Outcome, rules: Sequence[PayRule]) -> Iterable[tuple[Payment, Parts]]:
    """Return what joined rules pay, one sum for each moment, in the order it is due."""
    if len(rules) == 1:
        return [(one, ((rules[0], one),)) for one in payments(outcome, rules[0])]
    due: dict[Moment, tuple[Payment, Parts]] = {}
    for rule in rules:
        for one in payments(outcome, rule):
            before, parts = due.get(one.moment, (None, ()))
            due[one.moment] = _sum(before, one) if before else one, (*parts, (rule, one))
    return [due[moment] for moment in sorted(due)]


def _sum(one: Payment, other: Payment) -> Payment:
    amounts, counted = (
        tuple(map(sum, zip(*both, strict=True)))
        for both in ((one.amounts, other.amounts), (one.counted, other.counted))
    )
    return Payment(amounts, WON if any(amounts) else EVEN, {}, one.moment, counted)


def _note(note: str | Text, payment: Payment) -> Text | None:
    """Fill in the blanks of a row's note."""
    if not note:
        return None
    return _in_the_singular(note if isinstance(note, Text) else _filled(note, payment))


def _filled(note: str, payment: Payment) -> Text:
    fill = dict(payment.fill)
    if counted := payment.counted:
        together = ", ".join(map(str, counted))
        fill = {"points": together, "sums": together, **fill}
        fill["first"], fill["second"] = counted[0], counted[-1]
    return Text(note, tuple((name, fill[name]) for name in fill if f"{{{name}}}" in note))


def _in_the_singular(note: Text) -> Text:
    """The note as it is said of a single card point, if it tells of one."""
    if str(dict(note.fill).get("points")) != "1":
        return note
    return Text(OF_ONE_POINT.get(note.msgid, note.msgid), note.fill)


def payments(outcome: Outcome, rule: PayRule) -> Iterable[Payment]:
    """Apply a pay rule to a finished deal."""
    return APPLY.get(rule.operation, _if_it_holds)(outcome, rule)


def _always(_outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    yield Payment(rule.earned)


def _if_it_holds(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    won = _holds(outcome, rule)
    if amounts := rule.earned if won else rule.missed:
        yield Payment(amounts, WON if won else LOST)


def _holds(outcome: Outcome, rule: PayRule) -> bool:
    """Return whether that has come about which a pay rule pays for."""
    who = rule.who
    match rule.operation:
        case op.LAST_BY_SIDE:
            return outcome.side[outcome.last_trick.winner] == who
        case op.LAST_BY_SEAT:
            return outcome.last_trick.winner == who
        case op.HAS_ALL:
            return rule.cards <= outcome.pile(who)
    won = tricks_of(outcome)
    match rule.operation:
        case op.ALL_TRICKS:
            return won[who] == rule.tricks
        case op.NO_TRICK:
            played = (one.seat for one in _played(outcome, rule.cards))
            return not won[who] and rule.tricks not in won and who not in played
        case op.HAS_TRICK:
            return won[who] > 0
    raise ValueError(f"No payment is known for the operation {rule.operation}.")


def tricks_of(outcome: Outcome) -> tuple[int, ...]:
    """Return how many tricks each seat has taken."""
    won = Counter(trick.winner for trick in outcome.tricks)
    return tuple(won[seat] for seat in range(outcome.seats))


# -- by card points ------------------------------------------------------------------------


def looked_up(rule: PayRule, points: int) -> int:
    """Look card points up in a pay rule's table; beyond its ends the entry there holds."""
    return rule.table[min(max(points - rule.first, 0), len(rule.table) - 1)]


def _for_points(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    points = card_points(outcome, rule.who)
    times = looked_up(rule, points)
    amounts = tuple(times * own for own in rule.earned)
    counted = tuple(points if side == rule.who else 0 for side in outcome.side)
    sign = WON if times > 0 else LOST if times < 0 else EVEN
    yield Payment(amounts, sign, {"points": points}, counted=counted, times=times)


def _to_the_most(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    """Whoever has too few points pays each who has the most."""
    counted = [card_points(outcome, party) for party in outcome.side]
    winners = [seat for seat, points in enumerate(counted) if points == max(counted)]
    if len(winners) > 1 and not rule.shared:
        return
    for seat, points in enumerate(counted):
        if seat in winners or points >= rule.first:
            continue
        fewer = points < rule.second
        amount = (rule.other if fewer else rule.amount) // len(winners)
        sign = EVEN if len(winners) > 1 else LOST if fewer else WON
        for winner in winners:
            yield Payment(
                between(winner, seat, amount, outcome.seats), sign, {"points": points}
            )


def _compared(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    points, others = (card_points(outcome, party) for party in outcome.sides)
    even = points == others
    won = FOOL not in outcome.pile(0) if even else points > others
    sign = EVEN if even else WON if won else LOST
    amounts = rule.earned if won else rule.missed
    yield Payment(amounts, sign, {"points": points, "others": others})


def in_tricks(outcome: Outcome, seat: int) -> int:
    """Count the card points in a seat's tricks, what it laid away left out."""
    return pile_points(outcome, trick_pile(outcome, seat), outcome.counting)


def _for_a_trick_lost(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    if tricks_of(outcome)[rule.who] < rule.tricks:
        points = in_tricks(outcome, rule.who)
        amount = max(0, rule.amount - looked_up(rule, points))
        amounts = from_each(rule.who, -amount, outcome.seats)
        yield Payment(amounts, LOST, {"points": points})


# -- by cards ------------------------------------------------------------------------------


def _played(outcome: Outcome, cards: frozenset[str]) -> Iterator[CardOfSet]:
    """Yield each card of a set that was played, in the order of play."""
    moments, seats = outcome.moments, outcome.seats
    for moment, card in sorted([(moments[card], card) for card in cards if card in moments]):
        trick, place = outcome.tricks[moment[0] - 1], moment[1]
        seat, winner = (trick.leader + place) % seats, trick.winner
        by_trump = trick.cards[(winner - trick.leader) % seats] in TRUMPS
        yield CardOfSet(moment, card, seat, winner, not place, by_trump)


def _for_cards(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    """Yield what each card of a rule brings when it is played."""
    if rule.shared and rule.operation == op.LAST_WITH:
        yield from _for_last_of_party(outcome, rule)
        return
    seats, side = outcome.seats, outcome.side
    for played in _played(outcome, rule.cards):
        seat, winner = played.seat, played.winner
        taken = side[seat] != side[winner] and (played.by_trump or not rule.by_trump)
        sign = WON
        amounts: tuple[int, ...] = ()
        if rule.operation == op.CAPTURED:
            amounts = rule.earned if taken and side[winner] == rule.who else ()
        elif rule.operation == op.FROM_LOSER:
            amounts = between(winner, seat, rule.amount, seats) if taken else ()
        elif amount := _own_amount(outcome, rule, played):
            sign = WON if amount > 0 else LOST
            amounts = from_each(seat, amount, seats)
        if amounts:
            fill = {"card": played.card, "number": played.moment[0]}
            yield Payment(amounts, sign, fill, played.moment)


def _for_last_of_party(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    """Yield what a card of a party's brings it in the last trick, or not there."""
    last = [
        played
        for played in _played(outcome, rule.cards)
        if played.moment[0] == len(outcome.tricks) and outcome.side[played.seat] == rule.who
    ]
    if any(played.seat == played.winner for played in last):
        yield Payment(rule.earned, WON)
    elif last or rule.loses:
        yield Payment(rule.missed, LOST)


def _own_amount(outcome: Outcome, rule: PayRule, played: CardOfSet) -> int:
    """Return what a card brings its player from each, or costs him."""
    number, _ = played.moment
    won = played.seat == played.winner
    if rule.operation == op.PLAYED:
        lost = rule.loses and not won and played.card != FOOL
        return -rule.amount if lost else rule.amount
    if rule.operation == op.WATCHED:
        return rule.table[number] if won else -rule.table[len(rule.table) // 2 + number]
    if number < len(outcome.tricks) or (rule.if_led and not played.led):
        return 0
    if rule.operation == op.LAST_WITH:
        return rule.amount if won else -rule.other
    if (rule.loses and not won) or has_led_on(outcome.tricks, played.seat, outcome.seats):
        return rule.amount if won else -rule.amount
    return 0


def _for_taken(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    """Any two players set what their cards taken bring off against each other."""
    sums = [0] * outcome.seats
    for played in _played(outcome, rule.cards):
        if rule.own_too or played.seat != played.winner:
            sums[played.winner] += rule.amount
    amounts = tuple(outcome.seats * own - sum(sums) for own in sums)
    yield Payment(amounts, WON if any(amounts) else EVEN, counted=tuple(sums))


def _thrown_in(outcome: Outcome, rule: PayRule) -> Iterator[Payment]:
    """Yield what is paid for breaking the deal off after one of the cards was played."""
    last = len(outcome.tricks)
    thrown = {
        played.card
        for played in _played(outcome, rule.cards)
        if played.seat == rule.who and played.moment[0] < last
    }
    amounts = [0] * outcome.seats
    for other in range(outcome.seats) if thrown else ():
        amounts[other] = 0 if other == rule.who else in_tricks(outcome, other)
    amounts[rule.who] = -sum(amounts)
    fill = {"cards": ", ".join(outcome.pack.sort(thrown))}
    yield Payment(tuple(amounts), LOST if thrown else EVEN, fill)


APPLY: Mapping[int, Callable[[Outcome, PayRule], Iterator[Payment]]] = {
    **dict.fromkeys(
        (op.CAPTURED, op.FROM_LOSER, op.PLAYED, op.LAST_WITH, op.WATCHED, op.LED_ON), _for_cards
    ),
    op.ALWAYS: _always,
    op.POINTS: _for_points,
    op.TAKEN: _for_taken,
    op.MOST: _to_the_most,
    op.COMPARED: _compared,
    op.NOT_ALL_TRICKS: _for_a_trick_lost,
    op.THROWN_IN: _thrown_in,
}
"""How a rule is applied, by its operation; the others pay if something holds."""


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
    """Return what rules share of which only one may come about, for any party."""
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
    """Return the bounds of what the cards of a rule bring or cost anybody."""
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
    """Return what is paid by card points other than by a table of them."""
    if rule.operation == op.MOST:
        amount = max(rule.amount, rule.other)
        return hull([(-amount, (seats - 1) * amount)])
    if rule.operation == op.THROWN_IN:
        return (-most, 0) if seat == rule.who else (0, most)
    least = min(looked_up(rule, points) for points in range(most + 1))
    paid = from_each(rule.who, -max(0, rule.amount - least), seats)[seat]
    return hull([(paid, paid)])
