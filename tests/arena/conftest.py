"""Fixtures of the arena's tests."""

from arena.players import players

__all__ = ["players"]
