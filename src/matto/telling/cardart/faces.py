"""The faces of a pack: corner, picture and name of every card, and the back.

A card is 100 by 180. An Italian one has a tinted spine with corner and name, and one picture
in a frame; a French one is the same when it is turned round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape

from matto.engine.cards import COURTS, FOOL, SUITS
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.words import text
from matto.telling.cardart import drawing
from matto.telling.cardart.deck import Deck, deck_of
from matto.telling.cardart.drawing import (
    BLUE,
    GOLD,
    INK,
    PAPER,
    at,
    boxes,
    figure,
    inked,
    short,
    use,
)

BOX = "0 0 100 180"
BACK = "back"
WIDTH, HEIGHT, MIDDLE = 100, 180, 90
TURNED = "rotate(180 50 90)"
PAPER_SHAPE = (
    f'<rect id="paper" x=".5" y=".5" width="99" height="179" rx="7.5" fill="{PAPER}" '
    'stroke="#a89a7c"/>'
)
FRAMED = f'stroke="{INK}" stroke-width="1.2"'
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
    letters = "".join(
        drawing.tag("path", {"id": name} | box[0].attrib)
        for name, box in boxes("letters").items()
    )
    signs = "".join(sign(style, letter, f"s{letter}") for letter in LETTERS)
    star = drawing.tag("path", {"id": "star"} | boxes("signs")["little-star"][0].attrib)
    common = _italian_shapes() if style == "italian" else _french_shapes(deck)
    cards = "".join(_symbol(code, STYLES[style](deck, code)) for code in deck.codes)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        f"<defs>{PAPER_SHAPE}{letters}{signs}{star}{common}</defs>"
        f"{cards}{_symbol(BACK, back())}</svg>\n"
    ).encode()


def _symbol(name: str, content: str) -> str:
    return f'<symbol id="{name}" viewBox="{BOX}"><use href="#paper"/>{content}</symbol>\n'


# -- the corner: rank over sign, by which a card is known when little else of it is seen -------

LETTERS = "SBCDTF"
"""With which a card's code begins: its suit, trumps or the Fool."""
SIGNS: Mapping[str, Mapping[str, str]] = {
    style: dict(zip(LETTERS, (*suits, "star", "cap"), strict=True))
    for style, suits in {
        "italian": ("sword", "baton", "cup", "coin"),
        "french": ("spade", "club", "heart", "diamond"),
    }.items()
}
CORNER_MIDDLE, CORNER_HEAD, SIGN_HEIGHT = 14.6, 7.5, 48.5
CORNER_SCALE, CAP_SCALE = 0.9, 0.7
"""The Fool's cap is wider than all other signs."""
WEIGHT, GAP = 4, 2.2
ROOM = 23.4
"""How wide a rank may be; what is wider is squeezed."""


def sign(style: str, letter: str, name: str = "") -> str:
    """Draw the sign of a suit, of trumps or of the Fool around 0 0, about 25 high."""
    path = boxes("signs")[SIGNS[style][letter]][0].attrib
    return drawing.tag("path", ({"id": name} if name else {}) | path)


def index_colour(style: str, code: str) -> str:
    return drawing.colour(f"sign-{SIGNS[style][code[0]]}")


def rank_shown(code: str, number: str) -> str:
    """Tell what stands in the corner of a card whose pack shows `number` on it, if any."""
    if code == FOOL:
        return FOOL
    return code[1:] if code[0] in SUITS else number or code[1:]


def _width(letter: str) -> float:
    return float(boxes("letters")[f"g{letter}"].attrib["width"])


def width_of(word: str) -> float:
    return sum(map(_width, word)) + GAP * (len(word) - 1)


def written(word: str) -> str:
    """Write a word of the corners' own letters, its middle at 0 and its head at 0."""
    width = width_of(word)
    place, shape = -width / 2, ""
    for letter in word:
        shape += f'<use href="#g{letter}" x="{short(place)}"/>'
        place += _width(letter) + GAP
    return (
        shape if width <= ROOM else f'<g transform="scale({short(ROOM / width)} 1)">{shape}</g>'
    )


def corner(style: str, code: str, number: str) -> str:
    """Draw rank and sign in the left upper corner."""
    colour = index_colour(style, code)
    rank = f'<g fill="none" stroke="{colour}" stroke-width="{WEIGHT}">'
    rank += f"{written(rank_shown(code, number))}</g>"
    shown = f'<use href="#s{code[0]}" fill="{colour}"/>'
    scale = CAP_SCALE if code == FOOL else CORNER_SCALE
    return at(rank, CORNER_MIDDLE, CORNER_HEAD) + at(shown, CORNER_MIDDLE, SIGN_HEIGHT, scale)


