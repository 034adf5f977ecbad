"""Laying an ending out for the exact solver: all that its plan does not say.

Nothing here knows what a row pays: the kernel's settlement is asked. It is asked once for each
plan, by Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from matto.engine import scoring as rows
from matto.engine.scoring import COMPARED, LOT, POINTS
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER, RANKS_IN_SUIT
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled
from matto.kernel.layout import MOST_SEATS, NO_CARD, Numbers, Plan
from matto.kernel.play import fool_points, has_trick, looked_up, lots_of_three, settle
from matto.kernel.primitives import count, lowest
from matto.kernel.solver_memory import (
    BEYOND,
    CAME_LATE,
    CARDS,
    COLUMN,
    FOOLS,
    MIXED,
    MOST_SETS,
    MOST_TRICKS,
    ON_SIDE_0,
    OWNER_FACTOR,
    Memory,
    scrambled,
    write_extremes,
)

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


@compiled
def lay_out(memory: Memory, plan: Plan, at_once: Plan, given: Numbers) -> bool:
    """Write an ending down, by new numbers; tells whether there was room for its card points.

    `at_once`: the plan with those rows only that are settled as soon as tricks are.
    """
    state, frame = memory.states[0], memory.frames[0]
    renumber(memory, given, state)
    write_open(memory, state)
    home = place_fool(memory, state, plan)
    write_points_of(memory, plan)
    count_piles(memory, state, plan, home)
    if memory.length > COLUMN:
        return False
    write_worths(memory, plan)
    close_sets(memory, state, plan, home)
    frame.known = NO_CARD
    for card in range(FOOL_NUMBER + 1):
        write_card(memory, state, plan, card)
    write_extremes(memory, state)
    slope_so_far = memory.slope * (frame.points - memory.first_points)
    frame.gained = settled_already(memory, at_once) + slope_so_far
    return True


@compiled
def renumber(memory: Memory, given: Numbers, state: Numbers) -> None:
    """Copy a state, with the new numbers of cards."""
    for place in range(lay.SIZE):
        state[place] = given[place]
    for place in range(0, lay.WON, 2 * MOST_SEATS):
        for seat in range(MOST_SEATS):
            renumber_words(memory, state, place + seat, place + seat + MOST_SEATS)
    renumber_words(memory, state, lay.LYING_PLAIN, lay.LYING_TAROCKS)
    for seat in range(MOST_SEATS):
        if state[lay.CARD + seat] >= 0:
            state[lay.CARD + seat] = memory.new[state[lay.CARD + seat]]
    if state[lay.BEST] != NO_CARD:
        state[lay.BEST] = memory.new[state[lay.BEST]]


@compiled
def renumber_words(memory: Memory, state: Numbers, at_plain: int, at_tarocks: int) -> None:
    """Give the cards of two words of a state their new numbers."""
    plain, tarocks = state[at_plain], state[at_tarocks]
    state[at_plain] = state[at_tarocks] = 0
    while plain:
        state[at_plain] |= 1 << memory.new[lowest(plain)]
        plain &= plain - 1
    while tarocks:
        card = memory.new[FIRST_TRUMP_NUMBER + lowest(tarocks)]
        state[at_tarocks] |= 1 << (card - FIRST_TRUMP_NUMBER)
        tarocks &= tarocks - 1


@compiled
def write_open(memory: Memory, state: Numbers) -> None:
    """Find the cards whose pile is not known yet: in hands, in the trick, in the stock."""
    frame, stock = memory.frames[0], memory.stock
    plain, tarocks = state[lay.LYING_PLAIN], state[lay.LYING_TAROCKS]
    for seat in range(memory.rules[lay.SEATS]):
        plain |= state[lay.PLAIN + seat]
        tarocks |= state[lay.TAROCKS + seat]
    for place in range(state[lay.DRAWN], memory.rules[lay.STOCK]):
        if stock[place] < FIRST_TRUMP_NUMBER:
            plain |= 1 << stock[place]
        else:
            tarocks |= 1 << (stock[place] - FIRST_TRUMP_NUMBER)
    frame.open_plain, frame.open_tarocks = plain, tarocks


@compiled
def place_fool(memory: Memory, state: Numbers, plan: Plan) -> int:
    """Find out whose the Fool is; gives the seat in whose pile it lies for good, or -1."""
    frame = memory.frames[0]
    frame.fool = frame.fool_waits = memory.fool_fixed = 0
    if frame.open_tarocks & FOOL_BIT:
        return -1
    owner = home = -1
    for seat in range(plan.rules[lay.SEATS]):
        if state[lay.OWN_TAROCKS + seat] & FOOL_BIT:
            owner = seat
        if state[lay.PILE_TAROCKS + seat] & FOOL_BIT:
            home = seat
    if state[lay.FOOL_TRICK] and owner != home:
        if not memory.fool_keeps and not has_trick(state, plan, plan.side[owner]):
            frame.fool_waits = 1 + home + OWNER_FACTOR * owner
            frame.open_tarocks |= FOOL_BIT
            return -1
        home = owner
    memory.fool_fixed = 1
    if home >= 0 and plan.side[home] == 0:
        frame.fool = ON_SIDE_0
    return home


# -- card points -----------------------------------------------------------------------------


@compiled
def write_points_of(memory: Memory, plan: Plan) -> None:
    """Write down what each card counts, over an empty card where lots are counted."""
    for card in range(FOOL_NUMBER + 1):
        memory.points_of[card] = -memory.lots
        word, bit = 1, card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = 2, card - FIRST_TRUMP_NUMBER
        for row in range(plan.values.shape[0]):
            if plan.values[row, word] >> bit & 1:
                memory.points_of[card] += plan.values[row, 0]
    memory.points_of[FOOL_NUMBER] = 0


@compiled
def pile_of(state: Numbers, plan: Plan, side: int, home: int) -> tuple[int, int]:
    """Give the cards of a side's piles, and its Fool once that is known."""
    plain = tarocks = 0
    for seat in range(plan.rules[lay.SEATS]):
        if plan.side[seat] == side:
            plain |= state[lay.PILE_PLAIN + seat]
            tarocks |= state[lay.PILE_TAROCKS + seat] & ~FOOL_BIT
            if home == seat:
                tarocks |= FOOL_BIT
    return plain, tarocks


