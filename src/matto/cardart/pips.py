"""The Italian suit signs as they fill a field, and where they stand on the cards 2 to 10."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from matto.cardart.pen import Drawing, use

Place = tuple[float, float, float, float]
"""Where a sign stands: from the middle, from the top, its scale, its turn in degrees."""

SWORD: Drawing = (
    "W M0-24 3.6-17.5V7.5H-3.6V-17.5Z",
    "-. M0-18.5V7",
    "R M-2.1 10H2.1V19H-2.1Z",
    "-. M-2 13H2M-2 16H2",
    "Y M-9.4 6.4C-6 8.6 6 8.6 9.4 6.4V11.6C6 9.8-6 9.8-9.4 11.6Z",
    "Y M0 18.2A2.9 2.9 0 1 1 0 24 2.9 2.9 0 1 1 0 18.2Z",
)
BATON: Drawing = (
    "N M-3.6-1-7.8-5.4-5.4-8-3.8-6.6Z",
    "Y. M-8.2-5A1.1 1.7 44 1 1-5.2-8.2 1.1 1.7 44 1 1-8.2-5Z",
    "N M3.2 8.4 7.6 3.8 5.2 1.2 3.2 3Z",
    "Y. M8 4.2A1.1 1.7-44 1 0 5 1 1.1 1.7-44 1 0 8 4.2Z",
    "N M-2.4 24C-2.8 10-4.7-3-4.7-18.4-4.7-22 4.7-22 4.7-18.4 4.7-3 2.8 10 2.4 24Z",
    "Y M0-24A4.7 2.7 0 1 1 0-18.6 4.7 2.7 0 1 1 0-24Z",
    "G M-4.4-11C-7.6-14-8-18-7-20.4-4.6-19-3.6-15.6-4-12Z",
    "G M4.2-4C7.6-6.4 8.6-10 8-12.4 5.4-11.6 3.8-8.6 3.8-5Z",
    "G M-3 13.4C-6.4 12-8 8.6-7.8 6-5.2 6.2-3.2 9-2.8 12.4Z",
    "-. M-1.2-14C-1.6-8-1-2-.6 3M1.4-2C1.4 3 .8 8 .4 12M-.6 10-.4 19",
)
CUP: Drawing = (
    "B M-2.4 3.6H2.4V8.4C5.6 9 7.4 10.4 7.8 13H-7.8C-7.4 10.4-5.6 9-2.4 8.4Z",
    "R M-10.4-9C-10.4-.4-6.6 5 0 5S10.4-.4 10.4-9Z",
    "Y M-10.2-6.6H10.2C9.9-4.4 9.4-2.6 8.6-1H-8.6C-9.4-2.6-9.9-4.4-10.2-6.6Z",
    "Y M-3.4 4.4H3.4V7.4H-3.4Z",
    "P M0-12.4A10.4 3.2 0 1 1 0-6 10.4 3.2 0 1 1 0-12.4Z",
)
COIN: Drawing = (
    "Y M0-11.4A11.4 11.4 0 1 1 0 11.4 11.4 11.4 0 1 1 0-11.4Z",
    "P. M0-8.4A8.4 8.4 0 1 1 0 8.4 8.4 8.4 0 1 1 0-8.4Z",
    "R. M0-7.8 1.9-4.6 5.5-5.5 4.6-1.9 7.8 0 4.6 1.9 5.5 5.5 1.9 4.6 0 7.8-1.9 4.6-5.5 5.5"
    "-4.6 1.9-7.8 0-4.6-1.9-5.5-5.5-1.9-4.6Z",
    "Y. M0-2.7A2.7 2.7 0 1 1 0 2.7 2.7 2.7 0 1 1 0-2.7Z",
)
PIPS: Mapping[str, Drawing] = MappingProxyType({"S": SWORD, "B": BATON, "C": CUP, "D": COIN})
LONG_SUITS = frozenset("SB")

ROWS: Mapping[int, tuple[float, ...]] = MappingProxyType(
    {1: (80,), 2: (44, 116), 3: (30, 80, 130), 4: (24, 61.5, 98.5, 136)}
)
"""Heights at which rows stand, by how many there are."""

ROUND: Mapping[str, tuple[float, str]] = MappingProxyType(
    {
        "2": (1.3, "1 1"),
        "3": (1.3, "1 1 1"),
        "4": (1.25, "2 2"),
        "5": (1.2, "2 1 2"),
        "6": (1.2, "2 2 2"),
        "7": (1.05, "2 2 2 / 1 0"),
        "8": (1.05, "2 2 2 / 1 1"),
        "9": (0.95, "2 2 2 2 / 0 1 0"),
        "10": (0.95, "2 2 2 2 / 1 0 1"),
    }
)
"""Scale and rows of the round suits; after the stroke those that stand between the rows."""

LONG: Mapping[str, tuple[float, str]] = MappingProxyType(
    {
        "2": (1.3, "1 1"),
        "3": (1.25, "1 2"),
        "4": (1.25, "2 2"),
        "5": (1, "2 1 2"),
        "6": (1, "3 3"),
        "7": (0.95, "2 3 2"),
        "8": (0.95, "3 2 3"),
        "9": (0.95, "3 3 3"),
        "10": (0.9, "3 4 3"),
    }
)
"""Scale and rows of swords and batons, which stand upright side by side."""

PITCH = {1: 0.0, 2: 31.4, 3: 20.6, 4: 15.4}
"""How far apart the signs of a row stand, by how many there are."""
CROWDED = 4


def places(suit: str, rank: str) -> tuple[Place, ...]:
    """Give the places of a card's signs in a field from -32 to 32 and from 0 to 160."""
    scale, rows = (LONG if suit in LONG_SUITS else ROUND)[rank]
    main, _, between = rows.partition(" / ")
    counts = tuple(map(int, main.split()))
    heights = ROWS[len(counts)]
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


def pip_id(suit: str) -> str:
    """Give the id of a suit's sign."""
    return f"p{suit}"


def field(suit: str, rank: str) -> str:
    """Draw the field of a card from 2 to 10."""
    return "".join(use(pip_id(suit), *place) for place in places(suit, rank))
