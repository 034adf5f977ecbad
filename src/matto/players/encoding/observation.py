"""A view written into a row of bytes: one pass over what the seat has seen.

What may be played depends on suits alone, so that one card of each and a second one tell all.
Cards have a class: their suit, 0 to 3, trumps 4, and a Fool that is no trump 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from matto.engine.cards import (
    CODES,
    FOOL_SUIT,
    NUMBER,
    RANKS_IN_SUIT,
    TRUMP_SUIT,
    Pack,
    suit_of,
    words,
)
from matto.engine.events import ALL, INTO_HAND, OUT_OF_HAND, Contract, Event
from matto.engine.game import Game
from matto.engine.options import Options, spell
from matto.engine.tricks import (
    DEMANDED,
    JACK_BIT,
    KING_BIT,
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
from matto.players.encoding.layout import (
    MOST,
    MOST_SAID,
    TOLD,
    Layout,
    NotEncoded,
    Plane,
    taken_apart,
)

CLASSES = 6
STATES = DEMANDED + 1 + TRUMP

# a card of each class, and another that may go with it
_PLAYED = ("SK", "BK", "CK", "DK", "T21", "F")
_OTHERS = ("SQ", "BQ", "CQ", "DQ", "T20", "F")

Table = tuple[tuple[int, ...], ...]
"""By state of the trick (`matto.engine.tricks`) and class of the card."""

Steps = tuple[tuple[tuple[int, int], ...], ...]
"""The state of the trick after the card, and the bits of what the hand lacked."""


class Proofs(NamedTuple):
    """What follows from a card, by the state of the trick before it.

    `lacking` has a bit for each class of which the hand held no other card, `lacking_late` the
    same in the tricks after that in which the Fool last excuses, number `until`. `after` is the
    state of the trick with the card; `early` and `late` have both together.
    """

    lacking: Table
    lacking_late: Table
    until: int
    after: Table
    early: Steps
    late: Steps

    def steps(self, trick: int) -> Steps:
        """What a card does in a trick by its number."""
        return self.early if trick <= self.until else self.late


@cache
def proofs_of(fool: FoolRule) -> Proofs:
    """Work out the tables of the rules of a trick."""
    late = fool_in_trick(fool, fool.until + 1)
    after = tuple(
        tuple(led_after(led, NUMBER[card], fool) for card in _PLAYED) for led in range(STATES)
    )
    lacking, lacking_late = _lacking(fool), _lacking(late)
    early, later = (_both(after, table) for table in (lacking, lacking_late))
    return Proofs(lacking, lacking_late, fool.until, after, early, later)


def _both(after: Table, lacking: Table) -> Steps:
    return tuple(tuple(zip(*both, strict=True)) for both in zip(after, lacking, strict=True))


def _lacking(fool: FoolRule) -> Table:
    def may(card: str, other: str, led: int) -> bool:
        both, alone = words((card, other)), words((card,))
        allowed = legal(*both, led, fool)
        return any(one & own for one, own in zip(allowed, alone, strict=True))

    def bits(led: int, card: str) -> int:
        return sum(1 << at for at, other in enumerate(_OTHERS) if not may(card, other, led))

    return tuple(tuple(bits(led, card) for card in _PLAYED) for led in range(STATES))


PLAIN_SUITS, SUITS = 4, 5


class Card(NamedTuple):
    """What has to be known of a card: its column, and what the pack makes of it.

    `at` has a 1 in the byte of its column; `suit` is its class among the `proofs`.
    """

    column: int
    at: int
    number: int
    suit: int
    strength: int
    value: int


class CountedWord(NamedTuple):
    """Where a word is counted, its number (-1 if it has none), and its card as a set."""

    stem: int
    number: int
    says: int
    card: int


class Cards:
    """What has to be known of a pack: its cards, and sets of them as numbers, a byte a column.

    `plays` has of each card its place, suit and value; `there` all cards of the pack, `without`
    those that are not of some suits, by a bit for each of these.
    """

    def __init__(self, pack: Pack, columns: Mapping[str, int]) -> None:
        self.pack = pack
        self.by_code = {code: _card(pack, code, columns[code]) for code in pack.codes}
        cards = self.by_code.values()
        self.plays = {
            code: (card.at, card.suit, card.value) for code, card in self.by_code.items()
        }
        self.there = sum(card.at for card in cards)
        of = [sum(card.at for card in cards if card.suit == suit) for suit in range(SUITS + 1)]
        self.without = [
            sum(own for suit, own in enumerate(of) if not lacks >> suit & 1)
            for lacks in range(1 << len(of))
        ]
        self._fool = of[FOOL_SUIT]
        self._strength = sum(card.strength * card.at for card in cards)
        self._columns = len(columns)
        self._suits = tuple(_columns_of_suits(tuple(columns)))

    def highest(self, cards: int) -> bytes:
        """The greatest strength in each suit, 0 for none; last, whether the Fool is there."""
        of = (cards * MOST & self._strength).to_bytes(self._columns, "little")
        return bytes(
            [*[max(of[suit], default=0) for suit in self._suits], cards & self._fool > 0]
        )


def _card(pack: Pack, card: str, column: int) -> Card:
    number, excuse = NUMBER[card], pack.is_excuse(card)
    value = 0 if excuse else max(0, pack.value_of[card])
    suit = FOOL_SUIT if excuse else pack.suit_of(card)
    return Card(column, 1 << 8 * column, number, suit, pack.strength[number], value)


class OptionsRow(NamedTuple):
    """What follows from the options: how they are written, cards drawn from a stock, rules."""

    options: Options | None
    row: bytes
    stock: int
    proofs: Proofs
    duties: bool


class RowTables:
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
        self._words: dict[tuple[str, str], CountedWord | None] = {}
        self.contracts = {word: place for place, word in enumerate(game.contracts)}
        self.times = len(self.contracts)
        self.most_times = plane_of(layout, "contract").largest[self.times]
        self._cards = Cards(game.pack(game.resolve()), layout.column)
        self._packs = [self._cards]
        self._chosen = OptionsRow(None, b"", 0, proofs_of(FoolRule()), duties=False)
        self._options = {
            name: place for place, name in enumerate(plane_of(layout, "options").entries)
        }

    def cards_in(self, pack: Pack) -> Cards:
        """What has to be known of the cards of a pack; of the same one each time it comes."""
        found = self._cards
        if found.pack is not pack and found.pack != pack:
            known = next((one for one in self._packs if one.pack == pack), None)
            found = known or Cards(pack, self.layout.column)
            if known is None:
                self._packs.append(found)
            self._cards = found
        return found

    def put(self, row: bytearray, start: int, cards: int) -> None:
        """Write a set of cards into a plane."""
        if cards:
            row[start : start + self.cards] = cards.to_bytes(self.cards, "little")

    def word(self, kind: str, word: str) -> CountedWord | None:
        """Where a word of a kind is counted; None for one that nobody can choose."""
        key = kind, word
        if key not in self._words:
            said = taken_apart(word)
            stem = self.stems.get((kind, said.stem), self.stems.get((TOLD, said.stem)))
            self._words[key] = (
                None
                if stem is None
                else CountedWord(
                    stem,
                    self.numbers.get((kind, said.stem), -1),
                    min(MOST, said.number),
                    1 << 8 * self.layout.column[said.card] if said.card else 0,
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
        """What follows from the options alone, remembered as long as they are the same."""
        if self._chosen.options is not options and self._chosen.options != options:
            row = bytearray(len(self._options))
            for name, value in options.items():
                place = self._options.get(name)
                if place is not None:
                    row[place] = max(0, min(MOST, int(value)))
                else:
                    row[self._options[f"{name}={spell(value)}"]] = 1
            dealing, rules = self.game.dealing(options), self.game.trick_rules(options)
            stock = dealing.talon if dealing.stock else 0
            proofs, duties = proofs_of(rules.fool), rules.duties is not None
            self._chosen = OptionsRow(options, bytes(row), stock, proofs, duties)
        return self._chosen


def plane_of(layout: Layout, name: str) -> Plane:
    """Give a plane by its name."""
    return next(plane for plane in layout.planes if plane.name == name)


def _columns_of_suits(cards: Sequence[str]) -> Iterator[slice]:
    """Where the cards of each suit stand, and the trumps with the Fool, which come last."""
    of_suit = [min(suit_of(card), TRUMP_SUIT) for card in cards]
    for suit in range(SUITS):
        begin = of_suit.index(suit) if suit in of_suit else 0  # a small pack may lack it
        yield slice(begin, begin + of_suit.count(suit))


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


MOST_KEPT = 256
"""Of so many seats in deals it is kept what they had seen last; then it begins anew."""


class Observer:
    """Writes views of one game into rows."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.to = RowTables(game, layout)
        self._kept: dict[tuple[int, int], ViewReading] = {}

    def _read(self, view: View, seat: int) -> ViewReading:
        """Read a view, from where its seat's last one in the same deal ended if it is kept."""
        key = seat, id(view.events[0]) if view.events else 0
        reading = self._kept.pop(key, None)
        if reading is None or not reading.goes_on_in(view):
            reading = ViewReading(self.to, view, seat)
        reading.read(view.events)
        self._kept[key] = reading
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        return reading

    def row(self, view: View, seat: int) -> bytearray:
        """Write a view of a seat into a new row."""
        reading = self._read(view, seat)
        row = bytearray(reading.row)
        write(reading, view, row)
        self._settle(view, row)
        return row

    def _settle(self, view: View, row: bytearray) -> None:
        """Write what does not come from events: options and what is carried on."""
        start, written = self.to.start["options"], self.to.chosen(view.options).row
        row[start : start + len(written)] = written
        start = self.to.start["carried"]
        for place, name in enumerate(self.to.game.carried):
            _put_amount(row, start + 2 * place, view.carried.get(name, 0))
        start, relative = self.to.start["ledger"], self.to.relative[view.seat or 0]
        for seat, amount in enumerate(view.ledger):
            _put_amount(row, start + 4 * relative[seat], amount)
            _put_amount(row, start + 4 * relative[seat] + 2, -amount)
        if view.contract is not None:
            self._agree(view.contract, row, relative)

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


