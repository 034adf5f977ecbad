"""Measuring what is drawn: how far an outline reaches, how far colours are apart to the eye."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {  # Machado, Oliveira and Fernandes 2009, severity 1
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def reach(outline: str) -> tuple[float, float]:
    """How far a path of absolute commands goes from 0 0 at most: sidewards, and up or down.

    Control points count as if they were touched; the bulge of an arc is not seen.
    """
    points = [*_points(outline)]
    return max(abs(x) for x, _ in points), max(abs(y) for _, y in points)


def _points(outline: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, numbers in _steps(outline):
        if command == "H":
            x = numbers[0]
        elif command == "V":
            y = numbers[0]
        else:
            pairs = numbers[5:] if command == "A" else numbers
            for x, y in zip(pairs[::2], pairs[1::2], strict=True):
                yield x, y
        yield x, y


def _steps(outline: str) -> Iterator[tuple[str, list[float]]]:
    tokens = TOKEN.findall(outline)
    command, place = "M", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        count = ARGUMENTS[command]
        yield command, [float(token) for token in tokens[place : place + count]]
        place += count


def seen_apart(one: str, other: str) -> float:
    """The distance of two colours (CIE 1976) to those eyes that tell them apart worst."""
    return min(dist(_lab(one, eyes), _lab(other, eyes)) for eyes in EYES.values())


def _lab(colour: str, eyes: Matrix) -> tuple[float, float, float]:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in eyes)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (
        max(v, 0) ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21, as WCAG defines it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
