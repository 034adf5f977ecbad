"""Which cards a seat lays away, learnt from what it laid away in deals that may be."""

from __future__ import annotations

import numpy as np

from matto.kernel.layout import Reals
from matto.players.inference.discard_odds import discard_odds

CARDS, HAND, LAID = 40, 15, 3


def laid_by(order: Reals, n: int, seed: int) -> tuple[Reals, Reals]:
    """Hands from which the cards that come last in an order were laid away; and the hands."""
    had = np.random.default_rng(seed).random((n, CARDS)).argsort(axis=1) < HAND
    last = np.where(had, order, np.inf).argsort(axis=1)[:, :LAID]
    laid = np.zeros((n, CARDS))
    np.put_along_axis(laid, last, 1.0, axis=1)
    return laid, had.astype(float)


def test_cards_that_are_laid_away_first_lean_most() -> None:
    order = np.arange(CARDS, dtype=float)
    leans = discard_odds(*laid_by(order, 400, 1))
    assert leans[:4].min() > leans[10:].max()
    assert (np.diff(leans[:12]) < 0.6).all()


def test_each_card_is_expected_to_be_laid_away_as_often_as_it_was() -> None:
    order = np.random.default_rng(2).permutation(CARDS).astype(float)
    laid, had = laid_by(order, 400, 3)
    odds = had * np.exp(discard_odds(laid, had))
    level = np.ones((len(had), 1))
    for _ in range(200):
        share = level * odds / (1 + level * odds)
        level *= LAID / share.sum(axis=1, keepdims=True)
    share = level * odds / (1 + level * odds)
    assert np.abs(share.sum(axis=0) - laid.sum(axis=0)).max() < 0.05 * len(had)


def test_cards_laid_away_by_chance_lean_alike() -> None:
    order = np.zeros(CARDS)
    laid, had = laid_by(order, 400, 4)
    places = np.random.default_rng(5).random((400, CARDS)) * had
    laid[:] = 0
    np.put_along_axis(laid, places.argsort(axis=1)[:, -LAID:], 1.0, axis=1)
    assert discard_odds(laid, had).std() < 0.5
