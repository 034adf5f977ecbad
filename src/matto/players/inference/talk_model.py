"""The logistic model of talk: how likely each word is with which cards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from matto.kernel.layout import Reals

SHRINK = 1.0
"""How strongly weights are drawn to 0: as if each were 1 or less, mostly."""

FIT_STEPS = 40


class LogisticModel(NamedTuple):
    """Words as functions of cards: `weights`: `[cards, words]`, `intercepts`: `[words]`."""

    weights: Reals
    intercepts: Reals

    def likely(self, held: Reals) -> Reals:
        """Return how likely each word is with such hands: `held` are `[n, cards]`, 0 or 1."""
        return _sigmoid(held @ self.weights + self.intercepts)


def fit_logistic(held: Reals, said: Reals) -> LogisticModel:
    """Return the model that makes what was said likeliest, with weights shrunk to 0.

    `held`: `[n, cards]`; `said`: `[n, words]`; all 0 or 1. Each step goes up by a bound of the
    curvature (Böhning and Lindsay 1988), the same for all words, so that all are found at once.
    """
    n, cards = held.shape
    centre = held.mean(axis=0)
    around = held - centre
    bound = np.linalg.inv(around.T @ around / 4 + SHRINK * np.eye(cards))
    start = (said.sum(axis=0) + 0.5) / (n + 1)
    weights, intercepts = np.zeros((cards, said.shape[1])), np.log(start / (1 - start))
    for _ in range(FIT_STEPS):
        missed = said - _sigmoid(around @ weights + intercepts)
        weights += bound @ (around.T @ missed - SHRINK * weights)
        intercepts += 4 * missed.mean(axis=0)
    return LogisticModel(weights, intercepts - centre @ weights)


def _sigmoid(odds: Reals) -> Reals:
    chance: Reals = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    return chance
