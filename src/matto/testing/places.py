"""Where the cards are, kept up from event to event as bits: one for each card.

A set of cards is one whole number with bit `1 << NUMBER[card]`, so that what is checked at
every step of every deal costs a few additions and no lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from matto.engine.cards import FIRST_TRUMP, NUMBER
from matto.engine.run import Run
from matto.engine.table import INTO_HAND, Event, Setup

BIT: Mapping[str, int] = {code: 1 << number for code, number in NUMBER.items()}


def bits_of(codes: Iterable[str]) -> int:
    """The cards among these words, as bits."""
    bits = 0
    for code in codes:
        bits |= BIT.get(code, 0)
    return bits


def cards_of(bits: int) -> list[str]:
    """The cards of some bits, sorted by code."""
    return sorted(code for code, bit in BIT.items() if bits & bit)


def hands_of(run: Run) -> list[int]:
    """What the table knows in all hands, each as bits."""
    table = run.table
    return [
        plain | tarocks << FIRST_TRUMP
        for plain, tarocks in zip(table.plain, table.tarocks, strict=True)
    ]


class Places:
    """The cards dealt, lying on the table, in tricks, and in each hand, as the events tell it.

    `hands` is what each seat has been told of its own hand. `tricks` is a sum, not a union:
    a card that were in two tricks would carry over and differ from `in_tricks`.
    """

    def __init__(self, setup: Setup) -> None:
        self.pack = bits_of(setup.pack.cards)
        self.talon = bits_of(setup.deal.talon)
        self.to_deal = bits_of(card for hand in setup.deal.hands for card in hand)
        self.dealt = 0
        self.lying = 0
        self.hands = [0] * setup.seats
        self.tricks = self.in_tricks = self.tricks_counted = 0
        self.over: int | None = None

    def add(self, events: Sequence[Event]) -> None:
        """Take note of further events."""
        for event in events:
            kind = event.kind
            if kind == "play":
                self.lying |= BIT[event.what[0]]
            elif kind == "trick":
                self.lying = 0
            elif kind == "dealt":
                self.dealt |= bits_of(event.what)
            if event.moves and event.seen_by >> event.seat & 1:  # bit by bit, ALL has them all
                if event.moves == INTO_HAND:
                    self.hands[event.seat] |= bits_of(event.what)
                else:
                    self.hands[event.seat] &= ~bits_of(event.what)

    def count_tricks(self, run: Run) -> None:
        """Take note of the tricks that the table has finished since the last time."""
        tricks = run.table.tricks
        if len(tricks) == self.tricks_counted:
            return
        for trick in tricks[self.tricks_counted :]:
            for card in trick.cards:
                self.tricks += BIT[card]
                self.in_tricks |= BIT[card]
        self.tricks_counted = len(tricks)
