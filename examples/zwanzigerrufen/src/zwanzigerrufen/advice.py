"""Advice for bots: when to play a solo and when to trust the Pagat; all else is common."""

from __future__ import annotations

from matto.engine.cards import KINGS, TRUMPS
from matto.engine.events import Decision
from matto.engine.view import View
from matto.play.weights import Weights
from matto.players.advice import Advice
from zwanzigerrufen import PAGAT_ULTIMO, PASS, SOLO

TAROCKS_FOR_SOLO, HIGH_FOR_SOLO, TAROCKS_FOR_PAGAT = 9, 5, 9
HIGH = frozenset({"F", "T21", "T20", "T19", "T18"}) | KINGS
TAROCKS = TRUMPS | {"F"}


def bid(view: View, _asked: Decision) -> str | None:
    """Play a solo with nine tarocks and five high cards."""
    long = len(TAROCKS.intersection(view.hand)) >= TAROCKS_FOR_SOLO
    return SOLO if long and len(HIGH.intersection(view.hand)) >= HIGH_FOR_SOLO else PASS


def announce(view: View, asked: Decision) -> str | None:
    """Announce the Pagat among nine tarocks."""
    long = len(TAROCKS.intersection(view.hand)) >= TAROCKS_FOR_PAGAT
    return next((word for word in asked.options if (word == PAGAT_ULTIMO) == long), None)


ADVICE = Advice(
    by_kind={"bid": bid, "announce": announce},
    weights=Weights(last_with={"T1": 6.0}),
)
