"""Suits that are alike in an order that does not depend on their names, and back again.

A learner that has seen a hand with long swords need not see it again with long batons: the
alike suits are put in the order of what is known of each, so that deals that differ only by
names of suits are one. Actions are put in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matto.encoding.alike import alike_suits, parts_of_suits
from matto.encoding.layout import LETTERED
from matto.engine.cards import SUITS
from matto.engine.game import Game
from matto.engine.options import Options

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class SuitOrder:
    """An order of the suits: which of them stands in the place of each.

    `suits` are those that stand in the places of S, B, C and D. `entries` says for every
    entry of a canonical observation where it is in the observed one, `actions` for every
    canonical action which one it really is.
    """

    suits: tuple[str, ...]
    entries: Places
    actions: Places

    def observation(self, observed: NDArray[Any]) -> NDArray[Any]:
        """Put an observation, or many in rows, in this order."""
        return observed[..., self.entries]

    def mask(self, mask: NDArray[Any]) -> NDArray[Any]:
        """Put a mask, or any numbers by action, in this order."""
        return mask[..., self.actions]

    def action(self, canonical: int) -> int:
        """Give the action that is meant by one in this order."""
        return int(self.actions[canonical])

    def canonical(self, action: int) -> int:
        """Give what an action is in this order."""
        return int(self.places[action])

    @cached_property
    def places(self) -> Places:
        """What each action is in this order."""
        return np.argsort(self.actions)


class SuitOrders:
    """All orders of the alike suits of a game with some options.

    Which suits are `alike` is found out, which takes a moment, unless it is given. `groups`
    are those of more than one suit; `entries` and `actions` say by suit where its parts are, in
    the same order for all of a group.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        names: tuple[str, ...],
        actions: tuple[str, ...],
        alike: tuple[tuple[str, ...], ...] | None = None,
    ) -> None:
        pack = game.pack(options)
        entries = parts_of_suits(names, pack, LETTERED)
        choices = parts_of_suits(actions, pack, frozenset())
        self.alike = alike_suits(game, options) if alike is None else alike
        self._sizes = len(names), len(actions)
        self.entries = self._side_by_side(entries)
        self.actions = self._side_by_side(choices)
        self.groups = [group for group in self.alike if len(group) > 1]
        self._orders: dict[tuple[str, ...], SuitOrder] = {}

    def _side_by_side(self, parts: Mapping[str, Mapping[str, int]]) -> Mapping[str, Places]:
        """The places of each suit, so that those of alike ones say the same."""
        found = {}
        for group in self.alike:
            common = [what for what in parts[group[0]] if all(what in parts[s] for s in group)]
            for suit in group:
                found[suit] = np.array([parts[suit][what] for what in common], dtype=np.intp)
        return found

    def of(self, observed: NDArray[Any]) -> SuitOrder:
        """Give the order in which more comes before less, entry by entry."""
        suits = dict(zip(SUITS, SUITS, strict=True))
        for group in self.groups:
            known = {suit: observed[self.entries[suit]].tobytes() for suit in group}
            ordered = sorted(group, key=known.__getitem__, reverse=True)
            suits.update(zip(group, ordered, strict=True))
        return self._found(tuple(suits.values()))

    def of_rows(self, observed: NDArray[np.uint8]) -> Iterator[tuple[SuitOrder, Places]]:
        """Give the same for many at once: each order, and the rows whose order it is."""
        places = np.tile(np.arange(len(SUITS)), (len(observed), 1))
        for group in self.groups:
            own = np.array([SUITS.index(suit) for suit in group])
            known = np.stack([observed[:, self.entries[suit]] for suit in group], axis=1)
            as_one = np.ascontiguousarray(255 - known).view(f"S{known.shape[2]}")[..., 0]
            places[:, own] = own[np.argsort(as_one, axis=1, kind="stable")]
        orders, which = np.unique(places, axis=0, return_inverse=True)
        for number, order in enumerate(orders.tolist()):
            suits = tuple(SUITS[place] for place in order)
            yield self._found(suits), np.flatnonzero(which.ravel() == number)

    def _found(self, order: tuple[str, ...]) -> SuitOrder:
        if order not in self._orders:
            self._orders[order] = self._order(order)
        return self._orders[order]

    def _order(self, suits: tuple[str, ...]) -> SuitOrder:
        entries, actions = map(np.arange, self._sizes)
        for place, suit in zip(SUITS, suits, strict=True):
            entries[self.entries[place]] = self.entries[suit]
            actions[self.actions[place]] = self.actions[suit]
        return SuitOrder(suits, entries, actions)
