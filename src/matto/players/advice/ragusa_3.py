"""Advice for Tarocchi of Ragusa: everything for the last trick."""

from __future__ import annotations

from collections.abc import Collection

from matto.blocks.auction import SILENCE
from matto.engine.cards import FOOL, KINGS, TRUMP_SUIT, cards, in_suit, suit_of
from matto.engine.events import SAY, Decision
from matto.engine.view import View
from matto.games.sicily import ARIE, GIOVE
from matto.games.sicily.prize_games import opponents_together
from matto.play.weights import Weights
from matto.players.advice import Advice
from matto.players.advice import mineo_3 as alike
from matto.players.advice.sicilian_hand_value import HIGH_TRUMPS
from matto.players.heuristic import Sight, allies_of, evaluator_of, weight_of, weight_of_each

WEIGHTS = Weights(
    worth=dict.fromkeys(KINGS, 1.0), last_trick=40.0, trump_cost=12.0, counters=False
)
"""Cards count nothing; trumps are kept for the end, the highest above all."""

# -- when to go alone ------------------------------------------------------------------------

GROUPS: tuple[tuple[Collection[str], float], ...] = (
    (HIGH_TRUMPS, 0.06),
    (ARIE, 0.12),
    (cards(GIOVE), 0.2),
    (cards(FOOL), 0.1),
)
ADDS = weight_of_each(GROUPS)
A_TRUMP = 0.2
AVERAGE_SOLO, AVERAGE_CARD = 0.0, 0.1
"""So that a solo with a hand of outlook 0 wins as often as it loses (480 deals)."""
LIMITS = alike.Limits(solo=0.2, more=-0.4, paying=-0.8)


def outlook(view: View) -> float:
    """Return what going alone may bring from each opponent."""
    return AVERAGE_SOLO + weight_of(view.hand, A_TRUMP, ADDS) - AVERAGE_CARD * len(view.hand)


def talk(view: View, decision: Decision) -> str | None:
    """Go alone with long trumps; take what is offered, deal on with hope, else give up."""
    return alike.say_by_hope(outlook(view), LIMITS, view, decision.options)


TRUMPS_TO_RAISE = 9


def announce(view: View, decision: Decision) -> str | None:
    """Raise the last trick with long high trumps."""
    long = len(in_suit(view.hand, TRUMP_SUIT)) >= TRUMPS_TO_RAISE
    bold = long and len(ARIE.intersection(view.hand)) > 1
    return next((word for word in decision.options if bold and word != SILENCE), SILENCE)


# -- cards -----------------------------------------------------------------------------------


def play(view: View, decision: Decision) -> str | None:
    """Keep the high trumps for the end; lead what a partner has asked for, if that is sane."""
    own = evaluator_of(view, WEIGHTS, allies_of(view, opponents_together(view)))
    return alike.best_card(own, decision, alike.asked_for(view))


def lay_away(view: View, decision: Decision) -> str | None:
    """Of the longest suit the lowest: whoever is void is made to spend trumps for nothing."""
    sight = Sight(view)

    def keeps(card: str) -> tuple[int, int]:
        return -len(sight.own_by_suit[suit_of(card)]), sight.strength(card)

    return min(decision.options, key=keeps)


ADVICE = Advice(
    {"talk": talk, "announce": announce, "play": play, "discard": lay_away, SAY: alike.answer},
    WEIGHTS,
    worth_saying=alike.worth_saying,
    asked_for=alike.asked_for,
)