FONT = "Georgia,'Times New Roman','DejaVu Serif',serif"
FONT_SIZE, LETTER_WIDTH = 12.5, 0.56
"""The largest size, and how wide a letter is on the average, in parts of the size."""


def lettering(words: str, room: float, place: str, anchor: str = "") -> str:
    """Write some words where `place` moves them, smaller if there is not room for them."""
    if not words:
        return ""
    size = min(FONT_SIZE, room / (LETTER_WIDTH * len(words)))
    return (
        f'<text transform="{place}"{anchor} font-family="{FONT}" font-size="{short(size)}" '
        f'fill="{INK}">{escape(words)}</text>'
    )


# -- which figure is on which card ------------------------------------------------------------

SICILIAN = """
misery gamblers empress emperor constancy temperance strength justice lovers chariot wheel
hanged-man hermit death ship tower star moon sun atlas jove
"""
"""The Sicilian trumps from 0, Misery, to 20."""
CLASSIC = """
fool juggler popess empress emperor pope lovers chariot justice hermit wheel strength
hanged-man death temperance devil tower star moon sun angel world
"""
"""The Fool and the trumps of all other packs, numbered as in Milan and Marseille."""
COURT_FIGURES = {"K": "king", "Q": "queen", "C": "cavalier", "J": "jack"}


def figure_on(deck: Deck, code: str) -> str:
    """Return the figure on a court, a trump or the Fool; some packs have maids for Jacks."""
    if code in COURTS:
        return "maid" if deck.maids and code[1] == "J" else COURT_FIGURES[code[1]]
    if code == FOOL:
        return "fugitive" if deck.sicilian else "fool"
    return (SICILIAN if deck.sicilian else CLASSIC).split()[int(code[1:])]


# -- Italian cards ----------------------------------------------------------------------------

SEEN = (-32.25, 0.0, 64.5, 160.0)
"""The visible part of a figure: left, top, width and height."""
FIELD = 'x="28.3" y="5" width="68.5" height="170"'
"""Where it is on the card."""
SPINE = "M28.3 1H8A7 7 0 0 0 1 8V172A7 7 0 0 0 8 179H28.3Z"
NAME_ROOM, NAME_PLACE = 104, "translate(18.4 171)rotate(-90)"

SEATED = frozenset("KQ")
STANDING = {
    "S": (-20.5, 65, 1.1),
    "B": (-22, 64, 1.15),
    "C": (-21.5, 67, 0.95),
    "D": (-19.5, 66, 1.02),
}
RIDING = {"S": (-21, 26, 1), "B": (-23, 28, 1), "C": (-21, 28, 1), "D": (-21, 28, 1)}
"""Where a court holds up the sign of its suit, and its scale."""

Place = tuple[float, float, float, float]
"""Where a sign stands: from the middle, from the top, its scale, its turn in degrees."""
HEIGHTS = {1: (80,), 2: (44, 116), 3: (30, 80, 130), 4: (24, 61.5, 98.5, 136)}
"""Heights at which rows stand, by how many there are."""
PITCH = {1: 0.0, 2: 31.4, 3: 20.6, 4: 15.4}
"""How far apart the signs of a row stand, by how many there are."""
CROWDED = 4
LONG_SUITS = frozenset("SB")
# fmt: off
ROUND = {
    "2": (1.3, "1 1"), "3": (1.3, "1 1 1"), "4": (1.25, "2 2"),
    "5": (1.2, "2 1 2"), "6": (1.2, "2 2 2"), "7": (1.05, "2 2 2 / 1 0"),
    "8": (1.05, "2 2 2 / 1 1"), "9": (0.95, "2 2 2 2 / 0 1 0"), "10": (0.95, "2 2 2 2 / 1 0 1"),
}
"""Scale and rows of the round suits; after the stroke those that stand between the rows."""
LONG = {
    "2": (1.3, "1 1"), "3": (1.25, "1 2"), "4": (1.25, "2 2"),
    "5": (1, "2 1 2"), "6": (1, "3 3"), "7": (0.95, "2 3 2"),
    "8": (0.95, "3 2 3"), "9": (0.95, "3 3 3"), "10": (0.9, "3 4 3"),
}
"""Scale and rows of swords and batons, which stand upright side by side."""
# fmt: on


