"""Rows of numbers, and the bits of words: what play is said in."""

from __future__ import annotations

from typing import Any, Protocol

from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER


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


def taken_out(plain: int, tarocks: int) -> tuple[int, int, int]:
    """Take the lowest card out of two words: the card, and what is left of them."""
    if plain:
        return lowest(plain), plain & (plain - 1), tarocks
    return FIRST_TRUMP_NUMBER + lowest(tarocks), plain, tarocks & (tarocks - 1)


def is_excuse(strength: Row, card: int) -> bool:
    """Tell whether a card is a Fool that is no trump, by the strengths of all cards."""
    return card == FOOL_NUMBER and strength[card] == 0
