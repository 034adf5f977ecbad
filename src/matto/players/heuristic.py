"""The heuristic policy over a view: what one seat sees, laid out for `matto.play.heuristic`.

Nothing here looks at a table: a `Sight` is folded from a view alone, so that cards a seat
does not see cannot change what it thinks. A game tunes the policy by its `Weights`. Laying away
is judged here alone: compiled play begins at the first lead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from matto.blocks.terms import claim_stands
from matto.engine.cards import CODES, KINGS, NUMBER, TRUMP_SUIT, Pack, is_trump, suit_of, words
from matto.engine.tricks import LEADING, beats
from matto.engine.view import SeenCards, View
from matto.play import layout as lay
from matto.play.bits import Row
from matto.play.heuristic import (
    WORDS,
    Chances,
    Scales,
    SeatKnowledge,
    best_card,
    look,
    promise,
    scales_from,
    what_lies,
)
from matto.play.layout import NO_CARD, NO_SUIT
from matto.play.weights import PLAIN, Weights, weight_rows

SUITS = range(TRUMP_SUIT + 2)


def by_suit(pack: Pack, cards: Iterable[str]) -> Mapping[int, tuple[str, ...]]:
    """The cards of each suit, in their order."""
    found: dict[int, list[str]] = {suit: [] for suit in SUITS}
    for card in cards:
        found[pack.suit_of(card)].append(card)
    return {suit: tuple(held) for suit, held in found.items()}


def weight_of_each(weights: Iterable[tuple[Collection[str], float]]) -> Mapping[str, float]:
    groups = tuple(weights)
    return {card: sum(more for group, more in groups if card in group) for card in CODES}


def weight_of(hand: Iterable[str], a_trump: float, adds: Mapping[str, float]) -> float:
    """Return what a hand weighs: each trump so much, and every card what it adds by itself."""
    return sum((a_trump if is_trump(card) else 0.0) + adds[card] for card in hand)


class SeatPlan(NamedTuple):
    """The part of a plan that the heuristic policy needs."""

    rules: list[int]
    strength: Row


_known: list[tuple[Pack, Weights, Scales]] = []
_chances = Chances()


def scales_for(pack: Pack, weights: Weights) -> Scales:
    """Return what cards of a pack are weighed with; for one that is alike it is the same."""
    for own, tuned, scales in _known:
        if (tuned is weights or tuned == weights) and (own is pack or own == pack):
            return scales
    found = scales_from(pack.strength, weight_rows(pack, weights), _chances)
    _known.append((pack, weights, found))
    return found


class Sight(SeenCards):
    """A seat's conclusions from its view about cards outside its hand: chances.

    `state` is what the view shows of a deal in play, as `matto.play.heuristic` reads it.
    """

    # -- cards ---------------------------------------------------------------------------

    @cached_property
    def scales(self) -> Scales:
        return scales_for(self.pack, PLAIN)

    @cached_property
    def abroad(self) -> tuple[str, ...]:
        seen = self.gone.union(self.hand)
        return tuple(card for card in self.pack.codes if card not in seen)

    @cached_property
    def abroad_by_suit(self) -> Mapping[int, tuple[str, ...]]:
        return by_suit(self.pack, self.abroad)

    @cached_property
    def own_by_suit(self) -> Mapping[int, tuple[str, ...]]:
        return by_suit(self.pack, self.hand)

    def strength(self, card: str) -> int:
        return self.pack.strength[NUMBER[card]]

    def above(self, card: str) -> tuple[str, ...]:
        least, suit = self.strength(card), self.abroad_by_suit[self.pack.suit_of(card)]
        return tuple(other for other in suit if self.strength(other) > least)

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
    def behind(self) -> tuple[int, ...]:
        seats, played = self.view.seats, len(self.view.lying)
        return tuple((self.seat + step) % seats for step in range(1, seats - played))

    # -- chances -------------------------------------------------------------------------

    @cached_property
    def state(self) -> list[int]:
        state, lying = [0] * lay.SIZE, self.view.lying
        state[lay.TURN], state[lay.LYING] = self.seat, len(lying)
        state[lay.LEADER] = lying[0][0] if lying else self.seat
        suits = (self.pack.suit_of(card) for _, card in lying if not self.pack.is_excuse(card))
        state[lay.LED] = next(suits, LEADING)
        best = self.best_of(lying)
        state[lay.BEST], state[lay.BEST_SEAT] = NO_CARD, self.seat
        if best is not None:
            state[lay.BEST], state[lay.BEST_SEAT] = NUMBER[best[1]], best[0]
        for seat, card in lying:
            state[lay.CARD + seat] = NUMBER[card]
        self._put(state, lay.LYING_PLAIN, lay.LYING_TAROCKS, (card for _, card in lying))
        self._put(state, lay.OPEN_PLAIN, lay.OPEN_TAROCKS, self.gone)
        self._put(state, lay.PLAIN + self.seat, lay.TAROCKS + self.seat, self.hand)
        for seat, held in enumerate(self.held_by):
            self._put(state, lay.KNOWN_PLAIN + seat, lay.KNOWN_TAROCKS + seat, held)
            for suit in self.void[seat]:
                state[lay.VOIDS] |= 1 << (lay.VOID_BITS * seat + suit)
        return state

    @staticmethod
    def _put(state: list[int], plain: int, tarocks: int, cards: Iterable[str]) -> None:
        state[plain], state[tarocks] = words(cards)

    @cached_property
    def plan(self) -> SeatPlan:
        rules = [0] * lay.RULES_SIZE
        rules[lay.SEATS] = self.view.seats
        return SeatPlan(rules, self.pack.strength)

    @cached_property
    def known(self) -> SeatKnowledge:
        known = SeatKnowledge([0] * WORDS, [0.0] * self.view.seats)
        look(self.state, self.plan, self.scales, known.words)
        return known


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
    held = {suit_of(card) for card in hand}
    return sum(suit not in held for suit in range(TRUMP_SUIT))


class CardEvaluator:
    """Weighs the cards that one view may play or lay away."""

    def __init__(self, view: View, weights: Weights, ally: Sequence[float]) -> None:
        self.view = view
        self.weights = weights
        self.ally = ally
        self.sight = Sight(view)
        self.scales = scales_for(view.pack, weights)
        self._promised: dict[str, float] = {}

    def worth(self, card: str) -> float:
        return float(self.scales.worth[NUMBER[card]])

    # -- playing -------------------------------------------------------------------------

    def best_card(self, options: Sequence[str]) -> str:
        """The card that promises most, but for one that is kept; of equals the first.

        For a Nullo it is the one that wins least (`Weights.ducks`).
        """
        return CODES[
            best_card(self._state, self._plan, self.scales, *words(options), self._known)
        ]

    def promise(self, card: str) -> float:
        """Return what playing a card promises, in card points."""
        found = self._promised.get(card)
        if found is None:
            state, plan, scales = self.sight.state, self.sight.plan, self.scales
            found = promise(state, plan, scales, NUMBER[card], self._lies, self._known)
            self._promised[card] = found
        return found

    @cached_property
    def _lies(self) -> float:
        return what_lies(self.sight.state, self.sight.plan, self.scales)

    @property
    def _known(self) -> SeatKnowledge:
        return SeatKnowledge(self.sight.known.words, list(self.ally))

    @cached_property
    def _plan(self) -> SeatPlan:
        """The plan, with those who have undertaken to win no trick."""
        rules = list(self.sight.plan.rules)
        for seat, word in self.view.heard("announce") if self.weights.ducks else ():
            if word == self.weights.ducks:
                rules[lay.DUCKING] |= 1 << seat
        return SeatPlan(rules, self.sight.plan.strength)

    @cached_property
    def _state(self) -> list[int]:
        """The state, with the tricks won and led that some games ask for."""
        state, seat, keeping = self.sight.state, self.sight.seat, self.weights.keeping
        state[lay.BOUND + seat] = NO_SUIT
        for trick in self.view.tricks:
            state[lay.WON + trick.winner] += 1
            suit = suit_of(trick.cards[0])
            if trick.leader == seat and suit < TRUMP_SUIT:
                state[lay.BOUND + seat] = suit
        if keeping is not None and keeping.leading_on:
            state[lay.LEFT_SUIT + seat] = not claim_stands(self.view, keeping.card)
        return state

    # -- laying away ---------------------------------------------------------------------

    def lay_away(self, options: Sequence[str]) -> str:
        return max(options, key=self.away)

    def away(self, card: str) -> float:
        """Points that are in danger are saved, short suits without their King are emptied."""
        suit = self.view.pack.suit_of(card)
        if suit == TRUMP_SUIT:
            return -self.sight.strength(card)
        own = self.sight.own_by_suit[suit]
        has_king = bool(KINGS.intersection(own))
        empty = VOID * (EMPTY_AT - len(own)) if not has_king else -GUARD
        danger = self.worth(card) * (IN_DANGER if self.sight.above(card) else SAFE)
        return empty + danger


_last: list[CardEvaluator] = []
"""The last evaluator: a rule for a game often asks it what the common ones have asked."""


def evaluator_of(view: View, weights: Weights, ally: Sequence[float]) -> CardEvaluator:
    """Return who weighs the cards of a view: the same again for whoever asks next."""
    for last in _last:
        if last.view is view and last.weights is weights and last.ally == ally:
            return last
    _last[:] = [CardEvaluator(view, weights, ally)]
    return _last[0]


VOID, EMPTY_AT, GUARD = 1.0, 5, 1.0
IN_DANGER, SAFE = 1.0, 0.2
