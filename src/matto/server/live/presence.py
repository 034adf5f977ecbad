"""Presence: who is at a table just now, here or at another worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

import msgspec

from matto.server.live.streams import GRACE, Hub, StreamEvent
from matto.server.tables.state import TableState

SHORT = 16
"""So much of a holder's hash tells him from others."""

MOST_TOLD = 300
MOST_KEPT = 5000


class Present(msgspec.Struct, frozen=True):
    """The seats whose holders look at the table, and how many others look on.

    `preparing` tells that the bots of the table are not ready to play yet, `delay` about how
    many seconds they wait until they can think, where that can be noticed.
    """

    seats: tuple[int, ...] = ()
    onlookers: int = 0
    preparing: bool = False
    delay: int = 0

    @property
    def message(self) -> StreamEvent:
        return StreamEvent("presence", msgspec.json.encode(self).decode())


class PresentElsewhere(msgspec.Struct, frozen=True):
    """Who is here by the streams of another worker, and until when that is believed."""

    holders: frozenset[str]
    until: float


Observed = tuple[int, frozenset[str], tuple[frozenset[str], ...]]
"""The number of a state, and who is there by the streams of this worker and of each other."""


class Presence:
    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self.hub = hub
        self._clock = clock
        self.elsewhere: dict[str, dict[str, PresentElsewhere]] = {}
        self._cache: dict[str, tuple[Observed, Present]] = {}

    def at(self, state: TableState) -> Present:
        own, others = self.hub.present(state.id), self._others(state.id)
        observed = state.seq, own, others
        known, here = self._cache.get(state.id, (None, Present()))
        if known != observed:
            here = _present_at(state, _short(own).union(*others))
            if len(self._cache) >= MOST_KEPT:
                self._cache.clear()
            self._cache[state.id] = observed, here
        return here

    def is_here(self, table: str, holder: str) -> bool:
        seen = (self.hub.present(table), *self._others(table))
        return holder in seen[0] or any(holder[:SHORT] in others for others in seen[1:])

    def is_watched(self, table: str) -> bool:
        return bool(self.hub.present(table)) or any(self._others(table))

    def own_holders(self) -> Mapping[str, tuple[str, ...]]:
        return {
            table: tuple(sorted(_short(self.hub.present(table))))[:MOST_TOLD]
            for table in self.hub.tables
        }

    def receive(self, worker: str, here: Mapping[str, tuple[str, ...]]) -> None:
        if len(self.elsewhere) >= MOST_KEPT:
            for table in tuple(self.elsewhere):
                self._others(table)  # it forgets who has gone
        for table, present in here.items():
            known = self.elsewhere.setdefault(table, {})
            before, holders = known.get(worker), frozenset(present)
            known[worker] = PresentElsewhere(holders, self._clock() + GRACE)
            if before is None or before.holders != holders:
                self.hub.notify(table)

    def _others(self, table: str) -> tuple[frozenset[str], ...]:
        known = self.elsewhere.get(table)
        if known is None:
            return ()
        now = self._clock()
        kept = {worker: there for worker, there in known.items() if there.until > now}
        if kept:
            self.elsewhere[table] = kept
        else:
            del self.elsewhere[table]
        return tuple(there.holders for there in kept.values())


def _present_at(state: TableState, holders: frozenset[str]) -> Present:
    seats = tuple(chair.seat for chair in state.chairs if chair.holder[:SHORT] in holders)
    return Present(seats, len(holders) - len(seats))


def _short(holders: Iterable[str]) -> frozenset[str]:
    return frozenset(holder[:SHORT] for holder in holders)
