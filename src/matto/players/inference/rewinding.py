"""A world rewound to its deal: from the cards that lie unseen now to those that were dealt."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from matto.engine.events import INTO_HAND, OUT_OF_HAND, Deal, Event
from matto.players.inference.constraints import HAND, Holds
from matto.players.inference.placement import Place, PlaceKind, SeatHistory
from matto.players.inference.replaying import Hidden

LAST_DEALT = "turned up"
"""The event that shows the last card a seat has been dealt so far."""


@dataclass
class Rewinding:
    """Takes a world back, event by event, to the cards that each seat was dealt.

    `lying` gives the unseen cards of each place. What a seat laid away or gave unseen, and
    which cards of the talon it took, becomes an answer in `hidden`.
    """

    history: SeatHistory
    held: Sequence[Holds]
    lying: Mapping[Place, Sequence[str]]
    rng: random.Random
    hands: list[set[str]] = field(init=False)
    talon: tuple[str, ...] = field(init=False)
    hidden: dict[tuple[str, int], Collection[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        view = self.history.view
        self.hands = [set(self._of(PlaceKind.HAND, seat)) for seat in range(view.seats)]
        if view.seat is not None:
            self.hands[view.seat] = set(view.hand)
        self.talon = self._talon()
        for index in range(len(view.events) - 1, -1, -1):
            self._undo(index, view.events[index])

    def _of(self, kind: PlaceKind, seat: int) -> Sequence[str]:
        return self.lying.get(Place(kind, seat), ())

    def _talon(self) -> tuple[str, ...]:
        """The cards that lay over, as far as they do not follow from a hand."""
        history = self.history
        if history.first_talon:
            return history.first_talon
        over = list(self._of(PlaceKind.OVER, -1))
        bottom = history.talon if history.talon and history.talon[-1] == history.bottom else []
        return (*history.drawn, *over, *bottom)

    def _undo(self, index: int, event: Event) -> None:
        seat, hand = event.seat, self.hands[event.seat]
        if event.kind == "has laid away" and seat != self.history.seat:
            away = self._of(PlaceKind.AWAY, seat)
            self.hidden["discard", seat] = away
            hand.update(away)
        elif event.kind == "has given" and self.history.seat not in {seat, int(event.what[0])}:
            self._undo_gift(index)
        elif event.kind == "takes talon" and seat != self.history.seat:
            self._undo_taking(index, seat)
        elif event.moves == OUT_OF_HAND:
            hand.update(event.what)
        elif event.moves == INTO_HAND and event.kind != "dealt":
            hand.difference_update(event.what)
            if event.kind == "takes" and self.history.is_talon(index):
                self.talon = event.what

    def _undo_gift(self, index: int) -> None:
        gift = next(one for one in self.history.gifts if one.at == index)
        taker = self.hands[gift.taker]
        given = gift.demanded
        if given not in taker:
            given = self.rng.choice(sorted(taker))
        taker.remove(given)
        self.hands[gift.giver].add(given)
        self.hidden["give", gift.giver] = (given,)

    def _undo_taking(self, index: int, seat: int) -> None:
        """Take the talon out of a hand: the known cards, and others if they are not known."""
        history, hand = self.history, self.hands[seat]
        size = history.game.dealing(history.view.options).talon
        known = [card for card in (self.talon or (history.bottom,)) if card]
        held = self._held_before(seat, index)
        free = sorted(hand - held - set(known))
        self.talon = (*self.rng.sample(free, size - len(known)), *known)
        hand.difference_update(self.talon)

    def _held_before(self, seat: int, at: int) -> frozenset[str]:
        """The cards that a seat is known to have held at some moment before."""
        return frozenset(
            card
            for constraint in self.held
            if constraint.seat == seat and constraint.where is HAND and constraint.at <= at
            for card in constraint.cards
        )

    # -- the order in which they were dealt ------------------------------------------------

    def deal(self) -> Deal:
        seats = range(self.history.view.seats)
        return Deal(tuple(tuple(self._in_order(seat)) for seat in seats), self.talon)

    def _in_order(self, seat: int) -> list[str]:
        """A seat's cards in an order that agrees with what was known of it at each packet."""
        view, coming = self.history.view, list(self._of(PlaceKind.COMING, seat))
        if seat == view.seat:
            packets = (e.what for e in view.events if e.kind == "dealt" and e.seat == seat)
            return [*(card for packet in packets for card in packet), *coming]
        places: list[str] = [""] * len(self.hands[seat])
        left = sorted(self.hands[seat])
        self.rng.shuffle(left)
        for last, card in self._known_places(seat, len(places)):
            free = [place for place in range(max(last, 0)) if not places[place]]
            places[-last - 1 if last < 0 else self.rng.choice(free)] = card
            left.remove(card)
        return [*(card or left.pop() for card in places), *coming]

    def _known_places(self, seat: int, dealt: int) -> list[tuple[int, str]]:
        """Cards and before which place they were dealt; those with an exact place are first.

        An exact place n is given as -n - 1.
        """
        known: dict[str, int] = {}
        for index, event in enumerate(self.history.view.events):
            if event.kind == LAST_DEALT and event.seat == seat:
                known[event.what[0]] = -self.history.dealt_by(seat, index)
        for constraint in self.held:
            if constraint.seat == seat and constraint.where is HAND:
                before = self.history.dealt_by(seat, constraint.at)
                for card in constraint.cards & self.hands[seat]:
                    if before < dealt:
                        known[card] = min(before, known.get(card, before))
        return sorted((place, card) for card, place in known.items())


def rewind(
    history: SeatHistory,
    held: Sequence[Holds],
    lying: Mapping[Place, Sequence[str]],
    rng: random.Random,
) -> tuple[Deal, Hidden]:
    """Return the deal of a world and its hidden answers; `held`: who held what, and when."""
    past = Rewinding(history, held, lying, rng)
    return past.deal(), past.hidden
