"""Constraints on cards that a seat does not see, by every card played and by game.

An inference looks at what one seat has seen and heard and gives constraints: this card was not
in that hand at that moment. `matto.players.inference.worlds` puts them together.

`inferences_of` finds them by the id of a game: in `BY_GAME` of a family's module, as the tuple
`INFERENCES` of a module that is named after the game, or as what a package of other people
offers under the entry point group `matto.constraints`. A game without any is played like every
other: what each card played proves, and what has been seen, is known in all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from functools import cache
from importlib import import_module

from matto.engine.cards import CODES, NUMBER, PLAIN_BIT, SUITS, TAROCK_BIT
from matto.engine.game import TrickRules
from matto.engine.plugins import for_game
from matto.engine.tricks import (
    LEADING,
    TRUMP,
    FoolRule,
    dutiful,
    fool_in_trick,
    led_after,
    legal,
)
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
    """How many of some cards seats held before an event: `fits` is given each part's."""

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


def at_least_one(seat: int, cards: frozenset[str], at: int, where: Where = HAND) -> Counted:
    """A seat had one of some cards, or more."""
    return Counted((Part(seat, cards, 1, where),), at, lambda had: had[0] >= 1)


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


@dataclass(frozen=True)
class Duties:
    """The cards that duties bar while a suit is led: see `matto.engine.tricks.dutiful`."""

    card: int
    led: int
    suits_led: int
    lying: int

    def allows(self, *others: int) -> bool:
        """Return whether the card may be played from a hand with some others."""
        plain = PLAIN_BIT[self.card]
        for other in others:
            plain |= PLAIN_BIT[other]
        return bool(dutiful(plain, self.led, self.suits_led, self.lying) & PLAIN_BIT[self.card])

    def constraints(self, seat: int, at: int) -> Iterator[Forbidden | Counted]:
        """Cards that are never beside the card, and those that are only with a third one."""
        if self.card >= len(SUITS) * RANKS:
            return
        suit = range(self.card // RANKS * RANKS, (self.card // RANKS + 1) * RANKS)
        beside = [other for other in suit if other != self.card]
        for other in beside:
            if self.allows(other):
                continue
            freeing = frozenset(CODES[one] for one in beside if self.allows(other, one))
            if not freeing:
                yield Forbidden(seat, frozenset({CODES[other]}), at)
            else:
                parts = (Part(seat, frozenset({CODES[other]}), 1), Part(seat, freeing, 1))
                yield Counted(parts, at, _not_alone)


RANKS = len(CODES[: NUMBER["T0"]]) // len(SUITS)


def _not_alone(had: tuple[int, ...]) -> bool:
    """The first card is not held without one of the second ones."""
    return not had[0] or bool(had[1])


def played_legally(view: View, rules: TrickRules) -> Iterator[Forbidden | Counted]:
    """Return what follows from each card that others have played."""
    number, led, suits_led, lying = 1, LEADING, 0, 0
    first = ""
    fool = fool_in_trick(rules.fool, number)
    for index, event in enumerate(view.events):
        if event.kind == "play":
            card = NUMBER[event.what[0]]
            first = first or event.what[0]
            if event.seat != view.seat:
                if barred := not_beside(card, led, fool):
                    yield Forbidden(event.seat, barred, index)
                if rules.duties is not None and led in (LEADING, *range(TRUMP)):
                    yield from Duties(card, led, suits_led, lying).constraints(
                        event.seat, index
                    )
            led = led_after(led, card, fool)
            lying |= PLAIN_BIT[card]
        elif event.kind == "trick":
            if first[0] in SUITS:
                suits_led |= 1 << SUITS.index(first[0])
            number, led, lying, first = number + 1, LEADING, 0, ""
            fool = fool_in_trick(rules.fool, number)


GROUP = "matto.constraints"
FAMILIES = ("nice", "sicily", "tarots")


@cache
def inferences_of(game_id: str) -> tuple[Inference, ...]:
    """Return the inferences of a game by its id; none if nobody has written any."""
    for family in FAMILIES:
        by_game: Mapping[str, tuple[Inference, ...]] = import_module(
            f"{__name__}.{family}"
        ).BY_GAME
        if game_id in by_game:
            return by_game[game_id]
    return for_game(game_id, __name__, "INFERENCES", GROUP, ())
