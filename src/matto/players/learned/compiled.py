"""A network as arrays for compiled play."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from matto.encoding import Encoding
from matto.encoding.canonical import SuitOrders
from matto.engine.cards import SUITS
from matto.kernel.card_features import FEATURES
from matto.kernel.learned import Judging, Shared
from matto.kernel.learned_suits import Suits
from matto.players.learned.features import card_tables
from matto.players.learned.model import Layers
from matto.players.learned.network import BEST_PROMISE, FAR_BELOW


def judging_of(layers: Layers, encoding: Encoding, margin: float) -> Judging:
    """Give a network as arrays for compiled play."""
    first, second, last = layers.own
    return Judging(
        shared=_shared(layers, encoding),
        first=np.ascontiguousarray(first.weights),
        first_bias=first.bias,
        second=np.ascontiguousarray(second.weights),
        second_bias=second.bias,
        last=np.ascontiguousarray(last.weights[:, :-1]),
        last_bias=last.bias[:-1].copy(),
        scale=encoding.scale,
        best=BEST_PROMISE,
        by_point=1 / FAR_BELOW,
        margin=margin,
    )


def _shared(layers: Layers, encoding: Encoding) -> Shared:
    first, second, last = layers.shared
    features = len(FEATURES)
    return Shared(
        tables=card_tables(encoding),
        of_told=np.ascontiguousarray(first.weights[:features]),
        of_inner=np.ascontiguousarray(first.weights[features:]),
        first_bias=first.bias,
        second=np.ascontiguousarray(second.weights),
        second_bias=second.bias,
        last=last.weights[:, 0].copy(),
        last_bias=float(last.bias[0]),
    )


def suits_of(orders: SuitOrders, actions: int) -> Suits:
    """Give what has to be known to put alike suits in order."""
    groups = np.full((len(orders.groups), len(SUITS)), -1)
    for row, group in zip(groups, orders.groups, strict=True):
        row[: len(group)] = [SUITS.index(suit) for suit in group]
    suit, place = np.full(actions, -1), np.full(actions, -1)
    for name, own in orders.actions.items():
        suit[own], place[own] = SUITS.index(name), np.arange(len(own))
    return Suits(groups, _by_suit(orders.entries), _by_suit(orders.actions), suit, place)


def _by_suit(parts: Mapping[str, np.ndarray]) -> np.ndarray:
    """What each suit has, row by row."""
    table = np.full((len(SUITS), max(map(len, parts.values()), default=0)), -1)
    for name, own in parts.items():
        table[SUITS.index(name), : len(own)] = own
    return table
