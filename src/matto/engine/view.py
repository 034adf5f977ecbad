"""A seat's view, folded from the events that it may see, and where cards must be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import takewhile

import msgspec

from matto.engine.cards import NUMBER, TRUMP_SUIT
from matto.engine.errors import NotAsked
from matto.engine.events import (
    ALL,
    INTO_HAND,
    OUT_OF_HAND,
    Contract,
    Decision,
    Event,
    Result,
    Setup,
    Trick,
    Waiting,
)
from matto.engine.tricks import LEADING, TRUMP, led_after
from matto.engine.words import text

PLAY = frozenset({"play", "trick"})
FOLDED = ("hand", "tricks", "lying", "beside_play", "_openly", "_heard")
"""The fields a view folds from its events when they are first read."""


SHOWN = (
    *("game", "seat", "events", "decision", "waiting", "asides", "options"),
    *("dealer", "carried", "ledger", "contract", "result"),
)
"""All that a view is equal by; what it folds follows from that."""


class View:
    """The view of one seat, or of an onlooker when `seat` is None; folded from events only.

    `game` is the game's id, `pack` its cards, `options` all options with their values; `seats`
    is how many play, `dealer` a seat's number from 0; `carried` is what the deal started from,
    by name, in units; `ledger` is what each seat had won or lost before in the match, empty for
    a deal outside one; `fool` is how the Fool behaves. `contract` is what is played for as
    everybody knows it, None until that is settled; its parties are left out if they follow from
    a hidden card. `events` are all events that the seat may see, in order. `decision` is what
    the seat is asked now, None when it is not; `waiting` who is asked what, as everybody may
    know, None once the deal is over; `asides` what the seat may say now without being asked.
    `result` is None until the deal is over.

    A view can be copied and pickled. Nothing in it leads to a card that the seat has not seen.
    """

    def __init__(
        self,
        setup: Setup,
        events: Sequence[Event],
        seat: int | None,
        decision: Decision | None,
        asides: tuple[str, ...] = (),
        result: Result | None = None,
        contract: Contract | None = None,
    ) -> None:
        self.game = setup.game
        self.pack = setup.pack
        self.options = setup.options
        self.seats = setup.seats
        self.dealer = setup.dealer
        self.carried = dict(setup.carried)
        self.ledger = setup.ledger
        self.fool = setup.fool
        self.contract = None if contract is None else contract.known_to_all()
        self.seat = seat
        if seat is None:
            seen = [event for event in events if event.seen_by == ALL]
        else:
            bit = 1 << seat  # `ALL` has it, too
            seen = [event for event in events if event.seen_by & bit]
        self.events = tuple(seen)
        self.decision = None if decision is None else _own_question(decision, seat)
        self.waiting = None if decision is None else _waiting_for(decision)
        self.asides = asides
        self.result = result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        mine, theirs = self.__dict__, other.__dict__
        return all(mine[name] == theirs[name] for name in SHOWN)

    def __hash__(self) -> int:
        return hash((self.game, self.seat, len(self.events), self.events[-1:]))

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The seat's own cards, sorted; empty for an onlooker."""
        held: set[str] = set()
        seat = self.seat
        for event in [event for event in self.events if event.seat == seat]:
            if event.moves == INTO_HAND:
                held.update(event.what)
            elif event.moves == OUT_OF_HAND:
                held.difference_update(event.what)
        return self.pack.sort(held)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """All finished tricks."""
        finished = []
        lying: list[tuple[int, str]] = []
        for event in self.events:
            if event.kind == "play":
                lying.append((event.seat, event.what[0]))
            elif event.kind == "trick":
                cards = tuple(card for _, card in lying)
                finished.append(Trick(lying[0][0], cards, event.seat))
                lying = []
        return tuple(finished)

    @cached_property
    def lying(self) -> tuple[tuple[int, str], ...]:
        """The cards of the trick that is going on, as (seat, card)."""
        cards: list[tuple[int, str]] = []
        for event in reversed(self.events):
            if event.kind == "trick":
                break
            if event.kind == "play":
                cards.append((event.seat, event.what[0]))
        return tuple(reversed(cards))

    @cached_property
    def beside_play(self) -> tuple[Event, ...]:
        """The events of dealing, talk and showing: all but cards and ends of tricks."""
        return tuple(event for event in self.events if event.kind not in PLAY)

    @cached_property
    def _heard(self) -> dict[str, tuple[tuple[int, str], ...]]:
        return {}

    @property
    def openly(self) -> View:
        """The view of an onlooker: only events that everybody has seen."""
        return self if self.seat is None else self._openly

    @cached_property
    def _openly(self) -> View:
        openly = self._with(event for event in self.events if event.seen_by == ALL)
        openly.seat, openly.contract = None, self.contract
        return openly

    @property
    def asked(self) -> Decision:
        """The question to the seat; raises `NotAsked` if there is none."""
        if self.decision is None:
            seat, waiting = self.seat, self.waiting
            raise NotAsked(
                text("The deal is over: nobody is asked anything.")
                if waiting is None
                else text("An onlooker is not asked anything: choose for a seat's own view.")
                if seat is None
                else text(
                    "Seat {seat} is not asked anything now. Seats to ask: {asked}.",
                    seat=seat,
                    asked=", ".join(map(str, (waiting.seat, *waiting.others))),
                )
            )
        return self.decision

    def heard(self, kind: str) -> tuple[tuple[int, str], ...]:
        """All that was said or done of one kind, as (seat, word)."""
        found = self._heard.get(kind)
        if found is None:
            events = self.events if kind in PLAY else self.beside_play
            told = (event for event in events if event.kind == kind)
            found = tuple((event.seat, word) for event in told for word in event.what)
            self._heard[kind] = found
        return found

    def known_to_all(self, seat: int | None) -> View:
        """Return the least that a seat knows: what everybody has seen."""
        openly = self.openly
        least = openly._with(openly.events).beside(openly)
        least.seat, least.beside_play, least._heard = seat, openly.beside_play, openly._heard
        return least

    def beside(self, openly: View) -> View:
        """The same view; what everybody has seen is folded once for all who look at it."""
        self._openly, self.tricks, self.lying = openly, openly.tricks, openly.lying
        return self

    def before(self, kind: str) -> View:
        """Return the view before the first event of a kind: the same, if there is none."""
        return self._with(takewhile(lambda event: event.kind != kind, self.events))

    def _with(self, events: Iterable[Event]) -> View:
        """The same view with a part of its events, and nothing asked."""
        other = View.__new__(View)  # half of what `copy` takes
        other.__dict__ |= self.__dict__
        for folded in FOLDED:
            other.__dict__.pop(folded, None)
        other.decision, other.asides, other.events = None, (), tuple(events)
        other.contract = None
        return other

    def facts(self) -> dict[str, object]:
        """Everything that this view shows, in plain values: views are alike if these are."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "seat": self.seat,
            "dealer": self.dealer,
            "carried": self.carried,
            "ledger": self.ledger,
            "contract": self.contract and msgspec.structs.astuple(self.contract),
            "events": [(e.kind, e.seat, e.what, e.moves) for e in self.events],
            "waiting": None if self.waiting is None else msgspec.structs.astuple(self.waiting),
            "choices": None if self.decision is None else self.decision.options,
            "asides": self.asides,
            "hand": self.hand,
            "result": None if self.result is None else repr(self.result),
        }


def _own_question(decision: Decision, seat: int | None) -> Decision | None:
    """Return what a seat is asked, without what there is for others to choose from."""
    if not decision.others:
        return decision if decision.seat == seat else None
    own = decision.to(seat)
    return None if own is None else msgspec.structs.replace(own, others=())


def _waiting_for(decision: Decision) -> Waiting:
    others = tuple(own.seat for own in decision.others)
    return Waiting(decision.seat, decision.kind, decision.clause, others)


class SeenCards:
    """The cards outside its hand that a seat has seen, folded from its view.

    `gone` are the cards that will not be played any more, `held_by` cards known to be in
    another hand, `void` the suits in which a seat has shown itself void.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = -1 if view.seat is None else view.seat
        self.pack = view.pack
        self.hand = view.hand
        self.gone: set[str] = set()
        self.held_by: list[set[str]] = [set() for _ in range(view.seats)]
        self.void: list[set[int]] = [set() for _ in range(view.seats)]
        self._led = LEADING
        self._open: set[str] = set()
        for event in view.events:
            see = _SEEN.get(event.kind)
            if see is not None:
                see(self, event)
            elif event.moves == INTO_HAND:
                self._see_taken(event)
            elif event.moves == OUT_OF_HAND:
                self._see_given(event)
        self.gone |= self._open

    def _see_trick(self, _event: Event) -> None:
        self._led = LEADING

    def _see_talon(self, event: Event) -> None:
        self._open = set(event.what)

    def _see_talon_taken(self, _event: Event) -> None:
        self._open = set()

    def _see_shown(self, event: Event) -> None:
        if event.seat != self.seat:
            self.held_by[event.seat].update(set(event.what) - self.gone)

    def _see_named(self, event: Event) -> None:
        if event.what[0] in NUMBER:  # a card that somebody truthfully says he holds
            self._see_shown(event)

    def _see_given(self, event: Event) -> None:
        self.held_by[event.seat].difference_update(event.what)
        if event.seat == self.seat:
            self.gone.update(event.what)

    def _see_taken(self, event: Event) -> None:
        self.gone.difference_update(event.what)
        if event.seat == self.seat:
            return
        self.held_by[event.seat].update(event.what)
        self.void[event.seat].difference_update(map(self.pack.suit_of, event.what))

    def _see_played(self, event: Event) -> None:
        seat, card = event.seat, event.what[0]
        self.gone.add(card)
        self.held_by[seat].discard(card)
        led, self._led = self._led, led_after(self._led, NUMBER[card], self.view.fool)
        if led > TRUMP or self.pack.is_excuse(card):
            return
        suit = self.pack.suit_of(card)
        if suit != led:
            self.void[seat].add(led)
            if suit != TRUMP_SUIT:
                self.void[seat].add(TRUMP_SUIT)


_SEEN: Mapping[str, Callable[[SeenCards, Event], None]] = {
    "play": SeenCards._see_played,
    "trick": SeenCards._see_trick,
    "talon": SeenCards._see_talon,
    "takes talon": SeenCards._see_talon_taken,
    "shown": SeenCards._see_shown,
    "turned up": SeenCards._see_shown,
    "declare": SeenCards._see_named,
}
