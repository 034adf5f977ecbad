"""Advice for the game of the same name: what to tell, when to throw in."""

from __future__ import annotations

from matto.blocks.auction import SILENCE
from matto.engine.cards import NUMBER, is_trump
from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.sicily import CINQUINE, DECINE, MISCHIO, TENGO
from matto.games.sicily.tortorici_4 import ACROSS
from matto.players.advice import Advice
from matto.players.advice.sicilian_hands import WEIGHTS


def strength(view: View) -> float:
    """How strong a party looks to one of it: its own cards, and what the partner has told."""
    partner = (view.seat or 0) + ACROSS
    told = [card for seat, card in view.heard("declare") if seat == partner % view.seats]
    cards = {*view.hand, *(card for card in told if card in NUMBER)}
    values = sum(view.pack.value_of[card] for card in cards & (CINQUINE | DECINE))
    return values + TRUMP * sum(map(is_trump, cards))


TRUMP = 1.5
PER_CARD = 1.57
"""The average of that for a card: 70 points in fives and tens and 21 trumps in 63 cards."""


def tell(view: View, decision: Decision) -> str | None:
    """Tell the partner the best card not told yet of a good hand; of a poor one keep silent."""
    told = {card for seat, card in view.heard("declare") if seat == view.seat}
    cards = [card for card in decision.options if card in NUMBER and card not in told]
    if not cards or strength(view) < PER_CARD * len(view.hand):
        return SILENCE
    return max(cards, key=view.pack.value_of.__getitem__)


def decide(view: View, _decision: Decision) -> str | None:
    """Play unless the party looks weak beside what the others have told."""
    own = {view.seat, ((view.seat or 0) + ACROSS) % view.seats}
    against = sum(
        view.pack.value_of[card]
        for seat, card in view.heard("declare")
        if seat not in own and card in NUMBER
    )
    hope = strength(view) - PER_CARD * len(view.hand) - against / 2
    return TENGO if hope > FEAR else MISCHIO


FEAR = -5.0


def turn_up(view: View, decision: Decision) -> str | None:
    """Turn up a card of an opponent: what he holds is worth knowing."""
    opponents = ("right", "left")
    found = (word for word in decision.options if word.endswith(opponents))
    return next(found, decision.options[-1])


ADVICE = Advice(
    {
        "call": turn_up,
        "declare": tell,
        "talk": decide,
    },
    WEIGHTS,
)
