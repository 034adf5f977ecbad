"""Figures and letters of the corners, drawn as strokes: no font is needed to read a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from matto.cardart.pen import short

HEIGHT = 26
WEIGHT = 4
ROOM = 23.4
"""How wide a word may be; what is wider is squeezed."""

GAP = 2.2


@dataclass(frozen=True)
class Glyph:
    """One sign: how wide it is, and the strokes in a box `HEIGHT` high."""

    width: float
    strokes: str


GLYPHS: Mapping[str, Glyph] = MappingProxyType(
    {
        "0": Glyph(14.4, "M7.2 2C3.4 2 2 5.4 2 13S3.4 24 7.2 24 12.4 20.6 12.4 13 11 2 7.2 2Z"),
        "1": Glyph(9, "M.8 7.6C3.6 6.4 5.4 4.6 6.2 2.2V26"),
        "2": Glyph(14, "M2 8.4C2 4.6 4 2 7 2S12 4.4 12 7.8C12 13 4 17 2.6 24H13"),
        "3": Glyph(
            14,
            "M2.2 6.6C2.8 3.6 4.6 2 7 2 9.8 2 11.6 4 11.6 7.2S9.6 12.3 5.6 12.3"
            "C9.8 12.3 12 14.6 12 18.2S10 24 7 24C4.4 24 2.6 22.4 2 19.2",
        ),
        "4": Glyph(14.4, "M10 26V2.6H9.6L2.2 18.4H14.2"),
        "5": Glyph(
            14,
            "M12 2H4L3.2 12.6C4 11 5.4 10.2 7.2 10.2 10.2 10.2 12 12.6 12 17S10 24 6.8 24"
            "C4.2 24 2.6 22.4 2 19.6",
        ),
        "6": Glyph(
            14.2,
            "M11.4 5.6C10.8 3.2 9.4 2 7.4 2 3.6 2 2 6 2 14.4 2 20.6 3.8 24 7.1 24S12.2 21.4"
            " 12.2 17 10.4 10.6 7.4 10.6 2 13 2 17",
        ),
        "7": Glyph(13.6, "M1 2H12.2C9.2 8.4 6.6 15 6 26"),
        "8": Glyph(
            14.2,
            "M7.1 12.2C4.2 12.2 2.6 10.2 2.6 7.1S4.2 2 7.1 2 11.6 4 11.6 7.1 10 12.2 7.1 12.2Z"
            "C3.8 12.2 2 14.6 2 18.1S3.8 24 7.1 24 12.2 21.6 12.2 18.1 10.4 12.2 7.1 12.2Z",
        ),
        "9": Glyph(
            14.2,
            "M2.8 20.4C3.4 22.8 4.8 24 6.8 24 10.6 24 12.2 20 12.2 11.6 12.2 5.4 10.4 2 7.1 2"
            "S2 4.6 2 9 3.8 15.4 6.8 15.4 12.2 13 12.2 9",
        ),
        "A": Glyph(17, "M2 26 7.8 1.6H9.2L15 26M4.4 18.6H12.6"),
        "K": Glyph(16, "M2.4 0V26M13.6 0 3 15.4M6.4 11 14.4 26"),
        "Q": Glyph(
            16.4,
            "M8 2C3.8 2 2 5.6 2 13S3.8 24 8 24 14 20.4 14 13 12.2 2 8 2ZM8.6 17.6 15.2 25.6",
        ),
        "C": Glyph(
            15, "M13 8C12.4 4 10.6 2 8 2 3.8 2 2 5.6 2 13S3.8 24 8 24C10.6 24 12.4 22 13 18"
        ),
        "J": Glyph(13.6, "M5 2H11.2V18C11.2 22 9.6 24 6.6 24 3.6 24 2 22.2 2 18.6"),
        "F": Glyph(13.4, "M2.4 26V2H13M2.4 13.2H11.4"),
    }
)


def set_glyphs() -> str:
    """Give every glyph once, to be shown by `written`."""
    return "".join(
        f'<path id="g{sign}" d="{glyph.strokes}"/>' for sign, glyph in GLYPHS.items()
    )


def width_of(word: str) -> float:
    """Tell how wide a word is that `written` writes."""
    return min(ROOM, _natural_width(word))


def written(word: str) -> str:
    """Write a word of glyphs, its middle at 0 and its head at 0."""
    natural = _natural_width(word)
    place = -natural / 2
    parts = []
    for sign in word:
        parts.append(f'<use href="#g{sign}" x="{short(place)}"/>')
        place += GLYPHS[sign].width + GAP
    shape = "".join(parts)
    if natural <= ROOM:
        return shape
    return f'<g transform="scale({short(ROOM / natural)} 1)">{shape}</g>'


def _natural_width(word: str) -> float:
    return sum(GLYPHS[sign].width for sign in word) + GAP * (len(word) - 1)
