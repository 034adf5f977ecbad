"""A pack as one picture: all cards and their back as the symbols of one SVG document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType, ModuleType

from matto.cardart import french, italian
from matto.cardart.back import back, set_star
from matto.cardart.corner import set_signs
from matto.cardart.deck import Deck, deck_of
from matto.cardart.glyphs import set_glyphs
from matto.cardart.palette import EDGE, PAPER
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.words import text

BOX = "0 0 100 180"
BACK = "back"
PAPER_SHAPE = (
    f'<rect id="paper" x=".5" y=".5" width="99" height="179" rx="7.5" fill="{PAPER}" '
    f'stroke="{EDGE}"/>'
)
STYLES: Mapping[str, ModuleType] = MappingProxyType({"italian": italian, "french": french})
KEPT = 48


class NoSuchFaces(MattoError):
    """A style of card faces, or a language of the names on them, that is not drawn."""

    def __init__(self, style: str) -> None:
        super().__init__(text("There are no card faces “{style}” like that.", style=style))


def sprite_for(game: Game, options: Options, style: str, language: str) -> bytes:
    """Draw the pack of a game, with its own numbers and names; raises `NoSuchFaces`."""
    if style not in STYLES:
        raise NoSuchFaces(style)
    return sprite(style, deck_of(game, options, language))


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
