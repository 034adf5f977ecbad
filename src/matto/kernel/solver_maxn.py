"""Max^n: what each card of an ending brings where each plays for himself and knows all cards.

Every seat plays the card that brings itself most; who has several such cards plays each of them
as often. Nothing can be cut off in such a search, so it is for endings of a few cards. Of cards
that are alike one is tried, and what a position between tricks brings is kept in a table.
Source: Luckhardt and Irani, An Algorithmic Solution of N-Person Games, AAAI 1986.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER, RANKS_IN_SUIT, SUIT_BITS
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, NO_CARD, Numbers, Plan, Reals
from matto.kernel.play import is_over, legal_now, play_card, settle, taken_out
from matto.kernel.playouts import NO_STOCK, copy_row, play_through, tiny_deal
from matto.kernel.primitives import lowest
from matto.kernel.solver_memory import scrambled

TABLE_BITS = 18
IN_KEY = (
    *range(lay.PLAIN, lay.AWAY_PLAIN),
    *range(lay.BOUND, lay.CARD),
    lay.LEADER,
    *range(lay.TRICKS, lay.LYING_PLAIN),
    lay.WON_BY_PLAIN,
)
"""What of a state matters between tricks; the cards of the last one do not."""


class SearchLine(NamedTuple):
    """The line that is searched, card by card: `[plies, …]`.

    `states`: the positions. `values`: what each seat gets from there on, by the cards tried so
    far. `times`: how many cards are like each of those that are tried. `pay`: room for a
    settlement. `nodes`: how many cards have been tried, and may be. `marks`: cards of one suit
    whose marks are equal differ in strength only. `keys`, `known`: positions between tricks
    that have been searched, and their values.
    """

    states: Numbers
    values: Reals
    times: Numbers
    pay: Numbers
    nodes: Numbers
    marks: Numbers
    keys: Numbers
    known: Reals


class MaxnSolver:
    """Solves endings of one plan, one after another, in one thread at a time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.line = new_line(plan)

    def values_of_moves(
        self, state: Numbers, stock: Numbers, cards: Sequence[int], nodes: int
    ) -> Reals | None:
        """Find what each of these legal cards brings its player; None if it takes more nodes.

        `cards`: their numbers. The values are in the game's smallest unit: `[cards]`.
        """
        line, seat = self.line, state[lay.TURN]
        line.nodes[:] = 0, nodes
        line.keys[:] = 0  # another stock may lie
        found = np.zeros(len(cards))
        for place, card in enumerate(cards):
            line.states[0] = state
            play_through(line.states[:1], self.plan, stock, np.array([card]))
            if not search(line, self.plan, stock, 0):
                return None
            found[place] = line.values[0, seat]
        return found


def new_line(plan: Plan) -> SearchLine:
    """Make room for endings of a plan."""
    plies = int(plan.rules[lay.ALL_TRICKS] * plan.rules[lay.SEATS]) + 1
    return SearchLine(
        states=np.zeros((plies, lay.SIZE), np.int64),
        values=np.zeros((plies, MOST_SEATS)),
        times=np.zeros((plies, FOOL_NUMBER + 1), np.int64),
        pay=np.zeros(MOST_SEATS, np.int64),
        nodes=np.zeros(2, np.int64),
        marks=marks_of(plan),
        keys=np.zeros(1 << TABLE_BITS, np.int64),
        known=np.empty((1 << TABLE_BITS, MOST_SEATS)),
    )


def marks_of(plan: Plan) -> Numbers:
    """Number what cards count and which rows pay for them, card by card."""
    rules = plan.rules
    words = [*plan.values[:, 1:], *plan.pay_rules[:, lay.ROW_PLAIN : lay.ROW_TAROCKS + 1]]
    words.append(rules[lay.WORTHLESS_PLAIN : lay.WORTHLESS_TAROCKS + 1])
    marks: dict[object, int] = {}
    found = np.zeros(FOOL_NUMBER + 1, np.int64)
    for card in range(FOOL_NUMBER + 1):
        word, bit = card >= FIRST_TRUMP_NUMBER, card % FIRST_TRUMP_NUMBER
        own = card if rules[lay.DUTIES] or card == rules[lay.WATCHED] else NO_CARD
        mark = (own, *(int(both[int(word)]) >> bit & 1 for both in words))
        found[card] = marks.setdefault(mark, len(marks))
    return found


def _cards_left(state: Numbers, plan: Plan) -> int:
    rules = plan.rules
    return int((rules[lay.ALL_TRICKS] - state[lay.TRICKS]) * rules[lay.SEATS])


