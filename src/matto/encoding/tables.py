"""Where everything goes in the rows of one game, looked up while a view is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from matto.encoding.errors import NotEncoded
from matto.encoding.layout import MOST, Layout, Plane
from matto.encoding.proofs import Proofs, proofs_of
from matto.encoding.vocabulary import TOLD, taken_apart
from matto.engine.cards import FOOL_SUIT, NUMBER, TRUMP_SUIT, Pack, suit_of
from matto.engine.game import Game
from matto.engine.options import Options, spell
from matto.engine.tricks import FoolRule
from matto.engine.words import text

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
