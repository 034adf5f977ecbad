"""Advice for Tarocchi of Calatafimi for four: bargaining, going alone, finding a partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matto.engine.cards import in_suit, suit_of
from matto.engine.events import SAY, Decision
from matto.engine.view import View
from matto.games.sicily import PASSO, SOLO
from matto.games.sicily.bargain import KIND
from matto.games.sicily.calatafimi_4 import (
    BATTO,
    HIGHEST,
    NAMING,
    QUINDICI,
    VENTI,
    ZERO,
    friends,
)
from matto.players.advice import Advice, bargaining
from matto.players.advice.sicilian_hand_value import WEIGHTS, HandValue, outlook
from matto.players.heuristic import allies_of, evaluator_of

# -- what a hand is worth, measured in 1,000 deals and more ----------------------------------

BEFORE_THE_LAST_PACKET = HandValue(-22.0, 2.2)
ALONE = HandValue(4.7, 2.75)
WITH_A_PARTNER = HandValue(-33.0, 2.2)
DEALERS_GAIN, DEALERS_GAIN_WITH_A_PARTNER = 10.0, 7.5
"""The worth of the talon for the dealer."""
HALF, OPPONENTS = 55, 3


def negotiate(view: View, decision: Decision) -> str | None:
    """Pay with a poor hand, be paid with a good one, hold with a very good one."""
    gain = DEALERS_GAIN if view.seat == view.dealer else 0.0
    hope = outlook(view.hand, BEFORE_THE_LAST_PACKET) + gain
    return bargaining.say(view, decision, hope)


def with_a_partner(view: View) -> float:
    """Return what playing with a partner brings."""
    gain = DEALERS_GAIN_WITH_A_PARTNER if view.seat == view.dealer else 0.0
    return outlook(view.hand, WITH_A_PARTNER) + gain


def bid(view: View, decision: Decision) -> str | None:
    """Go alone if that brings more than a partner; look for one, or be one, with enough."""
    options = decision.options
    if SOLO in options:
        alone = OPPONENTS * (outlook(view.hand, ALONE) - HALF)
        return SOLO if alone > max(0.0, with_a_partner(view)) else PASSO
    if VENTI in options:
        return VENTI if with_a_partner(view) > 0 else ZERO
    return QUINDICI if QUINDICI in options else ZERO


def call(view: View, decision: Decision) -> str | None:
    """Where the rules leave a choice, any is as good as another: the first."""
    return decision.options[0]


# -- cards -----------------------------------------------------------------------------------


def play(view: View, decision: Decision) -> str | None:
    """Lead the suit of a called card to a hidden partner; else play what promises most."""
    own = evaluator_of(view, WEIGHTS, allies_of(view, friends(view)))
    for seat, card in told_by_knocks(view):
        if card not in own.sight.gone:
            own.sight.held_by[seat].add(card)
    best = own.best_card(decision.options)
    for caller, card in view.heard("call"):
        if caller != view.seat or view.lying or friends(view):
            continue
        to_partner = in_suit(decision.options, suit_of(card))
        if to_partner:
            return to_partner[-1]
    return best


# -- knocking --------------------------------------------------------------------------------


def worth_saying(view: View) -> Sequence[str]:
    """Knock once, before a partner leads, and name the cards."""
    knocked = any(seat == view.seat for seat, _ in view.heard(SAY))
    leader = None if view.waiting is None else view.waiting.seat
    if knocked or view.lying or leader not in friends(view):
        return ()
    return sorted(view.asides, key=lambda word: len(NAMING.get(word, ())), reverse=True)


def told_by_knocks(view: View) -> Iterator[tuple[int, str]]:
    """The seats that have knocked, each with the cards that it named or must have meant."""
    for seat, word in view.heard(SAY):
        if seat == view.seat:
            continue
        own = [card for card in HIGHEST if card in view.hand]
        meant = set(HIGHEST) - set(own) if word == BATTO and own else ()
        for card in NAMING.get(word, meant):
            yield seat, card


ADVICE = Advice(
    {KIND: negotiate, "bid": bid, "call": call, "play": play},
    WEIGHTS,
    worth_saying=worth_saying,
)
