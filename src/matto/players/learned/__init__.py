"""Players that have learned: models, the networks in them, and the bot `quick`."""

from __future__ import annotations

from matto.players.learned.errors import BadModel
from matto.players.learned.quick import QuickBot, forget_models, not_learnt

__all__ = ["BadModel", "QuickBot", "forget_models", "not_learnt"]
