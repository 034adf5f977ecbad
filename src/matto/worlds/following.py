"""What every card played proves: it was among the legal cards of the hand that held it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from matto.cards import CODES, NUMBER, PLAIN_BIT, TAROCK_BIT
from matto.proofs import Forbidden
from matto.table import View
from matto.tricks import LEADING, FoolRule, fool_in_trick, led_after, legal


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


def played_legally(view: View, fool: FoolRule) -> Iterator[Forbidden]:
    """Give what follows from each card that has been played."""
    number, led = 1, LEADING
    rule = fool_in_trick(fool, number)
    for index, event in enumerate(view.events):
        if event.kind == "play":
            card = NUMBER[event.what[0]]
            barred = not_beside(card, led, rule)
            if barred and event.seat != view.seat:
                yield Forbidden(event.seat, barred, index)
            led = led_after(led, card, rule)
        elif event.kind == "trick":
            number, led = number + 1, LEADING
            rule = fool_in_trick(fool, number)