def _italian_shapes() -> str:
    signs = "".join(
        drawing.tag("g", {"id": f"p{suit}"}, figure(SIGNS["italian"][suit])) for suit in SUITS
    )
    frame = f'<rect id="frame" {FIELD} fill="none" {FRAMED}/>'
    return f'<path id="spine" d="{SPINE}"/>{frame}{signs}'


def italian(deck: Deck, code: str) -> str:
    """Draw what is on an Italian card's paper, with its name up the spine."""
    ground = drawing.colour(f"ground-{SIGNS['italian'][code[0]]}")
    seen = " ".join(map(short, SEEN))
    return (
        f'<use href="#spine" fill="{ground}"/>'
        f'<svg {FIELD} viewBox="{seen}">{inked(picture(deck, code))}</svg>'
        f'<use href="#frame"/>{corner("italian", code, deck.number(code))}'
        f"{lettering(deck.name(code), NAME_ROOM, NAME_PLACE)}"
    )


def picture(deck: Deck, code: str) -> str:
    """Draw what stands in an Italian card's field."""
    suit, rank = code[0], code[1:]
    if suit not in SUITS:
        return figure(figure_on(deck, code))
    name = SIGNS["italian"][suit]
    if code in COURTS:
        x, y, scale = (RIDING if rank == "C" else STANDING)[suit]
        held = at(figure(name, scale=scale), x, y, scale)
        behind = figure("hall" if rank in SEATED else "meadow", f"{name}s")
        return behind + figure(figure_on(deck, code), f"{name}s", held)
    if rank == "A":
        return figure(f"ace-of-{name}s")
    return "".join(use(f"p{suit}", *place) for place in places(suit, rank))


def places(suit: str, rank: str) -> tuple[Place, ...]:
    """Return where a card's signs stand in a field from -32 to 32 and from 0 to 160."""
    scale, rows = (LONG if suit in LONG_SUITS else ROUND)[rank]
    main, _, between = rows.partition(" / ")
    counts = tuple(map(int, main.split()))
    heights = HEIGHTS[len(counts)]
    found = [
        place for count, y in zip(counts, heights, strict=True) for place in _row(count, y)
    ]
    gaps = zip(map(int, between.split()), heights, heights[1:], strict=False)
    found += [(0.0, (above + below) / 2, 0) for count, above, below in gaps if count]
    return tuple((x, y, scale, turn) for x, y, turn in found)


def _row(count: int, y: float) -> list[tuple[float, float, int]]:
    """Place a row; in a crowded one every other sign stands on its head."""
    left = -PITCH[count] * (count - 1) / 2
    turned = count == CROWDED
    return [
        (left + PITCH[count] * step, y, 180 * (step % 2) if turned else 0)
        for step in range(count)
    ]


# -- French cards -----------------------------------------------------------------------------

HALF = 'x="28.3" y="5" width="68.5" height="85"'
"""Where the upper picture is on the card."""
FRAME = "M28.3 5H96.8V90H71.7V175H3.2V90H28.3ZM3.2 90H96.8"
SIGN_IN, SIGN_DOWN, SIGN_SCALE = 7.8, 11.0, 0.62
"""Where a court's sign is: from the right edge and from the top, and its scale."""
RIBBON = "M3.2 81H96.8V99H3.2Z"
RIBBON_ROOM, RIBBON_PLACE = 86, "translate(50 94.3)"
ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))

ASIDE, PIP, GREAT_PIP = 11.2, 0.78, 2.3
"""How far signs stand beside the middle, their scale, and that of an ace's."""
# fmt: off
LINES = {
    "2": "20|", "3": "20| 90", "4": "20:", "5": "20: 90", "6": "20: 90:", "7": "20: 90: 55",
    "8": "20: 55| 90:", "9": "20: 66.7: 90", "10": "20: 43.3| 66.7:",
}
# fmt: on
"""Heights of a card's signs: `:` two side by side, and the same below from the middle (90)."""


def _is_double(code: str) -> bool:
    return code in COURTS or code[0] not in SUITS


def _french_shapes(deck: Deck) -> str:
    halves = "".join(_half(deck, code) for code in deck.codes if _is_double(code))
    return f'<path id="frame" d="{FRAME}" fill="none" {FRAMED}/>{halves}'


