"""A scene of a trump, and the part of a picture that a double card shows of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

WIDE, HALF = 64.5, 80.0
"""A picture is `WIDE` across; half a double card shows `HALF` of its height."""


@dataclass(frozen=True)
class Cut:
    """Where the part begins, from the top, and how much more than `WIDE` by `HALF` it is."""

    top: float
    zoom: float = 1

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the part."""
        return -WIDE * self.zoom / 2, self.top, WIDE * self.zoom, HALF * self.zoom


@dataclass(frozen=True)
class Scene:
    """What a trump shows: how it is drawn, and what of it a double card shows."""

    draw: Callable[[], str]
    cut: Cut
