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

from matto.cards import CODES, PLAIN_BIT, TAROCK_BIT
from matto.kernel.layout import Numbers, Reals
from matto.worlds.counting import Count
from matto.worlds.drawing import Drawn, Worlds
from matto.worlds.places import Kind, Place

STAYS = -1

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
    room = worlds.counts[0].settled.board.room
    ends = np.cumsum(room).tolist()
    columns = [slice(end - size, end) for end, size in zip(ends, room, strict=True)]
    numbers = {place: number for number, place in enumerate(worlds.places)}
    for (kind, seat), away in numbers.items():
        hand = numbers.get(Place(Kind.HAND, seat))
        if kind is Kind.AWAY and hand is not None:
            yield Pair(seat, columns[away], columns[hand], _alike(worlds, hand, away))


def _alike(worlds: Worlds, hand: int, away: int) -> Numbers:
    """Number the cards so that those with the same number may change places."""
    numbers: dict[object, int] = {}
    signs = [[_sign(count, code, hand, away) for count in worlds.counts] for code in CODES]
    return np.array(
        [
            STAYS if None in sign else numbers.setdefault(tuple(sign), len(numbers))
            for sign in signs
        ]
    )


def _sign(count: Count, card: str, hand: int, away: int) -> object:
    """What tells a card in one of the places from another there; None if it is fixed."""
    settled, both = count.settled, {hand, away}
    weighed = any((card, place) in settled.board.weights for place in both)
    if weighed or not both <= settled.may.get(card, set()):
        return None
    return tuple(
        card in one.cards for one in count.sums if (hand in one.places) != (away in one.places)
    )


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
