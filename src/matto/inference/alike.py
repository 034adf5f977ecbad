"""Which cards may change places in any world, so that all that is known stays true."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from matto.engine.cards import CODES
from matto.inference.counting import Count
from matto.inference.drawing import Worlds
from matto.inference.places import Place
from matto.kernel.exchange import STAYS
from matto.kernel.layout import Numbers


def columns_of(worlds: Worlds) -> Mapping[Place, slice]:
    """Which columns of `Drawn.lying` each place has."""
    room = worlds.counts[0].settled.board.room
    ends = np.cumsum(room).tolist()
    return {
        place: slice(end - size, end)
        for place, size, end in zip(worlds.places, room, ends, strict=True)
    }


def alike(worlds: Worlds, one: Place, other: Place) -> Numbers:
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


def _sign(count: Count, card: str, one: int, other: int) -> object:
    """What tells a card in one of two places from another there; None if it is fixed."""
    settled, both = count.settled, {one, other}
    weighed = any((card, place) in settled.board.weights for place in both)
    if weighed or not both <= settled.may.get(card, set()):
        return None
    return tuple(
        card in part.cards
        for part in count.sums
        if (one in part.places) != (other in part.places)
    )
