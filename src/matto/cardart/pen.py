"""The pen: drawings written as lines of text become SVG paths, with one weight of line.

A drawing is a tuple of lines such as `"R|. M0 0H10"`: a letter of the palette for the fill
(`-` for none), then marks, then the path. The marks: `|` draws it twice, mirrored in the
vertical axis; `.` takes the thin line, `+` the thick one, `!` none. A figure `1` … `3` in
place of the letter is a colour chosen when the drawing is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matto.cardart.palette import FILLS, INK

Drawing = tuple[str, ...]

LINE = 1.3
WEIGHTS: Mapping[str, float] = {".": 0.75, "+": 2.6}
MIRROR = "scale(-1 1)"
NO_DYES: Mapping[str, str] = {}


def short(number: float) -> str:
    """Write a number with at most two digits after the point and nothing needless."""
    written = f"{round(number, 2):.2f}".rstrip("0").rstrip(".")
    if written in {"-0", ""}:
        return "0"
    return written.replace("0.", ".", 1) if written.startswith(("0.", "-0.")) else written


def draw(drawing: Iterable[str], dyes: Mapping[str, str] = NO_DYES, scale: float = 1) -> str:
    """Give the paths of a drawing; `dyes` tell which letters its figures stand for.

    What will be enlarged by `scale` gets lines so much thinner that it matches the others.
    """
    return "".join(_path(line, dyes, scale) for line in drawing)


def _path(line: str, dyes: Mapping[str, str], scale: float) -> str:
    head, _, outline = line.partition(" ")
    fill = FILLS[dyes.get(head[0], head[0])]
    once = f'<path d="{outline}" fill="{fill}"{_line(head, scale)}/>'
    if "|" not in head:
        return once
    return once + once.replace("<path", f'<path transform="{MIRROR}"')


def _line(head: str, scale: float) -> str:
    """Give the stroke of a path whose line begins with `head`, if not the common one."""
    if "!" in head:
        return ' stroke="none"'
    weight = next((WEIGHTS[mark] for mark in head[1:] if mark in WEIGHTS), LINE)
    return "" if weight / scale == LINE else f' stroke-width="{short(weight / scale)}"'


def inked(content: str) -> str:
    """Put drawn content under the common line: ink, one weight, round ends."""
    return (
        f'<g stroke="{INK}" stroke-width="{short(LINE)}" stroke-linejoin="round" '
        f'stroke-linecap="round">{content}</g>'
    )


def at(content: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """Move, turn (degrees) and scale some content."""
    moves = f"translate({short(x)} {short(y)})" if x or y else ""
    if turn:
        moves += f"rotate({short(turn)})"
    if scale != 1:
        moves += f"scale({short(scale)})"
    return f'<g transform="{moves}">{content}</g>' if moves else content


def use(name: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """Show a shape kept under an id."""
    moves = f"translate({short(x)} {short(y)})" if x or y else ""
    if turn:
        moves += f"rotate({short(turn)})"
    if scale != 1:
        moves += f"scale({short(scale)})"
    placed = f' transform="{moves}"' if moves else ""
    return f'<use href="#{name}"{placed}/>'


def keep(name: str, content: str) -> str:
    """Keep some content under an id, to be shown by `use`."""
    return f'<g id="{name}">{content}</g>'


def window(name: str, box: tuple[float, float, float, float], content: str) -> str:
    """Keep what is seen of some content through a rectangle: left, top, width, height."""
    seen = " ".join(map(short, box))
    return f'<symbol id="{name}" viewBox="{seen}">{content}</symbol>'
