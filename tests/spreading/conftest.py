"""Fixtures of the tests that spread work."""

from players.own_bots import own_registry

__all__ = ["own_registry"]
