"""Fixtures of the arena's tests."""

from arena.players import players
from players.own_bots import own_registry

__all__ = ["own_registry", "players"]
