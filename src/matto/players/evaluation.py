"""Rules of thumb for playing and laying away cards, for any game of the family.

A game tunes them by its `Weights`. Each rule answers for one decision of one view. How a card
is weighed for a trick is said a second time in `matto.kernel.policy`, for compiled play:
whoever changes one changes the other, and a test plays both side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from matto.blocks.lead_on import claim_stands
from matto.engine.cards import FOOL, KINGS, TRUMP_SUIT, in_suit, is_trump, suit_of
from matto.engine.table import View
from matto.kernel.weights import (
    CHANCES_TOLD_APART,
    CHEAPEST_TRUMP,
    COUNTER,
    DRAW_TRUMPS,
    ENDGAME,
    EXPOSED,
    FOOL_HURRY,
    LONG_SUIT,
    PERHAPS,
    RID_FROM,
    Weights,
)
from matto.players.sight import Sight, allies_of


class CardEvaluator:
    """Weighs the cards that one view may play or lay away."""

    def __init__(self, view: View, weights: Weights, ally: Sequence[float]) -> None:
        self.view = view
        self.pack = view.pack
        self.weights = weights
        self.ally = ally
        self.sight = Sight(view)
        self._promised: dict[str, float] = {}

    def worth(self, card: str) -> float:
        """What a card is worth to the side that takes it."""
        own = self.weights.worth.get(card)
        return self.pack.value_of[card] - self.sight.sets.empty if own is None else own

    # -- playing -------------------------------------------------------------------------

    def best_card(self, options: Sequence[str]) -> str:
        """The card that promises most, but for one that is kept; of equals the first.

        For a Nullo it is the one that wins least (`Weights.ducks`).
        """
        ducking = self._ducking
        if self.view.seat in ducking:
            return self._ducked(options, allies_of(self.view, ()))
        if len(ducking) == 1:
            cheap = [card for card in options if self.worth(card) < COUNTER]
            return self._ducked(cheap or options, self.ally)
        return max(self._without_kept(options), key=self.promise)

    @property
    def _ducking(self) -> frozenset[int]:
        """The seats that have undertaken to win no trick, and have not won any."""
        if not self.weights.ducks:
            return frozenset()
        said = self.view.heard("announce")
        seats = {seat for seat, word in said if word == self.weights.ducks}
        return frozenset(seats - {trick.winner for trick in self.view.tricks})

    def _ducked(self, options: Sequence[str], ally: Sequence[float]) -> str:
        """The card least likely to win for a side; of equal ones the highest, the Fool last."""

        def danger(card: str) -> tuple[int, bool, float]:
            wins = round(CHANCES_TOLD_APART * self.sight.side_wins(card, ally))
            return wins, card == FOOL, -self.sight.strength(card)

        return min(options, key=danger)

    def _without_kept(self, options: Sequence[str]) -> Sequence[str]:
        """The choices without a trump that is kept (`Weights.keeping`)."""
        keeping, view = self.weights.keeping, self.view
        if keeping is None or keeping.card not in view.hand:
            return options
        trumps = len(in_suit(view.hand, TRUMP_SUIT))
        if trumps <= max(keeping.trumps, keeping.share * len(view.hand)):
            return options
        kept = [card for card in options if card != keeping.card] or options
        if not keeping.leading_on:
            last_to_play = len(view.lying) == view.seats - 1
            wins = last_to_play and not any(is_trump(card) for _, card in view.lying)
            return options if wins else kept
        if not claim_stands(view, keeping.card):
            return options
        return kept if view.lying else self._led_on(kept)

    def _led_on(self, options: Sequence[str]) -> Sequence[str]:
        """The choices of the plain suit that was led last, if there are any."""
        led = [suit_of(t.cards[0]) for t in self.view.tricks if t.leader == self.view.seat]
        plain = [suit for suit in led if suit < TRUMP_SUIT]
        return (in_suit(options, plain[-1]) if plain else []) or options

    def promise(self, card: str) -> float:
        """What playing a card promises, in card points."""
        found = self._promised.get(card)
        if found is None:
            found = self._promised[card] = self._weighed(card)
        return found

    def _weighed(self, card: str) -> float:
        side = self.sight.side_wins(card, self.ally)
        gain = (2 * side - 1) * (self._at_stake + self._last_trick(card))
        if self.pack.is_excuse(card):
            return gain - self._fool_kept()
        gain += 2 * (side - self._safe_later(card)) * self.worth(card)
        if not self.view.lying:
            gain += self._lead_bonus(card)
        return gain - self._cost(card) + self._rid_of(card)

    @cached_property
    def _at_stake(self) -> float:
        """What lies, and what will come on the average."""
        lies = sum(self.worth(c) for _, c in self.view.lying if not self.pack.is_excuse(c))
        return lies + len(self.sight.behind) * self.sight.sets.average

    def _rid_of(self, card: str) -> float:
        """What it is worth that a card will not have to be played to the last trick."""
        left = len(self.sight.hand)
        stake = self.weights.last_with.get(card, 0.0)
        if not stake or not 1 < left <= RID_FROM:
            return 0.0
        sure = not self.sight.abroad_in(TRUMP_SUIT) and not self.sight.above_set(card)
        return stake / left * (-1 if sure else 1)

    def _safe_later(self, card: str) -> float:
        """How likely a card comes home if it is kept: high trumps surely, others perhaps."""
        if self.sight.sets.suit_of[card] != TRUMP_SUIT:
            return PERHAPS
        abroad = self.sight.abroad_in(TRUMP_SUIT).bit_count()
        share = self.sight.above_set(card).bit_count() / abroad if abroad else 0.0
        return 1.0 - share * (1.0 - PERHAPS)

    def _last_trick(self, card: str) -> float:
        if len(self.sight.hand) > 1:
            return 0.0
        return self.weights.last_trick + self.weights.last_with.get(card, 0.0)

    def _fool_kept(self) -> float:
        """What keeping the Fool for later is worth; negative when it must go soon."""
        spare = len(self.sight.hand) - 1 - self.weights.fool_by
        if spare < 0:
            return 0.0
        if spare <= len(self.sight.hand) // FOOL_HURRY:
            return -self.weights.fool_saved * (FOOL_HURRY - spare)
        return self.weights.fool_saved

    def _cost(self, card: str) -> float:
        """What a card would do later: high trumps are dear, and the very last one dearest."""
        if self.sight.sets.suit_of[card] != TRUMP_SUIT:
            return 0.0
        cost = CHEAPEST_TRUMP + self.weights.trump_cost * self.sight.sets.height[card] ** 2
        own = self.sight.own_by_suit[TRUMP_SUIT]
        if card == own[0] and 1 < len(self.sight.hand) <= ENDGAME:
            cost += self.weights.last_trick / 2
        return cost

    def _lead_bonus(self, card: str) -> float:
        """Long suits are led, trumps to draw the others', Queens are not laid bare."""
        suit = self.sight.sets.suit_of[card]
        own = self.sight.own_by_suit[suit]
        if suit == TRUMP_SUIT:
            foes = sum(1 for friend in self.ally if friend < 1)
            surplus = len(own) - self.sight.abroad_in(suit).bit_count() / max(1, foes)
            return DRAW_TRUMPS if surplus > 0 and not self.sight.above_set(card) else 0.0
        bonus = LONG_SUIT * len(own)
        bare = card not in self._exposed and not self._exposed.isdisjoint(own)
        return bonus - (EXPOSED if bare else 0.0)

    @cached_property
    def _exposed(self) -> frozenset[str]:
        """Own cards of value that others may beat with a higher one of the suit."""
        return frozenset(
            card
            for card in self.view.hand
            if self.worth(card) > 1 and self.sight.above_set(card)
        )

    # -- laying away ---------------------------------------------------------------------

    def lay_away(self, options: Sequence[str]) -> str:
        """The card that is best put to safety, or whose going makes a void."""
        return max(options, key=self.away)

    def away(self, card: str) -> float:
        """Points that are in danger are saved, short suits without their King are emptied."""
        suit = self.sight.sets.suit_of[card]
        if suit == TRUMP_SUIT:
            return -self.sight.strength(card)
        own = self.sight.own_by_suit[suit]
        has_king = bool(KINGS.intersection(own))
        empty = VOID * (EMPTY_AT - len(own)) if not has_king else -GUARD
        danger = self.worth(card) * (IN_DANGER if self.sight.above_set(card) else SAFE)
        return empty + danger


_last: list[CardEvaluator] = []
"""Who weighed cards last: a rule for a game often asks anew what the common ones have asked."""


def evaluator_of(view: View, weights: Weights, ally: Sequence[float]) -> CardEvaluator:
    """Give who weighs the cards of a view: the same again for whoever asks next."""
    for last in _last:
        if last.view is view and last.weights is weights and last.ally == ally:
            return last
    _last[:] = [CardEvaluator(view, weights, ally)]
    return _last[0]


VOID, EMPTY_AT, GUARD = 1.0, 5, 1.0
IN_DANGER, SAFE = 1.0, 0.2
