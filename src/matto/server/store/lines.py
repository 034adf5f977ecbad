"""What is read from the database, and the queries for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, Select, or_, select, union

from matto.server.store.schema import EVENTS, SEATS, TABLES
from matto.server.tables.events import decode
from matto.server.tables.storage import StoredEvent, TableLine
from matto.server.tables.views import Phase


def stored_event(row: Row[Any]) -> StoredEvent:
    """Read an event; raises `msgspec.MsgspecError` if it is not as it was kept."""
    return StoredEvent(row.seq, row.at, decode(row.body))


def table_line(row: Row[Any]) -> TableLine:
    """Read the line of a table."""
    return TableLine(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        phase=Phase(row.phase),
        seq=row.seq,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
    )


# -- the queries -------------------------------------------------------------------------


def events_between(table_id: str, after: int, upto: int | None = None) -> Select[Any]:
    """All events of a table after one place, and up to another."""
    query = _events(table_id).where(EVENTS.c.seq > after)
    return query if upto is None else query.where(EVENTS.c.seq <= upto)


def events_that_matter(table_id: str) -> Select[Any]:
    """The events of a table without those that mattered only to deals before the last."""
    dealt = select(TABLES.c.dealt).where(TABLES.c.id == table_id).scalar_subquery()
    return _events(table_id).where(or_(EVENTS.c.detail == 0, EVENTS.c.seq >= dealt))


def _events(table_id: str) -> Select[Any]:
    query = select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body)
    return query.where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)


def lines_of(table_ids: Iterable[str]) -> Select[Any]:
    """The lines of some tables."""
    return select(TABLES).where(TABLES.c.id.in_(list(table_ids)))


def lines_unfinished() -> Select[Any]:
    """The lines of all tables whose match is not over, the one longest at rest first."""
    unfinished = select(TABLES).where(TABLES.c.phase != Phase.OVER.value)
    return unfinished.order_by(TABLES.c.changed_at)


def lines_with(holder: str, most: int) -> Select[Any]:
    """The lines of the tables that somebody sits at or has opened, the latest first."""
    own = union(
        select(SEATS.c.table_id).where(SEATS.c.holder == holder),
        select(TABLES.c.id).where(TABLES.c.host == holder),
    )
    query = select(TABLES).where(TABLES.c.id.in_(own))
    return query.order_by(TABLES.c.changed_at.desc()).limit(most)
