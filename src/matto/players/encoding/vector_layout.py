"""The layout of the vector of a game: its planes, its words, its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from matto.blocks.declare import QUIET
from matto.engine.cards import CODES, NUMBER, SUITS
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, Options, Value, spell
from matto.engine.outcome import Outcome
from matto.engine.words import text
from matto.play.observation import MOST, PLANES


class NotEncoded(MattoError):
    """A choice, a view or a version for which an encoding has no number."""


T = TypeVar("T")

PLAY, TOLD = "play", "told"


class WordParts(NamedTuple):
    """A word in its parts: `chiamo:T16` has a card, `offro:12` a number."""

    stem: str
    number: int = 0
    card: str = ""


def parse_word(word: str) -> WordParts:
    """Return the parts of a word; a card by itself has no stem.

    What else stands behind a colon says which cards are meant, and these are shown.
    """
    if word in NUMBER:
        return WordParts("", card=word)
    stem, _, rest = word.partition(":")
    if rest in NUMBER:
        return WordParts(stem, card=rest)
    return WordParts(stem, number=int(rest) if rest.isdigit() else 0)


@dataclass(frozen=True)
class Words:
    """The words of a game: those that can be chosen by kind of question, and `told` ones."""

    by_kind: Mapping[str, tuple[str, ...]]
    told: tuple[str, ...] = ()

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The words that are no cards, as (kind, word)."""
        return tuple(
            (kind, word)
            for kind, words in self.by_kind.items()
            for word in words
            if word not in NUMBER
        )

    def stems(self) -> tuple[tuple[str, str], ...]:
        """Return what counts as said: (kind, word up to its colon); silence does not."""
        found = {
            (kind, parse_word(word).stem): None
            for kind, words in self.by_kind.items()
            for word in words
            if kind != PLAY and word not in QUIET
        }
        return (*found, *((TOLD, word) for word in self.told))

    def largest_numbers(self) -> Mapping[tuple[str, str], int]:
        """The largest number that is said with a word, for those that have one."""
        largest: dict[tuple[str, str], int] = {}
        for kind, words in self.by_kind.items():
            for word in words:
                said = parse_word(word)
                if said.number:
                    key = kind, said.stem
                    largest[key] = max(said.number, largest.get(key, 0))
        return largest


def words_of(game: Game) -> Words:
    """Gather the words of a game over all its options, by the kind of question."""

    def pairs(options: Options) -> Iterator[tuple[str, str]]:
        for kind, words in game.words(options).items():
            yield from ((kind, word) for word in words)

    found: dict[str, list[str]] = {}
    for kind, word in with_all_options(game, lambda options: tuple(pairs(options))):
        found.setdefault(kind, []).append(word)
    by_kind = {kind: tuple(words) for kind, words in sorted(found.items())}
    return Words(by_kind, _only_told(game, by_kind))


