"""The exact solver: the best play of an ending of two sides, all cards known.

Alpha-beta over the same compiled play and settlement that playouts use. A deal is worth what
side 0 receives less what side 1 receives; where one side pays the other that is twice what side
0 receives.

Where every card point pays the same (see `pays_by_points`), a table keeps what positions
between tricks have *still to bring*, and of cards that are alike one is tried. All other games
have nothing open but their last tricks, which are soon searched without.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from matto.engine import scoring as rows
from matto.engine.cards import NUMBER, codes_in
from matto.engine.scoring import LOT
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_BIT, FOOL_NUMBER, RANKS_IN_SUIT, TRUMP
from matto.kernel import layout as lay
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, NO_CARD, Numbers, Plan
from matto.kernel.play import (
    beats,
    fool_points,
    is_over,
    legal_now,
    play_card,
    settle,
    taken_out,
)
from matto.kernel.playouts import tiny_deal
from matto.kernel.primitives import count

CARDS = FOOL_NUMBER + 1
MOST_MOVES = 32
SUITS = np.minimum(np.arange(CARDS) // RANKS_IN_SUIT, TRUMP)
SUITS[FOOL_NUMBER] = TRUMP + 1
TABLE_SIZE = 1 << 20
"""So many positions are remembered, a power of 2."""
BEYOND = 1 << 40
"""More than any value."""
KEY, LOW, HIGH = range(3)
"""The columns of the table."""
NODES, LIMIT, STOPPED, BY_POINTS = range(4)
"""The places of the notes."""
SCRAMBLE, SHIFT = 0x2545F4914F6CDD1D, 29

TAKES = 100
"""More than any strength."""


class Search(NamedTuple):
    """The line that is searched, and what is known of positions.

    `states`, `moves`, `ranks`: the positions, the cards to be tried and how promising they are,
    ply by ply. `table`: positions between tricks (`KEY` …). `notes`: single numbers (`NODES`
    …). `kinds`: cards of equal numbers differ in strength only. `alike`: by card, which one
    stands for it at the position seen last. `pay`: room for a settlement.
    """

    states: Numbers
    moves: Numbers
    ranks: Numbers
    table: Numbers
    notes: Numbers
    kinds: Numbers
    alike: Numbers
    pay: Numbers


def values_of_moves(state: Numbers, plan: Plan, nodes: int) -> dict[int, int] | None:
    """Return the value of each card that may be played; None if that takes more nodes.

    None too where there are not two sides, or cards are still to be drawn.
    """
    sides = set(plan.side[: plan.rules[lay.SEATS]].tolist())
    if sides != {0, 1} or state[lay.DRAWN] < plan.rules[lay.STOCK]:
        return None
    search, found = new_search(state, plan, nodes), np.full(CARDS, BEYOND)
    write_values(search, plan, found)
    if search.notes[STOPPED]:
        return None
    return {card: int(found[card]) for card in np.flatnonzero(found < BEYOND).tolist()}


def new_search(state: Numbers, plan: Plan, nodes: int) -> Search:
    """Make room for the search of an ending."""
    values, by_points = card_values(plan), pays_by_points(plan)
    plies = int(plan.rules[lay.ALL_TRICKS] * plan.rules[lay.SEATS]) + 1
    states = np.zeros((plies, lay.SIZE), np.int64)
    states[0] = state
    return Search(
        states=states,
        moves=np.zeros((plies, MOST_MOVES), np.int64),
        ranks=np.zeros((plies, MOST_MOVES), np.int64),
        table=np.zeros((TABLE_SIZE if by_points else 1, 3), np.int64),
        notes=np.array([0, nodes, 0, by_points]),
        kinds=values * (TRUMP + 2) + SUITS if by_points else np.arange(CARDS),
        alike=np.zeros(CARDS, np.int64),
        pay=np.zeros(MOST_SEATS, np.int64),
    )


def card_values(plan: Plan) -> Numbers:
    """Return how many points each card counts, by number; none are told of the Fool's."""
    found = np.zeros(CARDS, np.int64)
    for value, plain, tarocks in plan.values.tolist():
        found[[NUMBER[code] for code in codes_in(plain, tarocks)]] = value
    return found


