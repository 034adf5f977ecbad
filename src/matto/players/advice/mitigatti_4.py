"""Advice for Mitigatti for four: going alone, demanding, calling."""

from __future__ import annotations

from matto.engine.cards import (
    FOOL,
    KINGS,
    NUMBER,
    QUEENS,
    TRUMP_SUIT,
    in_suit,
    is_trump,
    suit_of,
)
from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.nice import ANGEL, HONOURS
from matto.games.nice.mitigatti_4 import PASS, SANS_PRENDRE, VA_SOLETE
from matto.players.advice import Advice
from matto.players.advice import mitigatti_3 as alike
from matto.players.advice.mitigatti_3 import WEIGHTS, evaluator

HIGHEST = (ANGEL, "T21")
A_KING, THE_FOOL = 1.5, 1.5
SOLO_WEIGHT, SANS_PRENDRE_WEIGHT = 8.0, 9.5
"""By `outlook`: from 7.5 on the lone player won more than he lost (1,200 deals)."""


def outlook(view: View) -> float:
    """Rate a hand for playing alone: high trumps, Kings, covered Queens, the Fool."""
    hand = set(view.hand)
    covered = sum(queen[0] + "K" in hand for queen in QUEENS & hand)
    strength = view.pack.strength
    trumps = sum(strength[NUMBER[card]] for card in in_suit(hand, TRUMP_SUIT))
    others = covered + A_KING * len(KINGS & hand) + (THE_FOOL if FOOL in hand else 0.0)
    return trumps / strength[NUMBER[ANGEL]] + others


def bid(view: View, _decision: Decision) -> str | None:
    """Go alone with very many tricks in hand."""
    return VA_SOLETE if outlook(view) >= SOLO_WEIGHT else PASS


def demand(view: View, decision: Decision) -> str | None:
    """Demand the highest trump, else the King of the longest suit that lacks it."""
    options = decision.options
    if SANS_PRENDRE in options and outlook(view) >= SANS_PRENDRE_WEIGHT:
        return SANS_PRENDRE
    wanted = [card for card in HIGHEST if card in options]
    kings = [card for card in options if card in KINGS]
    kings.sort(key=lambda king: -len(in_suit(view.hand, suit_of(king))))
    return next(iter((*wanted, *kings)), options[0])


def give(view: View, decision: Decision) -> str | None:
    """Return a plain card of no worth, of a short suit, to be given back."""
    plain = [c for c in decision.options if not is_trump(c) and c not in KINGS | HONOURS]
    cheap = [card for card in plain if evaluator(view).worth(card) == 0]
    return min(
        cheap or plain or decision.options, key=lambda c: len(in_suit(view.hand, suit_of(c)))
    )


def call(view: View, decision: Decision) -> str | None:
    """Call the King of the shortest suit of which one can lead a card to him."""

    def length(card: str) -> int:
        return len(in_suit(view.hand, suit_of(card))) or len(view.hand)

    return min(decision.options, key=length)


ADVICE = Advice(
    {**alike.ADVICE.by_kind, "bid": bid, "demand": demand, "give": give, "call": call}, WEIGHTS
)
