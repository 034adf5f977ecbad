"""What makes a phrase true, and what it proves of its speaker's cards once it has been said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from matto.blocks.talk_sight import OF_SUIT, Scene, Sight
from matto.engine.cards import NUMBER
from matto.engine.proofs import EITHER, Fact, Forbidden, Holds, at_least, exactly, not_beside

Suit = int | None
SuitOf = Callable[[Scene], Suit]
"""The suit that a phrase points to, None when there has been no such lead."""


class Claim(Protocol):
    """A condition on the speaker's cards; `suit` is the one that a question points to.

    It is told what the speaker sees when he wants to speak, and later, for what follows from
    his having spoken, only what all see, with the number of the event.
    """

    def __call__(self, sight: Sight, suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        ...

    def proves(self, scene: Scene, suit: Suit, at: int) -> Iterator[Fact]:
        """Give what follows from it."""
        ...


@dataclass(frozen=True)
class Anything:
    """True of any cards: it proves nothing."""

    def __call__(self, _sight: Sight, _suit: Suit = None, /) -> bool:
        """Hold at any time."""
        return True

    def proves(self, _scene: Scene, _suit: Suit, _at: int) -> Iterator[Fact]:
        """Prove nothing."""
        yield from ()


@dataclass(frozen=True)
class HasAll:
    """The speaker holds all of some cards."""

    cards: frozenset[str]

    def __call__(self, sight: Sight, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.cards <= sight.hand

    def proves(self, scene: Scene, _suit: Suit, at: int) -> Iterator[Fact]:
        """They are in his hand."""
        yield Holds(scene.seat, self.cards, at)


@dataclass(frozen=True)
class HasNone:
    """The speaker holds none of some cards."""

    cards: frozenset[str]

    def __call__(self, sight: Sight, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.cards.isdisjoint(sight.hand)

    def proves(self, scene: Scene, _suit: Suit, at: int) -> Iterator[Fact]:
        """They are not in his hand."""
        yield Forbidden(scene.seat, self.cards, at)


@dataclass(frozen=True)
class HasSome:
    """The speaker holds one or more of some cards."""

    cards: frozenset[str]

    def __call__(self, sight: Sight, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return not self.cards.isdisjoint(sight.hand)

    def proves(self, scene: Scene, _suit: Suit, at: int) -> Iterator[Fact]:
        """At least one is in his hand."""
        yield at_least(scene.seat, self.cards, 1, at)


@dataclass(frozen=True)
class Both:
    """Two things are true."""

    one: Claim
    other: Claim

    def __call__(self, sight: Sight, suit: Suit = None, /) -> bool:
        """Tell whether both are."""
        return self.one(sight, suit) and self.other(sight, suit)

    def proves(self, scene: Scene, suit: Suit, at: int) -> Iterator[Fact]:
        """Whatever each of them proves."""
        yield from self.one.proves(scene, suit, at)
        yield from self.other.proves(scene, suit, at)


@dataclass(frozen=True)
class CanPlay:
    """The speaker holds a card and may play it now."""

    card: str

    def __call__(self, sight: Sight, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.card in sight.may_play

    def proves(self, scene: Scene, _suit: Suit, at: int) -> Iterator[Fact]:
        """He holds it, and nothing that would bar it."""
        yield Holds(scene.seat, frozenset({self.card}), at)
        barred = not_beside(NUMBER[self.card], scene.led, scene.fool)
        yield Forbidden(scene.seat, barred, at)


@dataclass(frozen=True)
class CanPlaySuit:
    """The speaker holds a card of a suit that he may lead, or that was led, and may play it."""

    suit: SuitOf

    def __call__(self, sight: Sight, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return sight.may_play_suit(self.suit(sight))

    def proves(self, scene: Scene, _suit: Suit, at: int) -> Iterator[Fact]:
        """He has at least one card of it."""
        suit = self.suit(scene)
        if suit is not None:
            yield at_least(scene.seat, OF_SUIT[suit] & scene.pack.cards, 1, at)


@dataclass(frozen=True)
class HasOfSuit:
    """The speaker holds a certain card of the suit meant: that asked about, or that led.

    `card_of` gives it, or no card of a suit without one.
    """

    card_of: Callable[[Suit], str]

    def __call__(self, sight: Sight, suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self._card(sight, suit) in sight.hand

    def proves(self, scene: Scene, suit: Suit, at: int) -> Iterator[Fact]:
        """He holds it."""
        yield Holds(scene.seat, frozenset({self._card(scene, suit)}), at)

    def _card(self, scene: Scene, suit: Suit) -> str:
        return self.card_of(scene.led_suit if suit is None else suit)


@dataclass(frozen=True)
class HasAllAbove:
    """Of what is higher than a card all has gone before, or the speaker has it or had it."""

    card_of: Callable[[Scene], str | None]

    def __call__(self, sight: Sight, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        own = self.card_of(sight)
        own_cards = sight.hand | sight.laid_away
        return own is not None and sight.above(own) <= sight.played_before | own_cards

    def proves(self, scene: Scene, _suit: Suit, at: int) -> Iterator[Fact]:
        """What has not gone is in his hand, or laid away by him."""
        own = self.card_of(scene)
        if own is not None:
            yield Holds(scene.seat, scene.above(own) - scene.played_before, at, EITHER)


@dataclass(frozen=True)
class DoesNotKnowOf:
    """So many cards of the suit led are unknown to the speaker."""

    number: int

    def __call__(self, sight: Sight, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return sight.unseen(sight.led_suit) == self.number

    def proves(self, scene: Scene, _suit: Suit, at: int) -> Iterator[Fact]:
        """The others he has, or has laid away."""
        out = scene.not_seen_fall(scene.led_suit)
        yield exactly(scene.seat, out, len(out) - self.number, at, EITHER)
