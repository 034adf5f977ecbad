"""What the players at a table are called: no two of them alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count

from matto.engine.words import text
from matto.server.tables.errors import BadCommand
from matto.server.tables.views import SeatedPlayer
from matto.telling.story import SEAT_NAMES

LONGEST_NAME = 24
OTHER_NAMES: Sequence[str] = ("Fiorenza", "Gaspare", "Ilaria", "Leandro", "Ottavia")
"""Invented too: for a bot whose own name somebody at the table has."""

JOINERS = "\u200c\u200d"
"""Signs without width that make one sign of two, as emoji and some scripts need them."""

LOOSE_JOINERS = re.compile(
    rf"[{JOINERS}]+(?=\s|$)|(?<!\S)[{JOINERS}]+|(?<=[{JOINERS}])[{JOINERS}]+"
)
"""Joiners that join nothing: nobody sees them, and two names that look alike would differ."""


def in_one_line(name: str) -> str:
    """Give a name as it may be shown: one line, without signs that steer how it is written."""
    shown = "".join(c if c.isprintable() or c in JOINERS else " " for c in name)
    return " ".join(LOOSE_JOINERS.sub("", shown).split())


def checked_name(name: str) -> str:
    """Give a name as it is shown: in one line and not too long; raises `BadCommand`."""
    shown = in_one_line(name)
    if not shown:
        raise BadCommand(text("Give a name by which the others at the table know you."))
    if len(name) > LONGEST_NAME:
        raise BadCommand(text("A name has at most {most} characters.", most=LONGEST_NAME))
    return shown


def alike(name: str, other: str) -> bool:
    """Tell whether two names are the same to the ear: case, width and space do not count."""
    return _bare(name) == _bare(other)


def bot_name(seat: int, players: Sequence[SeatedPlayer]) -> str:
    """What a bot is called at a table: as its seat, unless a person there is called so.

    It depends on the names of persons alone, so that no bot is called otherwise because of
    another bot.
    """
    taken = {_bare(player.name) for player in players if player.name}
    return next(name for name in _names_for(seat) if _bare(name) not in taken)


def _names_for(seat: int) -> Iterator[str]:
    """The names of a bot in a seat, the usual one first; no other seat has any of them."""
    yield SEAT_NAMES[seat]
    yield OTHER_NAMES[seat]
    for number in count(2):
        yield f"{SEAT_NAMES[seat]} {number}"


def _bare(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(c for c in plain if c not in JOINERS).split())
