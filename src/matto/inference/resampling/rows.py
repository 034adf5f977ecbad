"""Systematic resampling: drawn worlds are chosen by their weights."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate


def resample_rows(weights: Sequence[float], wanted: int, seed: int) -> list[int]:
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