def write(reading: ViewReading, view: View, row: bytearray) -> None:
    """Write what a view's events have come to."""
    to, start, relative = reading.to, reading.to.start, reading.relative
    for seat, place in enumerate(relative):
        if reading.led[seat] >= 0:
            row[start["led"] + PLAIN_SUITS * place + reading.led[seat]] = 1
        row[start["tricks"] + place] = reading.tricks[seat]
        row[start["points"] + place] = min(MOST, reading.points[seat])
    for suit in range(PLAIN_SUITS):
        row[start["suits_led"] + suit] = reading.suits_led >> suit & 1
    for plane in ("away", "open", "talon", "named"):
        to.put(row, start[plane], getattr(reading, plane))
    for friend in to.game.friends(view):
        row[start["friends"] + relative[friend]] = 1
    row[start["dealer"] + relative[view.dealer]] = 1
    row[start["stock"]] = max(0, reading.chosen.stock - reading.drawn)
    _write_cards(reading, row)
    _write_trick(reading, view, row)


def _write_trick(reading: ViewReading, view: View, row: bytearray) -> None:
    """Write the trick that is going on, who leads and what is asked."""
    start, relative, leader = reading.to.start, reading.relative, reading.leader
    waiting, lies = view.waiting, reading.lies
    if waiting is not None:
        row[start["asked"] + relative[waiting.seat]] = 1
        row[start["kind"] + reading.to.kind(waiting.kind)] = 1
        if waiting.kind == "play" and not lies:
            leader = waiting.seat
    if leader >= 0:
        row[start["leader"] + relative[leader]] = 1
    if lies:
        cards = [reading.cards.by_code[event.what[0]] for event in lies]
        best, winner = cards[0], lies[0].seat
        for card, event in zip(cards, lies, strict=True):
            row[start["lying"] + card.column] = 1
            if beats(card.number, best.number, card.strength, best.strength):
                best, winner = card, event.seat
        row[start["winning"] + relative[winner]] = 1


