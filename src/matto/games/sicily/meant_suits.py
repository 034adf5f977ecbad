"""What the phrases of Sicilian partners speak of: which suit is meant, who holds what."""

from __future__ import annotations

from matto.blocks.talk_context import TalkContext, is_plain
from matto.engine.cards import SUITS, suit_of
from matto.engine.tricks import TRUMP


def suit_led(context: TalkContext) -> int | None:
    """The suit of the trick that is going on."""
    return context.led_suit


def last_suit(context: TalkContext) -> int | None:
    """The suit of the trick before."""
    return context.leads[-1][1] if context.leads else None


def first_suit(context: TalkContext) -> int | None:
    """The suit led to the first trick."""
    return context.leads[0][1] if context.leads else None


def second_suit(context: TalkContext) -> int | None:
    """The next suit led that is different from the first."""
    first = first_suit(context)
    return next((suit for _, suit in context.leads if suit != first), None)


def my_suit(context: TalkContext) -> int | None:
    """The first suit that the speaker has led."""
    return _first_led_by(context, context.seat)


def your_suit(context: TalkContext) -> int | None:
    """The first suit that a partner of the speaker has led."""
    return _first_led_by(context, *context.partners)


def trumps(_context: TalkContext) -> int | None:
    """Trumps, whatever has been led."""
    return TRUMP


def _first_led_by(context: TalkContext, *seats: int) -> int | None:
    return next((suit for leader, suit in context.leads if leader in seats), None)


# -- when a phrase fits, and of which card it speaks -------------------------------------------


def plain_suit_led(context: TalkContext) -> bool:
    """A plain suit was led."""
    return is_plain(context.led_suit)


def own_card_of_suit_lies(context: TalkContext) -> bool:
    """The speaker's card of the suit led lies in the trick."""
    return own_lying(context) is not None


def own_lying(context: TalkContext) -> str | None:
    """The speaker's card of the suit led, if it lies in the trick."""
    return next(
        (
            card
            for seat, card in context.lying
            if seat == context.seat and suit_of(card) == context.led_suit
        ),
        None,
    )


def court(rank: str, suit: int | None) -> str:
    """A court of a plain suit; no card at all of other suits."""
    return SUITS[suit] + rank if suit is not None and is_plain(suit) else ""
