"""The recipe of a training: which deals are labelled, and how networks are fitted to them."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from matto import __version__
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.options import Options, Value
from matto.engine.words import text
from matto.games import game as find_game
from matto.players.encoding import encoding_of
from matto.players.learned.model import layout_hash


class BadTraining(MattoError):
    """A training that cannot be begun, or a folder that holds another one."""


CARDS, WORDS = "cards", "words"
SUBJECTS = (CARDS, WORDS)
"""What there is a network for: the cards that are played, and all that is chosen before."""

LAYERS = (256, 128)
"""Sizes of the two hidden layers."""
SHARED = (32, 16)
"""Sizes of the two hidden layers that all cards share."""


class TrainingRecipe(msgspec.Struct, frozen=True):
    """Which deals are labelled, and how the networks are fitted to the labels.

    `card_deals` are played for their cards and `word_deals` for what is said and laid away
    before, `shard` of them a file. `chance` is how often a choice is made by chance, so that
    there are positions that good players avoid. `layers` are the sizes of the hidden layers,
    `shared` of those that all cards share; each position is gone through `epochs` times, in
    batches of `batch`, and `rate` is the highest rate of learning. In each of the `rounds` that
    follow, the network plays `again_deals` itself and learns from them once. `begun` is the
    hash of a model whose network for cards is gone on with instead of being fitted to
    `card_deals` anew.
    """

    matto: str
    game: str
    rules_version: int
    encoding: int
    layout: str
    options: Mapping[str, Value]
    seed: int
    card_deals: int
    word_deals: int
    shard: int = 500
    chance: float = 0.1
    layers: tuple[int, ...] = LAYERS
    shared: tuple[int, ...] = SHARED
    epochs: int = 4
    batch: int = 512
    rate: float = 3e-3
    rounds: int = 1
    again_deals: int = 4000
    begun: str = ""

    @property
    def of_labels(self) -> TrainingRecipe:
        numbers = "card_deals", "word_deals", "epochs", "batch", "rounds", "again_deals"
        found = {name: 0 for name in numbers}
        return msgspec.structs.replace(self, **found, layers=(), shared=(), rate=0.0, begun="")

    @property
    def without_rounds(self) -> TrainingRecipe:
        return msgspec.structs.replace(self, rounds=0, again_deals=0)

    @property
    def fingerprint(self) -> str:
        return blake2b(msgspec.json.encode(self, order="sorted"), digest_size=8).hexdigest()

    def found_game(self) -> tuple[Game, Options]:
        return find_game(self.game), Options(self.options)

    def deals(self, subject: str) -> int:
        known = {CARDS: self.card_deals, WORDS: self.word_deals}
        return known.get(subject, self.again_deals)

    def shards(self, subject: str) -> int:
        return -(-self.deals(subject) // self.shard)

    def deals_of(self, subject: str, shard: int) -> range:
        return range(shard * self.shard, min((shard + 1) * self.shard, self.deals(subject)))


def recipe_of(
    game: Game,
    options: Options,
    *,
    seed: int = 0,
    card_deals: int = 20_000,
    word_deals: int = 10_000,
    **others: Any,
) -> TrainingRecipe:
    """Check what is asked for; raises `BadTraining`. `others`: of a `TrainingRecipe`."""
    encoding = encoding_of(game, options)
    recipe = TrainingRecipe(
        matto=__version__,
        game=game.id,
        rules_version=game.rules_version,
        encoding=encoding.version,
        layout=layout_hash(encoding),
        options=dict(options),
        seed=seed,
        card_deals=card_deals,
        word_deals=word_deals,
        **others,
    )
    fewest = min(card_deals, word_deals, recipe.rounds, recipe.again_deals)
    if fewest < 0 or recipe.epochs < 1 or not card_deals + word_deals:
        raise BadTraining(
            text("A training needs at least one deal and one epoch; no number may be below 0.")
        )
    return recipe
