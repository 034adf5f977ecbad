"""Attendance: until when somebody counts as being at a table, with a stream or without."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

FOR_EVER = float("inf")


class Audience(msgspec.Struct, frozen=True):
    """Who looks at a table: so until somebody comes, goes, or is forgotten."""

    holders: frozenset[str]
    until: float


class Attendance:
    """Who was seen at each table, and for how long that is believed."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[str, dict[str, float]] = {}
        self._audiences: dict[str, Audience] = {}

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables where somebody was seen."""
        return tuple(self._until)

    def note(self, table: str, holder: str, seconds: float) -> bool:
        """Somebody was seen, and is here for so long; tell whether he has just come."""
        known = self._until.setdefault(table, {})
        has_come = holder not in known
        known[holder] = self._clock() + seconds
        return has_come

    def changed(self, table: str) -> None:
        """Whoever has a stream at a table is no longer the same."""
        self._audiences.pop(table, None)

    def audience(self, table: str, streaming: Callable[[], Collection[str]]) -> Audience:
        """Who is at a table: a thousand streams ask this at every move, so it is kept."""
        found = self._audiences.get(table)
        if found is None or found.until <= self._clock():
            found = self._looked_up(table, streaming())
        return found

    def _looked_up(self, table: str, here: Collection[str]) -> Audience:
        now, known = self._clock(), self._until.get(table, {})
        kept = {h: until for h, until in known.items() if until > now or h in here}
        leaving = [until for holder, until in kept.items() if holder not in here]
        found = Audience(frozenset(kept), min(leaving, default=FOR_EVER))
        if kept:
            self._until[table], self._audiences[table] = kept, found
        else:
            self._until.pop(table, None)
            self._audiences.pop(table, None)
        return found
