"""A small data set, made once for the tests that look at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from pyarrow import parquet

from matto.games import game as find_game
from matto.research.dataset import Recipe, Summary, finish, make, recipe_of
from matto.research.parallel import Resources

GAME = "priestertarock"
"""Five players, bids, a called card whose holder is not known, cards laid away."""


class Made(NamedTuple):
    """A finished data set."""

    recipe: Recipe
    folder: Path
    summary: Summary

    def rows(self, table: str) -> list[dict[str, Any]]:
        """All rows of a table, shard after shard."""
        shards = sorted((self.folder / table).glob("*.parquet"))
        return [row for shard in shards for row in parquet.read_table(shard).to_pylist()]


def small(deals: int = 4, seed: int = 3, **more: Any) -> Recipe:
    """A recipe of a few deals by unlike bots."""
    game = find_game(GAME)
    bots = ["rule", "random", *["rule"] * (game.seats - 2)]
    given = {"worlds": 2, "shard": 2} | more
    return recipe_of(game, game.resolve(), bots, deals=deals, seed=seed, **given)


def made(folder: Path, recipe: Recipe, jobs: int = 1) -> Made:
    """Make a data set."""
    assert list(make(recipe, folder, Resources(jobs)))[-1] == recipe.shards
    return Made(recipe, folder, finish(recipe, folder))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
