"""Counting piles and writing the score sheet.

The counting functions work on whole numbers (a pile is two words, see `matto.engine.cards`),
are run as they are by the engine and are compiled from this same source by the kernel. The
sheet is a list of rows; the sum of the rows is the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from matto.engine.words import Text

LOT = 3


def lots_of_three(surplus: int, cards: int) -> int:
    """Count a pile in lots of three.

    `surplus` is the sum over its cards of (value − 1), where an empty card is worth 1. Each
    full lot is worth one point less than … its surplus plus one; two cards left over count
    as a lot, one left over as its surplus only.
    """
    return surplus + cards // LOT + (1 if cards % LOT == LOT - 1 else 0)


def one_by_one(total: int, cards: int) -> int:
    """Count a pile card by card: the sum of the values, however many cards there are."""
    return total


class Row(msgspec.Struct, frozen=True):
    """One line of the score sheet: what was earned, by which clause, and who pays whom."""

    item: str
    clause: str
    amounts: tuple[int, ...]
    note: Text | None = None


def total(rows: Iterable[Row], seats: int) -> tuple[int, ...]:
    """Add up the rows of a sheet, seat by seat."""
    sums = [0] * seats
    for row in rows:
        for seat, amount in enumerate(row.amounts):
            sums[seat] += amount
    return tuple(sums)


def from_each(winner: int, amount: int, seats: int) -> tuple[int, ...]:
    """One seat receives an amount from each other seat (pays it, if negative)."""
    return tuple(amount * (seats - 1) if seat == winner else -amount for seat in range(seats))


def between(winner: int, loser: int, amount: int, seats: int) -> tuple[int, ...]:
    """One seat receives an amount from one other."""
    return tuple(
        amount if seat == winner else -amount if seat == loser else 0 for seat in range(seats)
    )


def alone_against(soloist: int, amount: int, seats: int) -> tuple[int, ...]:
    """A soloist receives an amount from each opponent: the same as `from_each`."""
    return from_each(soloist, amount, seats)


def side_against(winners: Sequence[int], amount: int, seats: int) -> tuple[int, ...]:
    """Each of the winners receives and each of the others pays the amount once."""
    return tuple(amount if seat in winners else -amount for seat in range(seats))


def value_of(cards: Iterable[str], value: Callable[[str], int]) -> int:
    """Add up what cards count."""
    return sum(map(value, cards))
