"""Timings of decisions: a histogram in steps of two hundredths, so that counts add up."""

from __future__ import annotations

import math
from collections.abc import Mapping

STEP = math.log(1.02)
SHORTEST = 1e-7
"""Seconds below which times are not told apart."""

Counts = dict[int, int]
"""How many times fell into each step; step k holds times from 1.02^k to 1.02^(k+1) seconds."""


class Timings:
    """Times of one player's decisions by phase (the kind of decision)."""

    def __init__(self) -> None:
        self.phases: dict[str, Counts] = {}

    def note(self, phase: str, seconds: float) -> None:
        """Count one decision."""
        step = step_of(seconds)
        counts = self.phases.setdefault(phase, {})
        counts[step] = counts.get(step, 0) + 1

    def add(self, phases: Mapping[str, Mapping[int, int]]) -> None:
        """Count what others have counted."""
        for phase, more in phases.items():
            counts = self.phases.setdefault(phase, {})
            for step, times in more.items():
                counts[step] = counts.get(step, 0) + times

    def all_phases(self) -> Counts:
        """The counts of all phases together."""
        together = Timings()
        for counts in self.phases.values():
            together.add({"": counts})
        return together.phases.get("", {})


def step_of(seconds: float) -> int:
    """The step that a time falls into."""
    return math.floor(math.log(max(seconds, SHORTEST)) / STEP)


def quantile(counts: Mapping[int, int], share: float) -> float:
    """The time in seconds that a share of the decisions did not exceed, to 2 % at most."""
    wanted = share * sum(counts.values())
    passed = 0
    for step in sorted(counts):
        passed += counts[step]
        if passed >= wanted:
            return math.exp((step + 1) * STEP)
    return 0.0


def total(counts: Mapping[int, int]) -> float:
    """All times together in seconds, to 2 %."""
    return sum(times * math.exp(step * STEP) for step, times in counts.items())


def mean(counts: Mapping[int, int]) -> float:
    """The mean time in seconds, to 2 %."""
    return total(counts) / (sum(counts.values()) or 1)


def share_over(counts: Mapping[int, int], seconds: float) -> float:
    """The share of decisions that took longer than so many seconds."""
    limit = step_of(seconds)
    decisions = sum(counts.values())
    return sum(times for step, times in counts.items() if step >= limit) / (decisions or 1)
