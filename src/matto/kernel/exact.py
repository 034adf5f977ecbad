"""The exact solver: the best play of an ending when all cards are known.

For contracts of two sides (see `can_solve`). The value is what side 0 receives less what side
1 receives when both play as well as can be; where one side pays the other that is twice what
side 0 receives. It is the settlement of the whole deal, with all that is settled already.
"""

from __future__ import annotations

import numpy as np

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER, LEADING, RANKS_IN_SUIT, TRUMP
from matto.kernel import exact_desk as on
from matto.kernel import layout as lay
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled, needed
from matto.kernel.exact_cards import are_alike, choose, of_others
from matto.kernel.exact_desk import new_desk
from matto.kernel.exact_rows import can_solve
from matto.kernel.exact_setup import lay_out
from matto.kernel.exact_table import BEYOND, keep, without_search
from matto.kernel.exact_trick import may_play, put
from matto.kernel.layout import NO_CARD, Numbers, Plan

SALT_STEP = 0x2C28FA16A64ABF97

__all__ = ["can_solve", "new_desk", "solve", "values_of_moves"]


@compiled
def value_of(desk: Numbers, root: int, alpha: int, beta: int) -> int:
    """Give the value of a position if it lies between `alpha` and `beta`, else a bound."""
    ply = root
    known, value = arrive(desk, ply, alpha, beta)
    while not known or ply > root:
        if known:
            ply -= 1
            take(desk, ply, value)
        if next_card(desk, ply):
            step = on.STEPS + ply * on.STEP
            ply += 1
            known, value = arrive(desk, ply, desk[step + on.LOW], desk[step + on.HIGH])
        else:
            known, value = True, leave(desk, ply)
    return value


@compiled
def arrive(desk: Numbers, ply: int, alpha: int, beta: int) -> tuple[bool, int]:
    """Come to a position; tells whether it need not be searched, and its value then."""
    frame, step = on.FRAMES + ply * on.FRAME, on.STEPS + ply * on.STEP
    desk[frame + on.KNOWN] = NO_CARD
    if desk[frame + on.LYING] == 0:
        known, value = without_search(desk, frame, alpha, beta)
        if known:
            return True, value
    desk[step + on.ALPHA] = desk[step + on.LOW] = alpha
    desk[step + on.BETA] = desk[step + on.HIGH] = beta
    desk[step + on.FOUND] = -BEYOND if rises(desk, frame) else BEYOND
    desk[step + on.FOUND_CARD] = NO_CARD
    desk[step + on.NEXT], desk[step + on.CHOICES] = 0, choose(desk, ply)
    return False, 0


@compiled(inline=True)
def rises(desk: Numbers, frame: int) -> bool:
    """Tell whether the seat to play is of side 0, which wants more."""
    return bool(desk[on.SIDE + desk[frame + on.TURN]] == 0)


@compiled
def next_card(desk: Numbers, ply: int) -> bool:
    """Play the next card that is to be tried, if there is one that can still matter."""
    step = on.STEPS + ply * on.STEP
    move = desk[step + on.NEXT]
    if move == desk[step + on.CHOICES] or desk[step + on.LOW] >= desk[step + on.HIGH]:
        return False
    if move and desk[on.NODES] >= desk[on.LIMIT]:
        desk[on.STOPPED] = 1
        return False
    desk[step + on.NEXT] = move + 1
    desk[on.NODES] += 1
    put(desk, ply, desk[on.MOVES + ply * on.MOST_MOVES + move])
    return True


@compiled
def take(desk: Numbers, ply: int, value: int) -> None:
    """Take the value of the card tried last into account."""
    step = on.STEPS + ply * on.STEP
    up = rises(desk, on.FRAMES + ply * on.FRAME)
    found = desk[step + on.FOUND]
    if value > found if up else value < found:
        move = on.MOVES + ply * on.MOST_MOVES + desk[step + on.NEXT] - 1
        desk[step + on.FOUND], desk[step + on.FOUND_CARD] = value, desk[move]
    if up:
        desk[step + on.LOW] = max(desk[step + on.LOW], value)
    else:
        desk[step + on.HIGH] = min(desk[step + on.HIGH], value)


@compiled
def leave(desk: Numbers, ply: int) -> int:
    """Give the value that was found at a position, and keep it for another time."""
    frame, step = on.FRAMES + ply * on.FRAME, on.STEPS + ply * on.STEP
    value, card = desk[step + on.FOUND], desk[step + on.FOUND_CARD]
    desk[frame + on.KNOWN] = card
    if desk[frame + on.LYING] == 0 and not desk[on.STOPPED]:
        keep(desk, frame, desk[step + on.ALPHA], desk[step + on.BETA], value, card)
    return value


