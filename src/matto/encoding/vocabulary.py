"""All words that a game can say with any of its options, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeVar

from matto.blocks.declare import QUIET
from matto.engine.cards import NUMBER
from matto.engine.game import Game
from matto.engine.options import Options, Value

T = TypeVar("T")


class WordParts(NamedTuple):
    """A word in its parts: `chiamo:T16` has a card, `offro:12` a number."""

    stem: str
    number: int = 0
    card: str = ""


def taken_apart(word: str) -> WordParts:
    """Give the parts of a word; a card by itself has no stem, other words no parts."""
    stem, colon, rest = word.partition(":")
    if word in NUMBER:
        return WordParts("", card=word)
    if colon and rest in NUMBER:
        return WordParts(stem, card=rest)
    if colon and rest.isdigit():
        return WordParts(stem, number=int(rest))
    return WordParts(word)


@dataclass(frozen=True)
class Words:
    """The words of a game: `by_kind` of question, cards by themselves left out."""

    by_kind: Mapping[str, tuple[str, ...]]

    def stems(self) -> tuple[tuple[str, str], ...]:
        """The words without their numbers and cards, as (kind, stem); silence is not one."""
        found = {
            (kind, taken_apart(word).stem): None
            for kind, words in self.by_kind.items()
            for word in words
            if word not in QUIET
        }
        return tuple(found)

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
    """Gather the words of a game over all its options."""
    return Words({"play": ()})


class _Watched(Options):
    """Options that take note of which of them are looked at."""

    def __init__(self, values: Mapping[str, Value], read: set[str]) -> None:
        super().__init__(values)
        self._read = read

    def __getitem__(self, name: str) -> Value:
        self._read.add(name)
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[str]:
        self._read.update(self._values)
        return super().__iter__()

    def on(self, name: str) -> bool:
        """Tell whether a switch is on."""
        return self[name] is True

    def number(self, name: str) -> int:
        """Give the value of a number option."""
        return int(self[name])


def with_all_options(game: Game, ask: Callable[[Options], T]) -> Iterable[T]:
    """Give the answers for every combination of those options that the answer looks at."""
    values = {option.name: option.values for option in game.options}
    defaults = dict(game.resolve())
    known: set[str] = set()
    while True:
        read: set[str] = set()
        names = sorted(known)
        answers = [
            ask(_Watched({**defaults, **dict(zip(names, chosen, strict=True))}, read))
            for chosen in product(*(values[name] for name in names))
        ]
        if read <= known:
            return answers
        known |= read
