"""A view written into a row of bytes: one pass over what the seat has seen.

What cards show and how it is written while they are played is said by `matto.play.observation`;
here are the events of a view, words, and what is settled before the first card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from matto.engine.cards import CODES, FIRST_TRUMP, FOOL_SUIT, NUMBER, words
from matto.engine.events import ALL, INTO_HAND, OUT_OF_HAND, Contract, Event
from matto.engine.game import Game
from matto.engine.options import Options, spell
from matto.engine.tricks import (
    FIRST_TRUMP_NUMBER,
    LEADING,
    TRUMP,
    FoolRule,
    beats,
    fool_in_trick,
    led_after,
    legal,
)
from matto.engine.view import View
from matto.engine.words import text
from matto.play import layout as lay
from matto.play.bits import BITS, Row
from matto.play.layout import NO_CARD
from matto.play.observation import (
    ASKED,
    DRAWABLE,
    FRIENDS,
    HELD,
    KNOWS,
    LEADING_SEAT,
    MOST,
    NOTES,
    OWN,
    PART,
    PARTS,
    PLANES,
    SETS,
    STATES,
    SUITS_LED,
    UNSEEN,
    VIEWER,
    WINNING,
    Writing,
    note_card,
    note_winner,
    put,
    write,
)
from matto.players.encoding.vector_layout import (
    MOST_SAID,
    TOLD,
    Layout,
    NotEncoded,
    Plane,
    parse_word,
)

# a card of each class, and another that may go with it
_PLAYED = ("SK", "BK", "CK", "DK", "T21", "F")
_OTHERS = ("SQ", "BQ", "CQ", "DQ", "T20", "F")


@cache
def lacking_of(fool: FoolRule) -> tuple[int, ...]:
    """Return what a card proves its hand to lack, as `Writing.lacking` has it.

    What may be played depends on suits alone, so that one card of each and another one tell it.
    """

    def may(card: str, other: str, led: int, rule: FoolRule) -> bool:
        both, alone = words((card, other)), words((card,))
        allowed = legal(*both, led, rule)
        return any(one & own for one, own in zip(allowed, alone, strict=True))

    return tuple(
        sum(1 << at for at, other in enumerate(_OTHERS) if not may(card, other, led, rule))
        for rule in (fool, fool_in_trick(fool, fool.until + 1))
        for led in range(STATES)
        for card in _PLAYED
    )


@cache
def heights_of(strength: tuple[int, ...]) -> bytes:
    """The greatest strength among any of the cards in each part of the two words."""
    parts = [strength[PART * part : PART * (part + 1)] for part in range(PARTS)]
    return bytes(
        max((own for bit, own in enumerate(part) if cards >> bit & 1), default=0)
        for part in parts
        for cards in range(SETS)
    )


def writing_of(
    planes: Mapping[str, slice], cards: Sequence[str], game: Game, options: Options
) -> Writing:
    """Return where everything lies in the observations of a game."""
    pack, none = game.pack(options), [0] * len(CODES)
    column, value, suit = none.copy(), none.copy(), [FOOL_SUIT] * len(CODES)
    for place, card in enumerate(cards):
        column[NUMBER[card]] = place
    for card in pack.codes:
        suit[NUMBER[card]] = pack.suit_of(card)
        if not pack.is_excuse(card):
            value[NUMBER[card]] = max(0, pack.value_of[card])
    return Writing(
        start=[planes[name].start for name in PLANES],
        seats=game.seats,
        columns=len(cards),
        column=column,
        suit=suit,
        value=value,
        lacking=lacking_of(game.trick_rules(options).fool),
        heights=heights_of(pack.strength),
    )


class CountedWord(NamedTuple):
    """Where a word is counted, its number (-1 if it has none), and its card as a set."""

    stem: int
    number: int
    says: int
    card: int


class OptionsRow(NamedTuple):
    """Consequences of the options: how they are written, cards drawn from a stock, rules.

    `rules` are those of a plan that notes of cards ask for, `there` the cards of the pack.
    """

    options: Options | None
    row: bytes
    stock: int
    writing: Writing
    rules: Row
    fool: FoolRule
    there: int


class RowTables:
    """Knows where everything goes in the rows of one game."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.game = game
        self.layout = layout
        self.size = len(layout.names)
        self.start = {name: place.start for name, place in layout.slices.items()}
        self.stems = {stem: place for place, stem in enumerate(layout.words.stems())}
        numbers = layout.words.largest_numbers()
        self.numbers = {stem: place for place, stem in enumerate(numbers)}
        self.kinds = {kind: place for place, kind in enumerate(layout.words.by_kind)}
        self.relative = tuple(
            tuple((seat - own) % layout.seats for seat in range(layout.seats))
            for own in range(layout.seats)
        )
        self._words: dict[tuple[str, str], CountedWord | None] = {}
        self.contracts = {word: place for place, word in enumerate(game.contracts)}
        self.times = len(self.contracts)
        self.most_times = plane_of(layout, "contract").largest[self.times]
        self._chosen: OptionsRow | None = None
        self._options = {
            name: place for place, name in enumerate(plane_of(layout, "options").entries)
        }

    def word(self, kind: str, word: str) -> CountedWord | None:
        """Return where a word of a kind is counted; None for one that nobody can choose."""
        key = kind, word
        if key not in self._words:
            said = parse_word(word)
            stem = self.stems.get((kind, said.stem), self.stems.get((TOLD, said.stem)))
            self._words[key] = (
                None
                if stem is None
                else CountedWord(
                    stem,
                    self.numbers.get((kind, said.stem), -1),
                    min(MOST, said.number),
                    set_of([said.card] if said.card else ()),
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

    def chosen(self, options: Options) -> OptionsRow:
        """Return what follows from the options alone, kept as long as they are the same."""
        chosen = self._chosen
        if chosen is None or (chosen.options is not options and chosen.options != options):
            row = bytearray(len(self._options))
            for name, value in options.items():
                place = self._options.get(name)
                if place is not None:
                    row[place] = max(0, min(MOST, int(value)))
                else:
                    row[self._options[f"{name}={spell(value)}"]] = 1
            dealing, trick = self.game.dealing(options), self.game.trick_rules(options)
            rules = [0] * lay.RULES_SIZE
            rules[lay.UNTIL], rules[lay.DUTIES] = trick.fool.until, trick.duties is not None
            chosen = self._chosen = OptionsRow(
                options,
                bytes(row),
                dealing.talon if dealing.stock else 0,
                writing_of(self.layout.slices, self.layout.cards, self.game, options),
                rules,
                trick.fool,
                set_of(self.game.pack(options).codes),
            )
        return chosen


def plane_of(layout: Layout, name: str) -> Plane:
    """Return a plane by its name."""
    return next(plane for plane in layout.planes if plane.name == name)


def set_of(cards: Iterable[str]) -> int:
    """A set of cards as one number, a bit for each card number."""
    found = 0
    for card in cards:
        found |= 1 << NUMBER[card]
    return found


def as_words(cards: int) -> tuple[int, int]:
    """The same as two words."""
    return cards & ((1 << FIRST_TRUMP) - 1), cards >> FIRST_TRUMP


class ViewFold:
    """The sums of a view's events.

    `notes` and `planes` are what is noted for `matto.play.observation`, `state` the trick that
    is going on. Other sets of cards are numbers with a bit for each. Words are written into
    `row` at once; all else is kept by seat.
    """

    def __init__(self, to: RowTables, view: View, seat: int) -> None:
        self.to = to
        self.seat = seat
        self.pack = view.pack
        self.options = view.options
        self.events: tuple[Event, ...] = ()
        self.row = bytearray(to.size)
        self.relative = to.relative[seat]
        self.chosen = to.chosen(view.options)
        self.rules = self.chosen.rules
        self.strength = view.pack.strength
        self.notes = [0] * NOTES
        self.notes[VIEWER] = seat
        self.planes = bytearray((2 * view.seats + 1) * len(to.layout.cards))
        self.state = [0] * lay.SIZE
        self.state[lay.LED], self.state[lay.BEST] = LEADING, NO_CARD
        self.hand = self.away = self.open = self.talon = self.named = 0
        self.played = [0] * view.seats
        self.held = [0] * view.seats
        self.leader = -1
        self.drawn = 0

    def goes_on_in(self, view: View) -> bool:
        """Return whether a view begins with all that has been read."""
        return (
            view.events[: len(self.events)] == self.events
            and view.pack is self.pack
            and view.options is self.options
        )

    def read(self, events: tuple[Event, ...]) -> None:
        """Take in what has happened since the events that were read before."""
        for event in events[len(self.events) :]:
            kind = event.kind
            if kind == "play":
                self._play(event.seat, NUMBER[event.what[0]])
            elif kind == "trick":
                self._trick(event.seat)
            elif kind != "packet":
                _SEEN.get(kind, ViewFold._other)(self, event)
        self.events = events

    # -- tricks --------------------------------------------------------------------------

    def _play(self, seat: int, card: int) -> None:
        """A card is played."""
        state, strength, writing = self.state, self.strength, self.chosen.writing
        state[lay.TURN], best = seat, state[lay.BEST]
        note_card(self.notes, self.planes, state, self, writing, card)
        self.played[seat] |= 1 << card
        self.hand &= ~(1 << card)
        if not state[lay.LYING]:
            self.leader, self.led = seat, writing.suit[card]
        if best == NO_CARD or beats(card, best, strength[card], strength[best]):
            state[lay.BEST], state[lay.BEST_SEAT] = card, seat
        if state[lay.LED] >= LEADING:
            state[lay.LED] = led_after(state[lay.LED], card, self.chosen.fool)
        if card < FIRST_TRUMP_NUMBER:
            state[lay.LYING_PLAIN] |= 1 << card
        state[lay.LYING] += 1

    def _trick(self, winner: int) -> None:
        """A trick is won."""
        state = self.state
        note_winner(self.notes, self.planes, self.chosen.writing, winner)
        if self.led < TRUMP:
            state[lay.SUITS_LED] |= 1 << self.led
        state[lay.TRICKS] += 1
        state[lay.LED], state[lay.BEST], state[lay.LYING] = LEADING, NO_CARD, 0
        state[lay.LYING_PLAIN] = 0
        self.leader = winner

    def look(self, view: View) -> None:
        """Note what the seat knows besides what the cards have shown."""
        notes, state, seat, leader = self.notes, self.state, self.seat, self.leader
        known = [held & ~own for held, own in zip(self.held, self.played, strict=True)]
        unseen = self.chosen.there & ~(self.hand | self.away | self.open)
        for other, cards in enumerate(known):
            unseen &= ~(cards | self.played[other])
            notes[HELD + 2 * other : HELD + 2 * other + 2] = as_words(cards)
        notes[KNOWS] = any(known)
        notes[OWN : OWN + 2], notes[UNSEEN : UNSEEN + 2] = map(as_words, (self.hand, unseen))
        notes[ASKED] = 0
        waiting = view.waiting
        if waiting is not None:
            notes[ASKED] = 1 << (BITS * self.relative[waiting.seat])
            if waiting.kind == "play" and not state[lay.LYING]:
                leader = waiting.seat
        notes[LEADING_SEAT] = 0 if leader < 0 else 1 << (BITS * leader)
        notes[WINNING] = (1 if state[lay.LYING] else 0) << (BITS * state[lay.BEST_SEAT])
        friends = self.to.game.friends(view)
        notes[FRIENDS] = sum(1 << (BITS * self.relative[friend]) for friend in friends)
        notes[SUITS_LED] = state[lay.SUITS_LED]
        notes[DRAWABLE] = max(0, self.chosen.stock - self.drawn)
        writing, planes = self.chosen.writing, self.planes
        hand = writing.columns * (len(self.held) + seat)
        planes[hand : hand + writing.columns] = bytes(writing.columns)
        put(planes, hand, writing, *as_words(self.hand))

    # -- cards that are seen -------------------------------------------------------------

    def _see_talon(self, event: Event) -> None:
        self.open = set_of(event.what)
        self.talon |= self.open

    def _see_bottom(self, event: Event) -> None:
        self.talon |= set_of(event.what)

    def _see_talon_taken(self, event: Event) -> None:
        self.open = 0
        self.row[self.to.start["taker"] + self.relative[event.seat]] = 1

    def _see_shown(self, event: Event) -> None:
        """A seat has shown cards of its hand, and maybe some that it had played."""
        if event.seat != self.seat or event.seen_by == ALL:
            self.held[event.seat] |= set_of(event.what)

    def _hear_declared(self, event: Event) -> None:
        """A seat has said what it holds; maybe by naming a card."""
        if event.what[0] in NUMBER:
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
        cards, own = set_of(event.what), event.seat == self.seat
        self.drawn += event.kind == "draws"
        self.open &= ~cards
        if own:
            self.hand |= cards
        if not own or event.seen_by == ALL:
            self.held[event.seat] |= cards

    def _go(self, event: Event) -> None:
        cards = set_of(event.what)
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


_SEEN: Mapping[str, Callable[[ViewFold, Event], None]] = {
    "talon": ViewFold._see_talon,
    "bottom card": ViewFold._see_bottom,
    "takes talon": ViewFold._see_talon_taken,
    "shown": ViewFold._see_shown,
    "shows": ViewFold._see_shown,
    "turned up": ViewFold._see_shown,
    "declare": ViewFold._hear_declared,
}


MOST_KEPT = 256
"""Of so many seats in deals it is kept what they had seen last; then it begins anew."""


class Observer:
    """Writes views of one game into rows."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.to = RowTables(game, layout)
        self._kept: dict[tuple[int, int], ViewFold] = {}

    def _read(self, view: View, seat: int) -> ViewFold:
        """Read a view, from where its seat's last one in the same deal ended if it is kept."""
        key = seat, id(view.events[0]) if view.events else 0
        reading = self._kept.pop(key, None)
        if reading is None or not reading.goes_on_in(view):
            reading = ViewFold(self.to, view, seat)
        reading.read(view.events)
        self._kept[key] = reading
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        return reading

    def row(self, view: View, seat: int) -> bytearray:
        """Write a view of a seat into a new row."""
        return self.row_and_notes(view, seat)[0]

    def row_and_notes(self, view: View, seat: int) -> tuple[bytearray, Sequence[int]]:
        """Write a view of a seat into a new row; return it with the notes behind it."""
        reading = self._read(view, seat)
        reading.look(view)
        row, writing, start = bytearray(reading.row), reading.chosen.writing, self.to.start
        write(row, reading.notes, reading.planes, writing)
        for plane in ("away", "open", "talon", "named"):
            put(row, start[plane], writing, *as_words(getattr(reading, plane)))
        relative = reading.relative
        row[start["dealer"] + relative[view.dealer]] = 1
        if view.waiting is not None:
            row[start["kind"] + self.to.kind(view.waiting.kind)] = 1
        written = reading.chosen.row
        row[start["options"] : start["options"] + len(written)] = written
        for place, name in enumerate(self.to.game.carried):
            _put_amount(row, start["carried"] + 2 * place, view.carried.get(name, 0))
        for other, amount in enumerate(view.ledger):
            at = start["ledger"] + 4 * relative[other]
            _put_amount(row, at, amount)
            _put_amount(row, at + 2, -amount)
        if view.contract is not None:
            self._agree(view.contract, row, relative)
        return row, reading.notes

    def _agree(self, contract: Contract, row: bytearray, relative: Sequence[int]) -> None:
        """Write what is played for."""
        start = self.to.start["contract"]
        word = self.to.contracts.get(contract.word)
        if word is not None:
            row[start + word] = 1
        row[start + self.to.times] = min(self.to.most_times, contract.times)
        if contract.declarer is not None:
            row[start + self.to.times + 1 + relative[contract.declarer]] = 1


def _put_amount(row: bytearray, place: int, amount: int) -> None:
    """Write an amount into two bytes; none below nothing."""
    high, low = divmod(max(0, amount), MOST + 1)
    row[place], row[place + 1] = min(MOST, high), low
