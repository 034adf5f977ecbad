"""A checker of whole histories: what was acknowledged, and what anybody was shown.

When all is over, the events that are kept are folded once more. Every acknowledged command is
there once, with its choice, and at the place that was answered, later ones of the same table
after earlier ones; whatever a seat was ever shown at a place is what the table was there: one
order, seen by all.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import select

from matto.server.api.states import state_of
from matto.server.store import backup, queries
from matto.server.store.check import CheckReport, check, ids_of
from matto.server.store.schema import RECEIPTS
from matto.server.tables.events import Acted
from matto.server.tables.service import table_view_of
from matto.server.tables.state import TableState
from matto.server.tables.store_interface import StoredEvent
from server.stores import Place

SHOWN = ("seq", "phase", "deal", "dealer", "ledger", "view", "closed")
"""What of a state follows from the events alone; who is there and how long is left does not."""


@dataclass(frozen=True)
class Acknowledged:
    """A command that was answered between two moments: what was seen before, and its place."""

    sent: float
    answered: float
    key: str
    seen: int
    seq: int
    seat: int
    choice: str


@dataclass
class History:
    """What was answered and shown at one table."""

    table: str = ""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    shown: dict[tuple[int, int], bytes] = field(default_factory=dict)

    def saw(self, state: Mapping[str, Any], received: bytes) -> bool:
        """Note what a seat was shown: the same as ever at the same place, if it was before."""
        place, known = (state["seq"], state["seat"]), len(self.shown)
        assert self.shown.setdefault(place, received) == received, "a moment looks different"
        return len(self.shown) == known


def check_histories(place: Place, histories: Iterable[History]) -> int:
    """Hold histories against what is kept; gives how many moments were compared."""
    report = CheckReport()
    with backup.reading(place) as connection:
        ids = ids_of(connection)
        deque(check(connection, ids, report), maxlen=0)
        assert report.faults == []
        compared = 0
        for history in histories:
            found = connection.execute(queries.chained(history.table)).all()
            events = [queries.stored_event(row) for row in found]
            query = select(RECEIPTS.c.key, RECEIPTS.c.seq)
            kept = connection.execute(query.where(RECEIPTS.c.table_id == history.table)).all()
            _check_acknowledged(history, {row.key: row.seq for row in kept}, events)
            compared += _check_shown(history, events)
    return compared


def _check_acknowledged(
    history: History, kept: Mapping[str, int], events: Sequence[StoredEvent]
) -> None:
    answers = sorted(history.acknowledged, key=lambda one: one.seq)
    assert len({one.seq for one in answers}) == len(answers), "two commands have one place"
    latest = 0.0
    for one in answers:
        assert kept.get(one.key) == one.seq <= len(events), "an acknowledged command is lost"
        assert one.answered > latest, "a later command was kept before an earlier one"
        latest = max(latest, one.sent)
        acted = [
            found.event.choice
            for found in events[one.seen : one.seq]
            if isinstance(found.event, Acted) and found.event.seat == one.seat
        ]
        assert not one.choice or one.choice in acted, "another choice was kept"


def _check_shown(history: History, events: Iterable[Any]) -> int:
    """Fold the events, and look at each place that somebody was shown."""
    seats: dict[int, list[int]] = {}
    for seq, seat in history.shown:
        seats.setdefault(seq, []).append(seat)
    state = TableState(history.table)
    for stored in events:
        state = state.copy()
        state.apply(stored.event, stored.at, stored.seq)
        for seat in seats.pop(stored.seq, ()):
            view = state_of(table_view_of(state, seat, state.holder(seat)))
            found = json.loads(msgspec.json.encode(view))
            shown = json.loads(history.shown[stored.seq, seat])
            for name in SHOWN:
                assert found[name] == shown[name], (stored.seq, seat, name)
    assert not seats, "something was shown that is not kept"
    return len(history.shown)
