"""Labels for cards once more, where the network plays that was fitted to those of before."""

from __future__ import annotations

import io

import numpy as np

from matto.kernel.labels import Labels
from matto.kernel.learned import Room, Seated, room_for
from matto.kernel.learned_labels import label_again
from matto.players.learned.compiled import judging_of, suits_of
from matto.players.learned.model import Layers
from matto.players.seeds import derived
from matto.training.cards import FirstLeads, deals_by_rule, labelled_of
from matto.training.labelled import Labelled, packed
from matto.training.recipe import TrainingRecipe
from matto.training.shards import orders_of

MARGIN = 0.03
"""By so many σ a card must promise more than that of the rule of thumb to be played."""

NEAR = 0.05
"""Cards that promise so much less than the best, in σ, are not tried."""

MOST = 64
"""More choices than that nobody has in a deal."""


def again_shard(
    recipe: TrainingRecipe, layers: Layers, number: int, shard: int
) -> tuple[int, bytes]:
    """Label the deals of a shard in a round, as the content of a file."""
    labelled = packed(label_cards_again(recipe, layers, number, shard), orders_of(recipe))
    target = io.BytesIO()
    np.savez(target, allow_pickle=False, **labelled._asdict())
    return shard, target.getvalue()


def label_cards_again(
    recipe: TrainingRecipe, layers: Layers, number: int, shard: int
) -> Labelled:
    """Label the choices of a network in each seat of a shard's deals, in a round."""
    deals = recipe.deals_of("again", shard)
    dealt_by = deals_by_rule(recipe, derived(recipe.seed, "again", number, shard))
    leads = FirstLeads(dealt_by, len(deals))
    encoding = leads.encoding
    suits = suits_of(orders_of(recipe), len(encoding.actions))
    judging = judging_of(layers, encoding, MARGIN)
    room, other = (room_for(encoding.shape[0], len(encoding.cards), judging) for _ in range(2))
    found = []
    for slot, dealt in enumerate(leads.dealt):
        seated = Seated(dealt, leads.seen, slot, leads.writing, suits, judging)
        for guest in range(encoding.game.seats):
            found.append(_labels(seated, room, other, guest))
    numbers = np.repeat(np.array(deals), encoding.game.seats)
    return labelled_of(encoding, numbers.tolist(), found)


def _labels(seated: Seated, room: Room, other: Room, guest: int) -> Labels:
    columns = len(room.promised)
    labels = Labels(
        np.empty((MOST, len(room.row)), np.uint8),
        np.empty((MOST, columns), np.float32),
        np.empty((MOST, columns), np.float32),
        np.empty(MOST, np.int64),
    )
    filled = label_again(seated, room, other, guest, NEAR, labels)
    observations, values, promised, usual = labels
    return Labels(
        observations[:filled].copy(),
        values[:filled].copy(),
        promised[:filled].copy(),
        usual[:filled].copy(),
    )