def _only_told(game: Game, by_kind: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Words that are told without a choice, but for the one that goes with a card played."""
    chosen = {parse_word(word).stem for words in by_kind.values() for word in words}
    chosen |= {game.trick_rules(game.resolve()).fool_word, ""}
    told = dict.fromkeys(parse_word(word).stem for word in game.vocabulary.glossary)
    return tuple(word for word in told if word not in chosen)


class _RecordingOptions(Options):
    """Options that take note of which of them are looked at.

    They are like no others: what was worked out for those is not taken, but asked anew.
    """

    def __init__(self, values: Mapping[str, Value], read: set[str]) -> None:
        super().__init__(values)
        self._read = read

    def __getitem__(self, name: str) -> Value:
        self._read.add(name)
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[str]:
        self._read.update(self._values)
        return super().__iter__()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def on(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self[name] is True

    def number(self, name: str) -> int:
        """Return the value of a number option."""
        return int(self[name])


def with_all_options(game: Game, ask: Callable[[Options], Iterable[T]]) -> tuple[T, ...]:
    """Gather all that there is under any options, in the order in which it is found.

    From the defaults, the presets, and whatever has brought something new, each of the options
    that were looked at is given all its values, and every two of them their usual ones.
    """
    ways: list[Mapping[str, Value]] = [
        game.resolve(preset=preset) for preset in (None, *game.presets)
    ]
    found = dict.fromkeys(one for way in ways for one in ask(Options(way)))
    tried: set[tuple[Value, ...]] = set()
    for way in ways:  # grows while it is gone through
        read: set[str] = set()
        ask(_RecordingOptions(way, read))
        for other in _two_changed(game, way, read):
            key = tuple(other.values())
            if key not in tried:
                tried.add(key)
                new = [one for one in ask(Options(other)) if one not in found]
                found.update(dict.fromkeys(new))
                ways += [other] if new else []
    return tuple(found)


def _two_changed(
    game: Game, values: Mapping[str, Value], read: set[str]
) -> Iterator[dict[str, Value]]:
    """Yield options with every value of those looked at, one and two at a time."""
    options = [option for option in game.options if option.name in read]
    for option in options:
        for value in option.values:
            yield {**values, option.name: value}
    for one, two in combinations(options, 2):
        for first, second in product(_usual(one), _usual(two)):
            yield {**values, one.name: first, two.name: second}


def _usual(option: Option) -> tuple[Value, ...]:
    """The values of an option; of a long range its ends and the default."""
    if len(option.values) <= MANY_VALUES:
        return option.values
    return option.values[0], option.default, option.values[-1]


MOST_SAID = 8
"""How often a word is counted."""

TWO_BYTES = ("times 256", "rest")
"""An amount in two entries."""

SUIT_NAMES = (*SUITS, "trumps")
LETTERED = frozenset({"void", "ceiling", "led", "suits_led"})
"""Planes whose entries are called by the letters of the suits."""


@dataclass(frozen=True)
class Plane:
    """A part of the vector: what its entries are called, and the largest count of each."""

    name: str
    entries: tuple[str, ...]
    largest: tuple[int, ...] = ()


@dataclass(frozen=True)
class Layout:
    """The planes of a game, in their order, and from what they are made."""

    seats: int
    cards: tuple[str, ...]
    words: Words
    planes: tuple[Plane, ...] = field(repr=False)

    @cached_property
    def slices(self) -> Mapping[str, slice]:
        """Return the place of each plane."""
        slices, start = {}, 0
        for plane in self.planes:
            slices[plane.name] = slice(start, start + len(plane.entries))
            start += len(plane.entries)
        return slices

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the vector's entries."""
        return tuple(
            f"{plane.name} {entry}".strip() for plane in self.planes for entry in plane.entries
        )

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """By what to multiply each entry, so that none is greater than 1.

        A game in which no card counts has entries that are always 0.
        """
        largest = [
            most for plane in self.planes for most in plane.largest or (1,) * len(plane.entries)
        ]
        return np.reciprocal(np.maximum(largest, 1).astype(np.float32))

    @cached_property
    def column(self) -> Mapping[str, int]:
        """The place of each card among `cards`."""
        return {card: place for place, card in enumerate(self.cards)}


def cards_of(game: Game) -> tuple[str, ...]:
    """The cards of a game with any of its options, in order of their numbers."""
    found = set(with_all_options(game, lambda options: game.pack(options).codes))
    return tuple(card for card in CODES if card in found)


def layout_of(game: Game) -> Layout:
    """Lay out the vector of a game."""
    cards, words = cards_of(game), words_of(game)
    planes = (*_while_played(game, cards), *_settled_before(game, cards, words))
    by_name = {plane.name: plane for plane in planes}
    return Layout(game.seats, cards, words, tuple(by_name[name] for name in PLANES))


def _while_played(game: Game, cards: tuple[str, ...]) -> Iterator[Plane]:
    """The planes that change while cards are played."""
    seats = range(game.seats)

    def by_seat(entries: Iterable[str] = ("",)) -> tuple[str, ...]:
        return tuple(f"{seat} {entry}".strip() for seat in seats for entry in entries)

    points = _most_points(game)
    most_tricks = len(cards) // game.seats
    yield Plane("hand", cards)
    yield Plane("lying", cards)
    yield Plane("played", by_seat(cards))
    yield Plane("held", by_seat(cards))
    yield Plane("void", by_seat(SUIT_NAMES))
    yield Plane("ceiling", by_seat((*SUIT_NAMES, "fool")), _heights(game) * game.seats)
    yield Plane("led", by_seat(SUITS))
    yield Plane("suits_led", tuple(SUITS))
    yield Plane("leader", by_seat())
    yield Plane("winning", by_seat())
    yield Plane("tricks", by_seat(), (most_tricks,) * game.seats)
    yield Plane("points", by_seat(), (points,) * game.seats)
    yield Plane("friends", by_seat())
    yield Plane("stock", ("",), (max(1, _most_drawn(game)),))
    yield Plane("asked", by_seat())


def _settled_before(game: Game, cards: tuple[str, ...], words: Words) -> Iterator[Plane]:
    """The planes that stand before the first card is played."""
    seats = range(game.seats)
    stems, numbers = _named(words.stems()), words.largest_numbers()
    yield Plane("kind", tuple(words.by_kind))
    yield _contract(game)
    for name in ("away", "open", "talon", "named"):
        yield Plane(name, cards)
    yield Plane("dealer", tuple(map(str, seats)))
    yield Plane("taker", tuple(map(str, seats)))
    said = tuple(f"{seat} {stem}" for seat in seats for stem in stems)
    yield Plane("said", said, (MOST_SAID,) * len(said))
    named = _named(numbers)
    by_seat = tuple(f"{seat} {stem}" for seat in seats for stem in named)
    yield Plane("number", by_seat, tuple(numbers.values()) * game.seats)
    yield _options(game.options)
    carried = tuple(f"{name} {part}" for name in game.carried for part in TWO_BYTES)
    yield Plane("carried", carried, (MOST,) * len(carried))
    ledger = tuple(
        f"{seat} {way} {part}"
        for seat in seats
        for way in ("won", "lost")
        for part in TWO_BYTES
    )
    yield Plane("ledger", ledger, (MOST,) * len(ledger))


def _contract(game: Game) -> Plane:
    """Return what is played for: its word, by what it is multiplied, and the declarer."""
    declarer = tuple(f"declarer {seat}" for seat in range(game.seats))
    entries = (*game.contracts, "times", *declarer)
    largest = [1] * len(entries)
    largest[len(game.contracts)] = _most_times(game)
    return Plane("contract", entries, tuple(largest))


def _named(stems: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(f"{kind} {stem}" if stem else kind for kind, stem in stems)


def _options(options: Iterable[Option]) -> Plane:
    entries: list[str] = []
    largest: list[int] = []
    for option in options:
        if option.kind == "number":
            entries.append(option.name)
            largest.append(max(1, min(MOST, max(map(int, option.values)))))
        else:
            entries += [f"{option.name}={spell(value)}" for value in option.values]
            largest += [1] * len(option.values)
    return Plane("options", tuple(entries), tuple(largest))


def _most_points(game: Game) -> int:
    def points(options: Options) -> tuple[int, ...]:
        return (sum(game.pack(options).value_of.values()),)

    return min(MOST, max(with_all_options(game, points)))


def _most_times(game: Game) -> int:
    def times(options: Options) -> tuple[int, ...]:
        stakes = game.stakes(options)
        return tuple(stake.times for stake in stakes if isinstance(stake, Outcome))

    return min(MOST, max((1, *with_all_options(game, times))))


def _heights(game: Game) -> tuple[int, ...]:
    """The greatest strength in each suit and among the trumps, and 1 for the Fool."""

    def heights(options: Options) -> tuple[tuple[int, ...], ...]:
        pack = game.pack(options)
        by_suit = [1] * (len(SUIT_NAMES) + 1)
        for card in pack.codes:
            suit = pack.suit_of(card)
            by_suit[suit] = max(by_suit[suit], pack.strength[NUMBER[card]])
        return (tuple(by_suit),)

    return tuple(map(max, zip(*with_all_options(game, heights), strict=True)))


def _most_drawn(game: Game) -> int:
    def drawn(options: Options) -> tuple[int, ...]:
        dealing = game.dealing(options)
        return (dealing.talon if dealing.stock else 0,)

    return min(MOST, max(with_all_options(game, drawn)))


class Actions:
    """Every choice that any option of a game can offer, by its index.

    A card has the same index whatever is asked for; a word has one for each kind of question.
    """

    def __init__(self, layout: Layout) -> None:
        self._cards = layout.cards
        self._words = layout.words.chosen

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of actions: a card by its code, a word after its kind."""
        return (*self._cards, *(f"{kind} {word}" for kind, word in self._words))

    @cached_property
    def numbers(self) -> Mapping[str, Mapping[str, int]]:
        """The index of each choice, by the kind of question; cards under every kind."""
        cards = {card: index for index, card in enumerate(self._cards)}
        by_kind: dict[str, dict[str, int]] = {}
        for index, (kind, word) in enumerate(self._words, start=len(cards)):
            by_kind.setdefault(kind, dict(cards))[word] = index
        return by_kind

    @cached_property
    def _only_cards(self) -> Mapping[str, int]:
        return {card: index for index, card in enumerate(self._cards)}

    def of_kind(self, kind: str) -> Mapping[str, int]:
        """The index of each choice under a kind of question."""
        return self.numbers.get(kind, self._only_cards)

    def number(self, kind: str, choice: str) -> int:
        """Return the index of a choice; raises `NotEncoded`."""
        try:
            return self.of_kind(kind)[choice]
        except KeyError:
            raise NotEncoded(
                text("“{choice}” is no choice under “{kind}”.", choice=choice, kind=kind)
            ) from None

    def choice(self, action: int) -> str:
        """Return the card or word of an index."""
        cards = len(self._cards)
        if action < cards:
            return self._cards[action]
        return self._words[action - cards][1]