def _half(deck: Deck, code: str) -> str:
    """Keep the upper half of a picture, to be shown twice on its card."""
    name, suit, content = figure_on(deck, code), "", ""
    box = drawing.half(name)
    if code in COURTS:
        suit, zoom = f"{SIGNS['italian'][code[0]]}s", box[2] / SEEN[2]
        right, down = box[2] / 2 - SIGN_IN * zoom, box[1] + SIGN_DOWN * zoom
        shown = use(f"s{code[0]}", right, down, SIGN_SCALE * zoom)
        content = f'<g fill="{index_colour("french", code)}">{shown}</g>'
    content += inked(figure(name, suit))
    seen = " ".join(map(short, box))
    return f'<symbol id="h{code}" viewBox="{seen}">{content}</symbol>'


def french(deck: Deck, code: str) -> str:
    upper = corner("french", code, deck.number(code))
    corners = upper + f'<g transform="{TURNED}">{upper}</g>'
    if not _is_double(code):
        return corners + _pips(code)
    shown = f'<use href="#h{code}" {HALF}/>'
    double = f'{shown}<g transform="{TURNED}">{shown}</g><use href="#frame"/>'
    return corners + double + ("" if code in COURTS else _ribbon(deck, code))


def _ribbon(deck: Deck, code: str) -> str:
    """Write a trump's number in Roman figures, and its name, across the middle."""
    words = " · ".join(part for part in (roman(deck.number(code)), deck.name(code)) if part)
    if not words:
        return ""
    named = lettering(words, RIBBON_ROOM, RIBBON_PLACE, ' text-anchor="middle"')
    return f'<path d="{RIBBON}" fill="{PAPER}" {FRAMED}/>{named}'


def roman(number: str) -> str:
    """Write a number below forty in Roman figures; nothing for none and for 0."""
    left, figures = int(number or 0), ""
    for value, numeral in ROMAN:
        figures += numeral * (left // value)
        left %= value
    return figures


def _pips(code: str) -> str:
    name = f"s{code[0]}"
    if code[1:] == "A":
        signs = use(name, WIDTH / 2, MIDDLE, GREAT_PIP)
    else:
        signs = "".join(_line(name, line) for line in LINES[code[1:]].split())
    return f'<g fill="{index_colour("french", code)}">{signs}</g>'


def _line(name: str, line: str) -> str:
    """Draw one sign or two side by side, and again turned round if not in the middle."""
    y = float(line.rstrip(":|"))
    sides = (WIDTH / 2 - ASIDE, WIDTH / 2 + ASIDE) if line.endswith(":") else (WIDTH / 2,)
    upper = "".join(use(name, x, y, PIP) for x in sides)
    if y == MIDDLE or line[-1] not in ":|":
        return upper
    return upper + "".join(use(name, x, HEIGHT - y, PIP, 180) for x in sides)


STYLES: Mapping[str, Callable[[Deck, str], str]] = {"italian": italian, "french": french}


# -- the back ---------------------------------------------------------------------------------

COLUMNS, ROWS = 5, 10
STEP_X, STEP_Y = 17.6, 17.0
LEFT, TOP = 14.8, 13.5
COVER = '<rect x="6" y="5" width="88" height="170" rx="3"'
MESH = "m0-8.5 8.8 8.5-8.8 8.5-8.8-8.5Z"


def back() -> str:
    """Draw a lattice of stars, and the Fool's cap twice in the middle."""
    knots = [
        (short(LEFT + STEP_X * column), short(TOP + STEP_Y * row))
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    lattice = "".join(f"M{x} {y}{MESH}" for x, y in knots)
    stars = "".join(f'<use href="#star" x="{x}" y="{y}"/>' for x, y in knots)
    placed = {"transform": "translate(50 78)scale(1.1)"}
    cap = drawing.tag("path", boxes("signs")["cap"][0].attrib | placed)
    return (
        f'{COVER} fill="{BLUE}"/>'
        f'<path d="{lattice}" fill="none" stroke="{GOLD}" stroke-width=".7"/>'
        f'<g fill="{PAPER}">{stars}</g>'
        f'<path d="M50 50 76 90 50 130 24 90Z" fill="{PAPER}" {FRAMED}/>'
        f'<path d="M50 56 72 90 50 124 28 90Z" fill="none" stroke="{GOLD}"/>'
        f'<g fill="{BLUE}">{cap}<g transform="{TURNED}">{cap}</g></g>'
        f'{COVER} fill="none" {FRAMED}/>'
    )
