"""Rules of thumb of the game of the same name, in which one only plays cards."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.judge import allies_of
from matto.blocks.thumb import Player
from matto.engine.game import Advice
from matto.engine.table import Decision, View
from matto.engine.taste import Taste
from matto.games.sicily.common import LAST_TRICK

TASTE = Taste(last_trick=float(LAST_TRICK))


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return Player(view, TASTE, allies_of(view, ())).best_card(decision.options)


THUMB: Mapping[str, Advice] = {"play": play}
