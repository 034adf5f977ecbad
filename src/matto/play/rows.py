"""Rows of numbers, and the bits of words: what all that is said once is made of."""

from __future__ import annotations

from typing import Any, Protocol


class Row(Protocol):
    """Numbers that are read: a list, a tuple, bytes or an array."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: int, /) -> Any: ...


class Cells(Row, Protocol):
    """Numbers that are written, too: a list or an array."""

    def __setitem__(self, place: int, value: Any, /) -> None: ...


def count(word: int) -> int:
    """Return how many bits of a word are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """Return the place of the lowest bit that is set; a word of none has none."""
    return (word & -word).bit_length() - 1
