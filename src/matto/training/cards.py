"""Labels for cards: every legal card, tried in the deal as it is by compiled players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matto.batch.deals import Deals, NumberedDeals
from matto.batch.slots import PreparedDeals
from matto.encoding import Encoding, encoding_of
from matto.engine.cards import CODES
from matto.engine.run import Run
from matto.kernel.labels import OUT_OF, FirstLead, Labels, label_deal
from matto.kernel.layout import Plan
from matto.kernel.rng import rng_from
from matto.kernel.scales import scales_of
from matto.players.positions import advised_plan
from matto.players.seeds import derived
from matto.training.labelled import Labelled
from matto.training.recipe import CARDS, TrainingRecipe


class Advised:
    """Deals at their first card; keeps the plans by which the rule of thumb plays them."""

    def __init__(self, deals: Deals) -> None:
        self.game = deals.game
        self.options = deals.options
        self.plans: dict[int, Plan] = {}
        self._deals = deals

    def begun(self, number: int) -> Run:
        """Give a deal, and keep its plan."""
        run = self._deals.begun(number)
        self.plans[number] = advised_plan(run)
        return run


class FirstLeads:
    """The first of some deals at their first lead, prepared for compiled play."""

    def __init__(self, deals: Deals, size: int) -> None:
        advised = Advised(deals)
        self.encoding = encoding_of(deals.game, deals.options)
        prepared = PreparedDeals(advised, self.encoding, size)
        prepared.slot_of(np.arange(size))
        slots = prepared.slots
        self.seen = slots.seen
        self.writing = prepared.writing
        self.dealt = [
            FirstLead(slots.states[slot], plan, scales_of(plan), slots.stocks[slot])
            for slot, plan in sorted(advised.plans.items())
        ]


def deals_by_rule(recipe: TrainingRecipe, seed: int) -> NumberedDeals:
    """Deals whose words the rule of thumb says; those that come to no card are left out."""
    game, options = recipe.found_game()
    return NumberedDeals(game, options, seed, "rule", first_card=True)


def label_cards(recipe: TrainingRecipe, shard: int) -> Labelled:
    """Label the cards of a shard's deals."""
    numbers = recipe.deals_of(CARDS, shard)
    deals = deals_by_rule(recipe, derived(recipe.seed, CARDS, shard))
    leads = FirstLeads(deals, len(numbers))
    found = [_labelled(recipe, leads, slot, number) for slot, number in enumerate(numbers)]
    return labelled_of(leads.encoding, numbers, found)


def labelled_of(
    encoding: Encoding, numbers: Sequence[int], found: Sequence[Labels]
) -> Labelled:
    """Put the labels of deals of some numbers together."""
    rows = sum(len(labels.values) for labels in found)
    shape, cards = (rows, len(encoding.actions)), slice(len(encoding.cards))
    values, promised = (np.full(shape, np.nan, np.float32) for _ in range(2))
    values[:, cards] = np.concatenate([labels.values for labels in found])
    promised[:, cards] = np.concatenate([labels.promised for labels in found])
    observations = np.concatenate([labels.observations for labels in found])
    usual = np.concatenate([labels.usual for labels in found])
    return Labelled(observations, values, promised, usual, _numbered(numbers, found))


def _numbered(numbers: Sequence[int], found: Sequence[Labels]) -> np.ndarray:
    return np.repeat(np.array(numbers), [len(labels.values) for labels in found])


def _labelled(recipe: TrainingRecipe, leads: FirstLeads, slot: int, number: int) -> Labels:
    room, columns = len(CODES), len(leads.encoding.cards)
    labels = Labels(
        np.empty((room, leads.encoding.shape[0]), np.uint8),
        np.empty((room, columns), np.float32),
        np.empty((room, columns), np.float32),
        np.empty(room, np.int64),
    )
    rng = rng_from(derived(recipe.seed, "chance", number))
    chance = round(recipe.chance * OUT_OF) * (number % 2)
    dealt = leads.dealt[slot]
    filled = label_deal(dealt, leads.seen, slot, leads.writing, chance, rng, labels)
    observations, values, promised, usual = labels
    return Labels(observations[:filled], values[:filled], promised[:filled], usual[:filled])
