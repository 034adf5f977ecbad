"""What can go wrong in the arena, each with a sentence that one can act on."""

from __future__ import annotations

from matto.engine.errors import MattoError


class BadContest(MattoError):
    """A contest that cannot be held: too few bots or deals, or an unknown stratum."""


class BotFailed(MattoError):
    """A bot that broke off or chose what is not legal."""
