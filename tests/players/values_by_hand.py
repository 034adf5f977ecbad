"""What cards have brought in deals, made by hand: three cards, or any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from matto.kernel.layout import Reals
from matto.players.card_search import Found
from matto.players.playouts import SearchBudget, Tried
from matto.players.search import TriedOut

BUDGET = SearchBudget(card_doubt=1.0, habit_margin=3.0)
CARDS = ("SK", "S5", "T20")


def brought(*means: float) -> Reals:
    """What cards have brought in a hundred deals, each by chance more or less than its mean."""
    chance = np.random.default_rng(1).normal(0, 10, (1, 100))
    noise = np.random.default_rng(2).normal(0, 1, (len(means), 100))
    noise -= noise.mean(axis=1, keepdims=True)
    return np.array(means)[:, None] + chance + noise


def found(*means: float) -> Found:
    """The same where no network has promised anything."""
    return alone(brought(*means))


def alone(values: Reals) -> Found:
    """What cards have brought in deals, and nothing beside."""
    return Found(values, values)


def tried_by_hand(brought: Mapping[str, Sequence[float]]) -> TriedOut:
    """What choices brought in the first worlds, some in fewer of them than others."""
    times = np.array([len(found) for found in brought.values()])
    worlds = np.arange(times.max())
    values = np.full((1, len(times), len(worlds)), -99.0)
    for row, found in enumerate(brought.values()):
        values[0, row, : len(found)] = found
    return TriedOut([*brought], Tried(values, worlds, times), worlds)
