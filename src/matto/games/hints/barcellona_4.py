"""Rules of thumb of the game of the same name, in which one only plays cards."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.judge import allies_of
from matto.blocks.sicilian import LAST_TRICK
from matto.blocks.thumb import Player, Taste
from matto.game import Advice
from matto.table import Decision, View

TASTE = Taste(last_trick=float(LAST_TRICK))
ACROSS = 2  # seats on


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card, with the partner across if there is one."""
    partners = view.seat is not None and view.options["format"] == "partners"
    friends = {((view.seat or 0) + ACROSS) % view.seats} if partners else ()
    return Player(view, TASTE, allies_of(view, friends)).best_card(decision.options)


THUMB: Mapping[str, Advice] = {"play": play}