def pays_by_points(plan: Plan) -> bool:
    """Return whether two play who are paid the same for each card point, and by nothing else.

    Then it does not matter by which cards of finished tricks points have come together. Cards
    of a suit must be numbered by strength.
    """
    rules, values, in_pack = plan.rules, card_values(plan), plan.strength > 0
    most = values.sum() + rules[lay.COUNT_FOOL] + rules[lay.COUNT_AWAY]
    most += rules[lay.COUNT_LAST] + rules[lay.COUNT_EACH] * rules[lay.ALL_TRICKS]
    same_suit = np.diff(SUITS[in_pack]) == 0
    return bool(
        rules[lay.SEATS] == rules[lay.SIDES]
        and not rules[lay.DUTIES]
        and rules[lay.FOOL_GOES] != rows.EXCHANGED
        and rules[lay.COUNT_HOW] != rows.LESS_MISSING
        and (values[in_pack] > 0).all()
        and (np.diff(plan.strength[in_pack])[same_suit] > 0).all()
        and all(is_even(plan, row, most) for row in plan.pay_rules)
    )


def is_even(plan: Plan, row: Numbers, most: int) -> bool:
    """Return whether a row pays the same for each card point up to the most there can be."""
    table = plan.tables[row[lay.TABLE_AT] : row[lay.TABLE_AT] + row[lay.TABLE_LENGTH]]
    return bool(
        row[lay.OPERATION] == rows.POINTS
        and not row[lay.MISSED : lay.BY_TRUMP].any()
        and row[lay.FIRST] <= 0
        and most < row[lay.FIRST] + len(table)
        and len(set(np.diff(table).tolist())) == 1
    )


# -- the search ------------------------------------------------------------------------------


@compiled
def write_values(search: Search, plan: Plan, found: Numbers) -> None:
    """Write down the value of each card that may be played."""
    for move in range(order_moves(search, plan, 0)):
        card = search.moves[0, move]
        play_move(search, plan, 0, card)
        found[card] = value_of(search, plan, 1, -BEYOND, BEYOND)
    order_moves(search, plan, 0)  # the search has written over what is alike
    plain, tarocks = legal_now(search.states[0], plan)
    while plain | tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        found[card] = found[search.alike[card]]


@compiled
def value_of(search: Search, plan: Plan, ply: int, alpha: int, beta: int) -> int:
    """Return the value of a position if it lies between `alpha` and `beta`, else a bound."""
    state, notes, gained, key = search.states[ply], search.notes, 0, 0
    if notes[STOPPED] or is_over(state, plan):
        return settled(search, plan, state)
    in_table = notes[BY_POINTS] and state[lay.LYING] == 0
    if in_table:
        gained, key = settled(search, plan, state), key_of(state, plan)
        least, most = stored_bounds(search.table, key)
        alpha, beta = max(alpha, least + gained), min(beta, most + gained)
    low, high, rises = alpha, beta, plan.side[state[lay.TURN]] == 0
    if low >= high:
        return low
    found = -BEYOND if rises else BEYOND
    for move in range(order_moves(search, plan, ply)):
        play_move(search, plan, ply, search.moves[ply, move])
        value = value_of(search, plan, ply + 1, low, high)
        if rises:
            found, low = max(found, value), max(low, value)
        else:
            found, high = min(found, value), min(high, value)
        if low >= high or notes[STOPPED]:
            break
    if in_table and not notes[STOPPED]:
        store_bounds(search.table, key, alpha - gained, beta - gained, found - gained)
    return found


@compiled(inline=True)
def stored_bounds(table: Numbers, key: int) -> tuple[int, int]:
    """Return the bounds that are known for a position."""
    place = (key ^ key >> SHIFT) & (table.shape[0] - 1)
    if table[place, KEY] != key:
        return -BEYOND, BEYOND
    return table[place, LOW], table[place, HIGH]


@compiled(inline=True)
def store_bounds(table: Numbers, key: int, alpha: int, beta: int, value: int) -> None:
    """Keep what a search between `alpha` and `beta` has found out about a position."""
    place = (key ^ key >> SHIFT) & (table.shape[0] - 1)
    if table[place, KEY] != key:
        table[place, KEY], table[place, LOW], table[place, HIGH] = key, -BEYOND, BEYOND
    if value > alpha:
        table[place, LOW] = value
    if value < beta:
        table[place, HIGH] = value


