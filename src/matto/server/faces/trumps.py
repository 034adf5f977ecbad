"""What each trump shows: the subjects of the two families of packs, and how they are cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from matto.server.faces import fates, persons, skies, triumphs

WIDE, HALF = 64.5, 80.0
"""A scene is `WIDE` across; half a double card shows `HALF` of its height."""


@dataclass(frozen=True)
class Scene:
    """A picture, and the part of it that a double card shows: from where, how enlarged."""

    draw: Callable[[], str]
    top: float
    zoom: float = 1

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the part that a double card shows."""
        return -WIDE * self.zoom / 2, self.top, WIDE * self.zoom, HALF * self.zoom


EMPRESS = Scene(persons.empress, 14)
EMPEROR = Scene(persons.emperor, 10)
TEMPERANCE = Scene(persons.temperance, 20, 1.22)
STRENGTH = Scene(persons.strength, 18, 1.45)
JUSTICE = Scene(persons.justice, 18, 1.15)
LOVERS = Scene(triumphs.lovers, 8, 1.1)
CHARIOT = Scene(triumphs.chariot, 4)
WHEEL = Scene(fates.wheel, 6, 1.2)
HANGED = Scene(fates.hanged, 74)
HERMIT = Scene(persons.hermit, 16, 1.15)
DEATH = Scene(fates.death, 16)
TOWER = Scene(fates.tower, 6)
STAR = Scene(skies.stars, 3)
MOON = Scene(skies.moon, 6)
SUN = Scene(skies.sun, 8)

SICILIAN: Mapping[str, Scene] = MappingProxyType(
    {
        "T0": Scene(triumphs.misery, 20, 1.15),
        "T1": Scene(persons.gamblers, 40),
        "T2": EMPRESS,
        "T3": EMPEROR,
        "T4": Scene(persons.constancy, 16, 1.2),
        "T5": TEMPERANCE,
        "T6": STRENGTH,
        "T7": JUSTICE,
        "T8": LOVERS,
        "T9": CHARIOT,
        "T10": WHEEL,
        "T11": HANGED,
        "T12": HERMIT,
        "T13": DEATH,
        "T14": Scene(fates.ship, 6, 1.62),
        "T15": TOWER,
        "T16": STAR,
        "T17": MOON,
        "T18": SUN,
        "T19": Scene(triumphs.atlas, 5, 1.25),
        "T20": Scene(triumphs.jove, 12),
        "F": Scene(triumphs.fugitive, 1),
    }
)
"""The Sicilian trumps, with Misery below the lowest and the Fugitive."""

CLASSIC: Mapping[str, Scene] = MappingProxyType(
    {
        "T1": Scene(persons.juggler, 14, 1.2),
        "T2": Scene(persons.popess, 1, 1.4),
        "T3": EMPRESS,
        "T4": EMPEROR,
        "T5": Scene(persons.pope, 2),
        "T6": LOVERS,
        "T7": CHARIOT,
        "T8": JUSTICE,
        "T9": HERMIT,
        "T10": WHEEL,
        "T11": STRENGTH,
        "T12": HANGED,
        "T13": DEATH,
        "T14": TEMPERANCE,
        "T15": Scene(fates.devil, 12),
        "T16": TOWER,
        "T17": STAR,
        "T18": MOON,
        "T19": SUN,
        "T20": Scene(triumphs.angel, 4),
        "T21": Scene(triumphs.world, 28),
        "F": Scene(triumphs.fool, 1),
    }
)
"""The trumps of all other packs, numbered as in Milan and Marseille."""


def scenes(*, sicilian: bool) -> Mapping[str, Scene]:
    """Give what the trumps and the Fool of a pack show, by code."""
    return SICILIAN if sicilian else CLASSIC
