"""What can be wrong with a training: its folder, its numbers, or a library that is missing."""

from __future__ import annotations

from matto.engine.errors import MattoError


class BadTraining(MattoError):
    """A training that cannot be begun, or a folder that holds another one."""
