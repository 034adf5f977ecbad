"""What the phrases of Sicilian partners speak of: which suit is meant, who holds what."""

from __future__ import annotations

from matto.blocks.talk_sight import Scene, is_plain, suit_of
from matto.engine.cards import SUITS
from matto.engine.tricks import TRUMP


def suit_led(sight: Scene) -> int | None:
    """The suit of the trick that is going on."""
    return sight.led_suit


def last_suit(sight: Scene) -> int | None:
    """The suit of the trick before."""
    return sight.leads[-1][1] if sight.leads else None


def first_suit(sight: Scene) -> int | None:
    """The suit led to the first trick."""
    return sight.leads[0][1] if sight.leads else None


def second_suit(sight: Scene) -> int | None:
    """The next suit led that is different from the first."""
    first = first_suit(sight)
    return next((suit for _, suit in sight.leads if suit != first), None)


def my_suit(sight: Scene) -> int | None:
    """The first suit that the speaker has led."""
    return _first_led_by(sight, sight.seat)


def your_suit(sight: Scene) -> int | None:
    """The first suit that a partner of the speaker has led."""
    return _first_led_by(sight, *sight.partners)


def trumps(_sight: Scene) -> int | None:
    """Trumps, whatever has been led."""
    return TRUMP


def _first_led_by(sight: Scene, *seats: int) -> int | None:
    return next((suit for leader, suit in sight.leads if leader in seats), None)


# -- when a phrase fits, and of which card it speaks -------------------------------------------


def plain_suit_led(sight: Scene) -> bool:
    """A plain suit was led."""
    return is_plain(sight.led_suit)


def own_card_of_suit_lies(sight: Scene) -> bool:
    """The speaker's card of the suit led lies in the trick."""
    return own_lying(sight) is not None


def own_lying(sight: Scene) -> str | None:
    """The speaker's card of the suit led, if it lies in the trick."""
    return next(
        (
            card
            for seat, card in sight.lying
            if seat == sight.seat and suit_of(card) == sight.led_suit
        ),
        None,
    )


def court(rank: str, suit: int | None) -> str:
    """A court of a plain suit; no card at all of other suits."""
    return SUITS[suit] + rank if suit is not None and is_plain(suit) else ""
