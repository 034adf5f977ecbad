"""An Italian card: a tinted spine with corner and name, beside it one picture in a frame."""

from __future__ import annotations

from matto.cardart import aces, courts, pips, trumps
from matto.cardart.corner import corner
from matto.cardart.deck import Deck
from matto.cardart.lettering import lettering
from matto.cardart.palette import INK, ground_colour
from matto.cardart.pen import draw, inked, keep, short
from matto.engine.cards import COURTS, SUITS

STYLE = "italian"
FIELD = (28.3, 5.0, 68.5, 170.0)
"""Where the picture is on the card: left, top, width and height."""
PICTURE = (-32.25, 0.0, 64.5, 160.0)
"""The part of a drawing that is seen there."""
SPINE = "M28.3 1H8A7 7 0 0 0 1 8V172A7 7 0 0 0 8 179H28.3Z"
NAME_ROOM = 104
NAME_X, NAME_FOOT = 18.4, 171


def shared() -> str:
    """Give what the cards of this style have in common."""
    left, top, width, height = map(short, FIELD)
    frame = (
        f'<rect id="frame" x="{left}" y="{top}" width="{width}" height="{height}" fill="none" '
        f'stroke="{INK}" stroke-width="1.2"/>'
    )
    signs = "".join(keep(pips.pip_id(suit), draw(sign)) for suit, sign in pips.PIPS.items())
    return f'<path id="spine" d="{SPINE}"/>{frame}{signs}'


def card(deck: Deck, code: str) -> str:
    """Draw what is on a card's paper."""
    left, top, width, height = map(short, FIELD)
    box = " ".join(map(short, PICTURE))
    return (
        f'<use href="#spine" fill="{ground_colour(STYLE, code)}"/>'
        f'<svg x="{left}" y="{top}" width="{width}" height="{height}" viewBox="{box}">'
        f"{inked(picture(deck, code))}</svg>"
        f'<use href="#frame"/>{corner(STYLE, code, deck.number(code))}{_name(deck.name(code))}'
    )


def picture(deck: Deck, code: str) -> str:
    """Draw what stands in a card's field."""
    if code in COURTS:
        return courts.italian(code, maids=deck.maids)
    if code[0] not in SUITS:
        return trumps.scenes(sicilian=deck.sicilian)[code].draw()
    suit, rank = code[0], code[1:]
    return aces.ace(suit) if rank == "A" else pips.field(suit, rank)


def _name(name: str) -> str:
    """Write a card's name up the spine."""
    return lettering(name, NAME_ROOM, f"translate({NAME_X} {NAME_FOOT})rotate(-90)")
