"""Advice for Tarocchi of Tortorici for four: what to tell, when to throw in."""

from __future__ import annotations

from collections.abc import Collection

from matto.blocks.auction import SILENCE
from matto.engine.cards import NUMBER, is_trump
from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.sicily import CINQUINE, DECINE, MISCHIO, TENGO
from matto.games.sicily.tortorici_4 import ACROSS
from matto.players.advice import Advice
from matto.players.advice.sicilian_hand_value import WEIGHTS


def shown_by(view: View, seats: Collection[int | None]) -> set[str]:
    """The cards of some seats that were turned up or told."""
    shown = (*view.heard("turned up"), *view.heard("declare"))
    return {card for seat, card in shown if seat in seats and card in NUMBER}


def strength(view: View) -> float:
    """Rate a party as one of it sees it: its own cards, and the partner's that it knows."""
    cards = {*view.hand, *shown_by(view, party_of(view))}
    values = sum(view.pack.value_of[card] for card in cards & (CINQUINE | DECINE))
    return values + TRUMP * sum(map(is_trump, cards))


def party_of(view: View) -> set[int | None]:
    """The seat of a view and its partner's."""
    return {view.seat, ((view.seat or 0) + ACROSS) % view.seats}


TRUMP = 1.5
PER_CARD = 1.57
"""The average of that for a card: 70 points in fives and tens and 21 trumps in 63 cards."""


def tell(view: View, decision: Decision) -> str | None:
    """Tell the partner the best unknown card of a good hand; of a poor one keep silent."""
    known = shown_by(view, {view.seat})
    cards = [card for card in decision.options if card in NUMBER and card not in known]
    if not cards or strength(view) < PER_CARD * len(view.hand):
        return SILENCE
    return max(cards, key=view.pack.value_of.__getitem__)


def decide(view: View, _decision: Decision) -> str | None:
    """Play unless the party looks weak beside what the others have told."""
    opponents = set(range(view.seats)) - party_of(view)
    against = sum(view.pack.value_of[card] for card in shown_by(view, opponents))
    hope = strength(view) - PER_CARD * len(view.hand) - against / 2
    return TENGO if hope > FEAR else MISCHIO


FEAR = -5.0


def turn_up(view: View, decision: Decision) -> str | None:
    """Turn up a card of an opponent: what he holds is worth knowing."""
    opponents = ("right", "left")
    found = (word for word in decision.options if word.endswith(opponents))
    return next(found, decision.options[-1])


ADVICE = Advice({"call": turn_up, "declare": tell, "talk": decide}, WEIGHTS)
