"""Conditions on numbers of cards as states: few, because what makes no difference is forgotten.

Cards are placed group by group and place by place, that is cell by cell. A condition is told
how many went into each cell that it counts; its state is all that it need remember.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matto.inference.places import Condition, Contradiction

NEVER = -1

Rows = tuple[tuple[int, ...], ...]
"""By state, and by the number of cards that go into a cell: the state after it, or `NEVER`."""


@dataclass(frozen=True)
class CountedCell:
    """A cell that a condition counts: the number of its cards, and for which of its sums."""

    size: int
    sums: tuple[int, ...]


def rows_of(condition: Condition, cells: Sequence[CountedCell]) -> list[Rows]:
    """Give the rows of the cells that a condition counts; raises `Contradiction`.

    The first state is 0, and so is the only one after the last cell.
    """
    enough = [max(0, one.enough - one.already) for one in condition.sums]
    states: dict[tuple[int, ...], int] = {(0,) * len(enough): 0}
    ahead: list[list[list[int]]] = []
    for cell in cells:
        after: dict[tuple[int, ...], int] = {}
        ahead.append(
            [
                [
                    after.setdefault(_more(state, cell, put, enough), len(after))
                    for put in range(cell.size + 1)
                ]
                for state in states
            ]
        )
        states = after
    alike = [0 if condition.fits(state) else NEVER for state in states]
    rows = []
    for steps in reversed(ahead):
        alike, row = _merged([tuple(alike[state] for state in step) for step in steps])
        rows.append(row)
    if alike[0] == NEVER:
        raise Contradiction
    return rows[::-1]


def _more(
    state: tuple[int, ...], cell: CountedCell, put: int, enough: Sequence[int]
) -> tuple[int, ...]:
    """The numbers after so many cards more."""
    numbers = list(state)
    for one in cell.sums:
        numbers[one] = min(enough[one], numbers[one] + put)
    return tuple(numbers)


def _merged(steps: Sequence[tuple[int, ...]]) -> tuple[list[int], Rows]:
    """Merge states from which the same follows; gives the new number of each, and the rows."""
    numbers: dict[tuple[int, ...], int] = {}
    alike = [
        NEVER
        if all(after == NEVER for after in step)
        else numbers.setdefault(step, len(numbers))
        for step in steps
    ]
    return alike, tuple(numbers)


class Together:
    """The states of several conditions, cell by cell."""

    def __init__(self, rows: Sequence[Sequence[Rows | None]], sizes: Sequence[int]) -> None:
        """Take the rows of each condition for all cells, None where it does not count."""
        self.moves: list[Rows] = []
        states: dict[tuple[int, ...], int] = {(0,) * len(rows): 0}
        for cell, size in enumerate(sizes):
            here = [(number, found) for number, own in enumerate(rows) if (found := own[cell])]
            if not here:
                self.moves.append(tuple((state,) * (size + 1) for state in range(len(states))))
                continue
            after: dict[tuple[int, ...], int] = {}
            self.moves.append(
                tuple(
                    tuple(_step(state, here, put, after) for put in range(size + 1))
                    for state in states
                )
            )
            states = after or {(0,) * len(rows): 0}


def _step(
    state: tuple[int, ...],
    here: Sequence[tuple[int, Rows]],
    put: int,
    after: dict[tuple[int, ...], int],
) -> int:
    numbers = list(state)
    for number, rows in here:
        numbers[number] = rows[state[number]][put]
        if numbers[number] == NEVER:
            return NEVER
    return after.setdefault(tuple(numbers), len(after))
