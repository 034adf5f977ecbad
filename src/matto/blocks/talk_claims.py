"""What makes a phrase true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from matto.blocks.talk_context import SpeakerContext, TalkContext

__all__ = [
    "Anything",
    "Both",
    "CanPlay",
    "CanPlaySuit",
    "Claim",
    "DoesNotKnowOf",
    "HasAll",
    "HasAllAbove",
    "HasNone",
    "HasOfSuit",
    "HasSome",
    "Suit",
    "SuitOf",
]

Suit = int | None
SuitOf = Callable[[TalkContext], Suit]
"""The suit that a phrase points to, None when there has been no such lead."""


class Claim(Protocol):
    """A condition on the speaker's cards; `suit` is the one that a question points to.

    What follows from it for those who have heard it is said in `matto.inference`.
    """

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        ...


@dataclass(frozen=True)
class Anything:
    """True of any cards."""

    def __call__(self, _context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Hold at any time."""
        return True


@dataclass(frozen=True)
class HasAll:
    """The speaker holds all of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.cards <= context.hand


@dataclass(frozen=True)
class HasNone:
    """The speaker holds none of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.cards.isdisjoint(context.hand)


@dataclass(frozen=True)
class HasSome:
    """The speaker holds one or more of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return not self.cards.isdisjoint(context.hand)


@dataclass(frozen=True)
class Both:
    """Two things are true."""

    one: Claim
    other: Claim

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Tell whether both are."""
        return self.one(context, suit) and self.other(context, suit)


@dataclass(frozen=True)
class CanPlay:
    """The speaker holds a card and may play it now."""

    card: str

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.card in context.may_play


@dataclass(frozen=True)
class CanPlaySuit:
    """The speaker holds a card of a suit that he may lead, or that was led, and may play it."""

    suit: SuitOf

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return context.may_play_suit(self.suit(context))


@dataclass(frozen=True)
class HasOfSuit:
    """The speaker holds a certain card of the suit meant: that asked about, or that led.

    `card_of` gives it, or no card of a suit without one.
    """

    card_of: Callable[[Suit], str]

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.card_meant(context, suit) in context.hand

    def card_meant(self, context: TalkContext, suit: Suit) -> str:
        """The card that is spoken of."""
        return self.card_of(context.led_suit if suit is None else suit)


@dataclass(frozen=True)
class HasAllAbove:
    """Of what is higher than a card all has gone before, or the speaker has it or had it."""

    card_of: Callable[[TalkContext], str | None]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        own = self.card_of(context)
        own_cards = context.hand | context.laid_away
        return own is not None and context.above(own) <= context.played_before | own_cards


@dataclass(frozen=True)
class DoesNotKnowOf:
    """So many cards of the suit led are unknown to the speaker."""

    number: int

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return context.unseen(context.led_suit) == self.number
