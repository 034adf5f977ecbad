"""What can be known of cards that a seat does not see: facts, and the proofs that give them.

A game lists its proofs. Each looks at what one seat has seen and heard and gives facts about
cards: this one was not in that hand at that moment. `matto.worlds` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Flag, auto

from matto.view import View


class Where(Flag):
    """Which cards of a seat are meant: its hand at a moment, what it lays away, or either."""

    HAND = auto()
    AWAY = auto()


HAND, AWAY = Where.HAND, Where.AWAY
EITHER = HAND | AWAY


@dataclass(frozen=True)
class Forbidden:
    """A seat had none of some cards just before the event with the number `at`."""

    seat: int
    cards: frozenset[str]
    at: int
    where: Where = HAND


@dataclass(frozen=True)
class Holds:
    """A seat had all of some cards just before the event with the number `at`."""

    seat: int
    cards: frozenset[str]
    at: int
    where: Where = HAND


@dataclass(frozen=True)
class Part:
    """How many of some cards a seat had; from `enough` on more of them make no difference."""

    seat: int
    cards: frozenset[str]
    enough: int
    where: Where = HAND


@dataclass(frozen=True)
class Counted:
    """What seats had of some cards just before an event: `fits` is told each part's number."""

    parts: tuple[Part, ...]
    at: int
    fits: Callable[[tuple[int, ...]], bool]


@dataclass(frozen=True)
class OneOf:
    """Just one of some cases is true, each a number of facts; no two can be true together."""

    cases: tuple[tuple[Forbidden | Holds | Counted, ...], ...]


Fact = Forbidden | Holds | Counted | OneOf

Proof = Callable[[View], Iterable[Fact]]
"""Gives the facts that follow from what one seat has seen and heard."""


def at_least(
    seat: int, cards: frozenset[str], number: int, at: int, where: Where = HAND
) -> Counted:
    """A seat had so many of some cards or more."""
    return Counted((Part(seat, cards, number, where),), at, lambda had: had[0] >= number)


def exactly(
    seat: int, cards: frozenset[str], number: int, at: int, where: Where = HAND
) -> Counted:
    """A seat had so many of some cards, neither more nor fewer."""
    return Counted((Part(seat, cards, number + 1, where),), at, lambda had: had[0] == number)
