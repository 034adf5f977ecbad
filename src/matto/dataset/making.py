"""Making a data set in a folder, shard by shard, so that it can be gone on with."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
from pyarrow import ArrowException, parquet

from matto.dataset.card import card_of
from matto.dataset.encoding_page import encoding_page
from matto.dataset.errors import BadDataset
from matto.dataset.recipe import Recipe
from matto.dataset.shards import make_shard
from matto.dataset.summary import FileMade, Summary
from matto.engine.words import text
from matto.records import write_whole
from matto.spreading import ALONE, Resources, spread

RECIPE, CARD, ENCODING = "recipe.json", "README.md", "encoding.json"
DECISIONS, DEALS, SUFFIX = "decisions", "deals", ".parquet"


def make(
    recipe: Recipe, folder: Path, resources: Resources = ALONE
) -> Generator[int, None, None]:
    """Make the shards that a folder lacks; gives the number of finished ones after each.

    A shard is there whole or not at all, as its decisions are written last: an interrupted data
    set is gone on with. The bytes do not depend on who works on them. Raises `BadDataset` if
    the folder holds anything else than a part of this data set.
    """
    try:
        _begin(recipe, folder)
        there = _names(folder / DECISIONS) & _names(folder / DEALS)
        left = (n for n in range(recipe.shards) if path_of(folder, DEALS, n).name not in there)
        before = len(there)
        yield before
        with closing(spread(partial(make_shard, recipe), left, resources)) as finished:
            for done, shard in enumerate(finished, before + 1):
                write_whole(path_of(folder, DEALS, shard.number), shard.deals)
                write_whole(path_of(folder, DECISIONS, shard.number), shard.decisions)
                yield done
    except OSError as error:
        why = error.strerror or str(error)
        sentence = text("{folder} cannot be written: {why}.", folder=str(folder), why=why)
        raise BadDataset(sentence) from error


def finish(recipe: Recipe, folder: Path) -> Summary:
    """Describe a data set all of whose shards are there; gives what it holds.

    Raises `BadDataset` if one of them cannot be read.
    """
    files = [
        _measured(folder, path_of(folder, table, number))
        for table in (DECISIONS, DEALS)
        for number in range(recipe.shards)
    ]
    decisions = sum(one.rows for one in files if one.name.startswith(DECISIONS))
    summary = Summary(recipe=recipe, decisions=decisions, files=tuple(files))
    write_whole(folder / ENCODING, encoding_page(recipe))
    write_whole(folder / CARD, card_of(summary).encode())
    return summary


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix == SUFFIX}


def path_of(folder: Path, table: str, shard: int) -> Path:
    """Where a shard of a table lies."""
    return folder / table / f"{shard:05}{SUFFIX}"


def _begin(recipe: Recipe, folder: Path) -> None:
    """Write the recipe into an empty folder, or find the same one there."""
    wanted = msgspec.json.format(msgspec.json.encode(recipe, order="sorted"), indent=1) + b"\n"
    kept = folder / RECIPE
    if kept.exists():
        if kept.read_bytes() != wanted:
            raise BadDataset(
                text(
                    "{folder} holds another data set: other deals, bots, options, seed or "
                    "version of matto. Name another folder.",
                    folder=str(folder),
                )
            )
        return
    if folder.exists() and any(folder.iterdir()):
        raise BadDataset(
            text("{folder} holds something else. Name an empty folder.", folder=str(folder))
        )
    for table in (DECISIONS, DEALS):
        (folder / table).mkdir(parents=True, exist_ok=True)
    write_whole(kept, wanted)


def _measured(folder: Path, path: Path) -> FileMade:
    content = path.read_bytes()
    try:
        rows = parquet.read_metadata(path).num_rows
    except (ArrowException, OSError) as error:
        sentence = text(
            "{file} is damaged. Delete it: the same command makes it anew.", file=str(path)
        )
        raise BadDataset(sentence) from error
    return FileMade(
        name=path.relative_to(folder).as_posix(),
        rows=rows,
        size=len(content),
        sha256=sha256(content).hexdigest(),
    )
