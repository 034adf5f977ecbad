"""A bot that chooses at random."""

from __future__ import annotations

import random

from matto.engine.table import View


class RandomBot:
    """Any legal choice, each as likely as another."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View) -> str:
        """Give one of the legal choices."""
        return self._rng.choice(view.asked.options)
