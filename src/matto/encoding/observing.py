"""Writing a view into a row of bytes: one pass over what the seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from matto.encoding.errors import NotEncoded
from matto.encoding.layout import MOST, MOST_SAID, Layout
from matto.encoding.vocabulary import TOLD, taken_apart
from matto.engine.cards import FOOL_SUIT, NUMBER, TRUMP_SUIT, Pack
from matto.engine.events import ALL, INTO_HAND, OUT_OF_HAND, Event
from matto.engine.game import Game
from matto.engine.options import Options, spell
from matto.engine.tricks import beats
from matto.engine.view import View
from matto.engine.words import text

PLAIN_SUITS, SUITS = 4, 5


class _Card(NamedTuple):
    """What has to be known of a card: its column, and what the pack makes of it."""

    column: int
    number: int
    suit: int
    strength: int
    value: int


class _Word(NamedTuple):
    """Where a word is counted, and its number and card, -1 where it has none."""

    stem: int
    number: int
    says: int
    column: int


class _Chosen(NamedTuple):
    """The options as they are written, and how many cards are drawn from a stock with them."""

    options: Options | None
    row: bytes
    stock: int


class Observer:
    """Knows where everything goes in the rows of one game."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self.size = len(layout.names)
        self.start = {name: place.start for name, place in layout.slices.items()}
        self.cards = len(layout.cards)
        self.stems = {stem: place for place, stem in enumerate(layout.words.stems())}
        numbers = layout.words.largest_numbers()
        self.numbers = {stem: place for place, stem in enumerate(numbers)}
        self.kinds = {kind: place for place, kind in enumerate(layout.words.by_kind)}
        self.relative = tuple(
            tuple((seat - own) % layout.seats for seat in range(layout.seats))
            for own in range(layout.seats)
        )
        self._words: dict[tuple[str, str], _Word | None] = {}
        self._packs: dict[int, tuple[Pack, Mapping[str, _Card]]] = {}
        self._chosen = _Chosen(None, b"", 0)
        self._options = {name: place for place, name in enumerate(_entries(layout, "options"))}

    def cards_in(self, pack: Pack) -> Mapping[str, _Card]:
        """What has to be known of each card of a pack."""
        found = self._packs.get(id(pack))
        if found is None:
            if len(self._packs) >= MOST:
                self._packs.clear()
            found = self._packs[id(pack)] = pack, {c: self._card(pack, c) for c in pack.codes}
        return found[1]

    def _card(self, pack: Pack, card: str) -> _Card:
        number, excuse = NUMBER[card], pack.is_excuse(card)
        value = 0 if excuse else max(0, pack.value_of[card])
        suit = FOOL_SUIT if excuse else pack.suit_of(card)
        return _Card(self.layout.column[card], number, suit, pack.strength[number], value)

    def word(self, kind: str, word: str) -> _Word | None:
        """Where a word of a kind is counted; None for one that nobody can choose."""
        key = kind, word
        if key not in self._words:
            said = taken_apart(word)
            stem = self.stems.get((kind, said.stem), self.stems.get((TOLD, said.stem)))
            self._words[key] = (
                None
                if stem is None
                else _Word(
                    stem,
                    self.numbers.get((kind, said.stem), -1),
                    min(MOST, said.number),
                    self.layout.column.get(said.card, -1),
                )
            )
        return self._words[key]

    def kind(self, kind: str) -> int:
        """The place of a kind of question; raises `NotEncoded`."""
        if kind not in self.kinds:
            raise NotEncoded(
                text(
                    "The questions of {game} do not name {kind}.", game=self.game.id, kind=kind
                )
            )
        return self.kinds[kind]

    def row(self, view: View, seat: int) -> bytearray:
        """Write a view of a seat into a new row."""
        reading = _Reading(self, view, seat)
        see = _SEEN.get
        for event in view.events:
            seen = see(event.kind)
            if seen is not None:
                seen(reading, event)
            else:
                reading.other(event)
        reading.finish()
        return reading.row

    def settle(self, view: View, row: bytearray) -> None:
        """Write what does not come from events: options and what is carried on."""
        start, written = self.start["options"], self.chosen(view.options).row
        row[start : start + len(written)] = written
        start = self.start["carried"]
        for place, name in enumerate(self.game.carried):
            high, low = divmod(max(0, view.carried.get(name, 0)), MOST + 1)
            row[start + 2 * place], row[start + 2 * place + 1] = min(MOST, high), low

    def chosen(self, options: Options) -> _Chosen:
        """What follows from the options alone, remembered as long as they are the same."""
        if self._chosen.options is not options:
            row = bytearray(len(self._options))
            for name, value in options.items():
                place = self._options.get(name)
                if place is not None:
                    row[place] = max(0, min(MOST, int(value)))
                else:
                    row[self._options[f"{name}={spell(value)}"]] = 1
            dealing = self.game.dealing(options)
            stock = dealing.talon if dealing.stock else 0
            self._chosen = _Chosen(options, bytes(row), stock)
        return self._chosen


