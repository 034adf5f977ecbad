"""Bad habits: which of the legal cards a good partner would not play.

Nothing here knows a game: what cards are worth is what its advice says, friends are those whom
the seat knows to be on its side.

Each habit gives the cards that it advises against, as far as a seat can know; none where there
is no occasion for it. A player takes such a card only for a clear gain, and `lab/habits.py`
counts how often it does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from matto.engine.cards import NUMBER, TRUMP_SUIT
from matto.engine.game import Game
from matto.engine.view import View
from matto.play.weights import COUNTER
from matto.players.advice import advice_for
from matto.players.heuristic import CardEvaluator, Sight, allies_of

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
    def hardly_kept(self) -> frozenset[str]:
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
        if suit not in self.sight.void[foe]:
            return False
        return self.sight.follows(foe, TRUMP_SUIT) > LIKELY

    def is_trump(self, card: str) -> bool:
        return self.view.pack.suit_of(card) == TRUMP_SUIT

    def is_top(self, card: str) -> bool:
        return self.is_trump(card) and not self.sight.above(card)

    @property
    def is_master_of_trumps(self) -> bool:
        own = len(self.sight.own_by_suit[TRUMP_SUIT])
        return own > len(self.sight.abroad_by_suit[TRUMP_SUIT])

    def is_less(self, low: str, high: str) -> bool:
        """Tell whether others may hold a card that is higher than one, and lower than another.

        Both are of one suit.
        """
        return len(self.sight.above(low)) > len(self.sight.above(high))

    def is_saved_by(self, card: str, low: str) -> bool:
        suit_of = self.view.pack.suit_of
        alike = suit_of(low) == suit_of(card) and self.worth[low] == self.worth[card]
        return alike and self.is_less(low, card)

    def is_cheaper(self, low: str, card: str) -> bool:
        suit_of = self.view.pack.suit_of
        return suit_of(low) == suit_of(card) and self.worth[low] + SOMETHING <= self.worth[card]

    def is_cheaper_equal(self, low: str, card: str) -> bool:
        """Tell whether a card is as high as one worth more: nobody holds one between."""
        above = self.sight.above
        return self.is_cheaper(low, card) and len(above(low)) == len(above(card))

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
SLIGHT = 0.5
"""What part of the gain for which one has a bad habit is enough for a slight one."""


Habit = Callable[[CardQuestion], Collection[str]]
NONE: frozenset[str] = frozenset()


def top_trump_where_a_lower_wins(asked: CardQuestion) -> Collection[str]:
    """A trump that nobody beats, although a lower one will hardly lose the trick."""
    winners = [card for card in asked.trumps if card in asked.all_but_sure]
    if not winners:
        return NONE
    low = min(winners, key=asked.sight.strength)
    return [card for card in winners if asked.is_top(card) and asked.is_less(low, card)]


def higher_than_needed(asked: CardQuestion) -> Collection[str]:
    """A card to a trick that a lower one of its suit, worth as much, takes or loses as well.

    If a friend takes it anyhow, all fates are alike.
    """
    if not asked.view.lying:
        return NONE
    cards = set(asked.legal) - asked.excuses
    fates = (cards,) if asked.is_a_friends else (cards - asked.winners, cards & asked.sure)
    return [
        card
        for fate in fates
        for card in fate
        if any(asked.is_saved_by(card, low) for low in fate)
    ]


def honour_into_a_loss(asked: CardQuestion) -> Collection[str]:
    """A counter led where a foe is known to trump it, or to hold a higher card of its suit."""
    if asked.view.lying:
        return NONE
    plain = [card for card in asked.legal if not asked.is_trump(card)]
    counters = asked.something(plain, COUNTER)
    return [card for card in counters if any(_takes(asked, foe, card) for foe in asked.foes)]


def more_than_needed_led_into_a_loss(asked: CardQuestion) -> Collection[str]:
    """A plain card led that a foe is known to take, although the suit has one worth less."""
    if asked.view.lying:
        return NONE
    plain = [card for card in asked.legal if not asked.is_trump(card)]
    lost = [card for card in plain if any(_takes(asked, foe, card) for foe in asked.foes)]
    return [card for card in lost if any(asked.is_cheaper(low, card) for low in lost)]


def _takes(asked: CardQuestion, foe: int, card: str) -> bool:
    """Tell whether a foe is known to take a plain card that is led."""
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


def counter_in_danger_kept(asked: CardQuestion) -> Collection[str]:
    """Much less given to a friend's sure trick than a counter that others may still beat."""
    if not asked.is_a_friends:
        return NONE
    counters = asked.something(set(asked.legal) - asked.winners, COUNTER)
    in_danger = [asked.worth[card] for card in counters if asked.sight.above(card)]
    if not in_danger:
        return NONE
    return [card for card in asked.legal if asked.worth[card] + COUNTER <= max(in_danger)]


def dearer_of_equals_in_danger(asked: CardQuestion) -> Collection[str]:
    """A card that takes the trick, and may lose it, although one worth less is as high.

    Nobody holds one between. The highest of a suit, which only a ruff beats, had better come
    home before the others do: later a ruff is likelier.
    """
    return [
        card
        for card in asked.winners - asked.coming_home - asked.excuses
        if (asked.sight.above(card) or card in asked.hardly_kept)
        and any(asked.is_cheaper_equal(low, card) for low in asked.legal)
    ]


