"""Which cards a view shows to be gone, to be in another hand, or not to be there at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matto.engine.cards import NUMBER, TRUMP_SUIT
from matto.engine.events import INTO_HAND, OUT_OF_HAND, Event
from matto.engine.tricks import LEADING, TRUMP, led_after
from matto.engine.view import View

__all__ = [
    "SeenCards",
]


class SeenCards:
    """What a seat has seen of cards that it does not hold, folded from its view.

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
