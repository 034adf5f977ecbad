"""What can be wrong with a model."""

from __future__ import annotations

from matto.engine.errors import MattoError


class BadModel(MattoError):
    """A file that is no model, or not one for this game and version."""
