"""Advice for Grosstarock: what to show, when to take none, and how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from matto.blocks.auction import SILENCE
from matto.blocks.declare import Declaration
from matto.engine.bid_prices import prices
from matto.engine.cards import (
    CAVALIERS,
    FOOL,
    JACKS,
    KINGS,
    QUEENS,
    TRUMP_SUIT,
    in_suit,
    is_trump,
)
from matto.engine.events import Decision
from matto.engine.sheet import rules_of, score_sheet
from matto.engine.view import View
from matto.games.tarots.grosstarock import (
    ALLSTICH,
    GAME,
    MOND,
    NULLO,
    PAGAT,
    PLAY_ON,
    SKAT,
    THROW_IN,
    friends,
    special_results,
    thrown_in,
)
from matto.games.tarots.grosstarock.announcements import CAVALRIES, declaring
from matto.play.weights import Keeping, Weights
from matto.players.advice import Advice
from matto.players.heuristic import CardEvaluator, Sight, allies_of, evaluator_of

PASS = "pass"
LONG_TAROCKS = 3
"""More tarocks than these keep the Pagat for a later trick."""
WEIGHTS = Weights(
    worth={**dict.fromkeys(KINGS, 7.0), PAGAT: 16.0},  # captured they pay besides
    last_with={**dict.fromkeys(KINGS, 20.0), PAGAT: 40.0, MOND: 20.0},
    fool_by=4,
    keeping=Keeping(PAGAT, trumps=LONG_TAROCKS),
    ducks=NULLO,
)


def evaluator(view: View) -> CardEvaluator:
    """One who weighs this view's cards, with the other where two play against one."""
    return evaluator_of(view, WEIGHTS, allies_of(view, friends(view)))


# -- the skat and the announcements ----------------------------------------------------------


def lay_away(view: View, decision: Decision) -> str | None:
    """A weak Pagat goes to safety, the Sküs stays, and the better of two plans is begun.

    One saves what is in danger, the other keeps together what can be announced; neither tears
    a whole cavalry.
    """
    if PAGAT in decision.options and MOND not in view.hand:
        return PAGAT
    weigh, lost = evaluator(view).away, LostAnnouncements.by(view)
    kept = [card for card in decision.options if card != FOOL]
    plain = [card for card in kept if not is_trump(card)]
    cavalries = lost.cavalries
    free = [card for card in plain if card not in cavalries]
    options = free or plain or kept or decision.options
    left = SKAT - len(view.heard(decision.kind))

    def net(card: str) -> float:
        return weigh(card) - lost.without([card])

    plans = [sorted(options, key=key, reverse=True)[:left] for key in (net, weigh)]
    best = max(plans, key=lambda plan: sum(map(weigh, plan)) - lost.without(plan))
    return best[0]


class LostAnnouncements(NamedTuple):
    """The loss in announcements without some cards, in card points.

    `able`: what can be announced now with the cards `held`.
    """

    able: Sequence[Declaration]
    held: frozenset[str]
    others: int

    @classmethod
    def by(cls, view: View) -> LostAnnouncements:
        """Return what the seat of a view can lose."""
        held = frozenset(view.hand)
        able = [one for one in declaring(view.options).declarations if one.fits(held)]
        return cls(able, held, view.seats - 1)

    @property
    def cavalries(self) -> frozenset[str]:
        whole = (one.all_of for one in self.able if one.word in CAVALRIES)
        return frozenset[str]().union(*whole)

    def without(self, cards: Iterable[str]) -> int:
        """Return what is lost with some cards."""
        rest = self.held.difference(cards)
        return self.others * (self._announced(self.held) - self._announced(rest))

    def _announced(self, held: frozenset[str]) -> int:
        """Return what cards held bring from each of the others, of every kind the most."""
        best: dict[str, int] = {}
        for one in self.able:
            if one.fits(held):
                best[one.kind] = max(one.amount, best.get(one.kind, 0))
        return sum(best.values())


BARRED_LATER = ("three", "half")
"""What a kingdom or a whole cavalry would bar is announced before them."""
BEST_FIRST = ("matadors_kings", "matadors", "tarocks", "kings", "latons", "cavalry_skues",
              "cavalry", "half_cavalry_skues", "half_cavalry", "kingdom_skues", "kingdom",
              "queens_skues", "kavals_skues", "jacks_skues")  # fmt: skip