@compiled
def begin(desk: Numbers, state: Numbers, plan: Plan, stock: Numbers, nodes: int) -> bool:
    """Lay an ending out for a new search; tells whether it can be searched."""
    desk[on.NODES], desk[on.LIMIT], desk[on.STOPPED] = 0, nodes, 0
    desk[on.SALT] += SALT_STEP
    return can_solve(plan) and lay_out(desk, state, plan, stock)


@compiled
def solve(
    state: Numbers, plan: Plan, stock: Numbers, nodes: int, desk: Numbers
) -> tuple[int, int, int, bool]:
    """Give the value of an ending, a best card, the cards tried, and whether it is exact.

    `state` is not changed. When `nodes` cards have been tried the search ends: the value is
    then an estimate, half-way between bounds where nothing better was found, and the card the
    best found so far. Where `can_solve` says no, or cards count too much for the desk's
    columns, there is no value, and `NO_CARD`.
    """
    if not begin(desk, state, plan, stock, nodes):
        return 0, NO_CARD, 0, False
    value = value_of(desk, 0, -BEYOND, BEYOND)
    card = desk[on.FRAMES + on.KNOWN]
    if card == NO_CARD:
        choose(desk, 0)
        card = desk[on.MOVES]
    exact = desk[on.STOPPED] == 0
    return value + desk[on.CONSTANT], desk[on.OLD + card], desk[on.NODES], exact


@compiled
def values_of_moves(
    state: Numbers, plan: Plan, stock: Numbers, nodes: int, desk: Numbers, out: Numbers
) -> tuple[int, bool]:
    """Write the value of each card that may be played; gives cards tried and whether exact.

    `out` has a place for each card number (79); the others are left as they are.
    """
    if not begin(desk, state, plan, stock, nodes):
        return 0, False
    for move in range(choose(desk, 0)):
        card = desk[on.MOVES + move]
        put(desk, 0, card)
        value = value_of(desk, 1, -BEYOND, BEYOND)
        out[desk[on.OLD + card]] = value + desk[on.CONSTANT]
    spread(desk, out)
    return desk[on.NODES], desk[on.STOPPED] == 0


@compiled
def spread(desk: Numbers, out: Numbers) -> None:
    """Give cards that are alike the same value."""
    plain, tarocks = may_play(desk, on.FRAMES)
    others_plain, others_tarocks = of_others(desk, on.FRAMES, desk[on.FRAMES + on.TURN])
    before, suit_before = NO_CARD, NO_CARD
    while plain | tarocks:
        if plain:
            card = lowest(plain)
            plain &= plain - 1
            suit, others = card // RANKS_IN_SUIT, others_plain
        else:
            card = FIRST_TRUMP_NUMBER + lowest(tarocks)
            tarocks &= tarocks - 1
            suit, others = TRUMP, others_tarocks
        if (
            suit == suit_before
            and card != FOOL_NUMBER
            and are_alike(desk, before, card, others)
        ):
            out[desk[on.OLD + card]] = out[desk[on.OLD + before]]
        before, suit_before = card, suit


@needed("exact endings")
def warm_up() -> object:
    """Solve an ending of two tricks between two players."""
    rules, state = np.zeros(lay.RULES_SIZE, np.int64), np.zeros(lay.SIZE, np.int64)
    rules[lay.SEATS], rules[lay.ALL_TRICKS], rules[lay.WATCHED] = 2, 2, NO_CARD
    side, strength = np.arange(lay.MOST_SEATS), np.arange(FOOL_NUMBER + 1)
    rows, stock = np.zeros((0, lay.ROW_SIZE), np.int64), np.zeros(0, np.int64)
    values = np.zeros((0, 3), np.int64)
    plan = Plan(rules, strength, side, values, rows, stock, lay.NO_TASTE)
    state[lay.PLAIN], state[lay.PLAIN + 1] = 3, 12
    state[lay.LED], state[lay.BEST] = LEADING, NO_CARD
    desk, out = new_desk(1), np.zeros(FOOL_NUMBER + 1, np.int64)
    values_of_moves(state, plan, stock, 1, desk, out)
    return can_solve(plan), solve(state, plan, stock, 1, desk)
