"""What the phrases of Sicilian partners speak of: which suit is meant, who holds what."""

from __future__ import annotations

from matto.blocks.table_talk import Condition, Sight, SuitOf, is_plain, suit_of
from matto.cards import SUITS
from matto.tricks import TRUMP


def suit_led(sight: Sight) -> int | None:
    """The suit of the trick that is going on."""
    return sight.led_suit


def last_suit(sight: Sight) -> int | None:
    """The suit of the trick before."""
    return sight.leads[-1][1] if sight.leads else None


def first_suit(sight: Sight) -> int | None:
    """The suit led to the first trick."""
    return sight.leads[0][1] if sight.leads else None


def second_suit(sight: Sight) -> int | None:
    """The next suit led that is different from the first."""
    first = first_suit(sight)
    return next((suit for _, suit in sight.leads if suit != first), None)


def my_suit(sight: Sight) -> int | None:
    """The first suit that the speaker has led."""
    return _first_led_by(sight, sight.seat)


def your_suit(sight: Sight) -> int | None:
    """The first suit that a partner of the speaker has led."""
    return _first_led_by(sight, *sight.partners)


def trumps(_sight: Sight) -> int | None:
    """Trumps, whatever has been led."""
    return TRUMP


def _first_led_by(sight: Sight, *seats: int) -> int | None:
    return next((suit for leader, suit in sight.leads if leader in seats), None)


# -- what makes a phrase fit, and true -------------------------------------------------------


def plain_suit_led(sight: Sight) -> bool:
    """A plain suit was led."""
    return is_plain(sight.led_suit)


def own_card_of_suit_lies(sight: Sight) -> bool:
    """The speaker's card of the suit led lies in the trick."""
    return _own_lying(sight) is not None


def own_card_is_highest(sight: Sight) -> bool:
    """Every higher card of the suit has gone before, or the speaker has it or laid it away."""
    own = _own_lying(sight)
    own_cards = sight.hand | sight.laid_away
    return own is not None and sight.above(own) <= sight.played_before | own_cards


def _own_lying(sight: Sight) -> str | None:
    return next(
        (
            card
            for seat, card in sight.lying
            if seat == sight.seat and suit_of(card) == sight.led_suit
        ),
        None,
    )


def can_play_suit(suit: SuitOf) -> Condition:
    """The speaker holds a card of the suit and may play it now."""
    return lambda sight: sight.may_play_suit(suit(sight))


def can_play(card: str) -> Condition:
    """The speaker holds a card and may play it now."""
    return lambda sight: card in sight.may_play


def can_play_court_led(rank: str) -> Condition:
    """The speaker holds a court of the suit led and may play it now."""
    return lambda sight: court(rank, sight.led_suit) in sight.may_play


def holds_court_led(rank: str) -> Condition:
    """The speaker holds a court of the suit led."""
    return lambda sight: court(rank, sight.led_suit) in sight.hand


def court(rank: str, suit: int | None) -> str:
    """A court of a plain suit; no card at all of other suits."""
    return SUITS[suit] + rank if suit is not None and is_plain(suit) else ""
