"""The back of every card: a lattice of stars, and the Fool's cap twice in the middle."""

from __future__ import annotations

from matto.cardart.palette import BLUE, GOLD, INK, PAPER
from matto.cardart.pen import short
from matto.cardart.signs import CAP, star

COLUMNS, ROWS = 5, 10
STEP_X, STEP_Y = 17.6, 17.0
LEFT, TOP = 14.8, 13.5
FIELD = '<rect x="6" y="5" width="88" height="170" rx="3"'
MESH = "m0-8.5 8.8 8.5-8.8 8.5-8.8-8.5Z"
LOZENGE = "M50 50 76 90 50 130 24 90Z"
INNER_LOZENGE = "M50 56 72 90 50 124 28 90Z"
CAP_AT = "translate(50 78)scale(1.1)"


def back() -> str:
    """Draw the back, the same when it is turned round."""
    knots = [
        (short(LEFT + STEP_X * column), short(TOP + STEP_Y * row))
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    lattice = "".join(f"M{x} {y}{MESH}" for x, y in knots)
    stars = "".join(f'<use href="#star" x="{x}" y="{y}"/>' for x, y in knots)
    cap = f'<path d="{CAP}" transform="{CAP_AT}"/>'
    return (
        f'{FIELD} fill="{BLUE}"/>'
        f'<path d="{lattice}" fill="none" stroke="{GOLD}" stroke-width=".7"/>'
        f'<g fill="{PAPER}">{stars}</g>'
        f'<path d="{LOZENGE}" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>'
        f'<path d="{INNER_LOZENGE}" fill="none" stroke="{GOLD}"/>'
        f'<g fill="{BLUE}">{cap}<g transform="rotate(180 50 90)">{cap}</g></g>'
        f'{FIELD} fill="none" stroke="{INK}" stroke-width="1.2"/>'
    )


def set_star() -> str:
    """Give the star of the lattice once."""
    return f'<path id="star" d="{star(4, 3.2, 1.1)}"/>'
