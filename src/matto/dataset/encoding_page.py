"""The names of all that is numbered, for those who read a data set without matto."""

from __future__ import annotations

import json

from matto.dataset.recipe import Recipe
from matto.encoding import encoding_of


def encoding_page(recipe: Recipe) -> bytes:
    """Give the names of the observation's entries, of the actions and of the cards, as JSON."""
    encoding = encoding_of(*recipe.found_game())
    page = {
        "version": encoding.version,
        "observation": list(encoding.names),
        "scale": encoding.scale.tolist(),
        "actions": list(encoding.actions),
        "cards": list(encoding.cards),
    }
    return json.dumps(page, indent=1, ensure_ascii=False).encode() + b"\n"
