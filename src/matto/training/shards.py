"""Labelled positions in files of a folder, each there whole or not at all."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np

from matto.encoding import encoding_of
from matto.encoding.canonical import SuitOrders
from matto.records import write_whole
from matto.spreading import Resources, spread
from matto.training.cards import label_cards
from matto.training.labelled import Labelled, Packed, packed, together
from matto.training.recipe import CARDS, WORDS, TrainingRecipe
from matto.training.words import label_words

LABELLING: Mapping[str, Callable[[TrainingRecipe, int], Labelled]] = {
    CARDS: label_cards,
    WORDS: label_words,
}


def make_shards(
    recipe: TrainingRecipe, subject: str, folder: Path, resources: Resources
) -> Generator[int, None, None]:
    """Make the shards of a subject that a folder lacks; gives how many there are after each."""
    yield from make_files(recipe, subject, folder, resources, partial(_shard, recipe, subject))


def make_files(
    recipe: TrainingRecipe,
    subject: str,
    folder: Path,
    resources: Resources,
    shard: Callable[[int], tuple[int, bytes]],
) -> Generator[int, None, None]:
    """Make the files that a folder lacks, each by what makes a shard."""
    (folder / subject).mkdir(parents=True, exist_ok=True)
    wanted = range(recipe.shards(subject))
    paths = {number: path_of(recipe, subject, folder, number) for number in wanted}
    left = [number for number in wanted if not paths[number].exists()]
    done = len(wanted) - len(left)
    yield done
    with closing(spread(shard, left, resources)) as finished:
        for number, content in finished:
            write_whole(paths[number], content)
            done += 1
            yield done


def read_shards(recipe: TrainingRecipe, subject: str, folder: Path) -> Packed:
    """Read all positions of a subject."""
    parts = []
    for number in range(recipe.shards(subject)):
        with np.load(path_of(recipe, subject, folder, number), allow_pickle=False) as file:
            parts.append(Packed(*(file[name] for name in Packed._fields)))
    return together(parts)


_orders: dict[str, SuitOrders] = {}
"""Found out once a process: by all that they depend on."""


def orders_of(recipe: TrainingRecipe) -> SuitOrders:
    """The orders of alike suits, in which positions are packed."""
    key = f"{recipe.game} {sorted(recipe.options.items())}"
    if key not in _orders:
        game, options = recipe.found_game()
        encoding = encoding_of(game, options)
        _orders[key] = SuitOrders(game, options, encoding.names, encoding.actions)
    return _orders[key]


def path_of(recipe: TrainingRecipe, subject: str, folder: Path, shard: int) -> Path:
    """Where a shard lies, by the numbers of its deals."""
    deals = recipe.deals_of(subject, shard)
    return folder / subject / f"{deals.start:07}-{deals.stop:07}.npz"


def _shard(recipe: TrainingRecipe, subject: str, number: int) -> tuple[int, bytes]:
    labelled = packed(LABELLING[subject](recipe, number), orders_of(recipe))
    target = io.BytesIO()
    np.savez(target, allow_pickle=False, **labelled._asdict())
    return number, target.getvalue()
