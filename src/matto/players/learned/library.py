"""Where models are found: those that come with matto, or a folder of one's own."""

from __future__ import annotations

import os
from pathlib import Path

from matto.encoding import Encoding
from matto.engine.words import Text, text
from matto.players.learned.errors import BadModel
from matto.players.learned.model import Model, read_model

FOLDER = "MATTO_MODELS"
"""The environment variable that names a folder of one's own: its models come first."""

WEIGHTS = Path(__file__).parent / "weights"


def path_of(game_id: str) -> Path | None:
    """Where the model of a game lies, None if there is none."""
    own = os.environ.get(FOLDER)
    folders = [Path(own)] if own else []
    files = (folder / f"{game_id}.npz" for folder in (*folders, WEIGHTS))
    return next((file for file in files if file.is_file()), None)


def model_of(encoding: Encoding) -> Model | Text:
    """Read the model of a game, or give the reason why there is none."""
    path = path_of(encoding.game.id)
    if path is None:
        return text("{game}: not trained.", game=encoding.game.id)
    try:
        return read_model(path, encoding)
    except BadModel as wrong:
        return wrong.sentence
