"""Data sets: deals that bots have played, as Parquet, for those who train or study players.

`recipe_of` says what is to be made, `make` makes it shard by shard, `finish` describes it:

>>> from pathlib import Path
>>> from tempfile import mkdtemp
>>> from matto.research.dataset import finish, make, recipe_of
>>> from matto.games import catalogue
>>> game, *_ = catalogue().values()
>>> recipe = recipe_of(game, game.resolve(), ["random"] * game.seats, deals=3, shard=2)
>>> folder = Path(mkdtemp()) / "data"
>>> list(make(recipe, folder))
[0, 1, 2]
>>> summary = finish(recipe, folder)
>>> [(file.name, file.rows) for file in summary.files if file.name.startswith("deals")]
[('deals/00000.parquet', 2), ('deals/00001.parquet', 1)]

Writing Parquet needs pyarrow: `python -m pip install "matto[data]"`.
"""

from __future__ import annotations

from matto.research.dataset.recipe import BadDataset, NoParquet, Recipe, recipe_of

__all__ = ["BadDataset", "NoParquet", "Recipe", "Summary", "finish", "make", "recipe_of"]


try:
    from matto.research.dataset.making import finish, make
    from matto.research.dataset.recipe import Summary
except ModuleNotFoundError as error:
    if error.name is None or not error.name.startswith("pyarrow"):
        raise
    from matto.engine.words import text

    sentence = text(
        "Data sets need pyarrow: {command} brings it.",
        command='python -m pip install "matto[data]"',
    )
    raise NoParquet(sentence) from error