@compiled(inline=True)
def play_move(search: Search, plan: Plan, ply: int, card: int) -> None:
    """Play a card: the next ply's state is written after this one's."""
    before, after, notes = search.states[ply], search.states[ply + 1], search.notes
    for place in range(lay.SIZE):
        after[place] = before[place]
    play_card(after, plan, search.pay, card)  # no stock is left
    notes[NODES] += 1
    if notes[NODES] > notes[LIMIT]:
        notes[STOPPED] = 1


@compiled
def settled(search: Search, plan: Plan, state: Numbers) -> int:
    """Settle a deal as if it were over; gives side 0's receipts less side 1's."""
    pay, difference = search.pay, 0
    for seat in range(MOST_SEATS):
        pay[seat] = 0
    settle(state, plan, pay)
    for seat in range(plan.rules[lay.SEATS]):
        difference += pay[seat] if plan.side[seat] == 0 else -pay[seat]
    return difference


@compiled(inline=True)
def hashed(number: int) -> int:
    """Hash a number."""
    number *= SCRAMBLE
    return (number ^ (number >> SHIFT)) * SCRAMBLE


@compiled
def key_of(state: Numbers, plan: Plan) -> int:
    """Hash all that can still matter between tricks where two are paid by points."""
    key = hashed(1 + state[lay.LEADER]) + fool_points(state, plan)
    for seat in range(2):
        plain, tarocks = state[lay.PILE_PLAIN + seat], state[lay.PILE_TAROCKS + seat]
        over = (count(plain) + count(tarocks)) % LOT
        has_won = int(state[lay.WON + seat] > 0)
        key = hashed(key + state[lay.PLAIN + seat])
        key = hashed(key + state[lay.TAROCKS + seat])
        key = hashed(key + (tarocks & FOOL_BIT) + 2 * over + has_won)
    return key


# -- which cards are tried, and in which order -----------------------------------------------


@compiled
def order_moves(search: Search, plan: Plan, ply: int) -> int:
    """Write down the cards to be tried at a ply, the most promising first; gives how many.

    Of cards that are alike one is tried.
    """
    state, moves, ranks = search.states[ply], search.moves[ply], search.ranks[ply]
    plain, tarocks = legal_now(state, plan)
    number, before = 0, NO_CARD
    while plain | tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        search.alike[card] = card
        if before != NO_CARD and are_alike(search, state, before, card):
            search.alike[card] = search.alike[before]
        else:
            rank, slot, number = promise_of_move(plan, state, card), number, number + 1
            while slot and ranks[slot - 1] < rank:
                ranks[slot], moves[slot] = ranks[slot - 1], moves[slot - 1]
                slot -= 1
            ranks[slot], moves[slot] = rank, card
        before = card
    return number


@compiled(inline=True)
def are_alike(search: Search, state: Numbers, low: int, high: int) -> bool:
    """Return whether cards of one hand count the same, and nobody has one between them."""
    other, begin = 1 - state[lay.TURN], 0
    if search.kinds[low] != search.kinds[high] or low < state[lay.BEST] < high:
        return False
    others = state[lay.PLAIN + other]
    if high >= FIRST_TRUMP_NUMBER:
        others, begin = state[lay.TAROCKS + other], FIRST_TRUMP_NUMBER
    return bool(others & ((1 << (high - begin)) - (1 << (low - begin))) == 0)


@compiled(inline=True)
def promise_of_move(plan: Plan, state: Numbers, card: int) -> int:
    """Guess how good a card is for its player; found by trial.

    He leads a high card of a suit. Else the weakest card that takes the trick comes first.
    """
    best, strength = state[lay.BEST], plan.strength[card]
    if best == NO_CARD:
        return strength if card < FIRST_TRUMP_NUMBER else 0
    takes = beats(card, best, strength, plan.strength[best])
    return (TAKES if takes else 0) - strength


@needed("exact endings")
def warm_up() -> object:
    """Solve the last trick of two seats."""
    state, plan = tiny_deal()
    return values_of_moves(state, plan._replace(side=np.arange(MOST_SEATS) % 2), 9)
