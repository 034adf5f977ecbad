"""From a reduced problem to the numbers that worlds are counted and drawn by.

Cards are placed group by group and place by place, that is cell by cell. A condition is told
how many went into each cell that it counts; its state is all that it need remember.

Places that nothing tells apart are merged, and so are cards: what is left is how many cards of
each group lie in each merged place. The conditions on numbers of cards become states. Cards
for which a condition counts some places are first parted among these; the others of them go
into pools by the places left to them, and are parted among those when no condition is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import NUMBER
from matto.kernel.primitives import rng_from
from matto.kernel.sampler import CELL_SIZE, Cells, Numbers, Tree, TreeSpace, draw
from matto.players.inference.placement import (
    Condition,
    Contradiction,
    PlaceKind,
    ReducedProblem,
)

NEVER = -1

Rows = tuple[tuple[int, ...], ...]
"""By state, and by the number of cards that go into a cell: the state after it, or `NEVER`."""


@dataclass(frozen=True)
class CountedCell:
    """A cell that a condition counts: the number of its cards, and for which of its sums."""

    size: int
    sums: tuple[int, ...]


def rows_of(condition: Condition, cells: Sequence[CountedCell]) -> list[Rows]:
    """Return the rows of the cells that a condition counts; raises `Contradiction`.

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


class JointStates:
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


MIXED = frozenset({PlaceKind.COMING, PlaceKind.OVER})
"""Places whose cards lie in an order that matters."""


NO_POOL = -1
NO_BOUND = 10**6


@dataclass(frozen=True)
class Group:
    """Cards that may lie in the same merged places and count for the same sums of conditions.

    `cells` gives each of these places with the weight of a card there. Of a `pool`, by its
    number after those of the places, only the most cards there can be are known.
    """

    cards: tuple[str, ...]
    size: int
    cells: tuple[tuple[int, int], ...]
    sums: frozenset[int] = frozenset()
    pool: int = NO_POOL


@dataclass(frozen=True)
class Cell:
    """One group and one place; `moves` gives the states of conditions after so many cards."""

    group: Group
    place: int
    weight: int
    last: bool
    moves: tuple[tuple[int, ...], ...]


BareCell = tuple[Group, int, int, bool]
"""A group, a merged place, the weight of its cards there, whether it is the group's last."""


