"""Evaluation weights: what the heuristic policy weighs cards by, and how a game tunes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

from matto.engine.cards import CODES, NUMBER, Pack
from matto.play import layout as lay

PERHAPS = 0.5
"""How likely a plain card of value comes home later."""
CHEAPEST_TRUMP = 0.4
"""The later worth of the lowest trump, in card points as all that follows."""
ENDGAME = 5
"""From so many cards on, the highest trump is kept for the last trick."""
RID_FROM = 6
"""From so many cards on, a card is got rid of that should not lose the last trick."""
FOOL_HURRY = 3
"""With a third of its time left, the Fool is played rather than kept."""
LONG_SUIT = 0.3
"""The gain of leading a suit for each card held of it."""
DRAW_TRUMPS = 2.0
"""The gain of drawing trumps with the highest while holding more of them."""
EXPOSED = 0.5
"""The cost of leading a suit that lays a card of value bare."""
CHANCES_TOLD_APART = 10
"""Whoever ducks takes chances to win for equal that lie within a tenth."""
COUNTER = 3.0
"""From so many points over an empty card on, a card is a counter that one brings home.

None is given away to make another take a trick who undertook to take none.
"""
HELPS, TAKES = 0.8, 0.9
"""How often one who can beat a trick does: over a foe, and over this side."""


@dataclass(frozen=True)
class Keeping:
    """When a trump is played only if nothing else can be.

    As long as its holder has more than so many `trumps`, and more than this `share` of his
    cards are trumps. With `leading_on` it is kept for a last trick that pays only one who has
    led on: as long as he has, and then he goes on leading his suit. Without it, the trump is
    not kept from a trick that it surely wins: the last card of one in which no trump lies.
    """

    card: str
    trumps: int = 0
    share: float = 0.0
    leading_on: bool = False


@dataclass(frozen=True)
class Weights:
    """The weights of cards in a game, in card points.

    `worth` replaces what single cards count; `last_trick` is what winning it brings, and
    `last_with` what it brings besides to win it with a card of that name (or costs to lose
    it); the Fool should be played while more than `fool_by` tricks are left, so that one who
    takes them all does not lose it with the last, and `fool_saved` is what it saves in the
    meantime. With `strangers` each stranger counts for an ally as far
    as he may be one, while a partner is hidden; else for a foe. `keeping` names a trump that
    is kept, `ducks` the word by which one undertakes to win no trick: as long as he has won
    none he ducks, and if he is the only one, the others do, too. Without `counters` nothing is
    paid for who takes which card: what they count only tells how good they are at winning.
    """

    worth: Mapping[str, float] = field(default_factory=dict)
    last_trick: float = 0.0
    last_with: Mapping[str, float] = field(default_factory=dict)
    fool_by: int = 5
    fool_saved: float = 1.0
    trump_cost: float = 2.0
    strangers: bool = False
    keeping: Keeping | None = None
    ducks: str = ""
    counters: bool = True


PLAIN = Weights()
"""Nothing but the count matters."""


@lru_cache(maxsize=100_000)
def chance_of_one(wanted: int, held: int, unseen: int) -> float:
    """The chance that a hand of `held` of the `unseen` cards has one of the `wanted`."""
    if wanted <= 0 or held <= 0:
        return 0.0
    if wanted + held > unseen:
        return 1.0
    return 1.0 - comb(unseen - wanted, held) / comb(unseen, held)


def weight_rows(pack: Pack, scale: Weights) -> list[list[float]]:
    """Return what cards are weighed by, as `WEIGHT_ROWS` rows."""
    rows = [[0.0] * len(CODES) for _ in range(lay.WEIGHT_ROWS)]
    counted = [pack.value_of[card] for card in pack.codes]
    for place, card in enumerate(pack.codes):
        rows[lay.PLACE][NUMBER[card]] = place
        counts = pack.value_of[card] - min(counted)
        rows[lay.WORTH][NUMBER[card]] = scale.worth.get(card, counts)
        rows[lay.LAST_WITH][NUMBER[card]] = scale.last_with.get(card, 0.0)
    single = rows[lay.SINGLE]
    single[lay.AVERAGE] = sum(counted) / len(counted) - min(counted)
    single[lay.LAST_TRICK] = scale.last_trick
    single[lay.FOOL_BY], single[lay.FOOL_SAVED] = scale.fool_by, scale.fool_saved
    single[lay.TRUMP_COST] = scale.trump_cost
    single[lay.STRANGERS] = scale.strangers
    if (keeping := scale.keeping) is not None:
        single[lay.KEPT] = NUMBER[keeping.card]
        single[lay.KEPT_TRUMPS], single[lay.KEPT_SHARE] = keeping.trumps, keeping.share
        single[lay.KEPT_LEADING_ON] = keeping.leading_on
    return rows
