"""What each trump shows: the subjects of the two families of packs, and how they are cut."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from matto.server.faces import fates, persons, skies, triumphs
from matto.server.faces.scene import Cut, Scene

EMPRESS = Scene(persons.empress, Cut(14))
EMPEROR = Scene(persons.emperor, Cut(10))
TEMPERANCE = Scene(persons.temperance, Cut(20, 1.22))
STRENGTH = Scene(persons.strength, Cut(18, 1.45))
JUSTICE = Scene(persons.justice, Cut(18, 1.15))
LOVERS = Scene(triumphs.lovers, Cut(2, 1.2))
CHARIOT = Scene(triumphs.chariot, Cut(4))
WHEEL = Scene(fates.wheel, Cut(6, 1.2))
HANGED = Scene(fates.hanged, Cut(74))
HERMIT = Scene(persons.hermit, Cut(16, 1.15))
DEATH = Scene(fates.death, Cut(16))
TOWER = Scene(fates.tower, Cut(6))
STAR = Scene(skies.stars, Cut(3))
MOON = Scene(skies.moon, Cut(6))
SUN = Scene(skies.sun, Cut(8))

SICILIAN: Mapping[str, Scene] = MappingProxyType(
    {
        "T0": Scene(triumphs.misery, Cut(20, 1.15)),
        "T1": Scene(persons.gamblers, Cut(35, 1.06)),
        "T2": EMPRESS,
        "T3": EMPEROR,
        "T4": Scene(persons.constancy, Cut(16, 1.2)),
        "T5": TEMPERANCE,
        "T6": STRENGTH,
        "T7": JUSTICE,
        "T8": LOVERS,
        "T9": CHARIOT,
        "T10": WHEEL,
        "T11": HANGED,
        "T12": HERMIT,
        "T13": DEATH,
        "T14": Scene(fates.ship, Cut(6, 1.62)),
        "T15": TOWER,
        "T16": STAR,
        "T17": MOON,
        "T18": SUN,
        "T19": Scene(triumphs.atlas, Cut(5, 1.25)),
        "T20": Scene(triumphs.jove, Cut(12)),
        "F": Scene(triumphs.fugitive, Cut(1)),
    }
)
"""The Sicilian trumps, with Misery below the lowest and the Fugitive."""

CLASSIC: Mapping[str, Scene] = MappingProxyType(
    {
        "T1": Scene(persons.juggler, Cut(14, 1.2)),
        "T2": Scene(persons.popess, Cut(1, 1.4)),
        "T3": EMPRESS,
        "T4": EMPEROR,
        "T5": Scene(persons.pope, Cut(2)),
        "T6": LOVERS,
        "T7": CHARIOT,
        "T8": JUSTICE,
        "T9": HERMIT,
        "T10": WHEEL,
        "T11": STRENGTH,
        "T12": HANGED,
        "T13": DEATH,
        "T14": TEMPERANCE,
        "T15": Scene(fates.devil, Cut(12)),
        "T16": TOWER,
        "T17": STAR,
        "T18": MOON,
        "T19": SUN,
        "T20": Scene(triumphs.angel, Cut(4)),
        "T21": Scene(triumphs.world, Cut(28)),
        "F": Scene(triumphs.fool, Cut(1)),
    }
)
"""The trumps of all other packs, numbered as in Milan and Marseille."""


def scenes(*, sicilian: bool) -> Mapping[str, Scene]:
    """Give what the trumps and the Fool of a pack show, by code."""
    return SICILIAN if sicilian else CLASSIC
