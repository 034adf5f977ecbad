"""What every card played proves: it was among the legal cards of the hand that held it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from matto.engine.cards import CODES, NUMBER, PLAIN_BIT, SUITS
from matto.engine.game import TrickRules
from matto.engine.table import View
from matto.engine.tricks import LEADING, TRUMP, dutiful, fool_in_trick, led_after
from matto.inference.constraint import Counted, Forbidden, Part, not_beside


@dataclass(frozen=True)
class Duties:
    """What the courts' duties bar while a suit is led: see `matto.engine.tricks.dutiful`."""

    card: int
    led: int
    suits_led: int
    lying: int

    def allows(self, *others: int) -> bool:
        """Tell whether the card may be played from a hand with some others."""
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
    """Give what follows from each card that others have played."""
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
