"""What bots are called where people meet them, and what each is like."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from matto.bots import NAMES
from matto.server.facts import BOT_STANDS_IN
from matto.words import N_


class BotWords(msgspec.Struct, frozen=True):
    """A bot as people know it."""

    name: str
    about: str


_KNOWN: Mapping[str, BotWords] = {
    "rule": BotWords(
        N_("Bot with rules of thumb"),
        N_("Bids and plays by the rules of thumb of the game, at once."),
    ),
    "random": BotWords(
        N_("Bot that plays anything"),
        N_("Chooses by chance among what is legal: good for trying out the rules."),
    ),
}


def known_bots() -> Mapping[str, BotWords]:
    """All bots by name, the usual one first."""
    names = sorted(NAMES, key=lambda name: name != BOT_STANDS_IN)
    return {name: _KNOWN.get(name) or BotWords(name, "") for name in names}
