"""Successive elimination: after a first round of playouts only cards go on that may be best.

Most of the legal cards are soon seen to be worse. What is not spent on them goes to the others,
in more deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from matto.kernel.layout import Numbers, Reals

FEWEST_DEALS, MOST_DEALS = 20, 140
"""In so many deals cards are played out in each round."""

Playouts = Callable[[Sequence[int], Numbers], Reals]
"""What some cards bring in some deals, by each way to go on: `[ways, cards, deals]`."""

Open = Callable[[Reals], Sequence[int]]
"""Which cards may still be the best, by what they brought: `[ways, cards, deals]`."""


class Rounds(NamedTuple):
    """What cards brought by each way to go on, `[ways, cards, m]`, in which deals, `[m]`."""

    brought: Reals
    deals: Numbers


def in_two_rounds(
    played: Playouts, still_open: Open, cards: int, deals: int, *, budget: int
) -> Rounds:
    """Play all cards out in some of the deals, with about so many playouts.

    What was given up is taken to be worse than the others by as much in the second round as in
    the first; cards that bring the same in each deal are played out once.
    """
    first = evenly(deals, _deals_for(budget // 2, cards))
    found = played(range(cards), first)
    _, alike = np.unique(np.hstack(list(found)), axis=0, return_inverse=True)
    alike = alike.ravel()
    left = _one_of_each(still_open(found), alike)
    rest = np.setdiff1d(np.arange(deals), first)
    if len(left) == 1 or not rest.size:
        return Rounds(found, first)
    second = rest[evenly(rest.size, _deals_for(budget // 2, len(left)))]
    more = played(left, second)
    leader = max(left, key=lambda card: float(found[:, card].mean()))
    behind = found.mean(axis=2) - found[:, leader].mean(axis=1)[:, None]
    later: Reals = more[:, [left.index(leader)]] + behind[:, :, None]
    for place, card in enumerate(left):
        later[:, alike == alike[card]] = more[:, [place]]
    both = np.concatenate([found, later], axis=2)
    return Rounds(both, np.concatenate([first, second]))


def evenly(deals: int, wanted: int) -> Numbers:
    """The numbers of so many of the deals, evenly chosen; of all if there are no more."""
    return np.linspace(0, deals - 1, min(deals, wanted)).astype(np.int64)


def _deals_for(budget: int, cards: int) -> int:
    """In how many deals so many cards are played out: an even number."""
    found = max(FEWEST_DEALS, min(MOST_DEALS, budget // cards))
    return found - found % 2


def _one_of_each(cards: Sequence[int], alike: Numbers) -> list[int]:
    """The cards, but of those that bring the same only the first."""
    found: dict[int, int] = {}
    for card in cards:
        found.setdefault(int(alike[card]), card)
    return list(found.values())
