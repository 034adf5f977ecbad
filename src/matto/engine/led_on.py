"""Whether a seat has led on the suit that it once led: what the last trick's prize hangs on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from matto.engine.cards import NUMBER, SUIT_OF, TRUMP_SUIT
from matto.engine.events import Trick

__all__ = [
    "has_led_on",
]


def has_led_on(
    tricks: Sequence[Trick], seat: int, seats: int, hand: Collection[str] = ()
) -> bool:
    """Tell whether a seat, whenever on lead, has led on the plain suit that it led before.

    It may leave that suit when it holds none of it. `hand` are the cards it has not played yet;
    the last trick may be unfinished.
    """
    bound: int | None = None
    for card, held in _leads(tricks, seat, seats, hand):
        suit = _suit(card)
        if bound is not None and suit != bound and bound in map(_suit, held):
            return False
        if suit < TRUMP_SUIT:
            bound = suit
    return True


def _leads(
    tricks: Sequence[Trick], seat: int, seats: int, hand: Collection[str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield each card that a seat has led, with the cards it then held."""
    played = [(trick.leader, dict(trick.by_seat(seats)).get(seat)) for trick in tricks]
    own = [card for _, card in played if card is not None]
    for place, (leader, card) in enumerate(played):
        if leader == seat and card is not None:
            yield card, [*own[place:], *hand]


def _suit(card: str) -> int:
    return SUIT_OF[NUMBER[card]]
