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

from matto.engine.cards import CODES, NUMBER
from matto.kernel.layout import Numbers, Reals
from matto.players.inference.counting import PlacementSampler
from matto.players.inference.placement import Place, PlaceKind
from matto.players.inference.worlds import BITS, Drawn, Worlds


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

SHRINK = 1.0
"""How strongly weights are drawn to 0: as if each were 1 or less, mostly."""

STEPS_OF_NEWTON = 40


class Lines(NamedTuple):
    """Words as functions of cards: `weights` are `[cards, words]`, `levels` are `[words]`."""

    weights: Reals
    levels: Reals

    def likely(self, held: Reals) -> Reals:
        """Return how likely each word is with such hands: `held` are `[n, cards]`, 0 or 1."""
        return _chance(held @ self.weights + self.levels)


def fitted(held: Reals, said: Reals) -> Lines:
    """The lines that make what was said likeliest, with weights shrunk to 0.

    `held`: `[n, cards]`; `said`: `[n, words]`; all 0 or 1. Each step goes up by a bound of the
    curvature (Böhning and Lindsay 1988), the same for all words, so that all are found at once.
    """
    n, cards = held.shape
    centre = held.mean(axis=0)
    around = held - centre
    bound = np.linalg.inv(around.T @ around / 4 + SHRINK * np.eye(cards))
    start = (said.sum(axis=0) + 0.5) / (n + 1)
    weights, levels = np.zeros((cards, said.shape[1])), np.log(start / (1 - start))
    for _ in range(STEPS_OF_NEWTON):
        missed = said - _chance(around @ weights + levels)
        weights += bound @ (around.T @ missed - SHRINK * weights)
        levels += 4 * missed.mean(axis=0)
    return Lines(weights, levels - centre @ weights)


def _chance(odds: Reals) -> Reals:
    chance: Reals = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    return chance


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


# -- learning the odds ------------------------------------------------------------------------

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
