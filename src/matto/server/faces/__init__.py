"""Card faces: a whole pack drawn by our own code, as one picture that pages show pieces of.

A page shows the card `SK` by `<svg class="face"><use href="{address}#SK"/></svg>`, where
`address(game, options, style, language)` gives the address; `#back` is the back.
"""

from __future__ import annotations

from matto.server.faces.address import OWN, address, asked_for, sprite_for, version
from matto.server.faces.deck import Deck, deck_of, style_of
from matto.server.faces.sheet import BACK, BOX, STYLES, sprite

__all__ = [
    "BACK",
    "BOX",
    "OWN",
    "STYLES",
    "Deck",
    "address",
    "asked_for",
    "deck_of",
    "sprite",
    "sprite_for",
    "style_of",
    "version",
]
