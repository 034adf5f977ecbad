"""Card faces as SVG, for any medium: a whole pack as one picture with a symbol for each card.

Some SVG of one's own shows the card `SK` by `<use href="PICTURE#SK"/>`; `#back` is the back.
"""

from __future__ import annotations

from matto.telling.cardart.deck import Deck, deck_of, style_of
from matto.telling.cardart.faces import BACK, BOX, STYLES, NoSuchFaces, sign, sprite, sprite_for

__all__ = [
    "BACK",
    "BOX",
    "STYLES",
    "Deck",
    "NoSuchFaces",
    "deck_of",
    "sign",
    "sprite",
    "sprite_for",
    "style_of",
]
