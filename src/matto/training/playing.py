"""Playing deals with a network, to see what it is worth where it comes to itself.

Positions that are labelled come up where the rule of thumb plays. Who plays otherwise comes to
others, where small promises are not always kept: by how much another card has to promise more
is settled by whole deals, and measured in others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matto.encoding.canonical import SuitOrders
from matto.kernel.labels import FirstLead
from matto.kernel.layout import MOST_SEATS
from matto.kernel.learned import Judging, Seated, play_deals, room_for
from matto.players.learned.compiled import judging_of, suits_of
from matto.players.learned.model import Layers
from matto.players.seeds import derived
from matto.training.cards import FirstLeads, deals_by_rule
from matto.training.judging import Gain, Judged, gain_of
from matto.training.recipe import TrainingRecipe

MARGINS = (0.0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.1, 0.15)
"""By how much, in σ, a card may have to promise more than that of the rule of thumb."""

SETTLED_IN, MEASURED_IN = 600, 1400
"""In so many deals the margin is settled, and in so many others the gain is measured."""

CHOSEN_IN, MARGIN = 2000, 0.01
"""After a round it is chosen in so many deals at most, with this margin, how to go on."""


class PlayedDeals:
    """Deals to whose first lead the rule of thumb has led; networks play them."""

    def __init__(
        self, recipe: TrainingRecipe, orders: SuitOrders, seed: int, deals: int
    ) -> None:
        by_rule = deals_by_rule(recipe, seed)
        self._leads = leads = FirstLeads(by_rule, deals)
        self._played = len(leads.dealt) / by_rule.attempts
        self._suits = suits_of(orders, len(leads.encoding.actions))

    def gain(self, layers: Layers, margin: float, sigma: float, slots: range) -> Gain:
        """What a network gains in some of them in σ a deal, counting those thrown in."""
        judging = judging_of(layers, self._leads.encoding, margin)
        return gain_of(self._played * self._gains(judging, slots) / sigma)

    def _gains(self, judging: Judging, slots: range) -> np.ndarray:
        """What one seat gains over the rule of thumb in each deal, on the mean of its seats."""
        leads = self._leads
        room = room_for(leads.encoding.shape[0], len(leads.encoding.cards), judging)
        seats = leads.encoding.game.seats
        paid, own = np.zeros((seats + 1, MOST_SEATS), np.int64), np.arange(seats)
        gains = []
        for slot in slots:
            paid[:] = 0
            dealt: FirstLead = leads.dealt[slot]
            seated = Seated(dealt, leads.seen, slot, leads.writing, self._suits, judging)
            play_deals(seated, room, paid)
            gains.append((paid[own, own] - paid[seats, own]).mean())
        return np.array(gains)


def judged_by_play(
    recipe: TrainingRecipe, orders: SuitOrders, layers: Layers, sigma: float
) -> Judged:
    """Settle the margin of a network for cards, and measure its gain in σ a deal."""
    every = SETTLED_IN + MEASURED_IN
    deals = PlayedDeals(recipe, orders, derived(recipe.seed, "played"), every)
    settled = {
        margin: deals.gain(layers, margin, sigma, range(SETTLED_IN)) for margin in MARGINS
    }
    best = max(settled, key=lambda margin: settled[margin].low)
    return Judged(best, deals.gain(layers, best, sigma, range(SETTLED_IN, every)))


def better_by_play(
    recipe: TrainingRecipe, orders: SuitOrders, tried: Sequence[Layers], number: int
) -> Layers:
    """Give the network that gains most in deals of its own, before the next round `number`."""
    deals = min(CHOSEN_IN, recipe.again_deals)
    played = PlayedDeals(recipe, orders, derived(recipe.seed, "chosen", number), deals)
    return max(tried, key=lambda one: played.gain(one, MARGIN, 1.0, range(deals)).mean)
