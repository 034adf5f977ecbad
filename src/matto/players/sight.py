"""How good cards are, judged from what one seat sees: what rules of thumb are made of.

Nothing here looks at a table: a `Sight` is folded from a view alone, so that cards a seat
does not see cannot change what it thinks. Chances treat every unseen card as equally likely
anywhere, except in suits in which a player has shown himself void.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_

from matto.engine.cards import CODES, NUMBER, TRUMP_SUIT, Pack, is_trump, suit_of
from matto.engine.seen import SeenCards
from matto.engine.table import View
from matto.engine.tricks import beats
from matto.kernel.weights import HELPS, TAKES, chance_of_one
from matto.players.card_sets import card_sets_of

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

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.sets = card_sets_of(view.pack)
        self._follows: dict[tuple[int, int], float] = {}

    # -- cards ---------------------------------------------------------------------------

    @cached_property
    def abroad_set(self) -> int:
        """The cards that another player may still play, as a set."""
        return self.sets.all & ~self.sets.put_together(self.gone.union(self.hand))

    @cached_property
    def abroad(self) -> tuple[str, ...]:
        """The cards that another player may still play."""
        return self.sets.cards_in(self.abroad_set)

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
        return self.sets.cards_in(self.above_set(card))

    def above_set(self, card: str) -> int:
        """The same as a set."""
        return self.sets.above[card] & self.abroad_set

    def abroad_in(self, suit: int) -> int:
        """The cards of a suit that another player may still play, as a set."""
        return self.sets.of_suit[suit] & self.abroad_set

    @cached_property
    def _known(self) -> tuple[int, ...]:
        """The cards that each seat is known to hold, as a set."""
        return tuple(map(self.sets.put_together, self.held_by))

    @cached_property
    def _unseen(self) -> int:
        """The cards that are in no place known to the seat, as a set."""
        return self.abroad_set & ~reduce(or_, self._known)

    @cached_property
    def _hidden(self) -> tuple[int, ...]:
        """How many hidden cards each seat has before it plays to the trick going on."""
        played = {seat for seat, _ in self.view.lying}
        return tuple(
            len(self.hand) - (seat in played) - len(known)
            for seat, known in enumerate(self.held_by)
        )

    def has_one(self, seat: int, suit: int, cards: int) -> float:
        """The chance that a seat holds one of a set of cards of a suit."""
        if self._known[seat] & cards:
            return 1.0
        if suit in self.void[seat]:
            return 0.0
        unseen = self._unseen
        return chance_of_one(
            (cards & unseen).bit_count(), self._hidden[seat], unseen.bit_count()
        )

    def follows(self, seat: int, suit: int) -> float:
        """The chance that a seat holds a card of a suit."""
        found = self._follows.get((seat, suit))
        if found is None:
            found = self._follows[seat, suit] = self.has_one(seat, suit, self.abroad_in(suit))
        return found

    def beats_chance(self, seat: int, best: str, led: int) -> float:
        """The chance that a seat can beat the best card of a trick in which `led` was led."""
        suit = self.sets.suit_of[best]
        higher = self.has_one(seat, suit, self.above_set(best))
        if suit == led == TRUMP_SUIT:
            return higher
        follows = self.follows(seat, led)
        if suit == TRUMP_SUIT:
            return (1.0 - follows) * higher
        return min(1.0, higher + (1.0 - follows) * self.follows(seat, TRUMP_SUIT))

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

    @cached_property
    def _best_so_far(self) -> tuple[tuple[int, str], ...]:
        best = self.best_of(self.view.lying)
        return () if best is None else (best,)

    @cached_property
    def _led_suit(self) -> int | None:
        lies = (card for _, card in self.view.lying if not self.pack.is_excuse(card))
        return next(map(self.pack.suit_of, lies), None)

    @cached_property
    def behind(self) -> tuple[int, ...]:
        """The seats that play after this one in the trick that is going on."""
        seats, played = self.view.seats, len(self.view.lying)
        return tuple((self.seat + step) % seats for step in range(1, seats - played))

    def side_wins(self, card: str, ally: Sequence[float]) -> float:
        """The chance that this seat or an ally takes the trick after a card is played.

        `ally` gives for each seat how likely it is on this side, its own place 1.
        """
        best = self.best_of((*self._best_so_far, (self.seat, card)))
        if best is None:
            return sum(ally) / len(ally)
        led = self.sets.suit_of[card] if self._led_suit is None else self._led_suit
        side = ally[best[0]]
        for seat in self.behind:
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
