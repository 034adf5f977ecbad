"""How the cards are dealt: one by one, each by a chance node."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb

Outcomes = list[tuple[int, float]]
"""Cards by their numbers in the pack, each with its probability."""


def next_cards(cards: int, dealt: Sequence[int], sets: Sequence[int]) -> Outcomes:
    """The cards that may come next, from a pack of so many.

    `sets` are the sizes of what is dealt, in order, such as `(15, 15, 1, 1, 1)`: two hands and
    three cards whose order counts. The cards of one set come in the order of the pack, so that
    each deal is dealt in one way only, and is as likely as any other.
    """
    place = len(dealt)
    end = next(end for end in accumulate(sets) if end > place)
    first = end - sets[list(accumulate(sets)).index(end)]
    before = dealt[-1] if place > first else -1
    free = sorted({*range(before + 1, cards)}.difference(dealt))
    wanted = end - place
    ways = comb(len(free), wanted)
    last = len(free) - wanted
    return [
        (card, comb(len(free) - nth - 1, wanted - 1) / ways)
        for nth, card in enumerate(free[: last + 1])
    ]
