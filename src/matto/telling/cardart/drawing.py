"""The figures, kept as SVG in `figures/`, and the pen that draws them into another picture.

Classes name the colours and lines of a figure, and `palette.css` tells what they are: so each
file is seen as it is in a browser or an editor. A browser applies no style sheet to a piece
of one picture that it shows in another, so here every class becomes attributes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element, fromstring
from xml.sax.saxutils import quoteattr

FIGURES = files("matto.telling.cardart") / "figures"
NS = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset({"g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
HELD = "held"
"""The id of what a court holds, in the place of which something else may be drawn."""

COMMENT, RULE = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"([^{}]+)\{([^{}]*)\}")


def _declared(style: str) -> dict[str, str]:
    pairs = (declaration.partition(":") for declaration in style.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs if value}


PALETTE: Mapping[str, Mapping[str, str]] = {
    selector.strip(): _declared(style)
    for selector, style in RULE.findall(
        COMMENT.sub("", (FIGURES / "palette.css").read_text("utf-8"))
    )
}
"""The declarations of `palette.css`, by selector."""


def colour(name: str) -> str:
    return PALETTE[f".{name}"]["fill"]


INK, PAPER, BLUE, GOLD = map(colour, ("ink", "paper", "blue", "gold"))


@cache
def _read(name: str) -> Element:
    return fromstring((FIGURES / f"{name}.svg").read_bytes())


@cache
def figure(name: str, suit: str = "", held: str = "", scale: float = 1) -> str:
    """Draw a figure in the colours of a suit, holding something else than in its file.

    What will be enlarged by `scale` gets lines so much thinner that it matches the others.
    """
    parts = {element.get("id"): element for element in _read(name).iter()}

    def drawn(element: Element, move: str = "") -> str:
        kind = element.tag.removeprefix(NS)
        if kind == "use":
            wanted = next(value for key, value in element.items() if key.endswith("href"))
            return drawn(parts[wanted.removeprefix("#")], element.get("transform", ""))
        if kind not in SHAPES:
            return ""
        if held and element.get("id") == HELD:
            return held
        if move and element.get("transform"):
            return tag("g", {"transform": move}, drawn(element))
        look = ({"transform": move} if move else {}) | _look(element, suit, scale)
        inside = "".join(map(drawn, element))
        return tag(kind, look, inside) if look or kind != "g" else inside

    return "".join(map(drawn, _read(name)))


def _look(element: Element, suit: str, scale: float) -> dict[str, str]:
    look = {
        key: value
        for key, value in element.items()
        if key not in {"id", "class", "style"} and not key.startswith("{")
    }
    for name in element.get("class", "").split():
        look |= PALETTE.get(f".{suit} .{name}") or PALETTE[f".{name}"]
    look |= _declared(element.get("style", ""))
    if scale != 1 and not len(element) and look.get("stroke") != "none":
        weight = look.get("stroke-width", PALETTE["svg"]["stroke-width"])
        look["stroke-width"] = short(float(weight) / scale)
    return look


def half(name: str) -> tuple[float, ...]:
    """Return what a double card shows of a figure: left, top, width and height."""
    view = next(_read(name).iter(f"{NS}view"))
    return tuple(map(float, view.attrib["viewBox"].split()))


@cache
def boxes(sheet: str) -> Mapping[str, Element]:
    """Return the boxes of a sheet by their ids; each holds one path."""
    return {box.attrib["id"]: box for box in _read(sheet).findall(f"{NS}svg")}


def tag(kind: str, attributes: Mapping[str, str], inside: str = "") -> str:
    begun = f"<{kind}" + "".join(f" {key}={quoteattr(attributes[key])}" for key in attributes)
    return f"{begun}>{inside}</{kind}>" if inside else f"{begun}/>"


def short(number: float) -> str:
    """Write a number with at most two digits after the point and nothing needless."""
    written = f"{round(number, 2):.2f}".rstrip("0").rstrip(".")
    if written in {"-0", ""}:
        return "0"
    return written.replace("0.", ".", 1) if written.startswith(("0.", "-0.")) else written


def inked(content: str) -> str:
    """Put drawn content under the common line: ink, one weight, round ends."""
    return tag("g", PALETTE["svg"], content)


def _moves(x: float, y: float, scale: float, turn: float = 0) -> dict[str, str]:
    moves = f"translate({short(x)} {short(y)})" if x or y else ""
    moves += f"rotate({short(turn)})" if turn else ""
    moves += f"scale({short(scale)})" if scale != 1 else ""
    return {"transform": moves} if moves else {}


def at(content: str, x: float, y: float, scale: float = 1) -> str:
    return tag("g", _moves(x, y, scale), content)


def use(name: str, x: float, y: float, scale: float, turn: float = 0) -> str:
    """Show a shape kept under an id: moved, turned (degrees) and scaled."""
    return tag("use", {"href": f"#{name}"} | _moves(x, y, scale, turn))
