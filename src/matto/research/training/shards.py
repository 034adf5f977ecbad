"""Shards of labelled positions: packed, written to files of a folder, and read again."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.players.encoding.suits import SuitOrders
from matto.players.learned.model import Layers, promise_inputs
from matto.records import write_whole
from matto.research.parallel import Resources, spread
from matto.research.training.labelling import (
    Bytes,
    Floats,
    Integers,
    Labelled,
    label_cards,
    label_cards_again,
    label_words,
    orders_of,
)
from matto.research.training.recipe import CARDS, WORDS, TrainingRecipe


class Inputs(NamedTuple):
    """The inputs of a network that are not 0, row by row: row k begins at `begins[k]`."""

    begins: Integers
    entries: Integers
    weights: Floats


class Packed(NamedTuple):
    """The same without all that is 0, or neither tried nor promised: a tenth of the size.

    `entries` and `counts` are what is not 0 in the observations, row by row: those of row k
    begin at `begins[k]` and end before `begins[k + 1]`. `tried`, `values`, `promised` and
    `tried_from` are the same for the choices. `size`: `[length, actions]`.
    """

    begins: Integers
    entries: NDArray[np.uint16]
    counts: Bytes
    tried_from: Integers
    tried: NDArray[np.uint16]
    values: Floats
    promised: Floats
    usual: Integers
    deals: Integers
    size: Integers

    def unpacked(self, rows: Integers) -> Labelled:
        """Return some of the rows in full."""
        observations = np.zeros((len(rows), self.size[0]), np.uint8)
        row, place = _places(self.begins, rows)
        observations[row, self.entries[place]] = self.counts[place]
        values, promised = (self._of_choices(rows, of) for of in (self.values, self.promised))
        return Labelled(observations, values, promised, self.usual[rows], self.deals[rows])

    def values_of(self, rows: Integers) -> Floats:
        """Return the values of some of the rows in full: `[m, actions]`."""
        return self._of_choices(rows, self.values)

    def choices_of(self, rows: Integers) -> NDArray[np.bool_]:
        """Tell of some of the rows what could be chosen, tried or not: `[m, actions]`."""
        found = np.zeros((len(rows), self.size[1]), np.bool_)
        row, place = _places(self.tried_from, rows)
        found[row, self.tried[place]] = True
        return found

    def inputs(self, rows: Integers, scale: Floats) -> Inputs:
        """Return what a network gets for some of the rows; its last input is always 1."""
        length, actions = self.size.tolist()
        row, place = _places(self.begins, rows)
        entries, own = self.entries[place].astype(np.int64), np.arange(len(rows))
        promised = promise_inputs(self._of_choices(rows, self.promised))
        promises = promised.nonzero()
        ones = np.ones(len(rows), np.float32)
        parts: Sequence[tuple[np.ndarray, ...]] = (
            (row, entries, self.counts[place] * scale[entries]),
            (own, length + self.usual[rows], ones),
            (promises[0], length + actions + promises[1], promised[promises]),
            (own, np.full(len(rows), length + 2 * actions), ones),
        )
        which, found, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
        order = np.argsort(which, kind="stable")
        begins = _begins(which, len(rows))[:-1]
        return Inputs(begins, found[order], weights[order].astype(np.float32))

    def _of_choices(self, rows: Integers, of: Floats) -> Floats:
        found = np.full((len(rows), self.size[1]), np.nan, np.float32)
        row, place = _places(self.tried_from, rows)
        found[row, self.tried[place]] = of[place]
        return found


def pack_positions(labelled: Labelled, orders: SuitOrders) -> Packed:
    """Pack positions, with the names of alike suits exchanged so that few are left of many."""
    observations, values, promised, usual, deals = labelled
    rows, entries = observations.nonzero()
    tried_rows, tried = (~np.isnan(values) | ~np.isnan(promised)).nonzero()
    counts, usual = observations[rows, entries], usual.copy()
    which = np.zeros(len(usual), np.intp)
    found = list(orders.of_rows(observations))
    for number, (order, own) in enumerate(found):
        which[own], usual[own] = number, order.places[usual[own]]
    entry_of = np.array([np.argsort(order.entries) for order, _ in found], np.intp)
    action_of = np.array([order.places for order, _ in found], np.intp)
    entry_of = entry_of.reshape(len(found), observations.shape[1])
    action_of = action_of.reshape(len(found), values.shape[1])
    return Packed(
        _begins(rows, len(usual)),
        entry_of[which[rows], entries].astype(np.uint16),
        counts,
        _begins(tried_rows, len(usual)),
        action_of[which[tried_rows], tried].astype(np.uint16),
        values[tried_rows, tried],
        promised[tried_rows, tried],
        usual,
        deals,
        np.array([observations.shape[1], values.shape[1]]),
    )


def concatenated(parts: Sequence[Packed]) -> Packed:
    """Put some of them together."""
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in Packed._fields
    }
    for name in ("begins", "tried_from"):
        lengths = np.concatenate([np.diff(getattr(part, name)) for part in parts])
        columns[name] = np.concatenate([[0], np.cumsum(lengths)])
    return Packed(**{**columns, "size": parts[0].size})


def _begins(rows: Integers, number: int) -> Integers:
    return np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=number))])


def _places(begins: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """The places of all that some rows have, and to which of these rows each belongs."""
    lengths = begins[rows + 1] - begins[rows]
    row = np.repeat(np.arange(len(rows)), lengths)
    within = np.arange(len(row)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return row, begins[rows][row] + within


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
    return concatenated(parts)


def path_of(recipe: TrainingRecipe, subject: str, folder: Path, shard: int) -> Path:
    deals = recipe.deals_of(subject, shard)
    return folder / subject / f"{deals.start:07}-{deals.stop:07}.npz"


def _shard(recipe: TrainingRecipe, subject: str, number: int) -> tuple[int, bytes]:
    return number, _content(recipe, LABELLING[subject](recipe, number))


def _content(recipe: TrainingRecipe, labelled: Labelled) -> bytes:
    positions, target = pack_positions(labelled, orders_of(recipe)), io.BytesIO()
    np.savez(target, allow_pickle=False, **positions._asdict())
    return target.getvalue()


def relabelled_shard(
    recipe: TrainingRecipe, layers: Layers, number: int, shard: int
) -> tuple[int, bytes]:
    """Label the deals of a shard in a round, as the content of a file."""
    return shard, _content(recipe, label_cards_again(recipe, layers, number, shard))