@compiled
def search(line: SearchLine, plan: Plan, stock: Numbers, ply: int) -> bool:
    """Write down what each seat gets from a position on; tells whether the nodes sufficed."""
    state, values = line.states[ply], line.values[ply]
    if is_over(state, plan):
        settle_at(line, plan, ply)
        return True
    key = key_of(state) if state[lay.LYING] == 0 else 0
    place = key & (len(line.keys) - 1)
    if key and line.keys[place] == key:
        copy_values(line.known[place], values)
        return True
    seat, best = state[lay.TURN], 0
    plain, tarocks = unlike(line, plan, stock, ply)
    while plain | tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        copy_row(line.states, ply, line.states[ply + 1])
        play_card(line.states[ply + 1], plan, stock, card)
        line.nodes[0] += 1
        if line.nodes[0] > line.nodes[1] or not search(line, plan, stock, ply + 1):
            return False
        best = with_card(values, best, line.values[ply + 1], line.times[ply, card], seat)
    if key:
        line.keys[place] = key
        copy_values(values, line.known[place])
    return True


@compiled(inline=True)
def with_card(values: Reals, best: int, tried: Reals, times: int, seat: int) -> int:
    """Take a card, or several alike, into the mean of the best; gives how many these are."""
    if best and tried[seat] < values[seat]:
        return best
    if not best or tried[seat] > values[seat]:
        copy_values(tried, values)
        return times
    for other in range(MOST_SEATS):
        values[other] += (tried[other] - values[other]) * times / (best + times)
    return best + times


@compiled(inline=True)
def copy_values(these: Reals, there: Reals) -> None:
    """Copy what each seat gets."""
    for seat in range(MOST_SEATS):
        there[seat] = these[seat]


@compiled
def key_of(state: Numbers) -> int:
    """Give a number for a position between tricks."""
    key = 0
    for place in IN_KEY:
        key = scrambled(key + state[place] + place)
    return key


@compiled
def unlike(line: SearchLine, plan: Plan, stock: Numbers, ply: int) -> tuple[int, int]:
    """Give the cards that may be played now, of those that are alike the first one."""
    state, marks, times = line.states[ply], line.marks, line.times[ply]
    plain, tarocks = legal_now(state, plan)
    others_plain, others_tarocks = of_others(state, plan, stock)
    kept_plain = kept_tarocks = 0
    while plain | tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        if card < FIRST_TRUMP_NUMBER:
            suit = SUIT_BITS << (card // RANKS_IN_SUIT * RANKS_IN_SUIT)
            like = like_one(marks, plan, kept_plain & suit, card, 0, others_plain & suit)
            kept_plain |= 1 << card if like == card else 0
        else:
            first = FIRST_TRUMP_NUMBER
            like = like_one(marks, plan, kept_tarocks, card, first, others_tarocks)
            kept_tarocks |= 1 << (card - first) if like == card else 0
        times[like] = 1 if like == card else times[like] + 1
    return kept_plain, kept_tarocks


@compiled
def of_others(state: Numbers, plan: Plan, stock: Numbers) -> tuple[int, int]:
    """Give the cards that may come between those of the seat to play."""
    seat, best, plain, tarocks = state[lay.TURN], state[lay.BEST], 0, 0
    for other in range(plan.rules[lay.SEATS]):
        if other != seat:
            plain |= state[lay.PLAIN + other]
            tarocks |= state[lay.TAROCKS + other]
    if best >= FIRST_TRUMP_NUMBER:
        tarocks |= 1 << (best - FIRST_TRUMP_NUMBER)
    elif best != NO_CARD:
        plain |= 1 << best
    for place in range(state[lay.DRAWN], plan.rules[lay.STOCK]):
        if stock[place] < FIRST_TRUMP_NUMBER:
            plain |= 1 << stock[place]
        else:
            tarocks |= 1 << (stock[place] - FIRST_TRUMP_NUMBER)
    return plain, tarocks


@compiled
def like_one(marks: Numbers, plan: Plan, kept: int, card: int, first: int, others: int) -> int:
    """Give the card of those kept of its suit in one hand that a card is like, or itself.

    It is if they are marked alike and no card of the others is between them. Places in the
    words `kept` and `others` count from the card numbered `first`.
    """
    strength = plan.strength
    while kept and card != FOOL_NUMBER:
        one = first + lowest(kept)
        kept &= kept - 1
        if marks[one] != marks[card]:
            continue
        low, high = min(strength[one], strength[card]), max(strength[one], strength[card])
        between, left = False, others
        while left and not between:
            between = low <= strength[first + lowest(left)] <= high
            left &= left - 1
        if not between:
            return one
    return card


@compiled
def settle_at(line: SearchLine, plan: Plan, ply: int) -> None:
    """Settle a finished deal."""
    for seat in range(MOST_SEATS):
        line.pay[seat] = 0
    settle(line.states[ply], plan, line.pay)
    for seat in range(MOST_SEATS):
        line.values[ply, seat] = line.pay[seat]


@needed("endings without sides")
def warm_up() -> object:
    state, plan = tiny_deal()
    return MaxnSolver(plan).values_of_moves(state, NO_STOCK[0], [0], 9)
