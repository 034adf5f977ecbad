"""The folder of models of one's own, named by an environment variable."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from matto.engine.words import text

FOLDER = "MATTO_MODELS"
"""The environment variable that names a folder of one's own: its models come first."""


def own_models() -> Path | None:
    """The folder that is named, if there is one; raises `BadModel` if it does not exist."""
    named = os.environ.get(FOLDER)
    return _existing(named) if named else None


@cache
def _existing(named: str) -> Path:
    """Looked for once, as bots ask at every decision."""
    if not (folder := Path(named)).is_dir():
        from matto.players.learned.errors import BadModel  # it needs NumPy

        raise BadModel(
            text(
                "{variable} names a folder that there is not: {folder}.",
                variable=FOLDER,
                folder=named,
            )
        )
    return folder
