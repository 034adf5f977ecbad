"""What cannot be encoded."""

from __future__ import annotations

from matto.engine.errors import MattoError


class NotEncoded(MattoError):
    """A choice, a view or a version for which an encoding has no number."""
