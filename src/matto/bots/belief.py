"""How likely hidden cards are, given what has been said: worlds in which it would be said."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate

from matto.bots.ranking import Advisor
from matto.cards import NUMBER
from matto.run import SAY, Run

PLAY = "play"
AS_EXPECTED, OTHERWISE = 1.0, 0.08
"""How the weight of a world changes with each word that fits a player's cards, or does not.

Whoever plays alone holds a hand of which there are few: with a milder factor the many other
hands outweigh it, and opponents expect too much."""

SHOWN = frozenset({"declare"})
"""Questions whose answers prove cards: worlds have them already, and silence tells little."""


def has_been_said(run: Run, viewer: int) -> bool:
    """Tell whether others have said anything by which their cards may be judged."""
    return any(
        _tells(action.kind, action.choice) and action.seat != viewer and len(offered) > 1
        for action, offered in zip(run.actions, run.offered, strict=True)
    )


class Weighing:
    """How well the others' words up to the first card fit the cards they hold in a world."""

    def __init__(self, viewer: int, advisor: Advisor) -> None:
        self.viewer = viewer
        self.advisor = advisor
        self.fits = 1.0

    def __call__(self, run: Run, seat: int, kind: str, choice: str) -> None:
        """Compare a word with what the rule of thumb would have said with those cards."""
        if seat != self.viewer and _tells(kind, choice):
            expected = self.advisor(run.view(seat))
            self.fits *= AS_EXPECTED if expected == choice else OTHERWISE


def _tells(kind: str, choice: str) -> bool:
    return kind != SAY and kind not in SHOWN and choice not in NUMBER


def resampled(weights: Sequence[float], wanted: int, seed: int) -> list[int]:
    """Draw so many of some worlds by their weights, evenly, so that few come twice."""
    total = list(accumulate(weights))
    step = total[-1] / wanted
    at = random.Random(seed).random() * step
    drawn, place = [], 0
    for _ in range(wanted):
        while total[place] < at and place < len(total) - 1:
            place += 1
        drawn.append(place)
        at += step
    return drawn
