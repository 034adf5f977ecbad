"""How likely hidden cards are, given what has been said: worlds in which it would be said."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate

from matto.bots.ranking import Advisor
from matto.cards import NUMBER
from matto.run import SAY, Run

PLAY = "play"
AS_EXPECTED, OTHERWISE = 1.0, 0.25
"""How the weight of a world changes with each word that fits a player's cards, or does not."""


def has_been_said(run: Run, viewer: int) -> bool:
    """Tell whether others have said anything by which their cards may be judged."""
    return any(
        _tells(action.kind, action.choice) and action.seat != viewer and len(offered) > 1
        for action, offered in zip(run.actions, run.offered, strict=True)
    )


def weight(run: Run, viewer: int, advisor: Advisor) -> float:
    """How well the others' words up to the first card fit the cards they hold in a world."""
    again, fits = run.fork(0), 1.0
    for action in run.actions:
        if action.kind == PLAY or again.decision is None:
            break
        if _tells(action.kind, action.choice) and action.seat != viewer:
            expected = advisor(again.view(action.seat))
            fits *= AS_EXPECTED if expected == action.choice else OTHERWISE
        again.act(action)
    return fits


def _tells(kind: str, choice: str) -> bool:
    return kind != SAY and choice not in NUMBER


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
