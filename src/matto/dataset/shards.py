"""A shard of a data set: some deals in a row as two Parquet files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from matto.dataset.deals import Row, play
from matto.dataset.fields import DEALS, DECISIONS, Field, schema_of, with_lengths
from matto.dataset.recipe import Recipe
from matto.encoding import encoding_of

COMPRESSION = "zstd"


class Shard(NamedTuple):
    """Two Parquet files, whole."""

    number: int
    decisions: bytes
    deals: bytes


def make_shard(recipe: Recipe, number: int) -> Shard:
    """Play the deals of a shard; it depends on the recipe and on its number only."""
    deals: list[Row] = []
    decisions: list[Row] = []
    for deal in recipe.deals_of(number):
        row, asked = play(recipe, deal)
        deals.append(row)
        decisions += asked
    fields = fields_of(recipe)
    return Shard(number, _parquet(fields[0], decisions), _parquet(fields[1], deals))


def fields_of(recipe: Recipe) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """The fields of `decisions` and of `deals`."""
    encoding = encoding_of(*recipe.found_game())
    lengths = {"observation": encoding.shape[0], "holders": len(encoding.cards)}
    return with_lengths(DECISIONS, lengths), DEALS


def _parquet(fields: Sequence[Field], rows: Sequence[Row]) -> bytes:
    columns = [_column(field, [row[field.name] for row in rows]) for field in fields]
    sink = pa.BufferOutputStream()
    table = pa.table(columns, schema=schema_of(fields))
    parquet.write_table(table, sink, compression=COMPRESSION)
    return bytes(sink.getvalue())


def _column(field: Field, values: Sequence[Any]) -> pa.Array:
    """A column; one of vectors, by far the largest, never becomes Python's numbers."""
    if not (field.length and isinstance(values[0], np.ndarray)):
        return pa.array(values, field.arrow.type)
    flat = pa.array(np.concatenate(values), field.type.value_type)
    return pa.FixedSizeListArray.from_arrays(flat, type=field.arrow.type)
