"""Duties in the play of the cards beyond following suit, that only narrow what is legal.

A King goes to the first trick of its suit, a Cavalier with a single pip too, and a Jack under
the King. The Fool, which excuses from following, frees from them as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matto.blocks.play import TrickRules, TrickState, play_trick
from matto.cards import FOOL, SUITS, codes_in, words
from matto.table import Script, Table
from matto.tricks import LEADING
from matto.words import Text, text

KING, CAVALIER, JACK = "K", "C", "J"
COURTS = frozenset({"K", "Q", "C", "J"})


@dataclass(frozen=True)
class DutyClauses:
    """The clauses of the duties: the King following and led, the Cavalier, the Jack."""

    king: str
    king_led: str
    cavalier: str
    jack: str


class DutifulTrick(TrickState):
    """The trick that is going on where the duties hold."""

    def __init__(self, table: Table, rules: TrickRules, duties: DutyClauses) -> None:
        super().__init__(table, rules)
        self.duties = duties
        self.narrow = self.dutiful
        self.lying: Sequence[str] = ()

    def dutiful(self, may: tuple[int, int], lying: Sequence[str]) -> tuple[int, int]:
        """What may be played, of what is legal besides."""
        self.lying = lying
        held = [card for card in codes_in(*may) if card != FOOL]
        barred = [card for card in held if self._due(card, held) not in {None, card}]
        if not barred:
            return may
        plain, tarocks = words(barred)
        return may[0] & ~plain, may[1] & ~tarocks

    def _due(self, card: str, held: Sequence[str]) -> str | None:
        """The card that is due instead of a card of the same suit, or this card; else None."""
        suit = card[0]
        if suit not in SUITS or (self.led != LEADING and self.led != SUITS.index(suit)):
            return None
        own = [other for other in held if other[0] == suit]
        due = self._due_at_first(suit, own)
        if due is None and suit + KING in self.lying and suit + JACK in own:
            due = suit + JACK
        return due

    def _due_at_first(self, suit: str, own: Sequence[str]) -> str | None:
        if self._was_led(suit):
            return None
        if suit + KING in own:
            return suit + KING
        pips = [card for card in own if card[1:] not in COURTS]
        if suit + CAVALIER in own and len(pips) == 1 and len(own) == len(pips) + 1:
            return suit + CAVALIER
        return None

    def _was_led(self, suit: str) -> bool:
        """Tell whether a suit was led to an earlier trick."""
        return any(trick.cards[0][0] == suit for trick in self.table.tricks)

    def _reason(self, choice: str) -> tuple[str, Text]:
        held = self.table.hand(self.seat)
        due = self._due(choice, held) if choice in held else None
        if due in {None, choice}:
            return super()._reason(choice)
        if due == f"{choice[0]}{JACK}":
            return self.duties.jack, text(
                "The King lies in this trick: you must play {card} under it.", card=due
            )
        if due == f"{choice[0]}{CAVALIER}":
            return self.duties.cavalier, text(
                "From Cavalier and one pip {card} must be played to the suit's first trick.",
                card=due,
            )
        clause = self.duties.king_led if self.led == LEADING else self.duties.king
        return clause, text(
            "You hold the King: play {card} to the first trick of its suit.", card=due
        )


def play_dutifully(
    table: Table, rules: TrickRules, duties: DutyClauses, leader: int
) -> Script[int]:
    """Play until no cards are left; gives the winner of the last trick."""
    state = DutifulTrick(table, rules, duties)
    while table.plain[leader] or table.tarocks[leader]:
        leader = yield from play_trick(table, state, leader)
    return leader
