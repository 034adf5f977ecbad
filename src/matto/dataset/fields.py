"""The fields of both tables, each with its type and what it means, said once.

The Parquet schema and the data set card are both made from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

NUMBER, SMALL, TINY, BYTE = pa.int64(), pa.int32(), pa.int8(), pa.uint8()
REAL, WORDS, BIT = pa.float32(), pa.string(), pa.bool_()


class Field(NamedTuple):
    """A column: its name, its type, and what it means in a sentence for people.

    A `length` says of a list that it has so many elements in every row.
    """

    name: str
    type: pa.DataType
    about: str
    length: int = 0

    @property
    def arrow(self) -> pa.Field:
        """The column in a schema."""
        kind = pa.list_(self.type.value_type, self.length) if self.length else self.type
        return pa.field(self.name, kind)


DECISIONS = (
    Field("deal", NUMBER, "The deal's number; rows of one deal belong in one split."),
    Field("step", SMALL, "How many choices were made in the deal before."),
    Field("seat", TINY, "Who is asked, from 0 in the order of play."),
    Field("kind", WORDS, "What is asked for, such as bid, discard or play."),
    Field("player", WORDS, "Which bot answered."),
    Field(
        "observation",
        pa.list_(BYTE),
        "What the seat knows, as counts; encoding.json names each of them and brings them "
        "between 0 and 1 by its scale.",
    ),
    Field("information_state", WORDS, "What the seat knows, as text."),
    Field("choices", pa.list_(WORDS), "All legal choices, as the engine spells them."),
    Field("actions", pa.list_(SMALL), "The same choices as numbers; encoding.json names them."),
    Field(
        "values",
        pa.list_(SMALL),
        "What each choice brings the seat in this very deal, words too, if all go on by the "
        "rule of thumb after it, in the smallest unit.",
    ),
    Field(
        "expected",
        pa.list_(REAL),
        "The mean of the same over sampled worlds that fit all that the seat's view "
        "proves, each as likely as another. Null where no worlds were asked for.",
    ),
    Field("choice", WORDS, "What was chosen."),
    Field("action", SMALL, "What was chosen, as a number."),
    Field("return", SMALL, "What the seat got when the deal was over, in that unit."),
    Field(
        "holders",
        pa.list_(TINY),
        "HIDDEN from the seat, a label and no input: who holds each card of the pack, in "
        "the order of encoding.json; -1 is nobody's hand.",
    ),
)
"""The columns of `decisions`: a row for each question that was put to a player."""

DEALS = (
    Field("deal", NUMBER, "The deal's number."),
    Field("dealer", TINY, "Which seat dealt."),
    Field("hands", pa.list_(pa.list_(WORDS)), "The cards dealt to each seat."),
    Field("talon", pa.list_(WORDS), "The cards that lay over."),
    Field("players", pa.list_(WORDS), "Which bot sat in each seat."),
    Field("returns", pa.list_(SMALL), "What each seat got, in the smallest unit."),
    Field("points", pa.list_(SMALL), "The card points of each seat's party."),
    Field("thrown_in", BIT, "Whether the deal ended before its cards were played."),
    Field("transcript", WORDS, "The whole deal, a JSON line that `matto replay` reads."),
)
"""The columns of `deals`: a row for each deal."""


def with_lengths(fields: Sequence[Field], lengths: Mapping[str, int]) -> tuple[Field, ...]:
    """Give fields, some of which have lists of a fixed length."""
    return tuple(field._replace(length=lengths.get(field.name, 0)) for field in fields)


def schema_of(fields: Sequence[Field]) -> pa.Schema:
    """The schema of a table."""
    return pa.schema([field.arrow for field in fields])