def _write_cards(reading: ViewReading, row: bytearray) -> None:
    """Write where cards are known to be, who is void, and how high others can be."""
    to, start, cards, own = reading.to, reading.to.start, reading.cards, reading.seat
    hand = reading.hand & ~reading.played[own]
    unseen = cards.there & ~(hand | reading.away | reading.open)
    to.put(row, start["hand"], hand)
    known = []
    for place, shown, played in zip(
        reading.relative, reading.held, reading.played, strict=True
    ):
        held = shown & ~played
        known.append(held)
        unseen &= ~(played | held)
        to.put(row, start["played"] + to.cards * place, played)
        to.put(row, start["held"] + to.cards * place, held)
    common = cards.highest(unseen)
    for seat, place in enumerate(reading.relative):
        at, lacks = start["ceiling"] + (SUITS + 1) * place, reading.lacks[seat]
        if not place:
            row[at : at + SUITS + 1] = cards.highest(hand)
            continue
        heights = common
        if known[seat] or reading.barred[seat] or lacks:
            may = unseen & ~reading.barred[seat] & cards.without[lacks]
            heights = cards.highest(may | known[seat])
            void = start["void"] + SUITS * place
            for suit in range(SUITS):
                row[void + suit] = lacks >> suit & 1 and not heights[suit]
        row[at : at + SUITS + 1] = heights
