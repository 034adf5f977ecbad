"""The corner of a card, by which it is known when little else of it is seen: rank over sign."""

from __future__ import annotations

from matto.cardart.glyphs import WEIGHT, written
from matto.cardart.palette import index_colour
from matto.cardart.pen import at
from matto.cardart.signs import SIGNS, TILTS
from matto.engine.cards import FOOL, SUITS

MIDDLE = 14.6
HEAD = 7.5
SIGN_HEIGHT = 48.5
SIGN_SCALE = 0.9
CAP_SCALE = 0.7
"""The Fool's cap is wider than all other signs."""


def sign_id(code: str) -> str:
    """Give the id of the sign of a card's suit, of trumps or of the Fool."""
    return f"s{code[0]}"


def set_signs(style: str) -> str:
    """Give every corner sign of a style once, to be shown in the corners."""
    kept = []
    for letter, outline in SIGNS[style].items():
        turn = f' transform="rotate({TILTS[outline]})"' if outline in TILTS else ""
        kept.append(f'<path id="s{letter}"{turn} d="{outline}"/>')
    return "".join(kept)


def rank_shown(code: str, number: str) -> str:
    """Tell what stands in the corner of a card whose pack shows `number` on it, if any."""
    if code == FOOL:
        return FOOL
    return code[1:] if code[0] in SUITS else number or code[1:]


def corner(style: str, code: str, number: str) -> str:
    """Draw rank and sign in the left upper corner."""
    colour = index_colour(style, code)
    rank = f'<g fill="none" stroke="{colour}" stroke-width="{WEIGHT}">'
    rank += f"{written(rank_shown(code, number))}</g>"
    sign = f'<use href="#{sign_id(code)}" fill="{colour}"/>'
    scale = CAP_SCALE if code == FOOL else SIGN_SCALE
    return at(rank, MIDDLE, HEAD) + at(sign, MIDDLE, SIGN_HEIGHT, scale)
