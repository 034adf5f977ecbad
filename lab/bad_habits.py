"""Bad habits: which of the legal cards a good partner would not play.

Nothing here knows a game: what cards are worth is what its advice says, friends are those whom
the seat knows to be on its side.

Each habit returns the cards that it advises against, as far as a seat can know; none where
there is no occasion for it. `lab/habits.py` counts how often bots play such cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from matto.engine.cards import NUMBER, TRUMP_SUIT, words
from matto.engine.game import Game
from matto.engine.view import View
from matto.play.heuristic import beats_chance, has_one
from matto.play.weights import COUNTER
from matto.players.advice import advice_for
from matto.players.heuristic import CardEvaluator, Sight, allies_of

SOMETHING = 1.0
"""From so many points on, a card is something to give."""
EVEN = 2
"""Of so many strangers, one of them a foe, no more are friends than foes."""
LIKELY, HARDLY = 0.8, 0.1
"""How likely a ruff must be to be expected, and how likely it is no danger."""


@dataclass(frozen=True)
class CardQuestion:
    """A question for a card, and what the seat knows that is asked."""

    game: Game
    view: View

    @cached_property
    def legal(self) -> tuple[str, ...]:
        return self.view.asked.options

    @cached_property
    def sight(self) -> Sight:
        return Sight(self.view)

    @cached_property
    def friends(self) -> frozenset[int]:
        return self.game.friends(self.view) | {self.sight.seat}

    @cached_property
    def foes(self) -> frozenset[int]:
        """The other seats, but for friends, and for strangers most of whom are friends.

        One of the strangers is with the caller, until all know who.
        """
        contract, others = self.view.contract, frozenset(range(self.view.seats)) - self.friends
        if contract is None or not contract.called or contract.declarer is None:
            return others
        strangers = others - {contract.declarer}
        is_settled = contract.declarer == self.sight.seat or len(self.friends) > 1
        return others if is_settled or len(strangers) <= EVEN else others - strangers

    @cached_property
    def worth(self) -> Mapping[str, float]:
        return worth_in(self.view)

    @cached_property
    def trumps(self) -> list[str]:
        return [card for card in self.legal if self.is_trump(card)]

    @cached_property
    def excuses(self) -> frozenset[str]:
        return frozenset(filter(self.view.pack.is_excuse, self.legal))

    @cached_property
    def winners(self) -> frozenset[str]:
        seat, lying = self.sight.seat, self.view.lying
        best = ((card, self.sight.best_of((*lying, (seat, card)))) for card in self.legal)
        return frozenset(card for card, won in best if won is not None and won[0] == seat)

    @cached_property
    def sure(self) -> frozenset[str]:
        return frozenset(card for card in self.winners if self._keeps_the_trick(card))

    @cached_property
    def all_but_sure(self) -> frozenset[str]:
        return frozenset(c for c in self.winners if self._keeps_the_trick(c, HARDLY))

    @cached_property
    def holder(self) -> int:
        """Who has the trick so far; -1 if nobody."""
        best = self.sight.best_of(self.view.lying)
        return -1 if best is None else best[0]

    @property
    def is_a_friends(self) -> bool:
        best = self.sight.best_of(self.view.lying)
        return best is not None and best[0] in self.friends and self._keeps_the_trick(best[1])

    def _keeps_the_trick(self, best: str, risk: float = 0.0) -> bool:
        """Return whether no foe who is to come can beat a card, if it is the best so far.

        A chance that is no more than `risk` is no danger.
        """
        foes, pack = set(self.sight.behind) - self.friends, self.view.pack
        lies = (card for _, card in self.view.lying if not pack.is_excuse(card))
        led = pack.suit_of(next(lies, best))
        state, scales, eyes = self.sight.state, self.sight.scales, self.sight.known
        chance = (beats_chance(state, scales, foe, NUMBER[best], led, eyes) for foe in foes)
        return all(one <= risk for one in chance)

    @property
    def is_lost(self) -> bool:
        """Return whether the trick is a foe's, and neither this seat nor another can help."""
        behind = set(self.sight.behind) - self.foes
        return not behind and (
            self._is_ruffed or (self.holder in self.foes and not self.winners)
        )

    @property
    def _is_ruffed(self) -> bool:
        """Return whether a foe who is to come will trump what lies, and this seat cannot."""
        best = self.sight.best_of(self.view.lying)
        if best is None or self.trumps or self.is_trump(best[1]):
            return False
        foes = self.foes.intersection(self.sight.behind)
        suit = self.view.pack.suit_of(best[1])
        return any(self.is_ruffed_by(foe, suit) for foe in foes)

    def is_ruffed_by(self, foe: int, suit: int) -> bool:
        if suit not in self.sight.void[foe]:
            return False
        sight, trumps = self.sight, words(self.sight.abroad_by_suit[TRUMP_SUIT])
        has = has_one(sight.state, sight.scales, foe, TRUMP_SUIT, *trumps, sight.known)
        return has > LIKELY

    def is_trump(self, card: str) -> bool:
        return self.view.pack.suit_of(card) == TRUMP_SUIT

    def is_top(self, card: str) -> bool:
        return self.is_trump(card) and not self.sight.above(card)

    def is_less(self, low: str, high: str) -> bool:
        """Return whether others may hold a card that is higher than one and below another.

        Both are of one suit.
        """
        return len(self.sight.above(low)) > len(self.sight.above(high))

    def something(self, cards: Iterable[str], least: float) -> frozenset[str]:
        return frozenset(card for card in cards if self.worth[card] >= least)


