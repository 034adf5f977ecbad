"""Tables whose rules this program does not have: which, and why."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from matto.engine.errors import MattoError
from matto.engine.words import Text
from matto.records.versions import game_of
from matto.server.tables.storage import TableLine


class Unplayable(msgspec.Struct, frozen=True):
    """Tables that this program cannot continue, and why; they stay as they are."""

    game: str
    rules_version: int
    tables: tuple[str, ...]
    why: Text


def unplayable_among(lines: Iterable[TableLine]) -> list[Unplayable]:
    """List the tables among some whose rules this program does not have."""
    tables: dict[tuple[str, int], list[str]] = {}
    for line in lines:
        tables.setdefault((line.game, line.rules_version), []).append(line.id)
    found = []
    for (game, version), ids in tables.items():
        try:
            game_of(game, version)
        except MattoError as error:
            found.append(Unplayable(game, version, tuple(ids), error.sentence))
    return found
