"""What seats may know of cards: by kind of event, and of one whole deal.

This is a second opinion on the allow-lists of the engine, taken from the rulebooks. A kind of
event that is not listed may show nothing but cards that its onlookers have seen before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matto.cards import NUMBER
from matto.table import ALL, Event, Setup

Audience = Callable[[Setup, Sequence[Event], Event], frozenset[int]]
"""Who may see the cards of an event, from what the deal is and what happened before it."""

ONLOOKER = -1


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


def cards_in(event: Event) -> frozenset[str]:
    """The cards that an event shows; one that only names a card shows none."""
    return frozenset() if event.kind in NAMED_ONLY else frozenset(event.what) & NUMBER.keys()


class Knowledge:
    """Which cards each seat has rightly seen so far, and what was shown wrongly."""

    def __init__(self, setup: Setup, shows: Mapping[str, Audience]) -> None:
        self.setup = setup
        self.shows = {**USUAL, **shows}
        self.told: list[Event] = []
        self.seen: dict[int, set[str]] = {seat: set() for seat in range(ONLOOKER, setup.seats)}

    def add(self, events: Sequence[Event]) -> list[str]:
        """Take note of further events; gives a sentence for each card shown wrongly."""
        return [fault for event in events for fault in self._add(event)]

    def _add(self, event: Event) -> list[str]:
        audience = self.shows.get(event.kind, nobody)(self.setup, self.told, event)
        cards = cards_in(event)
        faults = []
        for seat in seers(event, self.setup.seats) if cards else ():
            if seat in audience:
                self.seen[seat] |= cards
            elif not cards <= self.seen[seat]:
                wrong = ", ".join(sorted(cards - self.seen[seat]))
                faults.append(
                    f"event “{event.kind}” of seat {event.seat} shows {wrong} to {seat}"
                )
        self.told.append(event)
        return faults
