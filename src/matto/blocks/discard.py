"""Laying cards away, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from matto.engine.cards import TRUMPS, Pack
from matto.engine.errors import Refusal
from matto.engine.questions import ChoiceSet
from matto.engine.table import OUT_OF_HAND, Script, Table
from matto.engine.words import N_, text

__all__ = [
    "KIND",
    "NOTHING_ELSE_LEFT",
    "LayingAway",
    "lay_away",
]

KIND = "discard"
NOTHING_ELSE_LEFT = N_("{card} may be laid away only when nothing else is left to lay away.")


@dataclass(frozen=True, kw_only=True)
class LayingAway:
    """What may be laid away: `never` never, `last_resort` only when nothing else is left.

    `last_resort_says` is the sentence by which a card of the last resort is refused.
    """

    clause: str
    never: frozenset[str]
    never_clause: str
    last_resort: frozenset[str] = TRUMPS
    last_resort_clause: str = ""
    last_resort_says: str = NOTHING_ELSE_LEFT

    def allowed(self, hand: Sequence[str]) -> tuple[str, ...]:
        """The cards of a hand that may be laid away next."""
        free = [card for card in hand if card not in self._not_at_first]
        return tuple(free or [card for card in hand if card not in self.never])

    def question(self, pack: Pack, count: int) -> ChoiceSet:
        """All that can be laid away, so many cards in all."""
        return ChoiceSet(
            KIND, tuple(card for card in pack.codes if card not in self.never), count
        )

    @cached_property
    def _not_at_first(self) -> frozenset[str]:
        return self.never | self.last_resort


def lay_away(table: Table, seat: int, count: int, rule: LayingAway) -> Script[None]:
    """A seat lays away cards face down; they count for it."""

    def refuse(card: str) -> Refusal:
        if card not in table.hand(seat):
            return Refusal(
                table.clause(rule.clause), text("{card} is not in your hand.", card=card)
            )
        if card in rule.never:
            return Refusal(
                table.clause(rule.never_clause),
                text("{card} may never be laid away.", card=card),
            )
        return Refusal(
            table.clause(rule.last_resort_clause or rule.clause),
            text(rule.last_resort_says, card=card),
        )

    for left in range(count, 0, -1):
        options = rule.allowed(table.hand(seat))
        card = yield from table.ask(
            seat, KIND, options, rule.clause, explain=refuse, secret=True, left=left
        )
        table.remove(seat, [card])
        table.laid_away[seat].append(card)
        table.tell("laid away", seat, card, to=seat, moves=OUT_OF_HAND)
    table.tell("has laid away", seat, str(count))
