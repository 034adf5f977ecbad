"""Who is at a table just now: told beside the table's state, because it comes and goes."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from matto.server.state import TableState
from matto.server.streams import GRACE, Hub, Message


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

    here: Here
    until: float


class Presence:
    """Who is at which table, by the streams of all workers."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self._hub = hub
        self._clock = clock
        self._elsewhere: dict[str, dict[str, Elsewhere]] = {}

    def own(self, state: TableState) -> Here:
        """Who is here by the streams of this worker."""
        holders = self._hub.present(state.id)
        seats = {state.seat_of(holder) for holder in holders}
        taken = tuple(sorted(seat for seat in seats if seat is not None))
        return Here(taken, len(holders) - len(taken))

    def at(self, state: TableState) -> Here:
        """Who is here, by all streams."""
        all_here = [self.own(state), *self._others(state.id)]
        seats = {seat for here in all_here for seat in here.seats}
        return Here(tuple(sorted(seats)), sum(here.onlookers for here in all_here))

    def heard(self, worker: str, table: str, here: Here) -> None:
        """Another worker tells who is here by its streams."""
        known = self._elsewhere.setdefault(table, {})
        before = known.get(worker)
        known[worker] = Elsewhere(here, self._clock() + GRACE)
        if before is None or before.here != here:
            self._hub.newer(table)

    def _others(self, table: str) -> list[Here]:
        now = self._clock()
        known = self._elsewhere.get(table, {})
        kept = {worker: there for worker, there in known.items() if there.until > now}
        if kept:
            self._elsewhere[table] = kept
        else:
            self._elsewhere.pop(table, None)
        return [there.here for there in kept.values()]
