"""Labelled positions: what a seat saw, and what choices would have brought it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.encoding.canonical import SuitOrders
from matto.players.learned.network import promise_inputs

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class Labelled(NamedTuple):
    """Some positions, one a row.

    `observations`: `[m, length]`. `values`: `[m, actions]`, what a choice has brought the seat
    in the smallest unit, NaN where it was not tried. `promised`: `[m, actions]`, what the rule
    of thumb weighs a card by, NaN for all else. `usual`: `[m]`, what it would choose. `deals`:
    `[m]`, of which deal each is.
    """

    observations: Bytes
    values: Floats
    promised: Floats
    usual: Integers
    deals: Integers


class Inputs(NamedTuple):
    """What is not 0 of the inputs of a network, row by row: row k begins at `begins[k]`."""

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
        """Give some of the rows in full."""
        observations = np.zeros((len(rows), self.size[0]), np.uint8)
        row, place = _places(self.begins, rows)
        observations[row, self.entries[place]] = self.counts[place]
        values, promised = (self._of_choices(rows, of) for of in (self.values, self.promised))
        return Labelled(observations, values, promised, self.usual[rows], self.deals[rows])

    def values_of(self, rows: Integers) -> Floats:
        """Give the values of some of the rows in full: `[m, actions]`."""
        return self._of_choices(rows, self.values)

    def choices_of(self, rows: Integers) -> NDArray[np.bool_]:
        """Tell of some of the rows what could be chosen, tried or not: `[m, actions]`."""
        found = np.zeros((len(rows), self.size[1]), np.bool_)
        row, place = _places(self.tried_from, rows)
        found[row, self.tried[place]] = True
        return found

    def inputs(self, rows: Integers, scale: Floats) -> Inputs:
        """Give what a network gets for some of the rows; its last input is always 1."""
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


def packed(labelled: Labelled, orders: SuitOrders) -> Packed:
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


def together(parts: Sequence[Packed]) -> Packed:
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
