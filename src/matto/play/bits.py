"""Bits of words and places of rows: the smallest steps of what is computed in whole numbers."""

from __future__ import annotations

from typing import Any, Protocol

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER

BITS = 8  # of a byte
WORD, HALF_WORD = (1 << 64) - 1, (1 << 32) - 1


class Row(Protocol):
    """Numbers that are read: a list, a tuple, bytes or an array."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: Any, /) -> Any: ...


class Cells(Row, Protocol):
    """Numbers that are written, too: a list or an array."""

    def __setitem__(self, place: Any, value: Any, /) -> None: ...


def count(word: int) -> int:
    """Return how many bits of a word are set."""
    return word.bit_count()


def lowest(word: int) -> int:
    """Return the place of the lowest bit that is set; a word of none has none."""
    return (word & -word).bit_length() - 1


def copy_bytes(target: Cells, start: int, source: Row, begin: int, length: int) -> None:
    """Copy from a row of bytes to another."""
    target[start : start + length] = source[begin : begin + length]


def clear_bytes(target: Cells, start: int, length: int) -> None:
    """Set bytes of a row to nought."""
    target[start : start + length] = bytes(length)


def put_eight(target: Cells, start: int, word: int) -> None:
    """Write a word as eight bytes of a row."""
    target[start : start + 8] = (word & WORD).to_bytes(8, "little")


def put_four(target: Cells, start: int, word: int) -> None:
    """Write the lower half of a word as four bytes."""
    target[start : start + 4] = (word & HALF_WORD).to_bytes(4, "little")


def taken_out(plain: int, tarocks: int) -> tuple[int, int, int]:
    """Take the lowest card out of two words: the card, and what is left of them."""
    if plain:
        return lowest(plain), plain & (plain - 1), tarocks
    return FIRST_TRUMP_NUMBER + lowest(tarocks), plain, tarocks & (tarocks - 1)


def is_excuse(strength: Row, card: int) -> bool:
    """Return whether a card is a Fool that is no trump, by the strengths of all cards."""
    return card == FOOL_NUMBER and strength[card] == 0
