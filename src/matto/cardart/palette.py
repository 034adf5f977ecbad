"""The few colours of the cards, as a woodcutter would have mixed them, and their contrast."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

INK = "#211c18"
PAPER = "#fdf8ea"
RED = "#b8292b"
BLUE = "#2a5c9a"
GOLD = "#e2ae3c"
GREEN = "#2e7d58"
SKIN = "#f6d9b8"
BLUSH = "#e9a184"
CHESTNUT = "#8c5626"
STEEL = "#c4d4e0"
EDGE = "#a89a7c"

FILLS: Mapping[str, str] = MappingProxyType(
    {
        "K": INK,
        "N": CHESTNUT,
        "P": PAPER,
        "R": RED,
        "B": BLUE,
        "Y": GOLD,
        "G": GREEN,
        "S": SKIN,
        "C": BLUSH,
        "W": STEEL,
        "-": "none",
    }
)
"""What the letters stand for in the lines of a drawing."""

INDEX_COLOURS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "italian": {
            "S": "#1665c0",
            "B": "#0b6b49",
            "C": "#8e0b1f",
            "D": "#8f5f00",
            "T": "#6b1f7a",
            "F": INK,
        },
        "french": {
            "S": "#1b1b24",
            "B": "#0b6b49",
            "C": "#a30f2d",
            "D": "#a85a00",
            "T": "#6b1f7a",
            "F": INK,
        },
    }
)
"""The colour of rank and sign in the corner, by style and the letter that begins a code."""

SPINES: Mapping[str, str] = MappingProxyType(
    {
        "S": "#e2ebf4",
        "B": "#dfeee2",
        "C": "#fae3dc",
        "D": "#fbedc6",
        "T": "#ebe2f2",
        "F": "#efe9dc",
    }
)
"""The tint under the corner of an Italian card, by the letter that begins its code."""


def index_colour(style: str, code: str) -> str:
    """Give the colour of rank and sign in a card's corner."""
    return INDEX_COLOURS[style][code[0]]


def ground_colour(style: str, code: str) -> str:
    """Give the colour on which a card's rank and sign stand."""
    return SPINES[code[0]] if style == "italian" else PAPER


def luminance(colour: str) -> float:
    """Give the relative luminance of a colour `#rrggbb`, as WCAG defines it."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4  # noqa: PLR2004
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Give the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
