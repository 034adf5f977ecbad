"""Small endings played in all possible ways, as a judge of the tree search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from matto.engine.cards import NUMBER, codes_in
from matto.kernel.layout import MOST_SEATS, TURN, Numbers, Plan
from matto.kernel.pay import settle
from matto.kernel.play import is_over, legal_now, play_card

NO_STOCK = np.zeros(0, dtype=np.int64)


def legal_cards(state: Numbers, plan: Plan) -> list[int]:
    """Give the numbers of the cards that may be played."""
    return [NUMBER[code] for code in codes_in(*map(int, legal_now(state, plan)))]


def after(state: Numbers, plan: Plan, card: int) -> Numbers:
    """Give the state after a card."""
    played = state.copy()
    play_card(played, plan, NO_STOCK, card)
    return played


def paid(state: Numbers, plan: Plan) -> Numbers:
    """Give what each seat receives at the end."""
    pay = np.zeros(MOST_SEATS, dtype=np.int64)
    settle(state.copy(), plan, pay)
    return pay


def ends(state: Numbers, plan: Plan) -> Iterator[Numbers]:
    """Give all ends to which a deal can come."""
    if is_over(state, plan):
        yield state
        return
    for card in legal_cards(state, plan):
        yield from ends(after(state, plan, card), plan)


def worth(worlds: Sequence[Numbers], plan: Plan, seat: int) -> int:
    """Give what a seat is sure of in all worlds together if the others know everything.

    The seat itself knows only what it has seen: it plays the same card in all worlds that
    have come to look alike. The others choose for each world what harms the seat most.
    """
    if is_over(worlds[0], plan):
        return sum(int(paid(state, plan)[seat]) for state in worlds)
    if worlds[0][TURN] == seat:
        return max(by_card(worlds, plan, seat).values())
    choices = product(*(legal_cards(state, plan) for state in worlds))
    return min(_parted(worlds, plan, seat, cards) for cards in choices)


def by_card(worlds: Sequence[Numbers], plan: Plan, seat: int) -> dict[int, int]:
    """Give what each card of the seat that is to play is worth in all worlds together."""
    return {
        card: worth([after(state, plan, card) for state in worlds], plan, seat)
        for card in legal_cards(worlds[0], plan)
    }


def _parted(worlds: Sequence[Numbers], plan: Plan, seat: int, cards: Sequence[int]) -> int:
    alike: dict[int, list[Numbers]] = {}
    for state, card in zip(worlds, cards, strict=True):
        alike.setdefault(card, []).append(after(state, plan, card))
    return sum(worth(group, plan, seat) for group in alike.values())


def with_open_cards(worlds: Sequence[Numbers], plan: Plan, seat: int) -> dict[int, int]:
    """Give what each card would be worth if the seat saw all cards after playing it."""
    total: dict[int, int] = {}
    for state in worlds:
        for card, value in by_card([state], plan, seat).items():
            total[card] = total.get(card, 0) + value
    return total
