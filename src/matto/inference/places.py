"""Where each unseen card may lie: places with room for so many, and constraints on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from matto.inference.constraint import AWAY, HAND, Counted, Forbidden, Holds, OneOf, Part, Where
from matto.inference.history import Gift, SeatHistory


class PlaceKind(Enum):
    """What a place is."""

    HAND = "hand"
    AWAY = "away"
    COMING = "coming"
    OVER = "over"


class Place(NamedTuple):
    """A place in which unseen cards lie; `seat` is -1 for what lies over."""

    kind: PlaceKind
    seat: int


@dataclass(frozen=True)
class Sum:
    """A part of a condition: places and cards that are counted, and what is there already."""

    places: frozenset[int]
    cards: frozenset[str]
    enough: int
    already: int = 0


@dataclass(frozen=True)
class Condition:
    """What must fit the numbers of some cards in some places."""

    sums: tuple[Sum, ...]
    constraint: Counted

    def fits(self, numbers: Sequence[int]) -> bool:
        """Tell whether it holds with so many cards of each part besides those there already."""
        pairs = zip(self.sums, numbers, strict=True)
        return self.constraint.fits(
            tuple(min(one.enough, one.already + number) for one, number in pairs)
        )


class Contradiction(Exception):
    """No world fits all constraints."""


@dataclass
class PlacementProblem:
    """Unseen cards and the places where each may lie, by numbers of `places`.

    `weights` are cards that lie in one place in more ways than in another, `factor` in how
    many ways all lie besides. `known` keeps what `inside` has found.
    """

    history: SeatHistory
    places: list[Place] = field(default_factory=list)
    room: list[int] = field(default_factory=list)
    may: dict[str, set[int]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    weights: dict[tuple[str, int], int] = field(default_factory=dict)
    factor: int = 1
    known: dict[tuple[int, int, Where], frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, history: SeatHistory) -> PlacementProblem:
        """All places with room, and every unseen card in any of them."""
        problem = cls(history)
        for seat in range(history.view.seats):
            if seat != history.seat:
                problem._add(PlaceKind.HAND, seat, history.hand[seat])
                problem._add(PlaceKind.AWAY, seat, history.away[seat])
            problem._add(PlaceKind.COMING, seat, history.coming[seat])
        problem._add(PlaceKind.OVER, -1, history.over - len(history.talon))
        problem.may = {card: set(range(len(problem.places))) for card in history.unseen}
        for gift in history.gifts:
            problem._weigh(gift)
        return problem

    def _add(self, kind: PlaceKind, seat: int, room: int) -> None:
        if room:
            self.places.append(Place(kind, seat))
            self.room.append(room)

    def _weigh(self, gift: Gift) -> None:
        """The demanded card went back in one way; if it did not, any other may have gone."""
        giver, card = Place(PlaceKind.HAND, gift.giver), gift.demanded
        if card in self.may and giver in self.places:
            self.weights[card, self.places.index(giver)] = gift.choices
        elif card not in self.may and self.history.left_from(card, gift.at)[1] == gift.giver:
            self.factor *= gift.choices

    def copy(self) -> PlacementProblem:
        """The same once more, to be changed apart."""
        may = {card: set(places) for card, places in self.may.items()}
        return PlacementProblem(
            self.history,
            self.places,
            self.room,
            may,
            list(self.conditions),
            self.weights,
            self.factor,
            self.known,
        )

    # -- constraints ---------------------------------------------------------------------------

    def apply(self, constraints: Iterable[Forbidden | Holds | Counted]) -> None:
        """Take note of constraints."""
        for constraint in constraints:
            if isinstance(constraint, Forbidden):
                self._forbid(constraint)
            elif isinstance(constraint, Holds):
                self._hold(constraint)
            else:
                self._count(constraint)

    def agrees(self, constraints: Iterable[Forbidden | Holds | Counted]) -> bool:
        """Take note of constraints, unless a card is seen elsewhere; tells whether none is."""
        try:
            self.apply(constraints)
        except Contradiction:
            return False
        return True

    def inside(self, seat: int, at: int, where: Where = HAND) -> frozenset[int]:
        """The places where cards lie now that a seat had somewhere at a moment."""
        key = seat, at, where
        if key not in self.known:
            self.known[key] = self._inside(seat, at, where)
        return self.known[key]

    def _inside(self, seat: int, at: int, where: Where) -> frozenset[int]:
        kinds = set()
        if HAND in where:
            kinds.add(PlaceKind.HAND)
            if self.history.laid_away_at.get(seat, -1) >= at:
                kinds.add(PlaceKind.AWAY)
        if AWAY in where:
            kinds.add(PlaceKind.AWAY)
        return frozenset(
            number
            for number, place in enumerate(self.places)
            if place.seat == seat and place.kind in kinds
        )

    def _forbid(self, constraint: Forbidden) -> None:
        places = self.inside(constraint.seat, constraint.at, constraint.where)
        for card in constraint.cards - self.history.entered_since(
            constraint.seat, constraint.at
        ):
            if card in self.may:
                self.may[card] -= places
            elif HAND in constraint.where and self.history.came_from(
                card, constraint.seat, constraint.at
            ):
                raise Contradiction

    def _hold(self, constraint: Holds) -> None:
        history = self.history
        places = set(self.inside(constraint.seat, constraint.at, constraint.where))
        for gift in history.gifts:
            if (
                gift.giver == constraint.seat
                and gift.at >= constraint.at
                and HAND in constraint.where
            ):
                places |= self.inside(gift.taker, gift.at + 1)
        for card in constraint.cards:
            if card in self.may:
                self.may[card] &= places
            elif not history.came_from(card, constraint.seat, constraint.at):
                raise Contradiction

    def _count(self, constraint: Counted) -> None:
        sums = tuple(self._sum(part, constraint.at) for part in constraint.parts)
        self.conditions.append(Condition(sums, constraint))

    def _sum(self, part: Part, at: int) -> Sum:
        history, where = self.history, part.where
        already: frozenset[str] = frozenset()
        cards = part.cards
        if HAND in where:
            already = cards & history.left_since(part.seat, at)
            cards -= history.entered_since(part.seat, at)
        cards = frozenset(card for card in cards if card in self.may)
        places = self.inside(part.seat, at, where)
        return Sum(places, cards, part.enough, len(already))


def cases_of(
    problem: PlacementProblem, alternatives: Sequence[OneOf]
) -> list[PlacementProblem]:
    """One problem for each way in which the alternatives can be true."""
    boards = [problem]
    for one in alternatives:
        pairs = ((before.copy(), case) for before in boards for case in one.cases)
        boards = [after for after, case in pairs if after.agrees(case)]
    return boards