class PlacementSampler:
    """One problem: how many worlds it has, and the means of drawing them."""

    def __init__(self, reduced: ReducedProblem, space: TreeSpace) -> None:
        self.reduced = reduced
        self.space = space
        self.sums = [one for each in reduced.conditions for one in each.sums]
        self.merged = self._merge()
        self.room = [sum(reduced.room[place] for place in places) for places in self.merged]
        self.groups = self._pooled(self._group())
        self.cells = tuple(self._cells())

    def _merge(self) -> list[list[int]]:
        """Gather the places that have the same cards and count for the same sums."""
        reduced, alike = self.reduced, dict[object, list[int]]()
        weighed = reduced.problem.weights
        for place, room in enumerate(reduced.room):
            if not room:
                continue
            cards = frozenset(card for card, may in reduced.may.items() if place in may)
            sums = frozenset(n for n, one in enumerate(self.sums) if place in one.places)
            weights = frozenset(
                (card, weight) for (card, own), weight in weighed.items() if own == place
            )
            alike.setdefault((cards, sums, weights), []).append(place)
        return list(alike.values())

    def _group(self) -> list[Group]:
        """Gather the cards that nothing tells apart, those of a condition side by side."""
        found: dict[tuple[tuple[tuple[int, int], ...], frozenset[int]], list[str]] = {}
        for card, may in self.reduced.may.items():
            cells = tuple(
                (number, self.reduced.problem.weights.get((card, places[0]), 1))
                for number, places in enumerate(self.merged)
                if places[0] in may
            )
            sums = frozenset(n for n, one in enumerate(self.sums) if card in one.cards)
            found.setdefault((cells, sums), []).append(card)
        groups = [Group(tuple(cards), len(cards), *key) for key, cards in found.items()]
        return _ordered_by_condition(groups, self._condition_of)

    def _pooled(self, groups: Sequence[Group]) -> list[Group]:
        """Let cards first go into the places that conditions count, or into a pool."""
        counted = {
            number
            for number, places in enumerate(self.merged)
            if any(places[0] in one.places for one in self.sums)
        }
        pools: dict[tuple[tuple[int, int], ...], list[Group]] = {}
        first, later = [], []
        for group in groups:
            outside = tuple(cell for cell in group.cells if cell[0] not in counted)
            if not group.sums:
                later.append(group)
            elif len(outside) < 2 or any(weight != 1 for _, weight in group.cells):  # noqa: PLR2004
                first.append(group)
            else:
                pools.setdefault(outside, []).append(group)
                pool = len(self.merged) + [*pools].index(outside)
                inside = [cell for cell in group.cells if cell not in outside]
                first.append(replace(group, cells=(*inside, (pool, 1))))
        for outside, own in pools.items():
            size = sum(group.size for group in own)
            later.append(Group((), size, outside, pool=len(self.room)))
            self.room.append(size)
        return [*first, *sorted(later, key=lambda group: len(group.cells))]

    @cached_property
    def _condition_of(self) -> list[int]:
        conditions = self.reduced.conditions
        return [number for number, one in enumerate(conditions) for _ in one.sums]

    # -- cells ---------------------------------------------------------------------------

    def _cells(self) -> Iterable[Cell]:
        bare = [
            (group, place, weight, step + 1 == len(group.cells))
            for group in self.groups
            for step, (place, weight) in enumerate(group.cells)
        ]
        rows = [self._rows(number, bare) for number in range(len(self.reduced.conditions))]
        together = JointStates(rows, [group.size for group, *_ in bare])
        for cell, moves in zip(bare, together.moves, strict=True):
            yield Cell(*cell, moves)

    def _rows(self, number: int, bare: Sequence[BareCell]) -> list[Rows | None]:
        """The rows of one condition for all cells, None where it does not count."""
        first = self._condition_of.index(number)
        counted: list[CountedCell | None] = []
        for group, place, *_ in bare:
            own = tuple(
                one - first
                for one in sorted(group.sums)
                if self._condition_of[one] == number
                and place < len(self.merged)
                and self.merged[place][0] in self.sums[one].places
            )
            counted.append(CountedCell(group.size, own) if own else None)
        rows = iter(rows_of(self.reduced.conditions[number], [one for one in counted if one]))
        return [None if one is None else next(rows) for one in counted]

    # -- drawing ---------------------------------------------------------------------------

    @cached_property
    def tree(self) -> tuple[Cells, Tree]:
        numbers = self._numbers()
        return numbers, self.space.tree_of(numbers)

    @property
    def ways(self) -> float:
        return float(self.tree[1].ways[0]) * float(self.spread)

    @property
    def spread(self) -> int:
        """Count the ways in which cards of merged places lie in them, fixed ones included."""
        return self.reduced.factor * prod(
            factorial(sum(self.reduced.room[one] for one in places))
            // prod(factorial(self.reduced.room[one]) for one in places)
            for places in self.merged
        )

    def _numbers(self) -> Cells:
        strides = [
            prod(room + 1 for room in self.room[:place]) for place in range(len(self.room))
        ]
        rows = np.zeros((len(self.cells), CELL_SIZE), np.int64)
        moves: list[int] = []
        for row, cell, future in zip(rows, self.cells, self._future(), strict=True):
            group, place = cell.group, cell.place
            row[:] = (
                *(place, group.size, cell.last, len(cell.moves), len(moves)),
                *(strides[place], self.room[place], future),
                *(group.pool, strides[group.pool], self.room[group.pool]),
            )
            moves += (move for moved in cell.moves for move in moved)
        cards = (card for group in self.groups for card in group.cards)
        fixed = (card for some in self.reduced.fixed for card in some)
        return Cells(
            cells=rows,
            weights=np.array([cell.weight for cell in self.cells], np.float64),
            room=sum(stride * room for stride, room in zip(strides, self.room, strict=True)),
            moves=np.array(moves, np.int64),
            choose=_choose(max((group.size for group in self.groups), default=0) + 1),
            cards=np.array([NUMBER[card] for card in cards], np.int64),
            slots=self._slots(),
            fixed=np.array([NUMBER[card] for card in fixed], np.int64),
        )

    def _future(self) -> list[int]:
        """Return how many cards may come into each cell's place later; pools have no bound."""
        coming = [0] * len(self.merged) + [NO_BOUND] * (len(self.room) - len(self.merged))
        future = []
        for cell in reversed(self.cells):
            future.append(coming[cell.place])
            coming[cell.place] += cell.group.size
        return future[::-1]

    def _slots(self) -> Numbers:
        reduced = self.reduced
        first = np.cumsum([0, *reduced.problem.room]).tolist()
        own = {place: number for number, some in enumerate(self.merged) for place in some}
        rows = [
            (
                *(own.get(place, 0), first[place], reduced.room[place]),
                *(len(reduced.fixed[place]), kind in MIXED),
            )
            for place, (kind, _) in enumerate(reduced.problem.places)
        ]
        return np.array(rows, np.int64).reshape(-1, 5)

    def draw(self, number: int, seed: int) -> Numbers:
        """Draw worlds: a card's number for each slot."""
        numbers, tree = self.tree
        lying = np.zeros((number, sum(self.reduced.problem.room)), np.int64)
        own = numbers._replace(cards=numbers.cards.copy())  # they are shuffled
        draw(own, tree, rng_from(seed), lying)
        return lying


@cache
def _choose(most: int) -> NDArray[np.float64]:
    """Count the ways to choose so many of so many cards, for fewer than `most`."""
    return np.array([[comb(n, k) for k in range(most)] for n in range(most)], np.float64)


def _ordered_by_condition(groups: Sequence[Group], condition_of: Sequence[int]) -> list[Group]:
    """Put the groups of each condition side by side, those of the smallest first."""
    left = sorted(groups, key=lambda group: len(group.cells))
    order: list[Group] = []
    while waiting := {condition_of[one] for group in left for one in group.sums}:
        of = {
            number: [g for g in left if any(condition_of[one] == number for one in g.sums)]
            for number in waiting
        }
        smallest = min(of.values(), key=len)
        order.extend(smallest)
        left = [group for group in left if group not in order]
    return [*order, *left]
