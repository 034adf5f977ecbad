"""Courtesies: the few things that one may say to the whole table, in place of free chat.

They are the same for every game and in every language, and tell nothing of cards.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from matto.engine.words import N_

COURTESIES: Mapping[str, str] = {
    "evening": N_("Good evening to all!"),
    "servant": N_("Your humble servant!"),
    "luck": N_("May the cards be kind to you!"),
    "moment": N_("One moment, if you please."),
    "pardon": N_("I beg your pardon."),
    "leisure": N_("Take your time."),
    "thanks": N_("I am much obliged."),
    "bravo": N_("Bravo, well played!"),
    "compliments": N_("My compliments!"),
    "health": N_("To your health!"),
    "revenge": N_("I ask for my revenge."),
    "night": N_("Good night, and until next time!"),
}
"""What can be said, by ids that never change, and how English says it."""

MOST_OF_A_SEAT = 20
"""So often a seat may say something from one dealing to the next."""

MOST_SHOWN = 6


class Greeting(msgspec.Struct, frozen=True):
    """A courtesy that a seat has said; `seq` is its place among the table's events."""

    seq: int
    seat: int
    courtesy: str
