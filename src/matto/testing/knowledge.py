"""What seats may know of cards: by kind of event, and of one whole deal.

This is a second opinion on the allow-lists of the engine, taken from the rulebooks. A kind of
event that is not listed may show nothing but cards that its onlookers have seen before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matto.engine.table import ALL, Event, Setup
from matto.testing.places import bits_of, cards_of

__all__ = [
    "IF_RIGHT",
    "NAMED_ONLY",
    "ONLOOKER",
    "USUAL",
    "Audience",
    "Knowledge",
    "everybody",
    "nobody",
    "owner",
    "seers",
    "the_dealer",
]

Audience = Callable[[Setup, Sequence[Event], Event], frozenset[int]]
"""Who may see the cards of an event, from what the deal is and what happened before it."""

ONLOOKER = -1
IF_RIGHT = "if the rules say so, say so in `shows` of what is `Expected` of the game"


def everybody(setup: Setup, _before: Sequence[Event], _event: Event) -> frozenset[int]:
    """All seats and the onlookers."""
    return frozenset(range(ONLOOKER, setup.seats))


def owner(_setup: Setup, _before: Sequence[Event], event: Event) -> frozenset[int]:
    """The seat to which it happens."""
    return frozenset({event.seat})


def the_dealer(setup: Setup, _before: Sequence[Event], _event: Event) -> frozenset[int]:
    """The dealer alone."""
    return frozenset({setup.dealer})


def nobody(_setup: Setup, _before: Sequence[Event], _event: Event) -> frozenset[int]:
    """Nobody: where the option is off, it does not happen."""
    return frozenset()


USUAL: Mapping[str, Audience] = {
    "dealt": owner,
    "takes": owner,
    "discard": owner,
    "laid away": owner,
    "give": owner,
    "play": everybody,
}
NAMED_ONLY = frozenset({"call", "demand"})
"""Events that name a card aloud and do not tell where it is."""


def seers(event: Event, seats: int) -> frozenset[int]:
    """Who has really seen an event."""
    if event.seen_by == ALL:
        return frozenset(range(ONLOOKER, seats))
    return frozenset(seat for seat in range(seats) if event.seen_by >> seat & 1)


class Knowledge:
    """Which cards each seat has rightly seen so far, and what was shown wrongly."""

    def __init__(self, setup: Setup, shows: Mapping[str, Audience]) -> None:
        self.setup = setup
        self.shows = {**USUAL, **shows}
        self.told: list[Event] = []
        self.public = 0
        self.own = [0] * setup.seats

    def seen(self, viewer: int) -> frozenset[str]:
        """The cards that a seat, or an onlooker, has seen."""
        return frozenset(cards_of(self._seen(viewer)))

    def _seen(self, viewer: int) -> int:
        return self.public if viewer == ONLOOKER else self.public | self.own[viewer]

    def add(self, events: Sequence[Event]) -> list[str]:
        """Take note of further events; gives a sentence for each card shown wrongly."""
        faults: list[str] = []
        for event in events:
            cards = 0 if event.kind in NAMED_ONLY else bits_of(event.what)
            if cards:
                rule = self.shows.get(event.kind, nobody)
                if rule is everybody and event.seen_by == ALL:
                    self.public |= cards
                elif rule is owner and event.seen_by == 1 << event.seat:
                    self.own[event.seat] |= cards
                else:
                    audience = rule(self.setup, self.told, event)
                    faults += self._shown(event, cards, audience)
            self.told.append(event)
        return faults

    def _shown(self, event: Event, cards: int, audience: frozenset[int]) -> list[str]:
        faults = []
        for seat in seers(event, self.setup.seats):
            if seat in audience:
                if seat == ONLOOKER:
                    self.public |= cards
                else:
                    self.own[seat] |= cards
            elif wrong := cards & ~self._seen(seat):
                faults.append(
                    f"event “{event.kind}” of seat {event.seat} shows "
                    f"{', '.join(cards_of(wrong))} to {seat}; {IF_RIGHT}"
                )
        return faults
