"""How strong opponents are: what people call each strength, and what it is like."""

from __future__ import annotations

from typing import NamedTuple

from matto.engine.words import N_


class Level(NamedTuple):
    """A strength that one may choose: `bot` is what programs and records call it."""

    bot: str
    title: str
    about: str


STRONG = Level(
    "strong",
    N_("Strong player"),
    N_(
        "Thinks through many deals that fit all that has been seen and said, remembers every "
        "card, and works out the last tricks."
    ),
)
CLUB = Level(
    "club",
    N_("Club player"),
    N_("Tries every word and card in a few deals that fit what has been seen and said."),
)
QUICK = Level(
    "quick",
    N_("Quick player"),
    N_(
        "Answers at once; has learned from a great many deals where another choice is better "
        "than that of the rules of thumb."
    ),
)
BEGINNER = Level(
    "rule",
    N_("Beginner"),
    N_("Bids and plays by the rules of thumb of the game, at once."),
)
ANYTHING = Level(
    "random",
    N_("Random bot"),
    N_("Chooses by chance among what is legal: good for trying out the rules."),
)
LEVELS = (STRONG, CLUB, QUICK, BEGINNER, ANYTHING)
"""All strengths that people are offered, the usual one first."""

USUAL = STRONG.bot
"""Who plays where nobody has been chosen."""

PROBES = (
    Level(
        "pimc",
        N_("Player by sampled deals"),
        N_("Plays out a hundred deals that fit what has been seen, for every card and word."),
    ),
)
"""Ways to play that are there to be measured against; the strengths are made of them."""
