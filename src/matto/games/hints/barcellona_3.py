"""Rules of thumb of the game of the same name: when to go alone, how to play."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.judge import allies_of
from matto.blocks.sicilian import LAST_TRICK
from matto.blocks.thumb import Player, Taste
from matto.game import Advice
from matto.table import Decision, View

SOLO = "solo"
TASTE = Taste(last_trick=float(LAST_TRICK))


def player(view: View) -> Player:
    """One who weighs this view's cards."""
    soloists = {seat for seat, word in view.heard("bid") if word == SOLO}
    friends = (
        set(range(view.seats)) - soloists if soloists and view.seat not in soloists else ()
    )
    return Player(view, TASTE, allies_of(view, friends))


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return player(view).best_card(decision.options)


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger."""
    return player(view).lay_away(decision.options)


THUMB: Mapping[str, Advice] = {"play": play, "discard": lay_away}
