"""What each trump shows: the subjects of the two families of packs, and how they are cut."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from matto.cardart import trump_fortunes, trump_glories, trump_heavens, trump_people
from matto.cardart.scene import Cut, Scene

EMPRESS = Scene(trump_people.empress, Cut(14))
EMPEROR = Scene(trump_people.emperor, Cut(10))
TEMPERANCE = Scene(trump_people.temperance, Cut(20, 1.22))
STRENGTH = Scene(trump_people.strength, Cut(18, 1.45))
JUSTICE = Scene(trump_people.justice, Cut(18, 1.15))
LOVERS = Scene(trump_glories.lovers, Cut(2, 1.2))
CHARIOT = Scene(trump_glories.chariot, Cut(4))
WHEEL = Scene(trump_fortunes.wheel, Cut(6, 1.2))
HANGED = Scene(trump_fortunes.hanged, Cut(74))
HERMIT = Scene(trump_people.hermit, Cut(16, 1.15))
DEATH = Scene(trump_fortunes.death, Cut(16))
TOWER = Scene(trump_fortunes.tower, Cut(6))
STAR = Scene(trump_heavens.stars, Cut(3))
MOON = Scene(trump_heavens.moon, Cut(6))
SUN = Scene(trump_heavens.sun, Cut(8))

SICILIAN: Mapping[str, Scene] = MappingProxyType(
    {
        "T0": Scene(trump_glories.misery, Cut(20, 1.15)),
        "T1": Scene(trump_people.gamblers, Cut(35, 1.06)),
        "T2": EMPRESS,
        "T3": EMPEROR,
        "T4": Scene(trump_people.constancy, Cut(16, 1.2)),
        "T5": TEMPERANCE,
        "T6": STRENGTH,
        "T7": JUSTICE,
        "T8": LOVERS,
        "T9": CHARIOT,
        "T10": WHEEL,
        "T11": HANGED,
        "T12": HERMIT,
        "T13": DEATH,
        "T14": Scene(trump_fortunes.ship, Cut(6, 1.62)),
        "T15": TOWER,
        "T16": STAR,
        "T17": MOON,
        "T18": SUN,
        "T19": Scene(trump_glories.atlas, Cut(5, 1.25)),
        "T20": Scene(trump_glories.jove, Cut(12)),
        "F": Scene(trump_glories.fugitive, Cut(1)),
    }
)
"""The Sicilian trumps, with Misery below the lowest and the Fugitive."""

CLASSIC: Mapping[str, Scene] = MappingProxyType(
    {
        "T1": Scene(trump_people.juggler, Cut(14, 1.2)),
        "T2": Scene(trump_people.popess, Cut(1, 1.4)),
        "T3": EMPRESS,
        "T4": EMPEROR,
        "T5": Scene(trump_people.pope, Cut(2)),
        "T6": LOVERS,
        "T7": CHARIOT,
        "T8": JUSTICE,
        "T9": HERMIT,
        "T10": WHEEL,
        "T11": STRENGTH,
        "T12": HANGED,
        "T13": DEATH,
        "T14": TEMPERANCE,
        "T15": Scene(trump_fortunes.devil, Cut(12)),
        "T16": TOWER,
        "T17": STAR,
        "T18": MOON,
        "T19": SUN,
        "T20": Scene(trump_glories.angel, Cut(4)),
        "T21": Scene(trump_glories.world, Cut(28)),
        "F": Scene(trump_glories.fool, Cut(1)),
    }
)
"""The trumps of all other packs, numbered as in Milan and Marseille."""


def scenes(*, sicilian: bool) -> Mapping[str, Scene]:
    """Give what the trumps and the Fool of a pack show, by code."""
    return SICILIAN if sicilian else CLASSIC
