"""Where models are found: those that come with matto, or a folder of one's own."""

from __future__ import annotations

from pathlib import Path

from matto.encoding import Encoding
from matto.engine.words import Text, text
from matto.players.learned.errors import BadModel
from matto.players.learned.model import Model, read_model
from matto.players.own_models import FOLDER, own_models

__all__ = ["FOLDER", "WEIGHTS", "model_of", "path_of"]

WEIGHTS = Path(__file__).parent / "weights"


def path_of(game_id: str) -> Path | None:
    """Where the model of a game lies, None if there is none.

    Raises `BadModel` if the folder of one's own does not exist.
    """
    own = own_models()
    folders = (WEIGHTS,) if own is None else (own, WEIGHTS)
    files = (folder / f"{game_id}.npz" for folder in folders)
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
