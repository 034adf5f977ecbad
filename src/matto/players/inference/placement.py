"""Where each unseen card may lie, by what the seat has seen happen to the cards.

All moments are numbers of events of the view: a moment is just before its event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import product
from typing import NamedTuple

from matto.engine.events import OUT_OF_HAND, Event
from matto.engine.game import Game
from matto.engine.view import View
from matto.players.inference.constraints import (
    AWAY,
    HAND,
    Constraint,
    Counted,
    Forbidden,
    Holds,
    OneOf,
    Part,
    Where,
)

SHOWN = frozenset({"shown", "shows", "turned up"})
"""Events by which a seat's cards are seen while they stay where they are."""


@dataclass(frozen=True)
class UnseenGift:
    """A card that one seat gave another unseen, after it had been given `demanded`."""

    at: int
    giver: int
    taker: int
    demanded: str
    choices: int


@dataclass
class SeatHistory:
    """The cards as far as one seat has followed them.

    `hand` and `away` are how many cards each seat holds and has laid away, `coming` how many it
    will still be dealt. `talon` are the cards known to lie over, `over` how many lie there.
    """

    game: Game
    view: View
    hand: list[int] = field(init=False)
    away: list[int] = field(init=False)
    coming: list[int] = field(init=False)
    over: int = field(init=False)
    seen: set[str] = field(init=False)
    talon: list[str] = field(default_factory=list)
    first_talon: tuple[str, ...] = ()
    bottom: str = ""
    taken: tuple[int, int] | None = None
    laid_away_at: dict[int, int] = field(default_factory=dict)
    dealt_at: list[tuple[int, int, int]] = field(default_factory=list)
    left: list[tuple[int, int, str]] = field(default_factory=list)
    entered: list[tuple[int, int, str]] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    own_away: list[str] = field(default_factory=list)
    gifts: list[UnseenGift] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = self.view.seats
        self.seat = -1 if self.view.seat is None else self.view.seat
        self.hand, self.away = [0] * seats, [0] * seats
        self.coming = list(self.game.hand_sizes(self.view.options, self.view.dealer))
        self.over = self.game.dealing(self.view.options).talon
        self.seen = set()
        for index, event in enumerate(self.view.events):
            take = _FOLLOWED.get(event.kind)
            if take is not None:
                take(self, index, event)
            elif event.kind in SHOWN:
                played = {card for _, seat, card in self.left if seat == event.seat}
                self._held(event.seat, frozenset(event.what) - played, index)
        self.seen |= {*self.view.hand, *self.own_away, *self.talon}
        elsewhere = self._elsewhere()
        self.seen |= {card for _, _, card in self.left if card not in elsewhere}

    def _elsewhere(self) -> frozenset[str]:
        """Cards that were handed over and are not played: they left one hand for another."""
        played = {event.what[0] for event in self.view.events if event.kind == "play"}
        return frozenset(card for _, _, card in self.entered) - played

    # -- what happens --------------------------------------------------------------------

    def _packet(self, index: int, event: Event) -> None:
        size = int(event.what[0])
        self.dealt_at.append((index, event.seat, size))
        self.hand[event.seat] += size
        self.coming[event.seat] -= size

    def _see_talon(self, _index: int, event: Event) -> None:
        self.first_talon = self.first_talon or event.what
        self.talon = list(event.what)

    def _see_bottom(self, _index: int, event: Event) -> None:
        self.bottom = event.what[0]
        self.talon = self.talon or [self.bottom]

    def _take_talon(self, index: int, event: Event) -> None:
        self.taken = index, event.seat
        self.hand[event.seat] += self.over
        known = self.talon if event.seat != self.seat else ()
        self._arrive(event.seat, known, index)
        self.over, self.talon = 0, []

    def _takes(self, index: int, event: Event) -> None:
        if self.is_talon(index):
            return
        self.hand[event.seat] += len(event.what)
        self._arrive(event.seat, event.what, index)
        for card in event.what:
            if card in self.talon:
                self.talon.remove(card)
                self.over -= 1

    def _draws(self, index: int, event: Event) -> None:
        self.hand[event.seat] += 1
        self.over -= 1
        self.drawn += event.what
        if event.what[0] == self.bottom:
            self.talon = []
        self._arrive(event.seat, event.what, index)

    def _arrive(self, seat: int, cards: Iterable[str], index: int) -> None:
        for card in cards:
            self.entered.append((index, seat, card))
        self._held(seat, cards, index + 1)

    def _held(self, seat: int, cards: Iterable[str], at: int) -> None:
        if seat != self.seat and cards:
            self.constraints.append(Holds(seat, frozenset(cards), at))

    def _leaves(self, index: int, event: Event) -> None:
        if event.moves == OUT_OF_HAND:
            self.hand[event.seat] -= len(event.what)
            self.left += [(index, event.seat, card) for card in event.what]

    def _lays_open(self, index: int, event: Event) -> None:
        self._leaves(index, event)
        self.talon += event.what
        self.over += len(event.what)

    def _lays_away(self, _index: int, event: Event) -> None:
        self.hand[event.seat] -= len(event.what)
        self.away[event.seat] += len(event.what)
        self.own_away += event.what

    def _has_laid_away(self, index: int, event: Event) -> None:
        self.laid_away_at[event.seat] = index
        if event.seat != self.seat:
            self.hand[event.seat] -= int(event.what[0])
            self.away[event.seat] += int(event.what[0])

    def _has_given(self, index: int, event: Event) -> None:
        """A card has changed hands; who saw it has seen it go already."""
        giver, taker = event.seat, int(event.what[0])
        if self.seat in {giver, taker}:
            return
        self.hand[giver] -= 1
        self.hand[taker] += 1
        demanded = next(card for at, seat, card in reversed(self.left) if seat == taker)
        self.gifts.append(UnseenGift(index, giver, taker, demanded, self.hand[taker]))

    def is_talon(self, index: int) -> bool:
        following = self.view.events[index + 1 : index + 2]
        return bool(following) and following[0].kind == "takes talon"

    # -- looking back --------------------------------------------------------------------

    def entered_since(self, seat: int, at: int) -> frozenset[str]:
        return frozenset(
            card for index, own, card in self.entered if own == seat and index >= at
        )

    def left_since(self, seat: int, at: int) -> frozenset[str]:
        """The cards that have been seen to leave a hand since a moment, and were in it then."""
        gone: set[str] = set()
        came: set[str] = set()
        moves = [(i, 1, s, c) for i, s, c in self.left] + [
            (i, 0, s, c) for i, s, c in self.entered
        ]
        for index, leaves, own, card in sorted(moves):
            if own == seat and index >= at:
                if not leaves:
                    came.add(card)
                elif card not in came:
                    gone.add(card)
        return frozenset(gone)

    def came_from(self, card: str, seat: int, at: int) -> bool:
        """Return whether a card that is seen now was in a hand at a moment."""
        index, own = self.left_from(card, at)
        return own == seat or any(
            (gift.giver, gift.taker) == (seat, own) and at <= gift.at < index
            for gift in self.gifts
        )

    def left_from(self, card: str, at: int) -> tuple[int, int]:
        """When a card has first been seen to leave a hand since a moment, and which; or -1."""
        ways = self._ways_of.get(card, ())
        return next((way for way in ways if way[0] >= at), (-1, -1))

    @cached_property
    def _ways_of(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """When each card that has left a hand has left which."""
        ways: dict[str, list[tuple[int, int]]] = {}
        for index, seat, card in self.left:
            ways.setdefault(card, []).append((index, seat))
        return ways

    def dealt_by(self, seat: int, at: int) -> int:
        return sum(size for index, own, size in self.dealt_at if own == seat and index < at)

    @property
    def unseen(self) -> tuple[str, ...]:
        return tuple(card for card in self.view.pack.codes if card not in self.seen)


_FOLLOWED: Mapping[str, Callable[[SeatHistory, int, Event], None]] = {
    "packet": SeatHistory._packet,
    "talon": SeatHistory._see_talon,
    "bottom card": SeatHistory._see_bottom,
    "takes talon": SeatHistory._take_talon,
    "takes": SeatHistory._takes,
    "draws": SeatHistory._draws,
    "play": SeatHistory._leaves,
    "gives": SeatHistory._leaves,
    "lays open": SeatHistory._lays_open,
    "laid away": SeatHistory._lays_away,
    "has laid away": SeatHistory._has_laid_away,
    "has given": SeatHistory._has_given,
}


class PlaceKind(Enum):
    """The kind of a place."""

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
    """A condition on the numbers of some cards in some places."""

    sums: tuple[Sum, ...]
    constraint: Counted

    def fits(self, numbers: Sequence[int]) -> bool:
        """Return whether it holds with so many more cards of each part."""
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

    def _weigh(self, gift: UnseenGift) -> None:
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


MOST_TRIED = 64
"""Conditions with more outcomes than this are left to the counting itself."""


class ReducedProblem:
    """A problem on which nothing more can be reduced by looking at one place or condition.

    `fixed` are the cards that must lie in a place, `room` what is left there for others, `may`
    the places of the others, `factor` in how many ways the fixed ones lie there.
    """

    def __init__(self, problem: PlacementProblem) -> None:
        self.problem = problem
        self.room = list(problem.room)
        self.may = {card: set(places) for card, places in problem.may.items()}
        self.fixed: list[list[str]] = [[] for _ in problem.places]
        self.conditions = list(problem.conditions)
        self.factor = problem.factor
        while self._fix_cards() or self._settle_conditions():
            pass
        if len(self.may) != sum(self.room):
            raise Contradiction

    # -- cards ---------------------------------------------------------------------------

    def _fix_cards(self) -> bool:
        before = len(self.may)
        for card in [*self.may]:
            places = self.may[card] = {place for place in self.may[card] if self.room[place]}
            if not places:
                raise Contradiction
            if len(places) == 1:
                self._fix(card, *places)
        for place, room in enumerate(self.room):
            wanting = [card for card, places in self.may.items() if place in places]
            if len(wanting) < room:
                raise Contradiction
            if room and len(wanting) == room:
                for card in wanting:
                    self._fix(card, place)
        return len(self.may) < before

    def _fix(self, card: str, place: int) -> None:
        if not self.room[place]:
            raise Contradiction
        self.fixed[place].append(card)
        self.room[place] -= 1
        self.factor *= self.problem.weights.get((card, place), 1)
        del self.may[card]
        self.conditions = [
            replace(one, sums=tuple(_without(each, card, place) for each in one.sums))
            for one in self.conditions
        ]

    # -- conditions ----------------------------------------------------------------------

    def _settle_conditions(self) -> bool:
        """Look at each condition alone; tells whether any card's places have changed."""
        changed = False
        left = []
        for condition in self.conditions:
            sums = tuple(self._reduced(each) for each in condition.sums)
            one = replace(condition, sums=sums)
            outcomes = list(self._outcomes(one))
            if not outcomes:
                raise Contradiction
            if len(outcomes) == self._possible(one):
                continue
            left.append(one)
            changed = self._apply_extremes(one, outcomes) or changed
        self.conditions = left
        return changed

    def _reduced(self, one: Sum) -> Sum:
        can = {card for card in one.cards if self.may[card] & one.places}
        must = {card for card in can if self.may[card] <= one.places}
        return replace(one, cards=frozenset(can - must), already=one.already + len(must))

    def _most(self, one: Sum) -> int:
        room = sum(self.room[place] for place in one.places)
        return min(len(one.cards), room)

    def _possible(self, one: Condition) -> int:
        total = 1
        for each in one.sums:
            total *= self._most(each) + 1
        return total

    def _outcomes(self, one: Condition) -> Iterator[Sequence[int]]:
        """The numbers that fit; all of them where there are too many to try."""
        ranges = [range(self._most(each) + 1) for each in one.sums]
        if self._possible(one) > MOST_TRIED:
            yield ()
            return
        for numbers in product(*ranges):
            if one.fits(numbers):
                yield numbers

    def _apply_extremes(self, one: Condition, outcomes: Sequence[Sequence[int]]) -> bool:
        """Forbid cards of which there are surely none, place those of which all are there."""
        changed = False
        if not outcomes[0]:
            return False
        for place, each in enumerate(one.sums):
            numbers = {outcome[place] for outcome in outcomes}
            if not each.cards or len(numbers) > 1:
                continue
            if numbers == {0}:
                changed = True
                for card in each.cards:
                    self.may[card] -= each.places
            elif numbers == {len(each.cards)}:
                changed = True
                for card in each.cards:
                    self.may[card] &= each.places
        return changed


def _without(one: Sum, card: str, place: int) -> Sum:
    """The same part once a card lies somewhere."""
    if card not in one.cards:
        return one
    there = int(place in one.places)
    return replace(one, cards=one.cards - {card}, already=one.already + there)
