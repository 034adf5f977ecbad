"""Zwanzigerrufen is tried with what every game is tried with."""

from __future__ import annotations

from pathlib import Path

from matto.research.testing.games import GameTests
from matto.research.testing.position import Expected


class TestZwanzigerrufen(GameTests):
    game_id = "zwanzigerrufen"
    root = Path(__file__).parents[1]
    expected = Expected(totals=lambda _run: frozenset({88}))  # 1.3