@compiled
def count_piles(memory: Memory, state: Numbers, plan: Plan, home: int) -> None:
    """Count both sides' piles, and what can still be added to that of side 0."""
    frame, rules = memory.frames[0], plan.rules
    own, own_cards = counted(memory, state, plan, 0, home)
    other, other_cards = counted(memory, state, plan, 1, home)
    frame.points, frame.rest = own, 0
    if memory.lots:
        frame.points, frame.rest = own + own_cards // LOT, own_cards % LOT
    write_fool_points(memory, state, plan)
    left = rules[lay.ALL_TRICKS] - state[lay.TRICKS]
    open_tarocks = frame.open_tarocks & ~FOOL_BIT
    in_all = own + other + rules[lay.COUNT_EACH] * left + rules[lay.COUNT_LAST]
    memory.points_in_all = in_all + points_in(memory, frame.open_plain, open_tarocks)
    memory.cards_in_all = (
        own_cards + other_cards + count(frame.open_plain) + count(open_tarocks)
    )
    low, high = points_between(memory, plan, left)
    memory.first_points, memory.length = low, high - low + 1


@compiled
def counted(
    memory: Memory, state: Numbers, plan: Plan, side: int, home: int
) -> tuple[int, int]:
    """Give what a side's piles count with what is added for tricks, and their cards."""
    plain, tarocks = pile_of(state, plan, side, home)
    points, rules = points_in(memory, plain, tarocks), plan.rules
    if tarocks & FOOL_BIT:
        points += fool_points(state, plan) - memory.lots
    for seat in range(rules[lay.SEATS]):
        if plan.side[seat] == side:
            points += rules[lay.COUNT_EACH] * state[lay.WON + seat]
    if plan.side[rules[lay.DEALER]] == side:
        points += rules[lay.COUNT_AWAY]
    return points, count(plain) + count(tarocks)


