"""What makes a phrase true, and what it proves of its speaker's cards once it has been said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from matto.blocks.talk_context import OF_SUIT, SpeakerContext, TalkContext
from matto.engine.cards import NUMBER
from matto.engine.proofs import EITHER, Fact, Forbidden, Holds, at_least, exactly, not_beside

Suit = int | None
SuitOf = Callable[[TalkContext], Suit]
"""The suit that a phrase points to, None when there has been no such lead."""


class Claim(Protocol):
    """A condition on the speaker's cards; `suit` is the one that a question points to.

    It is told what the speaker sees when he wants to speak, and later, for what follows from
    his having spoken, only what all see, with the number of the event.
    """

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        ...

    def proves(self, context: TalkContext, suit: Suit, at: int) -> Iterator[Fact]:
        """Give what follows from it."""
        ...


@dataclass(frozen=True)
class Anything:
    """True of any cards: it proves nothing."""

    def __call__(self, _context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Hold at any time."""
        return True

    def proves(self, _context: TalkContext, _suit: Suit, _at: int) -> Iterator[Fact]:
        """Prove nothing."""
        yield from ()


@dataclass(frozen=True)
class HasAll:
    """The speaker holds all of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.cards <= context.hand

    def proves(self, context: TalkContext, _suit: Suit, at: int) -> Iterator[Fact]:
        """They are in his hand."""
        yield Holds(context.seat, self.cards, at)


@dataclass(frozen=True)
class HasNone:
    """The speaker holds none of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.cards.isdisjoint(context.hand)

    def proves(self, context: TalkContext, _suit: Suit, at: int) -> Iterator[Fact]:
        """They are not in his hand."""
        yield Forbidden(context.seat, self.cards, at)


@dataclass(frozen=True)
class HasSome:
    """The speaker holds one or more of some cards."""

    cards: frozenset[str]

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return not self.cards.isdisjoint(context.hand)

    def proves(self, context: TalkContext, _suit: Suit, at: int) -> Iterator[Fact]:
        """At least one is in his hand."""
        yield at_least(context.seat, self.cards, 1, at)


@dataclass(frozen=True)
class Both:
    """Two things are true."""

    one: Claim
    other: Claim

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Tell whether both are."""
        return self.one(context, suit) and self.other(context, suit)

    def proves(self, context: TalkContext, suit: Suit, at: int) -> Iterator[Fact]:
        """Whatever each of them proves."""
        yield from self.one.proves(context, suit, at)
        yield from self.other.proves(context, suit, at)


@dataclass(frozen=True)
class CanPlay:
    """The speaker holds a card and may play it now."""

    card: str

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self.card in context.may_play

    def proves(self, context: TalkContext, _suit: Suit, at: int) -> Iterator[Fact]:
        """He holds it, and nothing that would bar it."""
        yield Holds(context.seat, frozenset({self.card}), at)
        barred = not_beside(NUMBER[self.card], context.led, context.fool)
        yield Forbidden(context.seat, barred, at)


@dataclass(frozen=True)
class CanPlaySuit:
    """The speaker holds a card of a suit that he may lead, or that was led, and may play it."""

    suit: SuitOf

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return context.may_play_suit(self.suit(context))

    def proves(self, context: TalkContext, _suit: Suit, at: int) -> Iterator[Fact]:
        """He has at least one card of it."""
        suit = self.suit(context)
        if suit is not None:
            yield at_least(context.seat, OF_SUIT[suit] & context.pack.cards, 1, at)


@dataclass(frozen=True)
class HasOfSuit:
    """The speaker holds a certain card of the suit meant: that asked about, or that led.

    `card_of` gives it, or no card of a suit without one.
    """

    card_of: Callable[[Suit], str]

    def __call__(self, context: SpeakerContext, suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return self._card(context, suit) in context.hand

    def proves(self, context: TalkContext, suit: Suit, at: int) -> Iterator[Fact]:
        """He holds it."""
        yield Holds(context.seat, frozenset({self._card(context, suit)}), at)

    def _card(self, context: TalkContext, suit: Suit) -> str:
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

    def proves(self, context: TalkContext, _suit: Suit, at: int) -> Iterator[Fact]:
        """What has not gone is in his hand, or laid away by him."""
        own = self.card_of(context)
        if own is not None:
            yield Holds(context.seat, context.above(own) - context.played_before, at, EITHER)


@dataclass(frozen=True)
class DoesNotKnowOf:
    """So many cards of the suit led are unknown to the speaker."""

    number: int

    def __call__(self, context: SpeakerContext, _suit: Suit = None, /) -> bool:
        """Tell whether it is true."""
        return context.unseen(context.led_suit) == self.number

    def proves(self, context: TalkContext, _suit: Suit, at: int) -> Iterator[Fact]:
        """The others he has, or has laid away."""
        out = context.not_seen_fall(context.led_suit)
        yield exactly(context.seat, out, len(out) - self.number, at, EITHER)
