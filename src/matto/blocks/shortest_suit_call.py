"""Calling a court of the shortest suit: what a hand may call follows from the hand alone.

A King that is not held is called, of the shortest suit held; of equally short suits that with
the better courts; then coins; then any. Suits that are not held come last. Whoever holds all
four Kings calls a Queen by the same rules, and so on down the courts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from matto.engine.cards import SUITS
from matto.engine.words import N_, Text, text

__all__ = [
    "BETTER_COURTS",
    "COINS",
    "COINS_FIRST",
    "COURTS",
    "HELD",
    "LAID_AWAY",
    "OTHER_COURT",
    "REASONS",
    "SHORTEST",
    "VOID_COINS_FIRST",
    "VOID_LAST",
    "ShortestSuitCall",
]

COURTS = ("K", "Q", "C", "J")
COINS = "D"
EVERY_COURT = frozenset(suit + rank for suit in SUITS for rank in COURTS)

(
    HELD,
    LAID_AWAY,
    OTHER_COURT,
    SHORTEST,
    BETTER_COURTS,
    COINS_FIRST,
    VOID_LAST,
    VOID_COINS_FIRST,
) = (
    "held",
    "laid away",
    "other court",
    "shortest",
    "better courts",
    "coins first",
    "void last",
    "void coins first",
)
"""The rules by which a card may not be called."""

REASONS: Mapping[str, str] = {
    HELD: N_("You hold {card} yourself."),
    LAID_AWAY: N_("You have laid {card} away: nobody holds it."),
    OTHER_COURT: N_("Call one of these: {cards}."),
    SHORTEST: N_("You hold a shorter suit that is to be called. Call {cards}."),
    BETTER_COURTS: N_("Of equally short suits the one with the better courts: {cards}."),
    COINS_FIRST: N_("Where suits are alike in length and courts, coins are called: {cards}."),
    VOID_LAST: N_("A suit in which you are void comes last. Call {cards}."),
    VOID_COINS_FIRST: N_("Of suits in which you are void coins come first: {cards}."),
}


@dataclass(frozen=True)
class ShortestSuitCall:
    """What a hand may call, and why it may call nothing else.

    Cards of `passed_over`, laid away, count as held where courts are called, and as no cards
    of their suit; but not for one who has all courts, some of them laid away.
    """

    hand: Collection[str]
    passed_over: Collection[str] = ()

    @cached_property
    def _barred(self) -> frozenset[str]:
        both = frozenset((*self.hand, *self.passed_over))
        return frozenset(self.hand) if both >= EVERY_COURT else both

    @cached_property
    def rank(self) -> str:
        """The highest court of which the hand does not hold all four."""
        return next(
            rank for rank in COURTS if not {suit + rank for suit in SUITS} <= self._barred
        )

    def _in_suit(self, suit: str) -> Sequence[str]:
        return [card[1:] for card in self.hand if card[0] == suit]

    def _courts(self, suit: str) -> tuple[int, ...]:
        """The courts of a suit, compared as they are called: the better, the greater."""
        held = self._in_suit(suit)
        lowest = len(COURTS)  # so that a suit with one court more is better
        return (*(-COURTS.index(rank) for rank in COURTS if rank in held), -lowest)

    @cached_property
    def _lacking(self) -> Sequence[str]:
        """The suits whose court the hand does not hold."""
        return [suit for suit in SUITS if suit + self.rank not in self._barred]

    @cached_property
    def _held(self) -> Sequence[str]:
        """Those of them of which the hand has a card; if none, all of them."""
        return [suit for suit in self._lacking if self._in_suit(suit)] or self._lacking

    @cached_property
    def _shortest(self) -> Sequence[str]:
        least = min(len(self._in_suit(suit)) for suit in self._held)
        return [suit for suit in self._held if len(self._in_suit(suit)) == least]

    @cached_property
    def _best(self) -> Sequence[str]:
        best = max(map(self._courts, self._shortest))
        return [suit for suit in self._shortest if self._courts(suit) == best]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The cards of which one is to be called."""
        suits = [COINS] if COINS in self._best else self._best
        return tuple(suit + self.rank for suit in suits)

    def barred_by(self, card: str) -> str:
        """The rule by which a card may not be called."""
        suit = card[:1]
        if card in self.hand:
            return HELD
        if card in self._barred:
            return LAID_AWAY
        if card not in {one + self.rank for one in SUITS}:
            return OTHER_COURT
        if suit not in self._held:
            return VOID_LAST
        if suit not in self._shortest:
            return SHORTEST
        if suit not in self._best:
            return BETTER_COURTS
        return COINS_FIRST if self._in_suit(suit) else VOID_COINS_FIRST

    def why_not(self, card: str) -> Text:
        """The sentence that says why a card may not be called."""
        return text(REASONS[self.barred_by(card)], card=card, cards=", ".join(self.cards))
