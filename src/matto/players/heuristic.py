"""Rules of thumb for playing and laying away cards, judged from what one seat sees.

Nothing here looks at a table: a `Sight` is folded from a view alone, so that cards a seat
does not see cannot change what it thinks. Chances treat every unseen card as equally likely
anywhere, except in suits in which a player has shown himself void.

A game tunes them by its `Weights`. Each rule answers for one decision of one view. How a card
is weighed for a trick is said a second time in `matto.kernel.policy`, for compiled play:
whoever changes one changes the other, and a test plays both side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_

from matto.blocks.terms import claim_stands
from matto.engine.cards import (
    CODES,
    FOOL,
    FOOL_SUIT,
    KINGS,
    NUMBER,
    TRUMP_SUIT,
    Pack,
    in_suit,
    is_trump,
    suit_of,
)
from matto.engine.tricks import beats
from matto.engine.view import SeenCards, View
from matto.kernel.weights import (
    CHANCES_TOLD_APART,
    CHEAPEST_TRUMP,
    COUNTER,
    DRAW_TRUMPS,
    ENDGAME,
    EXPOSED,
    FOOL_HURRY,
    HELPS,
    LONG_SUIT,
    PERHAPS,
    RID_FROM,
    TAKES,
    Weights,
    chance_of_one,
)


class CardSets:
    """What has to be known of the cards of a pack: sets of them, and numbers by card.

    `all` are all cards, `of_suit` those of each suit; of each card `suit_of` is its suit,
    `above` are the higher ones of this. Of a trump `height` says what share of them is lower.
    A card without worth counts `empty`, on the average one counts `average` more.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._bit = {card: 1 << place for place, card in enumerate(pack.codes)}
        self.all = self.put_together(pack.codes)
        self.suit_of = {card: pack.suit_of(card) for card in pack.codes}
        strength = {card: pack.strength[NUMBER[card]] for card in pack.codes}
        same = [
            [card for card, own in self.suit_of.items() if own == suit]
            for suit in range(FOOL_SUIT + 1)
        ]
        self.of_suit = tuple(map(self.put_together, same))
        self.above = {
            card: self.put_together(c for c in same[suit] if strength[c] > strength[card])
            for card, suit in self.suit_of.items()
        }
        trumps = same[TRUMP_SUIT]
        self.height = {
            card: sum(strength[card] > strength[c] for c in trumps) / len(trumps)
            for card in trumps
        }
        values = pack.value_of.values()
        self.empty = min(values)
        self.average = (sum(values) - self.empty * len(values)) / len(values)

    def put_together(self, cards: Iterable[str]) -> int:
        """Give the set of some cards."""
        found = 0
        for card in cards:
            found |= self._bit[card]
        return found

    def cards_in(self, found: int) -> tuple[str, ...]:
        return tuple(card for card, bit in self._bit.items() if found & bit)


_known: list[CardSets] = []


def card_sets_of(pack: Pack) -> CardSets:
    """Give what has to be known of a pack; of one that is alike it is the same."""
    for sets in _known:
        if sets.pack is pack or sets.pack == pack:
            return sets
    _known.append(CardSets(pack))
    return _known[-1]


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
        return self.sets.all & ~self.sets.put_together(self.gone.union(self.hand))

    @cached_property
    def abroad(self) -> tuple[str, ...]:
        return self.sets.cards_in(self.abroad_set)

    @cached_property
    def abroad_by_suit(self) -> Mapping[int, tuple[str, ...]]:
        return by_suit(self.pack, self.abroad)

    @cached_property
    def own_by_suit(self) -> Mapping[int, tuple[str, ...]]:
        return by_suit(self.pack, self.hand)

    def strength(self, card: str) -> int:
        return self.pack.strength[NUMBER[card]]

    def above(self, card: str) -> tuple[str, ...]:
        return self.sets.cards_in(self.above_set(card))

    def above_set(self, card: str) -> int:
        return self.sets.above[card] & self.abroad_set

    def abroad_in(self, suit: int) -> int:
        return self.sets.of_suit[suit] & self.abroad_set

    @cached_property
    def _known(self) -> tuple[int, ...]:
        return tuple(map(self.sets.put_together, self.held_by))

    @cached_property
    def _unseen(self) -> int:
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
    held = {suit_of(card) for card in hand}
    return sum(suit not in held for suit in range(TRUMP_SUIT))


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