def declare(view: View, decision: Decision) -> str | None:
    """Announce what pays, the largest of each kind; no Latons where Nullo is in sight."""
    words = [word for word in decision.options if word != PASS]
    if is_weak(view.hand):
        words = [word for word in words if not word.startswith("latons")]
    best = [word for word in words if not any(_better(other, word) for other in words)]
    best.sort(key=lambda word: not word.startswith(BARRED_LATER))
    return next((word for word in best if surely_paid(view, word) >= 0), PASS)


def surely_paid(view: View, word: str) -> int:
    """Return what a seat is paid at once for a word, less what the word voids."""
    sure = (price for price in prices(GAME, view, word) if price.sure)
    return sum((price.won or price.lost)[view.asked.seat] for price in sure)


def _better(one: str, other: str) -> bool:
    """Return whether an announcement pays more than another of its kind."""
    return _kind(one) == _kind(other) and _pay(one) > _pay(other)


def _kind(word: str) -> str:
    name, _, what = word.partition(":")
    if "cavalry" in name:
        return what.partition("_")[0]
    return next(part for part in name.split("_") if part not in {"three", "skues"})


def _pay(word: str) -> tuple[int, int]:
    name = word.partition(":")[0]
    size = [int(part) for part in name.split("_") if part.isdigit()]
    more = 1 if "kings" in name else 0
    family = next((n for n, start in enumerate(BEST_FIRST) if name.startswith(start)), 99)
    return (size[0] + more, 0) if size else (0, -family)


def show(_view: View, decision: Decision) -> str | None:
    """Show the lowest cards that serve, the Sküs only if there is nothing else."""
    cards = [card for card in decision.options if card != FOOL]
    return (cards or list(decision.options))[-1]


# -- Nullo and Allstich ----------------------------------------------------------------------

DANGER = {**dict.fromkeys(KINGS, 3.0), **dict.fromkeys(QUEENS, 1.5)}
DANGER |= {**dict.fromkeys(CAVALIERS, 0.8), **dict.fromkeys(JACKS, 0.5)}


class Weakness(NamedTuple):
    """Up to how many tarocks, how high, and how much danger of court cards a hand is weak."""

    tarocks: int
    highest: int
    danger: float


WEAK = Weakness(tarocks=4, highest=11, danger=3.0)
HARDLY_WEAK = Weakness(tarocks=7, highest=16, danger=6.0)


def is_weak(hand: Sequence[str], most: Weakness = WEAK) -> bool:
    """Return whether a hand may take no trick: few and low tarocks, few court cards."""
    tarocks = [int(card[1:]) for card in in_suit(hand, TRUMP_SUIT)]
    if len(tarocks) > most.tarocks or max(tarocks, default=0) > most.highest:
        return False
    return sum(DANGER.get(card, 0.0) for card in hand) <= most.danger


def takes_all(view: View) -> bool:
    """Return whether every card of the hand is sure to win, whatever the others hold."""
    sight = Sight(view)
    if FOOL in view.hand or any(sight.above(card) for card in view.hand):
        return False
    return not sight.abroad_by_suit[TRUMP_SUIT] or all(map(is_trump, view.hand))


def announce(view: View, decision: Decision) -> str | None:
    """Nullo with a weak hand, Allstich when it is sure; a Nullo that failed is thrown in."""
    if THROW_IN in decision.options:
        return THROW_IN if cost_of_throwing_in(view) <= FAIR_COST else PLAY_ON
    if ALLSTICH in decision.options and takes_all(view):
        return ALLSTICH
    return NULLO if NULLO in decision.options and is_weak(view.hand) else SILENCE


FAIR_COST = 20
"""Who plays on with next to no trick lacks about so many card points."""


def cost_of_throwing_in(view: View) -> int:
    """Return the cost of throwing in: Nullos of others without a trick, high cards (5.16)."""
    seat = view.asked.seat
    thrown = thrown_in(view, seat)
    rows = score_sheet(thrown, rules_of(thrown, special_results(view.options)))
    return -sum(row.amounts[seat] for row in rows)


def hopeless(view: View) -> frozenset[str]:
    """Nullo with a hand that is far from weak.

    It seems to pay in playouts, as who has announced it ducks: that is no Nullo made.
    """
    return frozenset() if is_weak(view.hand, HARDLY_WEAK) else frozenset({NULLO})


ADVICE = Advice(
    {"discard": lay_away, "declare": declare, "show": show, "announce": announce},
    WEIGHTS,
    hopeless=hopeless,
)
