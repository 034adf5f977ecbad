"""A French card: corners above and below, and everything the same when it is turned round."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from matto.cardart import courts, trumps
from matto.cardart.corner import corner, sign_id
from matto.cardart.deck import Deck
from matto.cardart.lettering import lettering
from matto.cardart.palette import INK, PAPER, index_colour
from matto.cardart.pen import inked, short, use, window
from matto.cardart.scene import Cut
from matto.engine.cards import COURTS, SUITS

STYLE = "french"
WIDTH, HEIGHT = 100, 180
MIDDLE = HEIGHT / 2
TURNED = f"rotate(180 {WIDTH // 2} {HEIGHT // 2})"
HALF = (28.3, 5.0, 68.5, 85.0)
"""Where the upper picture is on the card: left, top, width and height."""
FRAME = "M28.3 5H96.8V90H71.7V175H3.2V90H28.3ZM3.2 90H96.8"
COURT_CUTS: Mapping[str, Cut] = MappingProxyType(
    {"K": Cut(10), "Q": Cut(16), "C": Cut(0, 1.18), "J": Cut(10, 1.12)}
)
"""What is seen of a court figure, by rank."""
SIGN_IN, SIGN_DOWN, SIGN_SCALE = 7.8, 11.0, 0.62
"""Where a court's sign is: from the right edge and from the top, and its scale."""
RIBBON = "M3.2 81H96.8V99H3.2Z"
RIBBON_ROOM, RIBBON_FOOT = 86, 94.3
ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))

ASIDE = 11.2
PIP = 0.78
GREAT_PIP = 2.3
PLACES: Mapping[str, str] = MappingProxyType(
    {
        "2": "20|",
        "3": "20| 90",
        "4": "20:",
        "5": "20: 90",
        "6": "20: 90:",
        "7": "20: 90: 55",
        "8": "20: 55| 90:",
        "9": "20: 66.7: 90",
        "10": "20: 43.3| 66.7:",
    }
)
"""Heights of a card's signs: `:` two side by side, and the same below from the middle (90)."""


def shared() -> str:
    """Give what the cards of this style have in common."""
    return f'<path id="frame" d="{FRAME}" fill="none" stroke="{INK}" stroke-width="1.2"/>'


def halves(deck: Deck) -> str:
    """Give the upper halves of the pictures, each to be shown twice on its card."""
    return "".join(_half(deck, code) for code in deck.codes if _is_double(code))


def card(deck: Deck, code: str) -> str:
    """Draw what is on a card's paper."""
    upper = corner(STYLE, code, deck.number(code))
    corners = upper + f'<g transform="{TURNED}">{upper}</g>'
    if not _is_double(code):
        return corners + _pips(code)
    left, top, width, height = map(short, HALF)
    half = f'<use href="#h{code}" x="{left}" y="{top}" width="{width}" height="{height}"/>'
    double = half + f'<g transform="{TURNED}">{half}</g><use href="#frame"/>'
    return corners + double + ("" if code in COURTS else _ribbon(deck, code))


def _is_double(code: str) -> bool:
    return code in COURTS or code[0] not in SUITS


def _half(deck: Deck, code: str) -> str:
    if code not in COURTS:
        scene = trumps.scenes(sicilian=deck.sicilian)[code]
        return window(f"h{code}", scene.cut.box(), inked(scene.draw()))
    cut = COURT_CUTS[code[1]]
    right, zoom = cut.box()[0] + cut.box()[2], cut.zoom
    place = right - SIGN_IN * zoom, cut.top + SIGN_DOWN * zoom, SIGN_SCALE * zoom
    sign = f'<g fill="{index_colour(STYLE, code)}">{use(sign_id(code), *place)}</g>'
    figure = inked(courts.french(code, maids=deck.maids))
    return window(f"h{code}", cut.box(), sign + figure)


def _ribbon(deck: Deck, code: str) -> str:
    """Write a trump's number in Roman figures, and its name, across the middle."""
    words = " · ".join(part for part in (roman(deck.number(code)), deck.name(code)) if part)
    if not words:
        return ""
    ribbon = f'<path d="{RIBBON}" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
    place = f"translate({WIDTH // 2} {RIBBON_FOOT})"
    return ribbon + lettering(words, RIBBON_ROOM, place, middle=True)


def roman(number: str) -> str:
    """Write a number below forty in Roman figures; nothing for none and for 0."""
    left, written = int(number or 0), ""
    for value, figure in ROMAN:
        written += figure * (left // value)
        left %= value
    return written


def _pips(code: str) -> str:
    colour, sign = index_colour(STYLE, code), sign_id(code)
    if code[1:] == "A":
        signs = use(sign, WIDTH / 2, MIDDLE, GREAT_PIP)
    else:
        signs = "".join(_row(sign, place) for place in PLACES[code[1:]].split())
    return f'<g fill="{colour}">{signs}</g>'


def _row(sign: str, place: str) -> str:
    """Draw one sign or two side by side, and again turned round if not in the middle."""
    y = float(place.rstrip(":|"))
    sides = (WIDTH / 2 - ASIDE, WIDTH / 2 + ASIDE) if place.endswith(":") else (WIDTH / 2,)
    upper = "".join(use(sign, x, y, PIP) for x in sides)
    if y == MIDDLE or place[-1] not in ":|":
        return upper
    return upper + "".join(use(sign, x, HEIGHT - y, PIP, 180) for x in sides)