def worth_in(view: View) -> Mapping[str, float]:
    """What each card is worth in a deal to the side that takes it; an excuse nothing."""
    weights = advice_for(view.game).weights_in({word for _, word in view.heard("announce")})
    own, pack = CardEvaluator(view, weights, allies_of(view, ())), view.pack
    if not weights.counters:
        return dict.fromkeys(pack.codes, 0.0)
    return {card: 0.0 if pack.is_excuse(card) else own.worth(card) for card in pack.codes}


EARLY = 3
"""The Fool is thrown early in one of the first so many tricks."""
Habit = Callable[[CardQuestion], Collection[str]]
NONE: frozenset[str] = frozenset()


def top_trump_where_a_lower_wins(asked: CardQuestion) -> Collection[str]:
    """A trump that nobody beats, although a lower one will hardly lose the trick."""
    winners = [card for card in asked.trumps if card in asked.all_but_sure]
    if not winners:
        return NONE
    low = min(winners, key=asked.sight.strength)
    return [card for card in winners if asked.is_top(card) and asked.is_less(low, card)]


def honour_into_a_loss(asked: CardQuestion) -> Collection[str]:
    """A counter led where a foe is known to trump it, or to hold a higher card of its suit."""
    if asked.view.lying:
        return NONE
    plain = [card for card in asked.legal if not asked.is_trump(card)]
    counters = asked.something(plain, COUNTER)
    return [card for card in counters if any(_takes(asked, foe, card) for foe in asked.foes)]


def _takes(asked: CardQuestion, foe: int, card: str) -> bool:
    """Return whether a foe is known to take a plain card that is led."""
    sight, suit = asked.sight, asked.view.pack.suit_of(card)
    if sight.held_by[foe].intersection(sight.above(card)):
        return True
    return asked.is_ruffed_by(foe, suit)


def high_trump_on_a_lost_trick(asked: CardQuestion) -> Collection[str]:
    """A trump under a foe's trick although a lower one that is worth no more is at hand."""
    if not asked.is_lost or not asked.trumps:
        return NONE
    low = min(asked.trumps, key=lambda card: (asked.worth[card], asked.sight.strength(card)))
    return [card for card in asked.trumps if asked.is_less(low, card)]


def nothing_for_a_friend(asked: CardQuestion) -> Collection[str]:
    """Nothing given to a friend's sure trick although there is something to give.

    A trump that would take the trick from him is more than a gift, and so is one that nobody
    beats any more.
    """
    if not asked.is_a_friends:
        return NONE
    kept = {card for card in asked.trumps if card in asked.winners or asked.is_top(card)}
    if not asked.something(asked.legal, COUNTER) - kept:
        return NONE
    return set(asked.legal) - asked.something(asked.legal, SOMETHING)


def counter_left_out(asked: CardQuestion) -> Collection[str]:
    """All cards but counters that come home from a foe's trick, or nearly as much."""
    counters = asked.something(asked.sure.difference(asked.trumps), COUNTER)
    if asked.holder not in asked.foes or not counters:
        return NONE
    nearly = max(asked.worth[card] for card in counters) - COUNTER + SOMETHING
    return set(asked.legal) - asked.something(asked.sure, min(COUNTER, nearly))


def gift_for_a_foe(asked: CardQuestion) -> Collection[str]:
    given = asked.something(asked.legal, COUNTER)
    nothing = set(asked.legal) - asked.something(asked.legal, SOMETHING)
    return given if asked.is_lost and nothing else NONE


def fool_thrown_early(asked: CardQuestion) -> Collection[str]:
    """The Fool played in one of the first tricks, though it need not save a counter."""
    others = set(asked.legal) - asked.excuses
    if len(asked.view.tricks) >= EARLY or others == asked.something(others, COUNTER):
        return NONE
    return asked.excuses


HABITS: Mapping[str, Habit] = {
    "top trump where a lower wins": top_trump_where_a_lower_wins,
    "honour led into a loss": honour_into_a_loss,
    "high trump on a lost trick": high_trump_on_a_lost_trick,
    "nothing for a friend": nothing_for_a_friend,
    "counter left out": counter_left_out,
    "gift for a foe": gift_for_a_foe,
    "Fool thrown early": fool_thrown_early,
}
"""The habits by what they are called."""
