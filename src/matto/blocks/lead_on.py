"""The rule that a suit once led must be led on, as a condition for the last trick's prize.

It never restricts what may be played. Whether a seat has kept it follows from the tricks and
the cards that it still holds, so that the seat itself can always be told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matto.engine.led_on import has_led_on
from matto.engine.outcome import Outcome
from matto.engine.payrules import LED_ON, PayRule, RowLabel
from matto.engine.table import Table, Trick, View
from matto.engine.words import N_

__all__ = [
    "LastTrickIfLedOn",
    "claim_stands",
    "tell_claim_stands",
    "tell_if_claim_lost",
    "tricks_so_far",
]


@dataclass(frozen=True)
class LastTrickIfLedOn:
    """A card in the last trick: who wins it with the card receives from each, or pays each.

    Only one who has led on is paid; one who has not pays for the lost card if `always_costs`.
    Amounts are multiplied as the deal is (`Outcome.times`).
    """

    item: str
    clause: str
    lost_item: str
    lost_clause: str
    card: str
    pays: int
    always_costs: bool = False

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """What the card earns or costs."""
        note = N_("{card} in the last trick")
        yield PayRule(
            LED_ON,
            cards=frozenset({self.card}),
            amount=self.pays * outcome.times,
            loses=self.always_costs,
            line=RowLabel(self.item, self.clause, note),
            lost=RowLabel(self.lost_item, self.lost_clause, note),
        )


def tell_claim_stands(table: Table, card: str) -> None:
    """Remind the holder of a card, and nobody else, that it can still win by leading on."""
    holder = table.holder(card)
    if holder is not None:
        table.tell("claim stands", holder, card, to=holder)


def tell_if_claim_lost(table: Table, card: str) -> None:
    """Tell the holder of a card, and nobody else, when his last lead has broken the rule."""
    *before, last = table.tricks
    seat, seats = last.leader, table.seats
    if not table.holds(seat, card):
        return
    hand = table.hand(seat)
    led = last.cards[0]
    if has_led_on(before, seat, seats, (led, *hand)) and not has_led_on(
        table.tricks, seat, seats, hand
    ):
        table.tell("claim lost", seat, card, to=seat)


def claim_stands(view: View, card: str) -> bool | None:
    """Tell whether the viewer can still be paid for a card; None when he does not hold it."""
    if card not in view.hand or view.seat is None:
        return None
    return has_led_on(tricks_so_far(view), view.seat, view.seats, view.hand)


def tricks_so_far(view: View) -> tuple[Trick, ...]:
    """The finished tricks of a view and the one that is going on."""
    if not view.lying:
        return view.tricks
    leader = view.lying[0][0]
    return (*view.tricks, Trick(leader, tuple(card for _, card in view.lying), leader))
