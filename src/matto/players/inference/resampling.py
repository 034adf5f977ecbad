"""Drawn worlds made as likely as talk tells: rows are chosen, and discards drawn, anew.

Worlds are drawn evenly, so a seat has laid away any of the cards that it could. Where it is
known which cards are likely to be laid away, those that a seat holds and those that it has
laid away are parted anew. What is known stays true: a card changes places only with one that
may lie in the same two places and that no condition tells apart from it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from matto.engine.cards import CODES
from matto.kernel.layout import Numbers, Reals
from matto.players.inference.placement import Place, PlaceKind
from matto.players.inference.placement_sampler import PlacementSampler
from matto.players.inference.worlds import Drawn, Worlds


def resample_rows(weights: Sequence[float], wanted: int, seed: int) -> list[int]:
    """Draw so many of some worlds by their weights, evenly, so that few come twice."""
    total = list(accumulate(weights))
    step = total[-1] / wanted
    at = random.Random(seed).random() * step
    drawn, place = [], 0
    for _ in range(wanted):
        while total[place] < at and place < len(total) - 1:
            place += 1
        drawn.append(place)
        at += step
    return drawn


STAYS = -1
"""The number of a card that may not lie in both of two places."""


def interchangeable(worlds: Worlds, one: Place, other: Place) -> Numbers:
    """Number the cards so that those with the same number may change two places: `[cards]`.

    A card that may not lie in both of them has the number `STAYS`.
    """
    places = list(worlds.places)
    first, second = places.index(one), places.index(other)
    numbers: dict[object, int] = {}
    signs = [[_sign(count, code, first, second) for count in worlds.counts] for code in CODES]
    return np.array(
        [
            STAYS if None in sign else numbers.setdefault(tuple(sign), len(numbers))
            for sign in signs
        ]
    )


def _sign(count: PlacementSampler, card: str, one: int, other: int) -> object:
    """Return what tells a card in one of two places from another there; None if it is fixed."""
    reduced, both = count.reduced, {one, other}
    weighed = any((card, place) in reduced.problem.weights for place in both)
    if weighed or not both <= reduced.may.get(card, set()):
        return None
    return tuple(
        card in part.cards
        for part in count.sums
        if (one in part.places) != (other in part.places)
    )


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
    """Return the worlds with other cards laid away, the same for the same seed.

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
