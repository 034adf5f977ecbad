"""Constraints on cards that a seat does not see, and the inferences that give them.

An inference looks at what one seat has seen and heard and gives constraints: this card was not
in that hand at that moment. `matto.inference.drawing` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache

from matto.engine.cards import CODES, PLAIN_BIT, TAROCK_BIT
from matto.engine.tricks import FoolRule, legal
from matto.engine.view import View


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
    """Just one of some cases is true, each some constraints; no two can be true together."""

    cases: tuple[tuple[Forbidden | Holds | Counted, ...], ...]


Constraint = Forbidden | Holds | Counted | OneOf

Inference = Callable[[View], Iterable[Constraint]]
"""Gives the constraints that follow from what one seat has seen and heard."""


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


@cache
def not_beside(card: int, led: int, fool: FoolRule) -> frozenset[str]:
    """The cards that are in no hand from which a card is legally played.

    A card is legal in a hand if it is legal beside each other card of the hand alone, so that
    looking at pairs is enough (a test compares it with whole hands).
    """
    barred = set()
    for other, code in enumerate(CODES):
        plain = PLAIN_BIT[card] | PLAIN_BIT[other]
        tarocks = TAROCK_BIT[card] | TAROCK_BIT[other]
        may = legal(plain, tarocks, led, fool)
        if not (may[0] & PLAIN_BIT[card] or may[1] & TAROCK_BIT[card]):
            barred.add(code)
    return frozenset(barred - {CODES[card]})
