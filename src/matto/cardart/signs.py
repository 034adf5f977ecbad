"""The signs under the rank in a corner: one plain shape for each suit, trumps and the Fool."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from types import MappingProxyType

from matto.cardart.pen import short

STAR_POINTS, STAR_OUTER, STAR_INNER = 8, 12.5, 6.4


def star(points: int, outer: float, inner: float) -> str:
    """Give the outline of a star around 0 0 with its first point upwards."""
    corners = []
    for step in range(2 * points):
        radius, angle = (inner if step % 2 else outer), pi * step / points
        corners.append(f"{short(radius * sin(angle))} {short(-radius * cos(angle))}")
    return f"M{' '.join(corners)}Z"


SWORD = "M0-14 3.2-9V3H9V6.4H2V9.4A2.7 2.7 0 1 1-2 9.4V6.4H-9V3H-3.2V-9Z"
BATON = (
    "M-2.4 14.6-3.4 7.4A3 3 0 0 1-4.4 1.6L-5.6-8.6C-6-12.6-3.4-14.6 0-14.6S6-12.6 5.6-8.6"
    "A3.2 3.2 0 0 1 4.9-2.4L4.2 3.2A2.9 2.9 0 0 1 3.4 8.8L2.4 14.6Z"
)
CUP = (
    "M-9.4-12.6H9.4C9.6-3.8 6.6 1.4 2.2 2.8V6.6C5.4 7.4 7.4 9.6 7.8 12.6H-7.8"
    "C-7.4 9.6-5.4 7.4-2.2 6.6V2.8C-6.6 1.4-9.6-3.8-9.4-12.6Z"
)
COIN = (
    "M0-12A12 12 0 1 1 0 12 12 12 0 1 1 0-12ZM0-8.4A8.4 8.4 0 1 0 0 8.4 8.4 8.4 0 1 0 0-8.4Z"
    + star(4, 6.6, 2.6)
)
SPADE = (
    "M0-13C3-6.6 11.4-2 11.4 4.4 11.4 8 8.8 10.2 6 10.2 3.8 10.2 2 9.2.9 7.4"
    " 1 10.2 2.2 12 4.4 13H-4.4C-2.2 12-1 10.2-.9 7.4-2 9.2-3.8 10.2-6 10.2"
    "-8.8 10.2-11.4 8-11.4 4.4-11.4-2-3-6.6 0-13Z"
)
CLUB = (
    "M0-13A5.6 5.6 0 0 1 4.2-3.6 5.7 5.7 0 1 1 .9 4.4C1.2 8.4 2.4 11.6 4.8 13H-4.8"
    "C-2.4 11.6-1.2 8.4-.9 4.4A5.7 5.7 0 1 1-4.2-3.6 5.6 5.6 0 0 1 0-13Z"
)
HEART = (
    "M0 12.6C-2.6 6.6-11.6 1.8-11.6-5.2-11.6-9-9-11.6-5.8-11.6-3-11.6-1-10 0-7.2"
    " 1-10 3-11.6 5.8-11.6 9-11.6 11.6-9 11.6-5.2 11.6 1.8 2.6 6.6 0 12.6Z"
)
DIAMOND = (
    "M0-13.4C2.6-7.6 5.8-3.6 10 0 5.8 3.6 2.6 7.6 0 13.4"
    "-2.6 7.6-5.8 3.6-10 0-5.8-3.6-2.6-7.6 0-13.4Z"
)
STAR = star(STAR_POINTS, STAR_OUTER, STAR_INNER)
CAP = (
    "M-7.6 11.6C-7 6-7.6 1-11 1.4A2.9 2.9 0 1 1-12.6-1C-8.6-8-3.6-6.4-1.6-1.4"
    "-1.6-4-1.8-6-2-7.6A2.9 2.9 0 1 1 2-7.6C1.8-6 1.6-4 1.6-1.4"
    " 3.6-6.4 8.6-8 12.6-1A2.9 2.9 0 1 1 11 1.4C7.6 1 7 6 7.6 11.6Z"
)

SIGNS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "italian": {"S": SWORD, "B": BATON, "C": CUP, "D": COIN, "T": STAR, "F": CAP},
        "french": {"S": SPADE, "B": CLUB, "C": HEART, "D": DIAMOND, "T": STAR, "F": CAP},
    }
)
"""Outlines around 0 0, about 25 high, by style and the letter that begins a card's code."""

TILTS: Mapping[str, int] = MappingProxyType({BATON: 38})
"""Degrees by which a sign is turned to the right."""
