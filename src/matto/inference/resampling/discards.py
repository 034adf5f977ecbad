"""Discard resampling: other cards are laid away in drawn worlds, those that players lay away.

Worlds are drawn evenly, so a seat has laid away any of the cards that it could. Where it is
known which cards are likely to be laid away, those that a seat holds and those that it has
laid away are parted anew. What is known stays true: a card changes places only with one that
may lie in the same two places and that no condition tells apart from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from matto.inference.drawing import Drawn, Worlds
from matto.inference.places import Place, PlaceKind
from matto.inference.resampling.swaps import interchangeable
from matto.kernel.exchange import STAYS
from matto.kernel.layout import Numbers, Reals


class HandAndDiscard(NamedTuple):
    """The hand of a seat and what it has laid away: their columns of `Drawn.lying`.

    `alike`: `[cards]`, the number of the cards with which each may change places, or `STAYS`.
    """

    seat: int
    away: slice
    hand: slice
    alike: Numbers


def resample_discards(
    worlds: Worlds, drawn: Drawn, odds: Mapping[int, Reals], seed: int
) -> Drawn:
    """Give the worlds with other cards laid away, the same for the same seed.

    `odds[seat]`: `[cards]`, the odds that a seat that has a card lays it away, in logarithms.
    If they are all alike, worlds are as even afterwards as before.
    """
    rng = np.random.default_rng(seed)
    for pair in _pairs(worlds):
        if pair.seat in odds:
            cards = np.hstack([drawn.lying[:, pair.away], drawn.lying[:, pair.hand]])
            drawn_odds = odds[pair.seat][cards] + rng.gumbel(size=cards.shape)
            away = pair.away.stop - pair.away.start
            parted = _parted(cards, away, pair.alike[cards], drawn_odds)
            lying = drawn.lying.copy()
            lying[:, pair.away], lying[:, pair.hand] = parted[:, :away], parted[:, away:]
            drawn = worlds.with_lying(lying, drawn.seed)
    return drawn


def _pairs(worlds: Worlds) -> Iterator[HandAndDiscard]:
    columns = worlds.columns
    for place, away in columns.items():
        hand = Place(PlaceKind.HAND, place.seat)
        if place.kind is PlaceKind.AWAY and hand in columns:
            yield HandAndDiscard(
                place.seat, away, columns[hand], interchangeable(worlds, hand, place)
            )


def _parted(cards: Numbers, away: int, alike: Numbers, drawn_odds: Reals) -> Numbers:
    """Order each row anew: first as many cards as are laid away, those with the best odds.

    Of cards that are alike as many lie on either side as before.
    """
    first = np.arange(cards.shape[1]) < away
    chosen = first & (alike == STAYS)
    for number in range(int(alike.max()) + 1):
        among = alike == number
        own = np.where(among, drawn_odds, -np.inf)
        chosen |= among & (own >= _nth_largest(own, (among & first).sum(axis=1)))
    n = len(cards)
    return np.hstack([cards[chosen].reshape(n, away), cards[~chosen].reshape(n, -1)])


def _nth_largest(numbers: Reals, nth: Numbers) -> Reals:
    """The nth largest number of each row, as a column; more than any number for nth 0."""
    ordered = np.sort(numbers, axis=1)
    place = (-nth % numbers.shape[1])[:, None]
    found = np.take_along_axis(ordered, place, axis=1)
    return np.where(nth[:, None] > 0, found, np.inf)


# -- learning the odds ------------------------------------------------------------------------

STEPS, LEVELLING = 20, 3
DOUBT = 0.3
"""So many more of each card are taken to have been laid away, and expected to be."""

MOST = 8.0


def discard_odds(laid: Reals, had: Reals) -> Reals:
    """How each card log_odds to be laid away by one who has it, in logarithms: `[cards]`.

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