def _entries(layout: Layout, name: str) -> tuple[str, ...]:
    return next(plane.entries for plane in layout.planes if plane.name == name)


class _Reading:
    """A view being read, event by event."""

    def __init__(self, to: Observer, view: View, seat: int) -> None:
        self.to = to
        self.view = view
        self.seat = seat
        self.row = bytearray(to.size)
        self.relative = to.relative[seat]
        self.card = to.cards_in(view.pack)
        self.lies: list[_Card] = []
        self.leader = -1
        self.follow = -1
        self.best: _Card | None = None
        self.winner = -1
        self.drawn = 0
        start, cards = to.start, to.cards
        self.hand, self.lying = start["hand"], start["lying"]
        self.played = [start["played"] + cards * other for other in self.relative]
        self.held = [start["held"] + cards * other for other in self.relative]
        self.void = [start["void"] + SUITS * other for other in self.relative]
        self.led = [start["led"] + PLAIN_SUITS * other for other in self.relative]

    # -- tricks --------------------------------------------------------------------------

    def play(self, event: Event) -> None:
        """A card is played."""
        row, seat, card = self.row, event.seat, self.card[event.what[0]]
        column, number, suit, strength, _ = card
        row[self.played[seat] + column] = 1
        row[self.held[seat] + column] = 0
        if seat == self.seat:
            row[self.hand + column] = 0
        if not self.lies:
            self._lead(seat, suit)
        self.lies.append(card)
        best = self.best
        if best is None or beats(number, best.number, strength, best.strength):
            self.best, self.winner = card, seat
        if suit == FOOL_SUIT:
            return
        if self.follow < 0:
            self.follow = suit
        elif suit != self.follow and seat != self.seat:
            row[self.void[seat] + self.follow] = 1
            if suit != TRUMP_SUIT:
                row[self.void[seat] + TRUMP_SUIT] = 1

    def _lead(self, seat: int, suit: int) -> None:
        self.leader = seat
        if suit < PLAIN_SUITS:
            start = self.led[seat]
            self.row[start : start + PLAIN_SUITS] = bytes(PLAIN_SUITS)
            self.row[start + suit] = 1

    def trick(self, event: Event) -> None:
        """A trick is won."""
        row, start = self.row, self.to.start
        winner = self.relative[event.seat]
        row[start["tricks"] + winner] += 1
        points = start["points"] + winner
        row[points] = min(MOST, row[points] + sum(card.value for card in self.lies))
        if self.lies[0].suit < PLAIN_SUITS:
            row[start["suits_led"] + self.lies[0].suit] = 1
        self.lies.clear()
        self.leader, self.follow, self.best, self.winner = event.seat, -1, None, -1

    # -- cards that are seen -------------------------------------------------------------

    def talon(self, event: Event) -> None:
        """The talon is seen."""
        start = self.to.start["open"]
        self.row[start : start + self.to.cards] = bytes(self.to.cards)
        self._mark("open", event)
        self._mark("talon", event)

    def bottom(self, event: Event) -> None:
        """One card of the talon is seen."""
        self._mark("talon", event)

    def talon_taken(self, event: Event) -> None:
        """Somebody has taken the talon."""
        start = self.to.start
        self.row[start["open"] : start["open"] + self.to.cards] = bytes(self.to.cards)
        self.row[start["taker"] + self.relative[event.seat]] = 1

    def shown(self, event: Event) -> None:
        """A seat has shown cards of its hand."""
        if event.seat == self.seat and event.seen_by != ALL:
            return
        row, held, played = self.row, self.held[event.seat], self.played[event.seat]
        for code in event.what:
            column = self.card[code].column
            if not row[played + column]:
                row[held + column] = 1

    def declare(self, event: Event) -> None:
        """A seat has said what it holds; maybe by naming a card."""
        if event.what[0] in self.card:
            self.shown(event)
        self._say(event)

    def _mark(self, plane: str, event: Event) -> None:
        start = self.to.start[plane]
        for code in event.what:
            self.row[start + self.card[code].column] = 1

    # -- all else ------------------------------------------------------------------------

    def other(self, event: Event) -> None:
        """Cards that come into a hand or go out of it, and words."""
        if event.moves == INTO_HAND:
            self._come(event)
        elif event.moves == OUT_OF_HAND:
            self._go(event)
        else:
            self._say(event)

    def _come(self, event: Event) -> None:
        row, seat, open_cards = self.row, event.seat, self.to.start["open"]
        own = seat == self.seat
        self.drawn += event.kind == "draws"
        for code in event.what:
            card = self.card[code]
            row[open_cards + card.column] = 0
            if own:
                row[self.hand + card.column] = 1
            elif card.suit < SUITS:
                row[self.void[seat] + card.suit] = 0
            if not own or event.seen_by == ALL:
                row[self.held[seat] + card.column] = 1

    def _go(self, event: Event) -> None:
        row, seat, away = self.row, event.seat, self.to.start["away"]
        for code in event.what:
            column = self.card[code].column
            row[self.held[seat] + column] = 0
            if seat == self.seat:
                row[self.hand + column] = 0
                if event.kind == "laid away":
                    row[away + column] = 1
            if event.kind == "lays open":
                row[self.to.start["open"] + column] = 1

    def _say(self, event: Event) -> None:
        row, start = self.row, self.to.start
        for what in event.what:
            word = self.to.word(event.kind, what)
            if word is None:
                continue
            seat = self.relative[event.seat]
            count = start["said"] + len(self.to.stems) * seat + word.stem
            row[count] = min(MOST_SAID, row[count] + 1)
            if word.number >= 0:
                place = len(self.to.numbers) * seat + word.number
                row[start["number"] + place] = word.says
            if word.column >= 0 and event.seen_by == ALL:
                row[start["named"] + word.column] = 1

    def finish(self) -> None:
        """Write what is only known at the end."""
        row, start, view, relative = self.row, self.to.start, self.view, self.relative
        for card in self.lies:
            row[self.lying + card.column] = 1
        if self.lies:
            row[start["winning"] + relative[self.winner]] = 1
        self._ask()
        for friend in self.to.game.friends(view):
            row[start["friends"] + relative[friend]] = 1
        row[start["dealer"] + relative[view.dealer]] = 1
        row[start["stock"]] = max(0, self.to.chosen(view.options).stock - self.drawn)
        self.to.settle(view, row)

    def _ask(self) -> None:
        """Write what is asked now, and who leads."""
        row, start, waiting = self.row, self.to.start, self.view.waiting
        if waiting is not None:
            row[start["asked"] + self.relative[waiting.seat]] = 1
            row[start["kind"] + self.to.kind(waiting.kind)] = 1
            if waiting.kind == "play" and not self.lies:
                self.leader = waiting.seat
        if self.leader >= 0:
            row[start["leader"] + self.relative[self.leader]] = 1


_Seen = Callable[[_Reading, Event], None]
_NOT_SAID: _Seen = lambda _reading, _event: None  # noqa: E731
_SEEN: Mapping[str, _Seen] = {
    "play": _Reading.play,
    "trick": _Reading.trick,
    "talon": _Reading.talon,
    "bottom card": _Reading.bottom,
    "takes talon": _Reading.talon_taken,
    "shown": _Reading.shown,
    "shows": _Reading.shown,
    "turned up": _Reading.shown,
    "declare": _Reading.declare,
    "packet": _NOT_SAID,
}
