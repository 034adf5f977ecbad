"""Hints: what a bot would do, and what each choice is worth beside it, with how sure."""

from __future__ import annotations

import msgspec

__all__ = ["ChoiceValue", "Hint"]


class ChoiceValue(msgspec.Struct, frozen=True):
    """What a choice brings on average, in the game's smallest unit, give or take `error`.

    `deals` is in how many deals it was tried; `equal` tells that these do not tell it from the
    best one.
    """

    choice: str
    value: float
    error: float
    deals: int
    equal: bool = False


class Hint(msgspec.Struct, frozen=True):
    """What a bot would choose, and the values of what it has thought about, the best first.

    There are no values where it does not think, or where there is nothing to choose. `learned`:
    what a network promises is part of them, and `error` is that of the deals alone.
    """

    bot: str
    choice: str
    values: tuple[ChoiceValue, ...] = ()
    learned: bool = False
