"""Advice for Priestertarock: when to call, what to call, whom to help."""

from __future__ import annotations

from collections.abc import Collection

from matto.blocks.call import DEMAND, on_own_side
from matto.engine.cards import (
    CAVALIERS,
    KINGS,
    QUEENS,
    THE_FOOL,
    TRUMP_SUIT,
    cards,
    in_suit,
    is_trump,
    suit_of,
)
from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.priestertarock import CHIAMO, PASSO, open_to_all, party_known
from matto.play.weights import Weights
from matto.players.advice import Advice
from matto.players.heuristic import CardEvaluator, allies_among_strangers, allies_of, voids

WEIGHTS = Weights(fool_by=5, fool_saved=2.0, strangers=True)
"""The Fool keeps its points up to the tenth of fifteen tricks."""

# -- bidding ---------------------------------------------------------------------------------

HIGH_TRUMPS = cards(f"T{trump}" for trump in range(15, 22))
GROUPS: tuple[tuple[Collection[str], float], ...] = (
    (HIGH_TRUMPS, 0.05),
    (cards("T1"), 0.13),
    (THE_FOOL, 0.3),
    (KINGS, 0.34),
    (QUEENS | CAVALIERS, 0.06),
)
A_TRUMP, A_VOID, AN_OPEN_POINT = 0.05, 0.3, 0.05
NOTHING = -1.0
WORTH_CALLING, WORTH_ALONE = 0.0, 1.2


def outlook(view: View) -> float:
    """Return what calling brings, from −1 to 1 for a sure win (by 300 deals)."""
    trumps = sum(map(is_trump, view.hand))
    extras = sum(extra for card in view.hand for group, extra in GROUPS if card in group)
    own_open = open_to_all(view) if view.seat == view.dealer else set()
    points = sum(view.pack.value_of[card] for card in own_open)
    shape = A_TRUMP * trumps + A_VOID * voids(view.hand) + AN_OPEN_POINT * points
    return NOTHING + extras + shape


def bid(view: View, _decision: Decision) -> str | None:
    """Play with a good hand."""
    return CHIAMO if outlook(view) > WORTH_CALLING else PASSO


def call(view: View, decision: Decision) -> str | None:
    """Call the best card that another holds; alone with a hand that needs nobody."""
    if outlook(view) > WORTH_ALONE and DEMAND in decision.options:
        return DEMAND
    return best_abroad(view, decision)


def best_abroad(view: View, decision: Decision) -> str | None:
    """The highest trump, else a King, else the next trump, if neither held nor open."""
    first, *trumps = in_suit(view.pack.codes, TRUMP_SUIT)
    kings = sorted(KINGS, key=lambda card: (-len(in_suit(view.hand, suit_of(card))), card))
    mine = open_to_all(view).union(view.hand)
    wanted = (card for card in (first, *kings, *trumps) if card not in mine)
    return next((card for card in wanted if card in decision.options), None)


def give(view: View, decision: Decision) -> str | None:
    """Return an empty card of the shortest suit, to be given back."""
    player = CardEvaluator(view, WEIGHTS, allies(view))

    def costs(card: str) -> tuple[float, int]:
        return player.worth(card) + (HELD if is_trump(card) else 0), len(
            in_suit(view.hand, suit_of(card))
        )

    return min(decision.options, key=costs)


HELD = 10.0

# -- playing ---------------------------------------------------------------------------------


def allies(view: View) -> tuple[float, ...]:
    """Return how likely each seat is an ally: of three strangers one is with the caller."""
    if not view.heard("call"):
        return allies_of(view, ())
    known = party_known(view)
    if known is not None:
        return allies_of(view, on_own_side(view, known))
    caller = view.heard("call")[0][0]
    return allies_among_strangers(view, caller)


ADVICE = Advice(
    {"bid": bid, "call": call, "demand": best_abroad, "give": give}, WEIGHTS, allies=allies
)
