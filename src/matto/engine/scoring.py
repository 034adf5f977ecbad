"""What scoring shares: lots of three, the rows of a score sheet, and who pays whom.

`lots_of_three` is run as it is by the engine and compiled from this same source by the kernel.
The sheet is a list of rows; the sum of the rows is the result.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from matto.engine.words import Text

__all__ = [
    "LOT",
    "Count",
    "EarnedBy",
    "Row",
    "between",
    "from_each",
    "lots_of_three",
    "total",
]

LOT = 3


def lots_of_three(surplus: int, cards: int) -> int:
    """Count a pile in lots of three.

    `surplus` is the sum over its cards of (value − 1), where an empty card is worth 1. Each
    full lot is worth one point less than … its surplus plus one; two cards left over count
    as a lot, one left over as its surplus only.
    """
    return surplus + cards // LOT + (1 if cards % LOT == LOT - 1 else 0)


class Count(msgspec.Struct, frozen=True):
    """How the card points of some seats' pile come about.

    `values` has what each card adds, `lots` what so many `cards` add in lots of three, `more`
    what is added for tricks won and for what was laid away.
    """

    seats: tuple[int, ...]
    points: int
    values: tuple[tuple[str, int], ...]
    cards: int
    lots: int = 0
    more: int = 0


class EarnedBy(msgspec.Struct, frozen=True):
    """What a row was earned by: cards, of which trick, whose; or how points were counted.

    `winner` and `loser` are seats; `lacking` are cards that were missing. Of `times` each seat
    has won or lost what stands in `each`.
    """

    cards: tuple[str, ...] = ()
    winner: int | None = None
    loser: int | None = None
    trick: int = 0
    lacking: tuple[str, ...] = ()
    counts: tuple[Count, ...] = ()
    times: int = 0
    each: tuple[int, ...] = ()


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the score sheet: what was earned, by which clause, and who pays whom.

    `evidence` tells by what; it is empty for what was earned by a word alone.
    """

    item: str
    clause: str
    amounts: tuple[int, ...]
    note: Text | None = None
    evidence: tuple[EarnedBy, ...] = ()


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
