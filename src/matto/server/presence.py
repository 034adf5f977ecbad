"""Who is at a table just now: told beside the table's state, because it comes and goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

import msgspec

from matto.server.state import TableState
from matto.server.streams import GRACE, Hub, Message

SHORT = 16
"""So much of a holder's hash tells him from others."""

MOST_TOLD = 300


class Here(msgspec.Struct, frozen=True):
    """The seats whose holders look at the table, and how many others look on."""

    seats: tuple[int, ...] = ()
    onlookers: int = 0

    @property
    def message(self) -> Message:
        """How streams tell it."""
        return Message("presence", msgspec.json.encode(self).decode())


class Elsewhere(msgspec.Struct, frozen=True):
    """Who is here by the streams of another worker, and until when that is believed."""

    holders: frozenset[str]
    until: float


class Presence:
    """Who is at which table, by the streams of all workers."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self.hub = hub
        self._clock = clock
        self._elsewhere: dict[str, dict[str, Elsewhere]] = {}

    def at(self, state: TableState) -> Here:
        """Who is at a table."""
        holders = self._holders(state.id)
        seats = tuple(chair.seat for chair in state.chairs if chair.holder[:SHORT] in holders)
        return Here(seats, len(holders) - len(seats))

    def is_here(self, table: str, holder: str) -> bool:
        """Tell whether somebody is at a table."""
        return holder[:SHORT] in self._holders(table)

    def own(self) -> Mapping[str, tuple[str, ...]]:
        """Who is here by the streams of this worker, at each table."""
        return {
            table: tuple(sorted(_short(self.hub.present(table))))[:MOST_TOLD]
            for table in self.hub.tables
        }

    def heard(self, worker: str, here: Mapping[str, tuple[str, ...]]) -> None:
        """Another worker tells who is here by its streams."""
        for table, told in here.items():
            known = self._elsewhere.setdefault(table, {})
            before, holders = known.get(worker), frozenset(told)
            known[worker] = Elsewhere(holders, self._clock() + GRACE)
            if before is None or before.holders != holders:
                self.hub.newer(table)

    def _holders(self, table: str) -> frozenset[str]:
        now = self._clock()
        known = self._elsewhere.get(table, {})
        kept = {worker: there for worker, there in known.items() if there.until > now}
        if kept:
            self._elsewhere[table] = kept
        else:
            self._elsewhere.pop(table, None)
        own = _short(self.hub.present(table))
        return own.union(*(there.holders for there in kept.values()))


def _short(holders: Iterable[str]) -> frozenset[str]:
    return frozenset(holder[:SHORT] for holder in holders)