def cheaper_of_equals_brought_home(asked: CardQuestion) -> Collection[str]:
    """A card that will hardly be lost, although one as high that is worth more would not.

    A trump that nobody beats comes home at any time.
    """
    home = {card for card in asked.coming_home if not asked.is_top(card)}
    return [card for card in home if any(asked.is_cheaper_equal(card, dear) for dear in home)]


def less_brought_home(asked: CardQuestion) -> Collection[str]:
    """A plain card that will hardly be lost, although one worth more of its suit would not.

    Others may beat that one later.
    """
    if not asked.view.lying:
        return NONE
    home = asked.coming_home.difference(asked.trumps, asked.excuses)
    in_danger = [card for card in home if asked.sight.above(card)]
    return [card for card in home if any(asked.is_cheaper(card, dear) for dear in in_danger)]


def trump_counter_left_out(asked: CardQuestion) -> Collection[str]:
    """A trump that takes the trick, although a lower one that is worth much hardly loses it.

    Later others may beat that one, as they may the Pagat.
    """
    if not asked.view.lying:
        return NONE
    trumps = asked.all_but_sure.intersection(asked.trumps)
    counters = [c for c in asked.something(trumps, COUNTER) if asked.sight.above(c)]
    worth, strength = asked.worth, asked.sight.strength
    return [
        card
        for card in asked.winners.intersection(asked.trumps)
        if any(
            worth[card] + COUNTER <= worth[low] and strength(low) < strength(card)
            for low in counters
        )
    ]


def counter_left_out(asked: CardQuestion) -> Collection[str]:
    return _left_out(asked, asked.sure)


def likely_counter_left_out(asked: CardQuestion) -> Collection[str]:
    """The same where one hardly loses the trick: later a ruff is likelier."""
    return _left_out(asked, asked.all_but_sure)


def _left_out(asked: CardQuestion, home: frozenset[str]) -> Collection[str]:
    """All cards but counters that come home from a foe's trick, or nearly as much."""
    counters = asked.something(home.difference(asked.trumps), COUNTER)
    if asked.holder not in asked.foes or not counters:
        return NONE
    nearly = max(asked.worth[card] for card in counters) - COUNTER + SOMETHING
    return set(asked.legal) - asked.something(home, min(COUNTER, nearly))


def gift_for_a_foe(asked: CardQuestion) -> Collection[str]:
    given = asked.something(asked.legal, COUNTER)
    nothing = set(asked.legal) - asked.something(asked.legal, SOMETHING)
    return given if asked.is_lost and nothing else NONE


def more_than_needed_for_a_foe(asked: CardQuestion) -> Collection[str]:
    """A card under a trick that is lost, although one that is worth less is at hand."""
    cards = set(asked.legal) - asked.excuses
    if not asked.is_lost or not cards:
        return NONE
    least = min(asked.worth[card] for card in cards)
    return asked.something(cards, least + SOMETHING)


def top_trump_on_nothing(asked: CardQuestion) -> Collection[str]:
    """A trump that nobody beats on a foe's trick without a counter, if no counter must go.

    Who holds more trumps than all others together has enough of them.
    """
    lies = asked.something((card for _, card in asked.view.lying), COUNTER)
    top = set(filter(asked.is_top, asked.trumps))
    others = set(asked.legal) - top - asked.something(asked.legal, COUNTER)
    if lies or asked.holder not in asked.foes or not others or asked.is_master_of_trumps:
        return NONE
    return top


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
SLIGHT_HABITS: Mapping[str, Habit] = {
    "higher than needed": higher_than_needed,
    "more than needed for a foe": more_than_needed_for_a_foe,
    "more than needed led into a loss": more_than_needed_led_into_a_loss,
    "top trump on nothing": top_trump_on_nothing,
    "counter in danger kept": counter_in_danger_kept,
    "dearer of equals in danger": dearer_of_equals_in_danger,
    "cheaper of equals brought home": cheaper_of_equals_brought_home,
    "less brought home": less_brought_home,
    "trump counter left out": trump_counter_left_out,
    "likely counter left out": likely_counter_left_out,
}
"""Those that cost little, if anything, but look careless."""
ALL_HABITS = {**HABITS, **SLIGHT_HABITS}


def advised_against(game: Game, view: View) -> Mapping[str, float]:
    """The legal cards that are a case of a habit, and what part of a clear gain excuses each.

    Where these are all cards, slight habits do not count; if they still are, none does.
    """
    asked = CardQuestion(game, view)
    bad = {card: 1.0 for habit in HABITS.values() for card in habit(asked)}
    slight = {card: SLIGHT for habit in SLIGHT_HABITS.values() for card in habit(asked)}
    for found in (slight | bad, bad):
        if not set(found).issuperset(asked.legal):
            return found
    return {}


# -- whole deals -------------------------------------------------------------------------------


def top_trump_for_nothing(view: View) -> bool | None:
    """The highest trump of the pack fell before the last trick, with no counter in its trick.

    `view` is an onlooker's of a deal that is over; None where that trump was not played, or
    no card is a counter.
    """
    trumps = [card for card in view.pack.codes if view.pack.suit_of(card) == TRUMP_SUIT]
    highest = max(trumps, key=lambda card: view.pack.strength[NUMBER[card]])
    trick = next((trick for trick in view.tricks if highest in trick.cards), None)
    worth = worth_in(view)
    if trick is None or max(worth.values()) < COUNTER:
        return None
    others = [worth[card] for card in trick.cards if card != highest]
    return trick is not view.tricks[-1] and max(others) < COUNTER
