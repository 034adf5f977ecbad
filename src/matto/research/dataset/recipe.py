"""The recipe and content of a data set: the same recipe gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from matto import __version__
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.options import Options, Value
from matto.engine.words import text
from matto.games import game as find_game
from matto.players import check_bot
from matto.players.encoding import encoding_of


class BadDataset(MattoError):
    """A data set that cannot be made: nothing to play, or a folder that is not its own."""


class NoParquet(MattoError, ImportError):
    """The library that writes Parquet is not installed."""


SHARD = 500
"""Deals in a shard, unless told otherwise."""


class Recipe(msgspec.Struct, frozen=True):
    """Which deals are played, by whom, and how they are judged and numbered.

    `bots` has a name for each seat, which change seats from deal to deal. With `worlds` above 0
    choices are judged in so many sampled worlds too. `encoding` is its version; recipes of
    before there was a second one do not say it.
    """

    matto: str
    game: str
    rules_version: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    deals: int
    seed: int
    worlds: int = 0
    shard: int = SHARD
    encoding: int = 1

    def found_game(self) -> tuple[Game, Options]:
        return find_game(self.game), Options(self.options)

    @property
    def shards(self) -> int:
        return -(-self.deals // self.shard)

    def deals_of(self, shard: int) -> range:
        return range(shard * self.shard, min((shard + 1) * self.shard, self.deals))


def recipe_of(
    game: Game,
    options: Options,
    bots: Sequence[str],
    *,
    deals: int,
    seed: int = 0,
    worlds: int = 0,
    shard: int = SHARD,
) -> Recipe:
    """Check what is asked for; raises `BadDataset`, `UnknownBot`."""
    for bot in bots:
        check_bot(bot)
    recipe = Recipe(
        matto=__version__,
        game=game.id,
        rules_version=game.rules_version,
        options=dict(options),
        bots=tuple(bots),
        deals=deals,
        seed=seed,
        worlds=worlds,
        shard=shard,
        encoding=encoding_of(game, options).version,
    )
    _check(recipe)
    return recipe


def _check(recipe: Recipe) -> None:
    if recipe.deals < 1 or recipe.shard < 1 or recipe.worlds < 0:
        raise BadDataset(
            text(
                "A data set needs at least one deal and one deal a shard, and worlds are 0 or "
                "more; not {deals}, {shard} and {worlds}.",
                deals=recipe.deals,
                shard=recipe.shard,
                worlds=recipe.worlds,
            )
        )


class FileMade(msgspec.Struct, frozen=True):
    """A Parquet file: its name below the folder, its rows, its bytes and their checksum."""

    name: str
    rows: int
    size: int
    sha256: str


class Summary(msgspec.Struct, frozen=True):
    """The recipe, and what came of it."""

    recipe: Recipe
    decisions: int
    files: tuple[FileMade, ...]

    @property
    def size(self) -> int:
        """The bytes of all files together."""
        return sum(one.size for one in self.files)
