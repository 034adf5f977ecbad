"""A small network that judges choices: NumPy alone, for one position at a time or for many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Integers = NDArray[np.intp]

NO_CARDS: Integers = np.zeros(0, np.intp)
NOTHING: Floats = np.zeros(0, np.float32)


class Layer(NamedTuple):
    """`weights`: `[inputs, outputs]`. `bias`: `[outputs]`."""

    weights: Floats
    bias: Floats


BEST_PROMISE = 0.5
"""The input for the card that promises most by the rule of thumb's weights."""
FAR_BELOW = 10.0
"""So many card points below the best a promise is an input by 1 smaller, and never more."""


def promise_inputs(promised: Floats) -> Floats:
    """Turn what cards promise, in card points, into inputs, row by row: NaN becomes 0."""
    most = np.fmax.reduce(promised, axis=-1, keepdims=True, initial=-np.inf)
    below = np.maximum((promised - most) / np.float32(FAR_BELOW), np.float32(-1.0))
    inputs: Floats = np.where(np.isnan(below), np.float32(0), np.float32(BEST_PROMISE) + below)
    return inputs


class Network:
    """Layers with nothing below 0 between them.

    Inputs are an observation, each entry by its `scale`, then one for each action: that which
    the rule of thumb would choose is 1; and one more for each action: what a card promises by
    the rule of thumb (`promise_inputs`). The last output is what the seat is expected to get,
    on the mean of its choices; each other one what a choice brings besides, in no order but
    that of the outputs. All are in σ.

    `shared` are layers that all cards share, with one output that is added to a card's own.
    Their inputs are what is told of it (`CardFeatures`), then the last inner layer.
    """

    def __init__(
        self, layers: Sequence[Layer], scale: Floats, shared: Sequence[Layer] = ()
    ) -> None:
        self.layers = tuple(layers)
        self.shared = tuple(shared)
        self.scale = scale
        self.actions = len(self.layers[-1].bias) - 1

    def judge(
        self,
        observation: Bytes,
        usual: int,
        cards: Integers = NO_CARDS,
        promised: Floats = NOTHING,
        told: Floats = NOTHING,
    ) -> Floats:
        """Judge one position, in which most entries are 0; `cards` are promised something.

        `told`: `[cards, features]`, for a network with `shared` layers.
        """
        (weights, bias), *others = self.layers
        seen = observation.nonzero()[0]
        found = (observation[seen] * self.scale[seen]) @ weights.take(seen, 0)
        found += weights[len(observation) + usual] + bias
        found += promised @ weights.take(len(weights) - self.actions + cards, 0)
        inner = found
        for weights, bias in others:
            inner = np.maximum(found, 0.0, out=found)
            found = inner @ weights + bias
        if self.shared:
            found[cards] += self._in_common(told, inner)
        return found.astype(np.float32, copy=False)

    def _in_common(self, told: Floats, inner: NDArray[Any]) -> Floats:
        """What the shared layers add for each card."""
        (weights, bias), *others = self.shared
        features = told.shape[1]
        found = told @ weights[:features] + (inner @ weights[features:] + bias)
        for weights, bias in others:
            np.maximum(found, 0.0, out=found)
            found = found @ weights + bias
        added: Floats = found[:, 0]
        return added

    def judge_all(self, observations: Bytes, usual: Integers, promised: Floats) -> Floats:
        """Judge many positions without `shared` layers: `[n, outputs]`.

        `promised` is `[n, actions]`.
        """
        (weights, bias), *others = self.layers
        length = observations.shape[1]
        found: NDArray[Any] = (observations * self.scale) @ weights[:length] + bias
        found += weights[length + usual]
        found += promised @ weights[length + self.actions :]
        for weights, bias in others:
            found = np.maximum(found, 0.0) @ weights + bias
        return found.astype(np.float32, copy=False)
