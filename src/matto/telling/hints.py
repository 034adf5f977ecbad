"""A hint told: the values of choices in the unit of the game, with how sure they are."""

from __future__ import annotations

from matto.engine.game import Game
from matto.engine.words import Text, text

__all__ = ["give_or_take", "value_told"]


def value_told(game: Game, value: float) -> Text:
    """An average in the unit of the game, with one place behind the point: `+1.2`."""
    told = value / game.unit
    sign = "" if _is_nothing(told) else "−" if told < 0 else "+"
    return _one_place(sign, told)


def give_or_take(game: Game, error: float) -> Text | None:
    """Half of the interval in which the true average is 19 times in 20: `±0.4`.

    None where all deals tried ended alike: that is no reason to be certain.
    """
    told = error / game.unit
    return None if _is_nothing(told) else _one_place("±", told)


def _is_nothing(amount: float) -> bool:
    return not float(f"{abs(amount):.1f}")


def _one_place(sign: str, amount: float) -> Text:
    """An amount with the decimal mark of the language it is told in."""
    whole, tenth = f"{abs(amount):.1f}".split(".")
    return text("{sign}{whole}.{tenth}", sign=sign, whole=whole, tenth=tenth)
