"""How many card points a Sicilian hand will make, as far as its holder can tell.

The numbers were measured in 2,000 deals of three, 63 cards, between players by rules of thumb,
and rounded: what any hand makes, what each trump adds, and what single cards add besides. They
leave six to eight card points to chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from matto.engine.cards import FOOL, KINGS, QUEENS, cards
from matto.games.sicily import ARIE_CINQUINE, GIOVE, LAST_TRICK, PICCIOTTI
from matto.play.weights import Weights
from matto.players.heuristic import weight_of, weight_of_each

WEIGHTS = Weights(last_trick=float(LAST_TRICK))
"""The weights of cards where they pay by card points alone."""

HIGH_TRUMPS = cards(f"T{trump}" for trump in range(11, 21))
GROUPS: tuple[tuple[Collection[str], float], ...] = (
    (HIGH_TRUMPS, 0.6),
    (ARIE_CINQUINE, 4.2),
    (cards(GIOVE), 10.0),
    (cards(PICCIOTTI), 7.2),
    (cards(FOOL), 9.0),
    (KINGS, 5.3),
    (QUEENS, 2.2),
)


ADDS = weight_of_each(GROUPS)
"""The weight of each card by itself."""


class HandValue(NamedTuple):
    """The worth of any hand in a kind of game, and of each trump besides its weight."""

    any_hand: float
    a_trump: float


ALONE_TALON_UNSEEN = HandValue(7.0, 2.0)
ALONE_WITH_TALON = HandValue(-3.0, 2.2)
EACH_FOR_SELF_WITH_TALON = HandValue(-8.4, 3.2)


def outlook(held: Iterable[str], plan: HandValue) -> float:
    """The card points to be expected of some cards, those of a talon seen included."""
    return plan.any_hand + weight_of(held, plan.a_trump, ADDS)
