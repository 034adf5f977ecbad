"""Suits that are alike in an order that does not depend on their names, and back again.

A learner that has seen a hand with long swords need not see it again with long batons: the
alike suits are put in the order of what is known of each, so that deals that differ only by
names of suits are one. Actions are put in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
        return int(np.flatnonzero(self.actions == action)[0])


class SuitOrders:
    """All orders of the alike suits of a game with some options."""

    def __init__(
        self, game: Game, options: Options, names: tuple[str, ...], actions: tuple[str, ...]
    ) -> None:
        pack = game.pack(options)
        entries = parts_of_suits(names, pack, LETTERED)
        choices = parts_of_suits(actions, pack, frozenset())
        self.alike = alike_suits(game, options)
        self._sizes = len(names), len(actions)
        self._entries = self._side_by_side(entries)
        self._actions = self._side_by_side(choices)
        self._groups = [group for group in self.alike if len(group) > 1]
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
        for group in self._groups:
            known = {suit: observed[self._entries[suit]].tobytes() for suit in group}
            ordered = sorted(group, key=known.__getitem__, reverse=True)
            suits.update(zip(group, ordered, strict=True))
        order = tuple(suits.values())
        if order not in self._orders:
            self._orders[order] = self._order(order)
        return self._orders[order]

    def _order(self, suits: tuple[str, ...]) -> SuitOrder:
        entries, actions = map(np.arange, self._sizes)
        for place, suit in zip(SUITS, suits, strict=True):
            entries[self._entries[place]] = self._entries[suit]
            actions[self._actions[place]] = self._actions[suit]
        return SuitOrder(suits, entries, actions)
