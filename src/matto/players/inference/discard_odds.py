"""The odds that a seat that has a card lays it away, learned from discards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matto.engine.cards import NUMBER
from matto.kernel.layout import Reals
from matto.players.inference.worlds import BITS, Drawn

STEPS, LEVELLING = 20, 3
DOUBT = 0.3
"""So many more of each card are taken to have been laid away, and expected to be."""

MOST = 8.0


def discard_odds(laid: Reals, had: Reals) -> Reals:
    """Return the odds that one who has a card lays it away, in logarithms: `[cards]`.

    `laid`: `[n, cards]`, the cards laid away; `had`: `[n, cards]`, those and the ones kept; all
    0 or 1. The odds are such that each card is expected to be laid away as often as it was, if
    each of a row is laid away by itself, and as many of the row as were.
    """
    log_odds: Reals = np.zeros(laid.shape[1])
    size, times = laid.sum(axis=1, keepdims=True), laid.sum(axis=0)
    level = size / had.sum(axis=1, keepdims=True)
    for _ in range(STEPS):
        odds = had * np.exp(log_odds)
        for _ in range(LEVELLING):
            level *= size / _share(level * odds).sum(axis=1, keepdims=True)
        expected = _share(level * odds).sum(axis=0)
        step = np.log((times + DOUBT) / (expected + DOUBT))
        log_odds = np.clip(log_odds + np.clip(step, -1, 1), -MOST, MOST)
    return log_odds


def _share(odds: Reals) -> Reals:
    share: Reals = odds / (1 + odds)
    return share


def cards_had(drawn: Drawn, seat: int, played: Sequence[tuple[int, str]] = ()) -> Reals:
    """Return the cards of a seat before the first card in each world: `[n, cards]`, 0 or 1."""
    plain = (drawn.plain | drawn.away_plain)[:, [seat]]
    tarocks = (drawn.tarocks | drawn.away_tarocks)[:, [seat]]
    had = ((plain & BITS[0]) | (tarocks & BITS[1])) != 0
    had[:, [NUMBER[card] for own, card in played if own == seat]] = True
    return np.where(had, 1.0, 0.0)
