"""Deals of every game and option, at each of their questions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from matto.engine.run import Run
from matto.research.testing.checks import Case, default_cases, other_cases
from matto.research.testing.position import Player
from server.table_views import step

CASES = [
    *default_cases(),
    *(pytest.param(case, marks=pytest.mark.slow) for case in other_cases()),
]
"""Every game; and in the whole suite, every option."""


def deals(case: Case, seed: int) -> Iterator[Run]:
    """A deal by chance, at each of its questions."""
    run = Run.shuffled(case.game, seed=seed, options=case.options)
    player = Player(random.Random(seed))
    while run.decision is not None:
        yield run
        step(run, player)


def some_deals(case: Case) -> Iterator[Run]:
    """Several deals by chance: not every one has gifts and calls."""
    for seed in range(4):
        yield from deals(case, seed)
