"""What a truthful phrase proves of its speaker's cards: see `matto.blocks.talk_claims`.

Those who have heard it see only what all see. A claim of a kind that is not known
here proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from matto.blocks.talk_claims import (
    Both,
    CanPlay,
    CanPlaySuit,
    Claim,
    DoesNotKnowOf,
    HasAll,
    HasAllAbove,
    HasNone,
    HasOfSuit,
    HasSome,
    Suit,
)
from matto.blocks.talk_context import OF_SUIT, TalkContext
from matto.engine.cards import NUMBER
from matto.inference.constraint import (
    EITHER,
    Constraint,
    Forbidden,
    Holds,
    at_least,
    exactly,
    not_beside,
)


@singledispatch
def proved(_claim: Claim, _scene: TalkContext, _suit: Suit, _at: int) -> Iterator[Constraint]:
    """Give what follows from a claim made at the event with a number."""
    yield from ()


@proved.register
def _(claim: HasAll, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield Holds(context.seat, claim.cards, at)


@proved.register
def _(claim: HasNone, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield Forbidden(context.seat, claim.cards, at)


@proved.register
def _(claim: HasSome, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield at_least(context.seat, claim.cards, 1, at)


@proved.register
def _(claim: Both, context: TalkContext, suit: Suit, at: int) -> Iterator[Constraint]:
    yield from proved(claim.one, context, suit, at)
    yield from proved(claim.other, context, suit, at)


@proved.register
def _(claim: CanPlay, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    yield Holds(context.seat, frozenset({claim.card}), at)
    barred = not_beside(NUMBER[claim.card], context.led, context.fool)
    yield Forbidden(context.seat, barred, at)


@proved.register
def _(claim: CanPlaySuit, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    suit = claim.suit(context)
    if suit is not None:
        yield at_least(context.seat, OF_SUIT[suit] & context.pack.cards, 1, at)


@proved.register
def _(claim: HasOfSuit, context: TalkContext, suit: Suit, at: int) -> Iterator[Constraint]:
    yield Holds(context.seat, frozenset({claim.card_meant(context, suit)}), at)


@proved.register
def _(claim: HasAllAbove, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    """What has not gone is in his hand, or laid away by him."""
    own = claim.card_of(context)
    if own is not None:
        yield Holds(context.seat, context.above(own) - context.played_before, at, EITHER)


@proved.register
def _(claim: DoesNotKnowOf, context: TalkContext, _suit: Suit, at: int) -> Iterator[Constraint]:
    """The other cards of the suit led he has, or has laid away."""
    out = context.not_seen_fall(context.led_suit)
    yield exactly(context.seat, out, len(out) - claim.number, at, EITHER)
