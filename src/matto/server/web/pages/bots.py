"""What bots are called where people meet them, and what each is like."""

from __future__ import annotations

from collections.abc import Mapping

from matto.players.levels import LEVELS, Level


def known_bots() -> Mapping[str, Level]:
    """All strengths by the name of their bot, the usual one first."""
    return {level.bot: level for level in LEVELS}
