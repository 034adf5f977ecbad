"""Names on cards: the only text that needs a font, in whatever serif there is."""

from __future__ import annotations

from html import escape

from matto.cardart.palette import INK
from matto.cardart.pen import short

FONT = "Georgia,'Times New Roman','DejaVu Serif',serif"
SIZE = 12.5
LETTER = 0.56
"""How wide a letter is on the average, in parts of the size."""


def lettering(words: str, room: float, place: str, *, middle: bool = False) -> str:
    """Write some words where `place` moves them, smaller if there is not room for them."""
    if not words:
        return ""
    size = min(SIZE, room / (LETTER * len(words)))
    anchor = ' text-anchor="middle"' if middle else ""
    return (
        f'<text transform="{place}"{anchor} font-family="{FONT}" font-size="{short(size)}" '
        f'fill="{INK}">{escape(words)}</text>'
    )
