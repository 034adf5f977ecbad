"""Advice for Vanto of Tortorici for three: when to go alone."""

from __future__ import annotations

from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.sicily import BENE, CHIAMO, HALF, SOLO, SOLO_IO
from matto.players.advice import Advice
from matto.players.advice.sicilian_hand_value import ALONE_TALON_UNSEEN, WEIGHTS, outlook

AVERAGE_CARD, WHOLE_HAND = 1.8, 20
"""The mean weight of a card that is still to come, and the number of these."""


def hope_alone(view: View) -> float:
    """Estimate the card points above 55 of going alone, with average cards still to come."""
    to_come = AVERAGE_CARD * (WHOLE_HAND - len(view.hand))
    return outlook(view.hand, ALONE_TALON_UNSEEN) + to_come - HALF


BETTER_THAN_CALLING, BETTER_THAN_LEAVING, SOLO_OVER_DEFENDING = 30.0, 13.0, 0.0
"""From which hope a solo wins more than the own chiamo, or the forehand's (500 deals each): a
good hand wins most of it in a chiamo too. Against a solo the forehand wants half the points."""


def bid(view: View, decision: Decision) -> str | None:
    """Go alone with the hope of much more than a half; else call, or pass."""
    hope, options = hope_alone(view), decision.options
    if SOLO_IO in options:
        return SOLO_IO if hope > SOLO_OVER_DEFENDING else BENE
    if hope > (BETTER_THAN_CALLING if CHIAMO in options else BETTER_THAN_LEAVING):
        return SOLO
    return CHIAMO if CHIAMO in options else BENE


ADVICE = Advice({"bid": bid}, WEIGHTS)