@compiled
def write_fool_points(memory: Memory, state: Numbers, plan: Plan) -> None:
    """Write down what a Fool counts whose pile is not known yet, in time and late."""
    memory.fool_points[0] = memory.fool_points[1] = 0
    if not memory.fool_fixed:
        in_time, late = plan.rules[lay.COUNT_FOOL], 0
        if memory.frames[0].fool_waits:
            in_time = late = fool_points(state, plan)
        memory.fool_points[0], memory.fool_points[1] = in_time - memory.lots, late - memory.lots


@compiled
def points_in(memory: Memory, plain: int, tarocks: int) -> int:
    """Add up what cards count, the Fool left out."""
    points = 0
    while plain:
        points += memory.points_of[lowest(plain)]
        plain &= plain - 1
    while tarocks:
        points += memory.points_of[FIRST_TRUMP_NUMBER + lowest(tarocks)]
        tarocks &= tarocks - 1
    return points


@compiled
def points_between(memory: Memory, plan: Plan, left: int) -> tuple[int, int]:
    """Give the fewest and the most points that side 0 can have at the end."""
    frame = memory.frames[0]
    in_time, late = memory.fool_points[0], memory.fool_points[1]
    low, high = frame.points + min(0, in_time, late), frame.points + max(0, in_time, late)
    high += plan.rules[lay.COUNT_EACH] * left + plan.rules[lay.COUNT_LAST]
    for card in range(FOOL_NUMBER):
        word, bit = frame.open_plain, card
        if card >= FIRST_TRUMP_NUMBER:
            word, bit = frame.open_tarocks, card - FIRST_TRUMP_NUMBER
        if word >> bit & 1:
            low += min(0, memory.points_of[card])
            high += max(0, memory.points_of[card])
    if memory.lots:
        high += (frame.rest + count(frame.open_plain) + count(frame.open_tarocks)) // LOT
    return low, high


@compiled
def write_worths(memory: Memory, plan: Plan) -> None:
    """Write down what each number of points is worth at the end, and how that goes up or down.

    Where every point is worth at least so much (or at most so little), that slope is paid with
    each card; what remains goes in steps one way, or both ways.
    """
    some, least, most = False, BEYOND, -BEYOND
    for column in range(FOOLS * LOT):
        if not is_used(memory, plan, column):
            continue
        before = 0
        for place in range(memory.length):
            worth = worth_of(memory, plan, memory.first_points + place, column)
            memory.worth[column, place] = worth
            memory.least[place] = min(memory.least[place], worth) if some else worth
            memory.most[place] = max(memory.most[place], worth) if some else worth
            if place:
                least, most = min(least, worth - before), max(most, worth - before)
            before = worth
        some = True
    take_slope(memory, least, most)


@compiled
def is_used(memory: Memory, plan: Plan, column: int) -> bool:
    """Tell whether a column can be reached."""
    frame, fool, rest = memory.frames[0], column // LOT, column % LOT
    if memory.fool_fixed and fool != frame.fool:
        return False
    if not memory.lots or (memory.fool_fixed and plan.rules[lay.SEATS] == LOT):
        return bool(rest == frame.rest)  # each trick fills whole lots
    return True


@compiled
def take_slope(memory: Memory, least: int, most: int) -> None:
    """Take out of the columns what each point is worth at least, given the extreme steps."""
    memory.slope, memory.direction = 0, MIXED
    if memory.length == 1:
        memory.direction = 0
    elif least >= 0:
        memory.slope, memory.direction = least, int(most > least)
    elif most <= 0:
        memory.slope, memory.direction = most, -int(most > least)
    for place in range(memory.length):
        memory.least[place] -= memory.slope * place
        memory.most[place] -= memory.slope * place
        for column in range(FOOLS * LOT):
            memory.worth[column, place] -= memory.slope * place


