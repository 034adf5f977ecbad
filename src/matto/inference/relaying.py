"""Other cards laid away in drawn worlds: whoever lays cards away has his reasons.

Worlds are drawn evenly, so a seat has laid away any of the cards that it could. Where it is
known which cards lean to be laid away, those that a seat holds and those that it has laid away
are parted anew. What is known stays true: a card changes places only with one that may lie in
the same two places and that no condition tells apart from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from matto.engine.cards import PLAIN_BIT, TAROCK_BIT
from matto.inference.alike import alike, columns_of
from matto.inference.drawing import Drawn, Worlds
from matto.inference.places import Kind, Place
from matto.kernel.exchange import STAYS
from matto.kernel.layout import Numbers, Reals

_PLAIN, _TAROCKS = np.array(PLAIN_BIT, np.int64), np.array(TAROCK_BIT, np.int64)


class Pair(NamedTuple):
    """The hand of a seat and what it has laid away: their columns of `Drawn.lying`.

    `alike`: `[cards]`, the number of the cards with which each may change places, or `STAYS`.
    """

    seat: int
    away: slice
    hand: slice
    alike: Numbers


def relaid(worlds: Worlds, drawn: Drawn, leanings: Mapping[int, Reals], seed: int) -> Drawn:
    """Give the worlds with other cards laid away, the same for the same seed.

    `leanings[seat]`: `[cards]`, how much each card leans to be laid away by a seat that has it,
    in logarithms of odds. If they are all alike, worlds are as even afterwards as before.
    """
    rng = np.random.default_rng(seed)
    for pair in _pairs(worlds):
        if pair.seat in leanings:
            cards = np.hstack([drawn.lying[:, pair.away], drawn.lying[:, pair.hand]])
            leans = leanings[pair.seat][cards] + rng.gumbel(size=cards.shape)
            away = pair.away.stop - pair.away.start
            drawn = _with(drawn, pair, _parted(cards, away, pair.alike[cards], leans))
    return drawn


def _pairs(worlds: Worlds) -> Iterator[Pair]:
    columns = columns_of(worlds)
    for place, away in columns.items():
        hand = Place(Kind.HAND, place.seat)
        if place.kind is Kind.AWAY and hand in columns:
            yield Pair(place.seat, away, columns[hand], alike(worlds, hand, place))


def _parted(cards: Numbers, away: int, alike: Numbers, leans: Reals) -> Numbers:
    """Order each row anew: first as many cards as are laid away, those that lean most.

    Of cards that are alike as many lie on either side as before.
    """
    first = np.arange(cards.shape[1]) < away
    chosen = first & (alike == STAYS)
    for number in range(int(alike.max()) + 1):
        among = alike == number
        own = np.where(among, leans, -np.inf)
        chosen |= among & (own >= _nth_largest(own, (among & first).sum(axis=1)))
    n = len(cards)
    return np.hstack([cards[chosen].reshape(n, away), cards[~chosen].reshape(n, -1)])


def _nth_largest(numbers: Reals, nth: Numbers) -> Reals:
    """The nth largest number of each row, as a column; more than any number for nth 0."""
    ordered = np.sort(numbers, axis=1)
    place = (-nth % numbers.shape[1])[:, None]
    found = np.take_along_axis(ordered, place, axis=1)
    return np.where(nth[:, None] > 0, found, np.inf)


def _with(drawn: Drawn, pair: Pair, cards: Numbers) -> Drawn:
    """The worlds with these cards laid away and in hand, in this order."""
    lying = drawn.lying.copy()
    size = pair.away.stop - pair.away.start
    lying[:, pair.away], lying[:, pair.hand] = cards[:, :size], cards[:, size:]
    plain, away_plain = _moved(drawn.plain, drawn.away_plain, drawn.lying, lying, pair, _PLAIN)
    tarocks, away_tarocks = _moved(
        drawn.tarocks, drawn.away_tarocks, drawn.lying, lying, pair, _TAROCKS
    )
    return replace(
        drawn,
        plain=plain,
        tarocks=tarocks,
        away_plain=away_plain,
        away_tarocks=away_tarocks,
        lying=lying,
    )


def _moved(
    hands: Numbers, aways: Numbers, before: Numbers, after: Numbers, pair: Pair, bits: Numbers
) -> tuple[Numbers, Numbers]:
    """The words of one kind of cards: what came out of the hand, and what came back."""
    hands, aways = hands.copy(), aways.copy()
    out = np.bitwise_or.reduce(bits[after[:, pair.away]], axis=1)
    back = np.bitwise_or.reduce(bits[before[:, pair.away]], axis=1)
    hands[:, pair.seat] = (hands[:, pair.seat] | back) & ~out
    aways[:, pair.seat] = (aways[:, pair.seat] & ~back) | out
    return hands, aways
