"""Advice for Tarocchi of Calatafimi for three: bargaining."""

from __future__ import annotations

from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.sicily.bargain import KIND
from matto.players.advice import Advice, bargaining
from matto.players.advice.sicilian_hand_value import WEIGHTS, HandValue, outlook

FIFTEEN_CARDS, DEALERS_GAIN = HandValue(-36.3, 2.7), 12.8
"""The worth of fifteen cards (1,000 deals), and of the talon for the dealer."""


def negotiate(view: View, decision: Decision) -> str | None:
    """Pay with a poor hand, be paid with a good one, hold with a very good one."""
    gain = DEALERS_GAIN if view.seat == view.dealer else 0.0
    return bargaining.say(view, decision, outlook(view.hand, FIFTEEN_CARDS) + gain)


ADVICE = Advice({KIND: negotiate}, WEIGHTS)