@compiled
def worth_of(memory: Memory, plan: Plan, own: int, column: int) -> int:
    """Give what side 0 receives for so many points in a column."""
    in_all, cards = memory.points_in_all, memory.cards_in_all
    fool, rest = column // LOT, column % LOT
    if not memory.fool_fixed:
        in_all += memory.fool_points[1 if fool & CAME_LATE else 0]
        cards += 1
    other = in_all - own
    if memory.lots:
        own, other = lots_of_three(own, rest), lots_of_three(other, cards - rest)
    total = 0
    for place in range(plan.pay_rules.shape[0]):
        row, block = plan.pay_rules[place], lay.EARNED
        times = 1
        if row[lay.OPERATION] == POINTS:
            times = looked_up(plan, row, own if row[lay.WHO] == 0 else other)
        elif row[lay.OPERATION] == COMPARED:
            times = int(own > other or (own == other and not fool & ON_SIDE_0))
        else:
            continue
        if times == 0:
            block, times = lay.MISSED, 1
        for seat in range(plan.rules[lay.SEATS]):
            total += memory.sign[seat] * row[block + seat] * times
    return total


# -- cards and sets --------------------------------------------------------------------------


@compiled
def close_sets(memory: Memory, state: Numbers, plan: Plan, home: int) -> None:
    """Find out which sets can still be had; the fate of the others is known."""
    frame, closed = memory.frames[0], 0
    for place in range(memory.set_count):
        one = memory.sets[place]
        plain, tarocks = pile_of(state, plan, one.side, home)
        still = one.plain & frame.open_plain | one.tarocks & frame.open_tarocks
        lost = one.plain & ~(frame.open_plain | plain)
        lost |= one.tarocks & ~(frame.open_tarocks | tarocks)
        if lost or not still:
            closed |= 1 << place
    frame.closed = closed


@compiled
def write_card(memory: Memory, state: Numbers, plan: Plan, card: int) -> None:
    """Write down what makes a card unlike others besides its place."""
    owner, mark = owner_of(state, plan, memory.frames[0].fool_waits, card), memory.kind[card]
    if memory.slope or memory.direction:
        mark = scrambled(mark + memory.points_of[card])
    word, bit = 0, card
    if card >= FIRST_TRUMP_NUMBER:
        word, bit = 1, card - FIRST_TRUMP_NUMBER
    for place in range(memory.set_count):
        wanted = memory.sets[place].tarocks if word else memory.sets[place].plain
        if wanted >> bit & 1 and not memory.frames[0].closed >> place & 1:
            mark = scrambled(mark + place + 1)
    if card == FOOL_NUMBER or owner < 0:
        mark = scrambled(mark + card + 1)
    for winner in range(plan.rules[lay.SEATS]):
        mark = scrambled(mark + memory.gain[card, max(0, owner), winner])
    memory.mark[card] = mark


@compiled
def owner_of(state: Numbers, plan: Plan, fool_waits: int, card: int) -> int:
    """Give who holds a card or has played it to this trick, or -1."""
    word, bit = lay.PLAIN, card
    if card >= FIRST_TRUMP_NUMBER:
        word, bit = lay.TAROCKS, card - FIRST_TRUMP_NUMBER
    lies = state[lay.LYING_PLAIN if word == lay.PLAIN else lay.LYING_TAROCKS] >> bit & 1
    for seat in range(plan.rules[lay.SEATS]):
        if state[word + seat] >> bit & 1 or (lies and state[lay.CARD + seat] == card):
            return seat
    if fool_waits and card == FOOL_NUMBER:
        return int(fool_waits // OWNER_FACTOR)
    return -1


@compiled
def settled_already(memory: Memory, at_once: Plan) -> int:
    """Give what has been paid: what rows pay for a deal without all whose fate is open."""
    frame, settled = memory.frames[0], memory.states[1]
    for place in range(lay.SIZE):
        settled[place] = memory.states[0, place]
    for seat in range(MOST_SEATS):
        settled[lay.OWN_PLAIN + seat] &= ~frame.open_plain
        settled[lay.OWN_TAROCKS + seat] &= ~frame.open_tarocks
        settled[lay.PILE_TAROCKS + seat] &= ~frame.open_tarocks
    if frame.open_tarocks & FOOL_BIT:
        settled[lay.FOOL_TRICK] = 0
    pay, total = memory.states[2], 0
    for seat in range(MOST_SEATS):
        pay[seat] = 0
    settle(settled, at_once, pay)
    for seat in range(MOST_SEATS):
        total += memory.sign[seat] * pay[seat]
    for place in range(memory.set_count):
        if not frame.closed >> place & 1:
            total -= memory.sets[place].missed
    return total
