"""How good cards are, judged from what one seat sees: what rules of thumb are made of.

Nothing here looks at a table: a `Sight` is folded from a view alone, so that cards a seat
does not see cannot change what it thinks. Chances treat every unseen card as equally likely
anywhere, except in suits in which a player has shown himself void.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from matto.engine.cards import CODES, NUMBER, TRUMP_SUIT, Pack, is_trump, suit_of
from matto.engine.seen import SeenCards
from matto.engine.table import View
from matto.engine.tricks import beats
from matto.kernel.weights import HELPS, TAKES, chance_of_one

SUITS = range(TRUMP_SUIT + 2)


def by_suit(pack: Pack, cards: Iterable[str]) -> Mapping[int, tuple[str, ...]]:
    """The cards of each suit, in their order."""
    found: dict[int, list[str]] = {suit: [] for suit in SUITS}
    for card in cards:
        found[pack.suit_of(card)].append(card)
    return {suit: tuple(held) for suit, held in found.items()}


def weight_of_each(weights: Iterable[tuple[Collection[str], float]]) -> Mapping[str, float]:
    """What each card weighs by itself, where a card may belong to several groups."""
    groups = tuple(weights)
    return {card: sum(more for group, more in groups if card in group) for card in CODES}


def weight_of(hand: Iterable[str], a_trump: float, adds: Mapping[str, float]) -> float:
    """What a hand weighs: each trump so much, and every card what it adds by itself."""
    return sum((a_trump if is_trump(card) else 0.0) + adds[card] for card in hand)


class Sight(SeenCards):
    """What a seat can conclude from its view about cards that it does not hold: chances."""

    # -- cards ---------------------------------------------------------------------------

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The cards that are in no place known to the seat."""
        known = self.gone.union(self.hand, *self.held_by)
        return tuple(card for card in self.pack.codes if card not in known)

    @cached_property
    def abroad(self) -> tuple[str, ...]:
        """The cards that another player may still play."""
        away = self.gone.union(self.hand)
        return tuple(card for card in self.pack.codes if card not in away)

    @cached_property
    def abroad_by_suit(self) -> Mapping[int, tuple[str, ...]]:
        """The cards that another player may still play, by suit."""
        return by_suit(self.pack, self.abroad)

    @cached_property
    def own_by_suit(self) -> Mapping[int, tuple[str, ...]]:
        """The seat's own cards, by suit."""
        return by_suit(self.pack, self.hand)

    def strength(self, card: str) -> int:
        """How high a card is in its suit."""
        return self.pack.strength[NUMBER[card]]

    def above(self, card: str) -> tuple[str, ...]:
        """Cards abroad of the same suit that are higher."""
        own = self.strength(card)
        return tuple(
            c for c in self.abroad_by_suit[self.pack.suit_of(card)] if self.strength(c) > own
        )

    def left(self, seat: int) -> int:
        """How many cards a seat has before it plays to the trick that is going on."""
        played = any(other == seat for other, _ in self.view.lying)
        return len(self.hand) - (1 if played else 0)

    def has_one(self, seat: int, suit: int, cards: Sequence[str]) -> float:
        """The chance that a seat holds one of some cards of a suit."""
        if self.held_by[seat].intersection(cards):
            return 1.0
        if suit in self.void[seat]:
            return 0.0
        hidden = sum(card in self._unseen_set for card in cards)
        size = self.left(seat) - len(self.held_by[seat])
        return chance_of_one(hidden, size, len(self.unseen))

    @cached_property
    def _unseen_set(self) -> frozenset[str]:
        return frozenset(self.unseen)

    def beats_chance(self, seat: int, best: str, led: int) -> float:
        """The chance that a seat can beat the best card of a trick in which `led` was led."""
        suit = self.pack.suit_of(best)
        higher = self.has_one(seat, suit, self.above(best))
        follows = self.has_one(seat, led, self.abroad_by_suit[led])
        if suit == TRUMP_SUIT:
            return higher if led == TRUMP_SUIT else (1.0 - follows) * higher
        ruffs = self.has_one(seat, TRUMP_SUIT, self.abroad_by_suit[TRUMP_SUIT])
        return min(1.0, higher + (1.0 - follows) * ruffs)

    # -- the trick -----------------------------------------------------------------------

    def best_of(self, lying: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
        """The (seat, card) that takes a trick so far; None while only a Fool lies."""
        best: tuple[int, str] | None = None
        for seat, card in lying:
            if self.pack.is_excuse(card):
                continue
            if best is None or beats(
                NUMBER[card], NUMBER[best[1]], self.strength(card), self.strength(best[1])
            ):
                best = (seat, card)
        return best

    def behind(self) -> tuple[int, ...]:
        """The seats that play after this one in the trick that is going on."""
        seats, played = self.view.seats, len(self.view.lying)
        return tuple((self.seat + step) % seats for step in range(1, seats - played))

    def side_wins(self, card: str, ally: Sequence[float]) -> float:
        """The chance that this seat or an ally takes the trick after a card is played.

        `ally` gives for each seat how likely it is on this side, its own place 1.
        """
        lying = (*self.view.lying, (self.seat, card))
        best = self.best_of(lying)
        if best is None:
            return sum(ally) / len(ally)
        led = self.pack.suit_of(next(c for _, c in lying if not self.pack.is_excuse(c)))
        side = ally[best[0]]
        for seat in self.behind():
            over = self.beats_chance(seat, best[1], led)
            friend = ally[seat]
            side += over * ((1 - side) * friend * HELPS - side * (1 - friend) * TAKES)
        return side


def allies_of(view: View, friends: Iterable[int]) -> tuple[float, ...]:
    """For each seat 1 if it is the view's own or a friend's, else 0."""
    side = {view.seat, *friends}
    return tuple(1.0 if seat in side else 0.0 for seat in range(view.seats))


def allies_among_strangers(
    view: View, declarer: int, foes: Collection[int] = ()
) -> tuple[float, ...]:
    """For each seat how likely it is on the view's own side while the partner is hidden.

    `foes` have shown themselves to be none of the declarer's.
    """
    hidden = [seat for seat in range(view.seats) if seat not in {declarer, view.seat, *foes}]
    partner = 1 / len(hidden)

    def likely(seat: int) -> float:
        if seat == view.seat:
            return 1.0
        if view.seat == declarer:
            return partner if seat in hidden else 0.0
        return 0.0 if seat == declarer else 1.0 - partner if seat in hidden else 1.0

    return tuple(map(likely, range(view.seats)))


def voids(hand: Sequence[str]) -> int:
    """In how many plain suits a hand has no card."""
    held = {suit_of(card) for card in hand}
    return sum(suit not in held for suit in range(TRUMP_SUIT))
