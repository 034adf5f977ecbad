"""All words that a game can say with any of its options, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple, TypeVar

from matto.blocks.declare import QUIET
from matto.engine.cards import NUMBER
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, Options, Value

T = TypeVar("T")

PLAY, TOLD = "play", "told"


class WordParts(NamedTuple):
    """A word in its parts: `chiamo:T16` has a card, `offro:12` a number."""

    stem: str
    number: int = 0
    card: str = ""


def taken_apart(word: str) -> WordParts:
    """Give the parts of a word; a card by itself has no stem.

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
        """What is counted when it is said: (kind, word up to its colon); silence is not."""
        found = {
            (kind, taken_apart(word).stem): None
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
                said = taken_apart(word)
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
    chosen = {taken_apart(word).stem for words in by_kind.values() for word in words}
    chosen |= {game.trick_rules(game.resolve()).fool_word, ""}
    told = dict.fromkeys(taken_apart(word).stem for word in game.vocabulary.glossary)
    return tuple(word for word in told if word not in chosen)


class _Watched(Options):
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
        """Tell whether a switch is on."""
        return self[name] is True

    def number(self, name: str) -> int:
        """Give the value of a number option."""
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
        ask(_Watched(way, read))
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
    """Give every value to each of the options looked at, and to each two of them the usual."""
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
