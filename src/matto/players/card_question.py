"""A question for a card, and what the seat that is asked can conclude about each choice.

Nothing here knows a game: what cards are worth is what its advice says, friends are those whom
the seat knows to be on its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from matto.engine.cards import TRUMP_SUIT
from matto.engine.game import Game
from matto.engine.table import View
from matto.players.advice import advice_for
from matto.players.evaluation import CardEvaluator
from matto.players.sight import Sight, allies_of

SOMETHING = 1.0
"""From so many points on, a card is something to give."""
EVEN = 2
"""Of so many strangers, one of them a foe, no more are friends than foes."""
LIKELY, EVENLY, HARDLY = 0.8, 0.5, 0.1
"""How likely a ruff must be to be expected, a loss to be likelier than not, and no danger."""


@dataclass(frozen=True)
class CardQuestion:
    """A question for a card, and what the seat knows that is asked."""

    game: Game
    view: View

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The cards that may be played."""
        return self.view.asked.options

    @cached_property
    def sight(self) -> Sight:
        """What the seat can conclude about cards."""
        return Sight(self.view)

    @cached_property
    def friends(self) -> frozenset[int]:
        """The seats known to be on this one's side, its own among them."""
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
        """What each card is worth to the side that takes it."""
        return worth_in(self.view)

    @cached_property
    def trumps(self) -> list[str]:
        """The legal trumps, the Fool too where it is one."""
        return [card for card in self.legal if self.is_trump(card)]

    @cached_property
    def excuses(self) -> frozenset[str]:
        """The Fool, if it may be played and is no trump."""
        return frozenset(filter(self.view.pack.is_excuse, self.legal))

    @cached_property
    def winners(self) -> frozenset[str]:
        """The legal cards that take the trick from all that lie."""
        seat, lying = self.sight.seat, self.view.lying
        best = ((card, self.sight.best_of((*lying, (seat, card)))) for card in self.legal)
        return frozenset(card for card, won in best if won is not None and won[0] == seat)

    @cached_property
    def sure(self) -> frozenset[str]:
        """Those of them that no foe who is to come can beat, as far as is known."""
        return frozenset(card for card in self.winners if self._keeps_the_trick(card))

    @cached_property
    def all_but_sure(self) -> frozenset[str]:
        """Those of them that foes who are to come will hardly beat."""
        return frozenset(c for c in self.winners if self._keeps_the_trick(c, HARDLY))

    @cached_property
    def hardly_kept(self) -> frozenset[str]:
        """Those of them that a foe who is to come will rather beat than not."""
        return frozenset(c for c in self.winners if not self._keeps_the_trick(c, EVENLY))

    @cached_property
    def coming_home(self) -> frozenset[str]:
        """The legal cards that foes will hardly get: any to a friend's trick, else winners."""
        return frozenset(self.legal) if self.is_a_friends else self.all_but_sure

    @cached_property
    def holder(self) -> int:
        """Who has the trick so far; -1 if nobody."""
        best = self.sight.best_of(self.view.lying)
        return -1 if best is None else best[0]

    @property
    def is_a_friends(self) -> bool:
        """Tell whether the trick is surely a friend's, as far as is known."""
        best = self.sight.best_of(self.view.lying)
        return best is not None and best[0] in self.friends and self._keeps_the_trick(best[1])

    def _keeps_the_trick(self, best: str, risk: float = 0.0) -> bool:
        """Tell whether no foe who is to come can beat a card, if it is the best so far.

        A chance that is no more than `risk` is no danger.
        """
        foes, pack = set(self.sight.behind) - self.friends, self.view.pack
        lies = (card for _, card in self.view.lying if not pack.is_excuse(card))
        led = pack.suit_of(next(lies, best))
        return all(self.sight.beats_chance(foe, best, led) <= risk for foe in foes)

    @property
    def is_lost(self) -> bool:
        """Tell whether the trick is a foe's, and neither this seat nor another can help it."""
        behind = set(self.sight.behind) - self.foes
        return not behind and (
            self._is_ruffed or (self.holder in self.foes and not self.winners)
        )

    @property
    def _is_ruffed(self) -> bool:
        """Tell whether a foe who is to come will trump what lies, and this seat cannot."""
        best = self.sight.best_of(self.view.lying)
        if best is None or self.trumps or self.is_trump(best[1]):
            return False
        foes = self.foes.intersection(self.sight.behind)
        suit = self.view.pack.suit_of(best[1])
        return any(self.is_ruffed_by(foe, suit) for foe in foes)

    def is_ruffed_by(self, foe: int, suit: int) -> bool:
        """Tell whether a foe is known to be void of a suit, and is likely to hold a trump."""
        if suit not in self.sight.void[foe]:
            return False
        return self.sight.follows(foe, TRUMP_SUIT) > LIKELY

    def is_trump(self, card: str) -> bool:
        """Tell whether a card is a trump."""
        return self.view.pack.suit_of(card) == TRUMP_SUIT

    def is_top(self, card: str) -> bool:
        """Tell whether a card is a trump, and others can hold no higher one."""
        return self.is_trump(card) and not self.sight.above(card)

    @property
    def is_master_of_trumps(self) -> bool:
        """Tell whether the seat holds more trumps than all others together."""
        own = len(self.sight.own_by_suit[TRUMP_SUIT])
        return own > len(self.sight.abroad_by_suit[TRUMP_SUIT])

    def is_less(self, low: str, high: str) -> bool:
        """Tell whether others may hold a card that is higher than one, and lower than another.

        Both are of one suit.
        """
        return len(self.sight.above(low)) > len(self.sight.above(high))

    def is_saved_by(self, card: str, low: str) -> bool:
        """Tell whether a card can be saved by a lower one of its suit that is worth as much."""
        suit_of = self.view.pack.suit_of
        alike = suit_of(low) == suit_of(card) and self.worth[low] == self.worth[card]
        return alike and self.is_less(low, card)

    def is_cheaper(self, low: str, card: str) -> bool:
        """Tell whether a card is of the suit of one that is worth more."""
        suit_of = self.view.pack.suit_of
        return suit_of(low) == suit_of(card) and self.worth[low] + SOMETHING <= self.worth[card]

    def is_cheaper_equal(self, low: str, card: str) -> bool:
        """Tell whether a card is as high as one worth more: nobody holds one between."""
        above = self.sight.above
        return self.is_cheaper(low, card) and len(above(low)) == len(above(card))

    def something(self, cards: Iterable[str], least: float) -> frozenset[str]:
        """Those of some cards that are worth so much."""
        return frozenset(card for card in cards if self.worth[card] >= least)


def worth_in(view: View) -> Mapping[str, float]:
    """What each card is worth in a deal to the side that takes it; an excuse nothing."""
    weights = advice_for(view.game).weights_in({word for _, word in view.heard("announce")})
    own, pack = CardEvaluator(view, weights, allies_of(view, ())), view.pack
    if not weights.counters:
        return dict.fromkeys(pack.codes, 0.0)
    return {card: 0.0 if pack.is_excuse(card) else own.worth(card) for card in pack.codes}
