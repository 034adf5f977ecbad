"""Where each unseen card may lie: places with room for so many, and facts applied to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from matto.engine.run import Run
from matto.inference.constraint import AWAY, HAND, Counted, Forbidden, Holds, OneOf, Part, Where
from matto.inference.story import Gift, Story


class Kind(Enum):
    """What a place is."""

    HAND = "hand"
    AWAY = "away"
    COMING = "coming"
    OVER = "over"


class Place(NamedTuple):
    """A place in which unseen cards lie; `seat` is -1 for what lies over."""

    kind: Kind
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
    fact: Counted

    def fits(self, numbers: Sequence[int]) -> bool:
        """Tell whether it holds with so many cards of each part besides those there already."""
        pairs = zip(self.sums, numbers, strict=True)
        return self.fact.fits(
            tuple(min(one.enough, one.already + number) for one, number in pairs)
        )


class Contradiction(Exception):
    """No world fits all facts."""


@dataclass
class Board:
    """Unseen cards and the places where each may lie, by numbers of `places`.

    `weights` are cards that lie in one place in more ways than in another, `factor` in how
    many ways all lie besides. `known` keeps what `inside` has found.
    """

    story: Story
    places: list[Place] = field(default_factory=list)
    room: list[int] = field(default_factory=list)
    may: dict[str, set[int]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    weights: dict[tuple[str, int], int] = field(default_factory=dict)
    factor: int = 1
    known: dict[tuple[int, int, Where], frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, story: Story) -> Board:
        """All places with room, and every unseen card in any of them."""
        board = cls(story)
        for seat in range(story.view.seats):
            if seat != story.seat:
                board._add(Kind.HAND, seat, story.hand[seat])
                board._add(Kind.AWAY, seat, story.away[seat])
            board._add(Kind.COMING, seat, story.coming[seat])
        board._add(Kind.OVER, -1, story.over - len(story.talon))
        board.may = {card: set(range(len(board.places))) for card in story.unseen}
        for gift in story.gifts:
            board._weigh(gift)
        return board

    def _add(self, kind: Kind, seat: int, room: int) -> None:
        if room:
            self.places.append(Place(kind, seat))
            self.room.append(room)

    def _weigh(self, gift: Gift) -> None:
        """The demanded card went back in one way; if it did not, any other may have gone."""
        giver, card = Place(Kind.HAND, gift.giver), gift.demanded
        if card in self.may and giver in self.places:
            self.weights[card, self.places.index(giver)] = gift.choices
        elif card not in self.may and self.story.left_from(card, gift.at)[1] == gift.giver:
            self.factor *= gift.choices

    def copy(self) -> Board:
        """The same once more, to be changed apart."""
        may = {card: set(places) for card, places in self.may.items()}
        return Board(
            self.story,
            self.places,
            self.room,
            may,
            list(self.conditions),
            self.weights,
            self.factor,
            self.known,
        )

    # -- facts ---------------------------------------------------------------------------

    def apply(self, facts: Iterable[Forbidden | Holds | Counted]) -> None:
        """Take note of facts."""
        for fact in facts:
            if isinstance(fact, Forbidden):
                self._forbid(fact)
            elif isinstance(fact, Holds):
                self._hold(fact)
            else:
                self._count(fact)

    def agrees(self, facts: Iterable[Forbidden | Holds | Counted]) -> bool:
        """Take note of facts, unless a card is seen elsewhere; tells whether none is."""
        try:
            self.apply(facts)
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
            kinds.add(Kind.HAND)
            if self.story.laid_away_at.get(seat, -1) >= at:
                kinds.add(Kind.AWAY)
        if AWAY in where:
            kinds.add(Kind.AWAY)
        return frozenset(
            number
            for number, place in enumerate(self.places)
            if place.seat == seat and place.kind in kinds
        )

    def _forbid(self, fact: Forbidden) -> None:
        places = self.inside(fact.seat, fact.at, fact.where)
        for card in fact.cards - self.story.entered_since(fact.seat, fact.at):
            if card in self.may:
                self.may[card] -= places
            elif HAND in fact.where and self.story.came_from(card, fact.seat, fact.at):
                raise Contradiction

    def _hold(self, fact: Holds) -> None:
        story = self.story
        places = set(self.inside(fact.seat, fact.at, fact.where))
        for gift in story.gifts:
            if gift.giver == fact.seat and gift.at >= fact.at and HAND in fact.where:
                places |= self.inside(gift.taker, gift.at + 1)
        for card in fact.cards:
            if card in self.may:
                self.may[card] &= places
            elif not story.came_from(card, fact.seat, fact.at):
                raise Contradiction

    def _count(self, fact: Counted) -> None:
        sums = tuple(self._sum(part, fact.at) for part in fact.parts)
        self.conditions.append(Condition(sums, fact))

    def _sum(self, part: Part, at: int) -> Sum:
        story, where = self.story, part.where
        already: frozenset[str] = frozenset()
        cards = part.cards
        if HAND in where:
            already = cards & story.left_since(part.seat, at)
            cards -= story.entered_since(part.seat, at)
        cards = frozenset(card for card in cards if card in self.may)
        places = self.inside(part.seat, at, where)
        return Sum(places, cards, part.enough, len(already))


def cards_in(story: Story, place: Place, run: Run) -> frozenset[str]:
    """The unseen cards that a deal has in a place; what is not laid away to all is in hand."""
    kind, seat = place
    deal, table = run.setup.deal, run.table
    if kind is Kind.OVER:
        cards = frozenset(deal.talon).difference(story.drawn)
    elif kind is Kind.COMING:
        cards = frozenset(deal.hands[seat][len(deal.hands[seat]) - story.coming[seat] :])
    elif kind is Kind.AWAY:
        cards = frozenset(table.laid_away[seat])
    else:
        told = seat in story.laid_away_at
        cards = frozenset(table.hand(seat)).union(() if told else table.laid_away[seat])
    return cards - story.seen


def cases_of(board: Board, alternatives: Sequence[OneOf]) -> list[Board]:
    """One board for each way in which the alternatives can be true."""
    boards = [board]
    for one in alternatives:
        pairs = ((before.copy(), case) for before in boards for case in one.cases)
        boards = [after for after, case in pairs if after.agrees(case)]
    return boards
