"""Max^n: what each card of an ending brings where each plays for himself and knows all cards.

Every seat plays the card that brings itself most; who has several such cards plays each of them
as often. Nothing can be cut off in such a search, so it is for endings of a few cards. Source:
Luckhardt and Irani, An Algorithmic Solution of N-Person Games, AAAI 1986.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.kernel import layout as lay
from matto.kernel.bits import lowest
from matto.kernel.compiled import compiled, needed
from matto.kernel.layout import MOST_SEATS, Numbers, Plan, Reals
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, play_card
from matto.kernel.playouts import NO_STOCK, copy_row, play_through, tiny_deal

__all__ = ["values_by_maxn"]


class SearchLine(NamedTuple):
    """The line that is searched, card by card: `[plies, …]`.

    `states`: the positions. `values`: what each seat gets from there on, by the cards tried so
    far. `pay`: room for a settlement. `nodes`: how many cards have been tried, and may be.
    """

    states: Numbers
    values: Reals
    pay: Numbers
    nodes: Numbers


def values_by_maxn(
    state: Numbers, plan: Plan, stock: Numbers, cards: Sequence[int], nodes: int
) -> Reals | None:
    """Find what each of these legal cards brings its player; None if it takes more nodes.

    `cards`: their numbers. The values are in the game's smallest unit: `[cards]`.
    """
    seat = state[lay.TURN]
    line = _new_line(_cards_left(state, plan), nodes)
    found = np.zeros(len(cards))
    for place, card in enumerate(cards):
        line.states[0] = state
        play_through(line.states[:1], plan, stock, np.array([card]))
        if not search(line, plan, stock, 0):
            return None
        found[place] = line.values[0, seat]
    return found


def _new_line(plies: int, nodes: int) -> SearchLine:
    return SearchLine(
        states=np.zeros((plies + 1, lay.SIZE), np.int64),
        values=np.zeros((plies + 1, MOST_SEATS)),
        pay=np.zeros(MOST_SEATS, np.int64),
        nodes=np.array([0, nodes]),
    )


def _cards_left(state: Numbers, plan: Plan) -> int:
    """How many cards are played until the end of the deal."""
    rules = plan.rules
    return int((rules[lay.ALL_TRICKS] - state[lay.TRICKS]) * rules[lay.SEATS])


@compiled(inline=True)
def taken_out(plain: int, tarocks: int) -> tuple[int, int, int]:
    """Take the lowest card out of two words: the card, and what is left of them."""
    if plain:
        return lowest(plain), plain & (plain - 1), tarocks
    return FIRST_TRUMP_NUMBER + lowest(tarocks), plain, tarocks & (tarocks - 1)


@compiled
def search(line: SearchLine, plan: Plan, stock: Numbers, ply: int) -> bool:
    """Write down what each seat gets from a position on; tells whether the nodes sufficed."""
    state, values = line.states[ply], line.values[ply]
    if is_over(state, plan):
        settle_at(line, plan, ply)
        return True
    seat, best = state[lay.TURN], 0
    plain, tarocks = legal_now(state, plan)
    while plain | tarocks:
        card, plain, tarocks = taken_out(plain, tarocks)
        copy_row(line.states, ply, line.states[ply + 1])
        play_card(line.states[ply + 1], plan, stock, card)
        line.nodes[0] += 1
        if line.nodes[0] > line.nodes[1] or not search(line, plan, stock, ply + 1):
            return False
        tried = line.values[ply + 1]
        if best and tried[seat] < values[seat]:
            continue
        best = best + 1 if best and tried[seat] == values[seat] else 1
        for other in range(MOST_SEATS):  # the mean of all cards that are the best
            before = values[other] if best > 1 else tried[other]
            values[other] = before + (tried[other] - before) / best
    return True


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
    """Search an ending of one trick between two players."""
    state, plan = tiny_deal()
    return values_by_maxn(state, plan, NO_STOCK[0], [0], 9)
