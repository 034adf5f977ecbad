"""Card faces: a whole pack drawn by our own code, as one picture that pages show pieces of."""

from __future__ import annotations

from matto.server.faces.deck import Deck, deck_of, style_of
from matto.server.faces.sheet import BACK, STYLES, sprite

__all__ = ["BACK", "STYLES", "Deck", "deck_of", "sprite", "style_of"]
