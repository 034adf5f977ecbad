"""Where everything lies in the vector of a game, and what each entry is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from matto.encoding.vocabulary import Words, with_all_options, words_of
from matto.engine.cards import CODES, NUMBER, SUITS
from matto.engine.game import Game
from matto.engine.options import Option, Options, spell
from matto.engine.outcome import Outcome

MOST = 255
"""The largest count that an entry holds; larger ones stay at that."""

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
        """Where each plane lies."""
        slices, start = {}, 0
        for plane in self.planes:
            slices[plane.name] = slice(start, start + len(plane.entries))
            start += len(plane.entries)
        return slices

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each entry of the vector is called."""
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
    return Layout(game.seats, cards, words, planes)


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
    """What is played for: its word, by what it is multiplied, and the declarer."""
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
