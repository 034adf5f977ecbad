"""A hint told: the values of choices in the unit of the game, with how sure they are."""

from __future__ import annotations

from matto.engine.game import Game

__all__ = ["give_or_take", "value_told"]


def value_told(game: Game, value: float) -> str:
    """An average in the unit of the game, with one place behind the point: `+1.2`."""
    told = f"{abs(value) / game.unit:.1f}"
    return f"{'−' if value < 0 and float(told) else '+' if float(told) else ''}{told}"


def give_or_take(game: Game, error: float) -> str:
    """Half of the interval in which the true average is 19 times in 20: `±0.4`."""
    return f"±{error / game.unit:.1f}"
