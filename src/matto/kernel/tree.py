"""Information-set tree search for the play of the cards.

One tree for all deals that the searching seat believes possible. Its nodes are what every
player has seen, so no choice in it can know a hidden card: a deal decides only which cards
are legal in it. As all cards are played openly, a tree for each seat would have the same
nodes; each seat chooses in the one tree for what it is paid itself.

Source: Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, IEEE
Transactions on Computational Intelligence and AI in Games 4 (2012), 120-143.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.kernel.chance import chance_from
from matto.kernel.compiled import needed
from matto.kernel.layout import (
    SIDES,
    TURN,
    Numbers,
    Plan,
)
from matto.kernel.playouts import tiny_deal
from matto.kernel.scales import Scales, scales_of
from matto.kernel.tree_pool import ROOT, Pool, new_pool
from matto.kernel.tree_walk import Plans, Worlds, grow, new_scratch

CARDS = 79
EXPLORATION = 1.5
RULE = 0.0
TREES = 2


class Found(NamedTuple):
    """What a search found, by card number.

    `visits`: how often each card was chosen at the root. `mean`: what it paid the searching
    seat on average, 0 where it was never chosen.
    """

    visits: Numbers
    mean: NDArray[np.float64]

    @property
    def best(self) -> int:
        """The number of the card chosen most often, of equals the one that paid more."""
        return int(np.lexsort((self.mean, self.visits))[-1])


class BadSearch(ValueError):
    """The worlds of a search do not fit together."""


def stacked(plans: Sequence[Plan]) -> Plans:
    """Put plans one behind the other; shorter ones are filled up with rows that pay nothing."""
    fields = Plan(*map(_stacked, zip(*plans, strict=True)))
    scales = Scales(*map(_stacked, zip(*map(scales_of, plans), strict=True)))
    return Plans(**fields._asdict(), scales=scales._replace(chances=scales.chances[0]))


def _stacked(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Put arrays one behind the other, the shorter ones filled up with nothing."""
    shape = np.max([part.shape for part in parts], axis=0)
    whole = np.zeros((len(parts), *shape), dtype=parts[0].dtype)
    for place, part in enumerate(parts):
        whole[place][tuple(slice(length) for length in part.shape)] = part
    return whole


def search(
    states: Numbers,
    plans: Plans,
    which: Numbers | None = None,
    stocks: Numbers | None = None,
    *,
    iterations: int,
    seed: int,
    exploration: float = EXPLORATION,
    rule: float = RULE,
    trees: int = TREES,
    threads: int = 1,
) -> Found:
    """Search for the best card of the seat that is to play.

    `states`: `[m, SIZE]`, the deals believed possible, all the same but for what that seat
    cannot see. `plans`: from `stacked`; `which`: `[m]`, which of them holds in each deal, else
    the first. `stocks`: `[m, k]`, the cards of the stock in each. `exploration`: the weight of
    what is seldom tried, in standard deviations of the payoff. `rule`: which part of the cards
    of a rollout is played by rules of thumb, the others at random. The iterations are divided
    among `trees`; `threads` of them grow at a time, which changes nothing in what is found.
    Raises `BadSearch`.
    """
    if iterations < trees or trees < 1:
        raise BadSearch(f"{iterations} iterations cannot be divided among {trees} trees.")
    worlds = _worlds(states, plans, which, stocks)
    shares = np.array_split(_turns(len(states), iterations, seed), trees)

    def one(tree: int) -> Pool:
        return grown(worlds, plans, shares[tree], seed * trees + tree, exploration, rule)

    return merged(_in_threads(one, trees, threads))


def _in_threads(grow_one: Callable[[int], Pool], trees: int, threads: int) -> list[Pool]:
    if threads == 1 or trees == 1:
        return list(map(grow_one, range(trees)))
    with ThreadPoolExecutor(min(threads, trees)) as pool:
        return list(pool.map(grow_one, range(trees)))


def _worlds(
    states: Numbers, plans: Plans, which: Numbers | None, stocks: Numbers | None
) -> Worlds:
    count = len(states)
    if which is None:
        which = np.zeros(count, dtype=np.int64)
    if stocks is None:
        stocks = np.zeros((count, 0), dtype=np.int64)
    if not count or len(which) != count or len(stocks) != count:
        raise BadSearch("A search needs a deal, and a plan number and a stock for each deal.")
    if which.min() < 0 or which.max() >= len(plans.rules):
        raise BadSearch("A deal of this search has a plan number that is not there.")
    if (plans.rules[:, :SIDES] != plans.rules[0, :SIDES]).any():
        raise BadSearch("In all deals of a search the cards must be played by the same rules.")
    if len(set(states[:, TURN])) > 1:
        raise BadSearch("In all deals of a search the same seat must be to play.")
    return Worlds(*(np.array(part, np.int64, order="C") for part in (states, which, stocks)))


def _turns(worlds: int, iterations: int, seed: int) -> Numbers:
    """All worlds in turn, each time in another order.

    In the same order, choices that alternate would keep step with the worlds and seem to know
    which one it is.
    """
    passes = np.tile(np.arange(worlds), (-(-iterations // worlds), 1))
    return np.random.default_rng(abs(seed)).permuted(passes, axis=1).ravel()[:iterations]


def grown(
    worlds: Worlds, plans: Plans, turns: Numbers, seed: int, exploration: float, rule: float
) -> Pool:
    """Grow one tree, with an iteration in each of the worlds that are numbered by `turns`."""
    pool, chance = new_pool(len(turns)), chance_from(seed)
    scratch, turns = new_scratch(worlds.stocks.shape[1]), np.ascontiguousarray(turns)
    grow(pool, scratch, worlds, plans, chance, turns, float(exploration), float(rule))
    return pool


def merged(pools: Sequence[Pool]) -> Found:
    """Add up what is known at the roots of several trees."""
    visits, total = np.zeros(CARDS, dtype=np.int64), np.zeros(CARDS)
    for pool in pools:
        own = slice(pool.first[ROOT], pool.first[ROOT] + pool.branches[ROOT])
        visits[pool.card[own]] += pool.visits[own]
        total[pool.card[own]] += pool.total[own]
    return Found(visits, total / np.maximum(visits, 1))


@needed("tree search")
def warm_up() -> None:
    """Search one trick of two seats."""
    state, plan = tiny_deal()
    search(state[None, :], stacked([plan]), iterations=2, seed=0)
