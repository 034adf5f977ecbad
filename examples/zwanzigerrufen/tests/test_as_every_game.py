"""Zwanzigerrufen is tried with what every game is tried with."""

from __future__ import annotations

from pathlib import Path

from matto.testing.expected import Expected
from matto.testing.games import GameTests


class TestZwanzigerrufen(GameTests):
    game_id = "zwanzigerrufen"
    root = Path(__file__).parents[1]
    expected = Expected(totals=lambda _run: frozenset({88}))  # 1.3
