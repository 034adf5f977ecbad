"""Which cards a seat lays away, learnt from what it has laid away in deals that may be."""

from __future__ import annotations

import numpy as np

from matto.kernel.layout import Reals

STEPS, LEVELLING = 20, 3
DOUBT = 0.3
"""So many more of each card are taken to have been laid away, and expected to be."""

MOST = 8.0


def leanings_of(laid: Reals, had: Reals) -> Reals:
    """How each card leans to be laid away by one who has it, in logarithms: `[cards]`.

    `laid`: `[n, cards]`, the cards laid away; `had`: `[n, cards]`, those and the ones kept; all
    0 or 1. The odds are such that each card is expected to be laid away as often as it was, if
    each of a row is laid away by itself, and as many of the row as were.
    """
    leans: Reals = np.zeros(laid.shape[1])
    size, times = laid.sum(axis=1, keepdims=True), laid.sum(axis=0)
    level = size / had.sum(axis=1, keepdims=True)
    for _ in range(STEPS):
        odds = had * np.exp(leans)
        for _ in range(LEVELLING):
            level *= size / _share(level * odds).sum(axis=1, keepdims=True)
        expected = _share(level * odds).sum(axis=0)
        step = np.log((times + DOUBT) / (expected + DOUBT))
        leans = np.clip(leans + np.clip(step, -1, 1), -MOST, MOST)
    return leans


def _share(odds: Reals) -> Reals:
    share: Reals = odds / (1 + odds)
    return share
