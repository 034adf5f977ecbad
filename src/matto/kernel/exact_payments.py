"""What each card can still pay under a plan, found by settling deals of a single card.

Nothing here knows what a row pays: the kernel's settlement is asked. It is asked once for each
plan, by Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from matto.engine import payrules as rows
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER, RANKS_IN_SUIT
from matto.kernel import layout as lay
from matto.kernel.exact_memory import CARDS, MOST_SETS, MOST_TRICKS, Memory
from matto.kernel.layout import NO_CARD, Numbers, Plan
from matto.kernel.pay import settle

BY_CARD = (rows.CAPTURED, rows.FROM_LOSER, rows.TAKEN, rows.PLAYED)
LAST_WINNER = (rows.LAST_BY_SIDE, rows.LAST_BY_SEAT)
LAST_CARD = (rows.LAST_WITH, rows.LED_ON)
AT_ONCE = (rows.ALWAYS, rows.HAS_ALL, rows.WATCHED, *BY_CARD)
"""Rows that are settled as soon as the tricks of their cards are."""
BY_POINTS = (rows.POINTS, rows.COMPARED)
KNOWN = {*AT_ONCE, *LAST_WINNER, *LAST_CARD, *BY_POINTS}
KIND_FACTOR = 64


def can_solve(plan: Plan) -> bool:
    """Tell whether the endings of a plan can be solved: two sides, and rows that are known.

    Not known are an exchange for the Fool, a Fool that is a trump, counting by missing cards,
    duties to play courts, a last card paid party by party, rows that ask who led or whether a
    trump has won, and rows that pay for the most points, for all tricks or for none.
    """
    rules, operations = plan.rules, plan.pay_rules[:, lay.OPERATION]
    captured = plan.pay_rules[operations == rows.CAPTURED]
    return bool(
        set(plan.side[: rules[lay.SEATS]].tolist()) == {0, 1}
        and rules[lay.FOOL_GOES] in (rows.OWNER_KEEPS, rows.OWNER_NEEDS_TRICK)
        and rules[lay.COUNT_HOW] != rows.LESS_MISSING
        and not rules[lay.DUTIES]
        and rules[lay.WATCHED] != FOOL_NUMBER
        and KNOWN.issuperset(operations.tolist())
        and not captured[:, lay.MISSED : lay.BY_TRUMP].any()
        and not plan.pay_rules[:, [lay.BY_TRUMP, lay.IF_LED]].any()
        and not plan.pay_rules[operations == rows.LAST_WITH, lay.SHARED].any()
        and (operations == rows.HAS_ALL).sum() <= MOST_SETS
    )


def new_numbers(plan: Plan) -> Numbers:
    """Give the new number of each card: in its suit by strength."""
    new = np.arange(CARDS)
    firsts = [*range(0, FIRST_TRUMP_NUMBER + 1, RANKS_IN_SUIT), FOOL_NUMBER]
    for first, end in pairwise(firsts):
        new[first + np.argsort(plan.strength[first:end], kind="stable")] = np.arange(first, end)
    return new


def renumbered(plan: Plan, new: Numbers) -> Plan:
    """Give a plan with the new numbers of cards."""
    rules, strength = plan.rules.copy(), np.empty_like(plan.strength)
    values, pay_rules = plan.values.copy(), plan.pay_rules.copy()
    strength[new] = plan.strength
    if rules[lay.WATCHED] != NO_CARD:
        rules[lay.WATCHED] = new[rules[lay.WATCHED]]
    for table, first in ((values, 1), (pay_rules, lay.ROW_PLAIN)):
        for row in table:
            row[first : first + 2] = _words(
                new[card] for card in _cards(*row[first : first + 2])
            )
    return plan._replace(rules=rules, strength=strength, values=values, pay_rules=pay_rules)


def only(plan: Plan, operations: tuple[int, ...]) -> Plan:
    """Give a plan that has only the rows of some operations."""
    wanted = np.isin(plan.pay_rules[:, lay.OPERATION], operations)
    return plan._replace(pay_rules=plan.pay_rules[wanted])


def _cards(plain: int, tarocks: int) -> Iterator[int]:
    both = int(plain) | int(tarocks) << FIRST_TRUMP_NUMBER
    return (card for card in range(CARDS) if both >> card & 1)


def _words(cards: Iterator[int]) -> tuple[int, int]:
    both = sum(1 << int(card) for card in cards)
    return both & (1 << FIRST_TRUMP_NUMBER) - 1, both >> FIRST_TRUMP_NUMBER


def difference(plan: Plan, state: Numbers) -> int:
    """Settle a deal; gives what side 0 receives less what side 1 receives."""
    pay = np.zeros(lay.MOST_SEATS, dtype=np.int64)
    settle(state, plan, pay)
    seats = plan.rules[lay.SEATS]
    return int(((1 - 2 * plan.side[:seats]) * pay[:seats]).sum())


class _OneCard:
    """A deal in which nothing matters but one card or one set of cards."""

    def __init__(self, plan: Plan, *operations: int) -> None:
        self.plan = only(plan, operations)
        self.seats = range(plan.rules[lay.SEATS])
        words = self.plan.pay_rules[:, lay.ROW_PLAIN : lay.ROW_TAROCKS + 1]
        self.cards = sorted({card for both in words for card in _cards(*both)})

    def paid(self, owner: int, winner: int, words: tuple[int, int], **more: int) -> int:
        """What is paid when one seat played these cards and one has won them."""
        state = np.zeros(lay.SIZE, dtype=np.int64)
        state[lay.CARD : lay.CARD + lay.MOST_SEATS] = NO_CARD
        state[[lay.OWN_PLAIN + owner, lay.OWN_TAROCKS + owner]] = words
        state[[lay.PILE_PLAIN + winner, lay.PILE_TAROCKS + winner]] = words
        for name, number in more.items():
            state[getattr(lay, name)] = number
        return difference(self.plan, state)

    def paid_last(self, seat: int, card: int, won: int, left: int) -> int:
        """What is paid for a card of the last trick; `left`: its player has left his suit."""
        state = np.zeros(lay.SIZE, dtype=np.int64)
        state[lay.CARD : lay.CARD + lay.MOST_SEATS] = NO_CARD
        state[lay.CARD + seat], state[lay.LEFT_SUIT + seat] = card, left
        state[lay.LEADER] = seat if won else (seat + 1) % len(self.seats)
        return difference(self.plan, state)


def write_payments(memory: Memory, plan: Plan) -> None:
    """Write down what all rows of a renumbered plan can pay, and by what they know cards."""
    seats = range(plan.rules[lay.SEATS])
    memory.rules[:], memory.strength[:] = plan.rules, plan.strength
    memory.side[: len(plan.side)] = plan.side
    memory.sign[: len(seats)] = 1 - 2 * plan.side[: len(seats)]
    memory.lots = plan.rules[lay.COUNT_HOW] == rows.LOTS
    memory.fool_keeps = plan.rules[lay.FOOL_GOES] == rows.OWNER_KEEPS
    _write_gains(memory, plan)
    _write_last(memory, plan)
    _write_sets(memory, plan)
    _write_equals(memory, plan)
    for number, row in enumerate(plan.pay_rules):
        if row[lay.OPERATION] in (rows.WATCHED, *LAST_CARD):
            for card in _cards(row[lay.ROW_PLAIN], row[lay.ROW_TAROCKS]):
                memory.kind[card] = memory.kind[card] * KIND_FACTOR + number + 1


def _write_gains(memory: Memory, plan: Plan) -> None:
    deal, watched = _OneCard(plan, *BY_CARD), _OneCard(plan, rows.WATCHED)
    for card in deal.cards:
        words = _words(iter([card]))
        for owner in deal.seats:
            for winner in deal.seats:
                memory.gain[card, owner, winner] = deal.paid(owner, winner, words)
    for card in watched.cards:
        words = _words(iter([card]))
        for owner in watched.seats:
            for winner in (owner, (owner + 1) % len(watched.seats)):
                for number in range(1, min(MOST_TRICKS, plan.rules[lay.ALL_TRICKS] + 1)):
                    paid = watched.paid(owner, winner, words, WATCHED_TRICK=number)
                    memory.watched[owner, int(owner == winner), number] = paid


def _write_last(memory: Memory, plan: Plan) -> None:
    deal, cards = _OneCard(plan, *LAST_WINNER), _OneCard(plan, *LAST_CARD)
    for seat in deal.seats:
        memory.last[seat] = deal.paid_last(seat, NO_CARD, 1, 0)
    for card in cards.cards:
        for seat in cards.seats:
            for won in range(2):
                for left in range(2):
                    memory.late[card, seat, won, left] = cards.paid_last(seat, card, won, left)
    led_on = _OneCard(plan, rows.LED_ON).cards
    memory.led_on_plain, memory.led_on_tarocks = _words(iter(led_on))


def _write_sets(memory: Memory, plan: Plan) -> None:
    deal = _OneCard(plan, rows.HAS_ALL)
    all_rows = deal.plan.pay_rules
    memory.set_count = len(all_rows)
    for place in range(len(all_rows)):
        row, one = all_rows[place], memory.sets[place]
        deal.plan = plan._replace(pay_rules=all_rows[place : place + 1])
        one.plain, one.tarocks = row[lay.ROW_PLAIN], row[lay.ROW_TAROCKS]
        one.side = row[lay.WHO]
        winner = plan.side.tolist().index(one.side)
        one.earned = deal.paid(winner, winner, (one.plain, one.tarocks))
        one.missed = deal.paid(winner, winner, (0, 0))


def _write_equals(memory: Memory, plan: Plan) -> None:
    """Write down the places of the lowest and highest card that are as strong as a card."""
    for card in range(CARDS):
        first = FIRST_TRUMP_NUMBER if card >= FIRST_TRUMP_NUMBER else 0
        suit = 0 if card == FOOL_NUMBER else min(card // RANKS_IN_SUIT, 4) * RANKS_IN_SUIT
        end = FOOL_NUMBER if first else suit + RANKS_IN_SUIT
        equal = [card]
        if card != FOOL_NUMBER:
            strength = plan.strength[suit:end]
            equal = (suit + np.flatnonzero(strength == plan.strength[card])).tolist()
        memory.equal_low[card], memory.equal_high[card] = equal[0] - first, equal[-1] - first
