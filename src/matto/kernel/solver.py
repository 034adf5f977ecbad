"""The exact solver: the best play of an ending of two sides, all cards known.

For contracts of two sides (see `can_solve`). The value is what side 0 receives less what side
1 receives when both play as well as can be; where one side pays the other that is twice what
side 0 receives. It is the settlement of the whole deal, with all that is settled already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from matto.engine.scoring import LOT
from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    FOOL_BIT,
    FOOL_NUMBER,
    LEADING,
    RANKS_IN_SUIT,
    TRUMP,
)
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import NO_CARD, Numbers, Plan
from matto.kernel.play import beats, has_trick, is_over, legal_now, play_card
from matto.kernel.primitives import count, lowest
from matto.kernel.solver_memory import (
    BEYOND,
    CAME_LATE,
    CARDS,
    ON_SIDE_0,
    OWNER_FACTOR,
    Entry,
    Frame,
    Memory,
    bounds,
    keep,
    key_of,
    new_memory,
    new_table,
    recalled,
)
from matto.kernel.solver_setup import (
    AT_ONCE,
    can_solve,
    lay_out,
    new_numbers,
    only,
    renumbered,
    write_payments,
)

CERTAIN = 1 << 40  # the rank of the card that was best before
# Found by trial: halving or doubling one of them makes the searches longer.
LEADS_HIGHEST, LEADS_HIGHEST_TRUMP = 80, -60
TAKES, TAKES_FROM_PARTNER = 100, 25


@compiled(inline=True)
def choose(memory: Memory, ply: int) -> int:
    """Write down the cards to be tried at a ply, the most promising first; gives how many."""
    state, frame = memory.states[ply], memory.frames[ply]
    number, before, suit_before = 0, NO_CARD, NO_CARD
    plain, tarocks = legal_now(state, memory)
    others_plain, others_tarocks = of_others(frame, state)
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
            suit, others = card // RANKS_IN_SUIT, others_plain
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
            suit, others = TRUMP, others_tarocks & ~FOOL_BIT
        alike = suit == suit_before and card != FOOL_NUMBER
        if alike and are_alike(memory, before, card, others):
            memory.alike[card] = memory.alike[before]
        else:
            memory.alike[card] = card
            insert(memory, ply, number, card, promise(memory, frame, state, card))
            number += 1
        before, suit_before = card, suit
    return number


@compiled(inline=True)
def insert(memory: Memory, ply: int, number: int, card: int, rank: int) -> None:
    """Put a card among the cards to be tried, by its rank."""
    slot = number
    while slot and memory.ranks[ply, slot - 1] < rank:
        memory.ranks[ply, slot] = memory.ranks[ply, slot - 1]
        memory.moves[ply, slot] = memory.moves[ply, slot - 1]
        slot -= 1
    memory.ranks[ply, slot], memory.moves[ply, slot] = rank, card


@compiled(inline=True)
def of_others(frame: Frame, state: Numbers) -> tuple[int, int]:
    """Give the cards that may come between those of the seat to play."""
    seat, best = state[lay.TURN], state[lay.BEST]
    plain = frame.open_plain & ~(state[lay.PLAIN + seat] | state[lay.LYING_PLAIN])
    tarocks = frame.open_tarocks & ~(state[lay.TAROCKS + seat] | state[lay.LYING_TAROCKS])
    if best >= FIRST_TRUMP_NUMBER:
        tarocks |= 1 << (best - FIRST_TRUMP_NUMBER)
    elif best >= 0:
        plain |= 1 << best
    return plain, tarocks


@compiled(inline=True)
def are_alike(memory: Memory, low: int, high: int, others: int) -> bool:
    """Tell whether two cards of one hand, neighbours in it, are alike."""
    if memory.mark[low] != memory.mark[high]:
        return False
    if memory.strength[low] == memory.strength[high]:
        return True
    from_low, to_high = memory.equal_low[low], memory.equal_high[high]
    return bool(others & (2 << to_high) - (1 << from_low) == 0)


@compiled(inline=True)
def promise(memory: Memory, frame: Frame, state: Numbers, card: int) -> int:
    """Guess how good a card is for its player.

    Who takes a trick takes as much with it as he can; to a partner's trick one adds what is
    worth most, to an opponent's what is worth least. A strong card is not spent without need.
    """
    if card == frame.known:
        return CERTAIN
    best, seat, strength = state[lay.BEST], state[lay.TURN], memory.strength[card]
    if state[lay.LYING] == 0:
        if card == FOOL_NUMBER or not is_highest(frame, state, card):
            return 0
        return LEADS_HIGHEST if card < FIRST_TRUMP_NUMBER else LEADS_HIGHEST_TRUMP
    with_partner = memory.side[seat] == memory.side[state[lay.BEST_SEAT]]
    if beats(card, best, strength, memory.strength[best]):
        return (TAKES_FROM_PARTNER if with_partner else TAKES) + memory.weight[card] - strength
    return (memory.weight[card] if with_partner else -memory.weight[card]) - strength


@compiled(inline=True)
def is_highest(frame: Frame, state: Numbers, card: int) -> bool:
    """Tell whether no other player has a higher card of the same suit."""
    seat = state[lay.TURN]
    if card < FIRST_TRUMP_NUMBER:
        others = frame.open_plain & ~state[lay.PLAIN + seat]
        end = (card // RANKS_IN_SUIT + 1) * RANKS_IN_SUIT
        return bool(others & (1 << end) - (2 << card) == 0)
    others = frame.open_tarocks & ~state[lay.TAROCKS + seat]
    return bool(others & ~FOOL_BIT & -(2 << (card - FIRST_TRUMP_NUMBER)) == 0)


@compiled
def value_of(memory: Memory, table: Sequence[Entry], ply: int, alpha: int, beta: int) -> int:
    """Give the value of a position if it lies between `alpha` and `beta`, else a bound."""
    state, frame = memory.states[ply], memory.frames[ply]
    between_tricks = state[lay.LYING] == 0
    frame.known = NO_CARD
    if between_tricks:
        known, value = without_search(memory, table, ply, alpha, beta)
        if known:
            return value
    rises, low, high, card = memory.sign[state[lay.TURN]] > 0, alpha, beta, NO_CARD
    found = -BEYOND if rises else BEYOND
    for move in range(choose(memory, ply)):
        if low >= high or (move and is_out_of_nodes(memory)):
            break
        memory.nodes += 1
        tried = memory.moves[ply, move]
        put(memory, ply, tried)
        value = value_of(memory, table, ply + 1, low, high)
        if value > found if rises else value < found:
            found, card = value, tried
        low = max(low, value) if rises else low
        high = high if rises else min(high, value)
    frame.known = card
    if between_tricks and not memory.stopped:
        keep(memory, frame, table, alpha, beta, found)
    return found


@compiled
def without_search(
    memory: Memory,
    table: Sequence[Entry],
    ply: int,
    alpha: int,
    beta: int,
) -> tuple[bool, int]:
    """Tell whether a position between tricks need not be searched, and its value then.

    The value is exact, or a bound that lies outside of `alpha` and `beta`.
    """
    state, frame = memory.states[ply], memory.frames[ply]
    if state[lay.TRICKS] + 1 >= memory.rules[lay.ALL_TRICKS]:
        return True, at_the_end(memory, ply)
    least, most = bounds(memory, frame, state)
    known, value = is_decided(least, most, alpha, beta)
    if known:
        return True, value
    if is_out_of_nodes(memory):
        return True, (least + most) // 2
    frame.key = key_of(memory, frame, state)
    least, most = recalled(memory, frame, table)
    return is_decided(least, most, alpha, beta)


@compiled(inline=True)
def is_decided(least: int, most: int, alpha: int, beta: int) -> tuple[bool, int]:
    """Tell whether bounds say all that is asked, and which of them."""
    if least >= beta or least == most:
        return True, least
    return most <= alpha, most


@compiled(inline=True)
def is_out_of_nodes(memory: Memory) -> bool:
    """Tell whether as many cards have been tried as may be; nothing is exact then."""
    if memory.nodes >= memory.limit:
        memory.stopped = 1
        return True
    return False


@compiled
def at_the_end(memory: Memory, ply: int) -> int:
    """Let all play the one card that is left to them, if any is, and give the value."""
    while not is_over(memory.states[ply], memory):
        state, seat = memory.states[ply], memory.states[ply, lay.TURN]
        plain, tarocks = state[lay.PLAIN + seat], state[lay.TAROCKS + seat]
        card = lowest(plain) if plain else FIRST_TRUMP_NUMBER + lowest(tarocks)
        put(memory, ply, card)
        memory.nodes += 1
        ply += 1
    frame, state = memory.frames[ply], memory.states[ply]
    winner = state[lay.LEADER]
    total = frame.gained + memory.last[winner]
    for seat in range(memory.rules[lay.SEATS]):
        card, won = state[lay.CARD + seat], int(seat == winner)
        total += memory.late[card, seat, won, state[lay.LEFT_SUIT + seat]]
    return (
        total + memory.worth[frame.fool * LOT + frame.rest, frame.points - memory.first_points]
    )


@compiled(inline=True)
def put(memory: Memory, ply: int, card: int) -> None:
    """Play a card: the next ply's state and frame are written after this one's."""
    state, before, frame = memory.states[ply + 1], memory.frames[ply], memory.frames[ply + 1]
    for place in range(lay.VOIDS):
        state[place] = memory.states[ply, place]
    frame.gained, frame.points, frame.rest = before.gained, before.points, before.rest
    frame.closed, frame.fool, frame.fool_waits = before.closed, before.fool, before.fool_waits
    frame.open_plain, frame.open_tarocks = before.open_plain, before.open_tarocks
    play_card(state, memory, memory.stock, card)
    if state[lay.LYING] == 0:
        take_trick(memory, frame, state)


@compiled
def take_trick(memory: Memory, frame: Frame, state: Numbers) -> None:
    """Write down all that a finished trick brings."""
    winner, number, plain, tarocks = state[lay.LEADER], state[lay.TRICKS], 0, 0
    points, last = memory.rules[lay.COUNT_EACH], is_over(state, memory)
    points += memory.rules[lay.COUNT_LAST] if last else 0
    for seat in range(memory.rules[lay.SEATS]):
        card = state[lay.CARD + seat]
        if card == FOOL_NUMBER:
            frame.fool_waits = 1 + winner + OWNER_FACTOR * seat
            if number > memory.rules[lay.COUNT_FOOL_UNTIL]:
                frame.fool |= CAME_LATE
            continue
        points += memory.points_of[card]
        frame.gained += memory.gain[card, seat, winner]
        if card == memory.rules[lay.WATCHED]:
            frame.gained += memory.watched[seat, int(seat == winner), number]
        if card < FIRST_TRUMP_NUMBER:
            plain |= 1 << card
        else:
            tarocks |= 1 << (card - FIRST_TRUMP_NUMBER)
    to_pile(memory, frame, plain, tarocks, memory.side[winner])
    if memory.side[winner] == 0:
        count_for_side_0(memory, frame, points, count(plain) + count(tarocks))
    if frame.fool_waits:
        bring_fool(memory, frame, state, last)


@compiled
def bring_fool(memory: Memory, frame: Frame, state: Numbers, last: bool) -> None:
    """Bring a Fool that was played to whom it belongs, once that is known."""
    owner = home = frame.fool_waits // OWNER_FACTOR
    if not memory.fool_keeps and not has_trick(state, memory, memory.side[owner]):
        if not last:
            return
        home = (frame.fool_waits - 1) % OWNER_FACTOR
    frame.fool_waits = 0
    frame.gained += memory.gain[FOOL_NUMBER, owner, home]
    to_pile(memory, frame, 0, FOOL_BIT, memory.side[home])
    if memory.side[home] == 0:
        late = 1 if frame.fool & CAME_LATE else 0
        frame.fool |= ON_SIDE_0
        count_for_side_0(memory, frame, memory.fool_points[late], 1)


@compiled
def count_for_side_0(memory: Memory, frame: Frame, points: int, cards: int) -> None:
    """Add card points and cards to the pile of side 0."""
    if memory.lots:
        cards += frame.rest
        points += cards // LOT
        frame.rest = cards % LOT
    frame.points += points
    frame.gained += points * memory.slope


@compiled
def to_pile(memory: Memory, frame: Frame, plain: int, tarocks: int, side: int) -> None:
    """Lay cards to the pile of a side; a set may thereby be complete, or never will be."""
    frame.open_plain &= ~plain
    frame.open_tarocks &= ~tarocks
    for place in range(memory.set_count):
        one = memory.sets[place]
        if frame.closed >> place & 1 or not (one.plain & plain | one.tarocks & tarocks):
            continue
        if one.side != side:
            frame.closed |= 1 << place
            frame.gained += one.missed
        elif not (one.plain & frame.open_plain | one.tarocks & frame.open_tarocks):
            frame.closed |= 1 << place
            frame.gained += one.earned


USUAL_BITS = 16
SALT_STEP, WORD = 0x2C28FA16A64ABF97, (1 << 64) - 1


class CannotSolve(ValueError):
    """The endings of this plan are not for the exact solver."""


class Solution(NamedTuple):
    """The value of an ending, a best card, the cards tried, and whether the value is exact."""

    value: int
    card: int
    tried: int
    exact: bool


class Solver:
    """Solves endings of one plan, one after another, in one thread at a time.

    Its table has 2 to the power of `bits` entries of 48 bytes. When `nodes` cards have been
    tried a search ends: values are then estimates, half-way between bounds where nothing better
    was found. Endings whose cards count too much for the solver's columns have no value, and no
    card. Raises `CannotSolve`.
    """

    def __init__(self, plan: Plan, bits: int = USUAL_BITS) -> None:
        if not can_solve(plan):
            raise CannotSolve("Endings are solved for two sides and payments that are known.")
        self.new = new_numbers(plan)
        self.old = np.argsort(self.new)
        self.plan = renumbered(plan, self.new)
        self.memory: Memory = new_memory()
        self.table: Any = new_table(bits)
        self._at_once = only(self.plan, AT_ONCE)
        self._salt = 0
        self.memory.new[:] = self.new
        write_payments(self.memory, self.plan)

    def solve(self, state: Numbers, stock: Numbers, nodes: int) -> Solution:
        """Find the value of an ending and a best card; the state is not changed."""
        if not self.begin(state, stock, nodes):
            return Solution(0, NO_CARD, 0, exact=False)
        value = self._value(0)
        card = self.memory.frames[0].known
        if card == NO_CARD:
            choose(self.memory, 0)
            card = self.memory.moves[0, 0]
        return Solution(value, int(self.old[card]), self.tried, not self.memory.stopped)

    def values_of_moves(
        self, state: Numbers, stock: Numbers, nodes: int
    ) -> tuple[dict[int, int], bool]:
        """Find the value of each card that may be played, and whether these are exact."""
        if not self.begin(state, stock, nodes):
            return {}, False
        memory, values = self.memory, {}
        memory.alike[:] = NO_CARD
        number = choose(memory, 0)
        alike = memory.alike.copy()
        for card in memory.moves[0, :number].tolist():
            put(memory, 0, card)
            values[card] = self._value(1)
        legal = np.flatnonzero(alike != NO_CARD)
        found = {int(self.old[card]): values[alike[card]] for card in legal}
        return found, not memory.stopped

    @property
    def tried(self) -> int:
        return int(self.memory.nodes)

    def begin(self, state: Numbers, stock: Numbers, nodes: int) -> bool:
        """Lay an ending out for a new search; tells whether there was room for its points."""
        memory = self.memory
        memory.nodes, memory.limit, memory.stopped = 0, nodes, 0
        self._salt = self._salt + SALT_STEP & WORD
        memory.salt = self._salt - (self._salt >> 63 << 64)
        memory.stock[: len(stock)] = self.new[stock]
        return lay_out(memory, self.plan, self._at_once, state)

    def _value(self, ply: int) -> int:
        return int(value_of(self.memory, self.table, ply, -BEYOND, BEYOND))


@needed("exact endings")
def warm_up() -> object:
    """Solve an ending of two tricks between two players."""
    rules, state = np.zeros(lay.RULES_SIZE, np.int64), np.zeros(lay.SIZE, np.int64)
    rules[lay.SEATS], rules[lay.ALL_TRICKS], rules[lay.WATCHED] = 2, 2, NO_CARD
    side, strength = np.arange(lay.MOST_SEATS), np.arange(CARDS)
    rows, stock = np.zeros((0, lay.ROW_SIZE), np.int64), np.zeros(0, np.int64)
    values = np.zeros((0, 3), np.int64)
    plan = Plan(rules, strength, side, values, rows, stock, lay.NO_WEIGHTS)
    state[lay.PLAIN], state[lay.PLAIN + 1] = 3, 12
    state[lay.LED], state[lay.BEST] = LEADING, NO_CARD
    solver = Solver(plan, 1)
    return solver.values_of_moves(state, stock, 9), solver.solve(state, stock, 9)
