"""Rules of thumb of the game of the same name: bargaining, laying away, playing cards."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks import bargain_thumb
from matto.blocks.judge import allies_of
from matto.blocks.negotiate import KIND
from matto.blocks.thumb import Player
from matto.engine.game import Advice
from matto.engine.table import Decision, View
from matto.engine.taste import Taste
from matto.games.sicily.common import LAST_TRICK
from matto.games.sicily.outlook import Plan, outlook

TASTE = Taste(last_trick=float(LAST_TRICK))


FIFTEEN_CARDS, DEALERS_GAIN = Plan(-36.3, 2.7), 12.8
"""What a hand of fifteen cards brings (1,000 deals), and the talon the dealer besides."""


def negotiate(view: View, decision: Decision) -> str | None:
    """Pay with a poor hand, be paid with a good one, hold with a very good one."""
    gain = DEALERS_GAIN if view.seat == view.dealer else 0.0
    return bargain_thumb.say(view, decision, outlook(view.hand, FIFTEEN_CARDS) + gain)


def player(view: View) -> Player:
    """One who weighs this view's cards."""
    return Player(view, TASTE, allies_of(view, ()))


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return player(view).best_card(decision.options)


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger."""
    return player(view).lay_away(decision.options)


THUMB: Mapping[str, Advice] = {KIND: negotiate, "play": play, "discard": lay_away}
