"""Duties in the play of the cards beyond following suit, that only narrow what is legal.

A King goes to the first trick of its suit, a Cavalier with a single pip too, and a Jack under
the King. The Fool, which excuses from following, frees from them as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from matto.blocks.play import TrickRules, TrickState, play_trick
from matto.engine.cards import SUITS, codes_in, words
from matto.engine.table import Script, Table
from matto.engine.tricks import LEADING, dutiful
from matto.engine.words import Text, text

__all__ = [
    "CAVALIER",
    "JACK",
    "DutifulTrick",
    "play_dutifully",
]

CAVALIER, JACK = "C", "J"


class DutifulTrick(TrickState):
    """The trick that is going on where the duties hold."""

    def __init__(self, table: Table, rules: TrickRules) -> None:
        super().__init__(table, rules)
        self.duties = rules.duties
        self.narrow = self.dutiful
        self._lying = 0

    def dutiful(self, may: tuple[int, int], lying: Sequence[str]) -> tuple[int, int]:
        """What may be played, of what is legal besides."""
        self._lying, _ = words(lying)
        plain, tarocks = may
        return dutiful(plain, self.led, self._suits_led(), self._lying), tarocks

    def _suits_led(self) -> int:
        """A bit for each plain suit that was led to an earlier trick."""
        led = {trick.cards[0][0] for trick in self.table.tricks}
        return sum(1 << number for number, suit in enumerate(SUITS) if suit in led)

    def _due(self, card: str) -> str | None:
        """The card that is due instead of a held card of its suit; None if nothing is."""
        plain = self.table.plain[self.seat]
        may = dutiful(plain, self.led, self._suits_led(), self._lying)
        if card in codes_in(may, 0):
            return None
        return next(other for other in codes_in(may, 0) if other[0] == card[0])

    def _reason(self, choice: str) -> tuple[str, Text]:
        held = choice in self.table.hand(self.seat) and choice[0] in SUITS
        due = self._due(choice) if held else None
        if due is None or self.duties is None:
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


def play_dutifully(table: Table, rules: TrickRules, leader: int) -> Script[int]:
    """Play until no cards are left; gives the winner of the last trick."""
    state = DutifulTrick(table, rules)
    while table.plain[leader] or table.tarocks[leader]:
        leader = yield from play_trick(table, state, leader)
    return leader
