"""The sheet: all cards of a pack and their back as the symbols of one SVG document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType, ModuleType

from matto.server.faces import french, italian
from matto.server.faces.back import back, set_star
from matto.server.faces.deck import Deck
from matto.server.faces.glyphs import set_glyphs
from matto.server.faces.palette import EDGE, PAPER
from matto.server.faces.strip import set_signs

BOX = "0 0 100 180"
BACK = "back"
PAPER_SHAPE = (
    f'<rect id="paper" x=".5" y=".5" width="99" height="179" rx="7.5" fill="{PAPER}" '
    f'stroke="{EDGE}"/>'
)
STYLES: Mapping[str, ModuleType] = MappingProxyType({"italian": italian, "french": french})
KEPT = 48


@lru_cache(maxsize=KEPT)
def sprite(style: str, deck: Deck) -> bytes:
    """Draw a pack: one symbol for each card, by its code, and one for the back."""
    shared = PAPER_SHAPE + set_glyphs() + set_signs(style) + set_star() + _shared(style, deck)
    cards = "".join(_symbol(code, STYLES[style].card(deck, code)) for code in deck.codes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{shared}</defs>'
        f"{cards}{_symbol(BACK, back())}</svg>\n"
    ).encode()


def _shared(style: str, deck: Deck) -> str:
    drawn = french.halves(deck) if style == french.STYLE else ""
    return str(STYLES[style].shared()) + drawn


def _symbol(name: str, content: str) -> str:
    return f'<symbol id="{name}" viewBox="{BOX}"><use href="#paper"/>{content}</symbol>\n'
