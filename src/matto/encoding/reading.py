"""Gathering what a row says from a view's events: one pass over what the seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matto.encoding.layout import MOST_SAID
from matto.encoding.tables import PLAIN_SUITS, Card, RowTables
from matto.engine.cards import CODES, RANKS_IN_SUIT
from matto.engine.events import ALL, INTO_HAND, OUT_OF_HAND, Event
from matto.engine.tricks import JACK_BIT, KING_BIT, LEADING
from matto.engine.view import View

KING, JACK = KING_BIT.bit_length() - 1, JACK_BIT.bit_length() - 1


class ViewReading:
    """What the events of a view come to.

    Sets of cards are numbers with a byte for each column, 1 for a card that is in it. Words are
    written into `row` at once; all else is kept by seat.
    """

    def __init__(self, to: RowTables, view: View, seat: int) -> None:
        self.to = to
        self.seat = seat
        self.pack = view.pack
        self.options = view.options
        self.events: tuple[Event, ...] = ()
        self.row = bytearray(to.size)
        self.relative = to.relative[seat]
        self.cards = to.cards_in(view.pack)
        self.chosen = to.chosen(view.options)
        self.hand = self.away = self.open = self.talon = self.named = 0
        self.played = [0] * view.seats
        self.held = [0] * view.seats
        self.lacks = [0] * view.seats
        self.barred = [0] * view.seats
        self.led = [-1] * view.seats
        self.tricks = [0] * view.seats
        self.points = [0] * view.seats
        self.lies: list[Event] = []
        self.worth = 0
        self.suits_led = 0
        self.leader = -1
        self.led_state = LEADING
        self.drawn = 0

    def goes_on_in(self, view: View) -> bool:
        """Tell whether a view begins with all that has been read."""
        return (
            view.events[: len(self.events)] == self.events
            and view.pack is self.pack
            and view.options is self.options
        )

    def read(self, events: tuple[Event, ...]) -> None:
        """Take in what has happened since the events that were read before."""
        played, lacks, lies, cards = self.played, self.lacks, self.lies, self.cards.plays
        proofs, duties, see = self.chosen.proofs, self.chosen.duties, _SEEN.get
        finished, state, worth = sum(self.tricks), self.led_state, self.worth
        steps = proofs.steps(finished + 1)
        for event in events[len(self.events) :]:
            kind = event.kind
            if kind == "play":
                seat = event.seat
                at, suit, value = cards[event.what[0]]
                if not lies:
                    self._lead(seat, suit)
                if duties and suit < PLAIN_SUITS and state in {LEADING, suit}:
                    self._do_duty(seat, self.cards.by_code[event.what[0]])
                played[seat] |= at
                state, lacking = steps[state][suit]
                lacks[seat] |= lacking
                worth += value
                lies.append(event)
            elif kind == "trick":
                self._trick(event.seat, cards[lies[0].what[0]][1], worth)
                finished, worth, state = finished + 1, 0, LEADING
                if finished >= proofs.until:
                    steps = proofs.late
            elif kind != "packet":
                see(kind, ViewReading._other)(self, event)
        self.events, self.led_state, self.worth = events, state, worth

    # -- tricks --------------------------------------------------------------------------

    def _lead(self, seat: int, suit: int) -> None:
        self.leader = seat
        if suit < PLAIN_SUITS:
            self.led[seat] = suit

    def _trick(self, winner: int, led: int, worth: int) -> None:
        """A trick is won."""
        self.tricks[winner] += 1
        self.points[winner] += worth
        self.suits_led |= 1 << led
        self.lies.clear()
        self.leader = winner

    def _do_duty(self, seat: int, card: Card) -> None:
        """Note which court would have had to be played: see `matto.engine.tricks.dutiful`."""
        suit, rank = divmod(card.number, RANKS_IN_SUIT)
        king, jack = (CODES[suit * RANKS_IN_SUIT + one] for one in (KING, JACK))
        if rank != KING and not self.suits_led >> suit & 1:
            self.barred[seat] |= self.cards.by_code[king].at
        if rank != JACK and any(event.what[0] == king for event in self.lies):
            self.barred[seat] |= self.cards.by_code[jack].at

    # -- cards that are seen -------------------------------------------------------------

    def _set(self, event: Event) -> int:
        """The cards of an event."""
        found, cards = 0, self.cards.by_code
        for code in event.what:
            found |= cards[code].at
        return found

    def _see_talon(self, event: Event) -> None:
        self.open = self._set(event)
        self.talon |= self.open

    def _see_bottom(self, event: Event) -> None:
        self.talon |= self._set(event)

    def _see_talon_taken(self, event: Event) -> None:
        self.open = 0
        self.row[self.to.start["taker"] + self.relative[event.seat]] = 1

    def _see_shown(self, event: Event) -> None:
        """A seat has shown cards of its hand, and maybe some that it had played."""
        if event.seat != self.seat or event.seen_by == ALL:
            self.held[event.seat] |= self._set(event)

    def _hear_declared(self, event: Event) -> None:
        """A seat has said what it holds; maybe by naming a card."""
        if event.what[0] in self.cards.by_code:
            self._see_shown(event)
        self._hear(event)

    # -- all else ------------------------------------------------------------------------

    def _other(self, event: Event) -> None:
        """Cards that come into a hand or go out of it, and words."""
        if event.moves == INTO_HAND:
            self._come(event)
        elif event.moves == OUT_OF_HAND:
            self._go(event)
        else:
            self._hear(event)

    def _come(self, event: Event) -> None:
        cards, own = self._set(event), event.seat == self.seat
        self.drawn += event.kind == "draws"
        self.open &= ~cards
        if own:
            self.hand |= cards
        if not own or event.seen_by == ALL:
            self.held[event.seat] |= cards

    def _go(self, event: Event) -> None:
        cards = self._set(event)
        self.held[event.seat] &= ~cards
        if event.seat == self.seat:
            self.hand &= ~cards
            if event.kind == "laid away":
                self.away |= cards
        if event.kind == "lays open":
            self.open |= cards

    def _hear(self, event: Event) -> None:
        row, to = self.row, self.to
        for what in event.what:
            word = to.word(event.kind, what)
            if word is None:
                continue
            seat = self.relative[event.seat]
            count = to.start["said"] + len(to.stems) * seat + word.stem
            row[count] = min(MOST_SAID, row[count] + 1)
            if word.number >= 0:
                place = len(to.numbers) * seat + word.number
                row[to.start["number"] + place] = word.says
            if event.seen_by == ALL:
                self.named |= word.card


_SEEN: Mapping[str, Callable[[ViewReading, Event], None]] = {
    "talon": ViewReading._see_talon,
    "bottom card": ViewReading._see_bottom,
    "takes talon": ViewReading._see_talon_taken,
    "shown": ViewReading._see_shown,
    "shows": ViewReading._see_shown,
    "turned up": ViewReading._see_shown,
    "declare": ViewReading._hear_declared,
}
