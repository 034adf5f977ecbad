"""What is read from the database, and the queries for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, false, func, or_, select, union

from matto.server.store.schema import DELETED, EVENTS, SEATS, TABLES
from matto.server.tables.events import decode
from matto.server.tables.retention import Retention
from matto.server.tables.storage import StoredEvent, TableLine
from matto.server.tables.views import Phase

NOT_DELETED = TABLES.c.phase != DELETED
MAY_BE_JOINED = (TABLES.c.phase == Phase.GATHERING.value) & (TABLES.c.listed == 1)
GOES_ON = TABLES.c.phase.not_in([Phase.OVER.value, DELETED])
MOST_COUNTED = 2**31 - 1


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
        dealt=row.dealt,
    )


# -- the queries -------------------------------------------------------------------------


def chained(table_id: str, after: int = 0, upto: int | None = None) -> Select[Any]:
    """All events of a table from one place and up to another, with how far the table is.

    One statement, so that both are of one moment. A table without events gives one row.
    """
    wanted = (EVENTS.c.table_id == TABLES.c.id) & (EVENTS.c.seq >= after)
    if upto is not None:
        wanted &= EVENTS.c.seq <= upto
    query = select(EVENTS, TABLES.c.seq.label("last"), TABLES.c.head, TABLES.c.dealt)
    found = query.select_from(TABLES.outerjoin(EVENTS, wanted))
    return found.where(TABLES.c.id == table_id, NOT_DELETED).order_by(EVENTS.c.seq)


def lines_of(table_ids: Iterable[str]) -> Select[Any]:
    """The lines of some tables."""
    return select(TABLES).where(TABLES.c.id.in_(list(table_ids)), NOT_DELETED)


def lines_unfinished() -> Select[Any]:
    """The lines of all tables whose match is not over, the one longest at rest first."""
    return select(TABLES).where(GOES_ON).order_by(TABLES.c.changed_at)


def lines_listed(most: int) -> Select[Any]:
    """The lines of tables that anybody may join before they begin, the latest first."""
    query = select(TABLES).where(MAY_BE_JOINED)
    return query.order_by(TABLES.c.changed_at.desc()).limit(most)


def lines_expired(retention: Retention, now: int, most: int) -> Select[Any]:
    """The lines of tables that nobody has touched for too long, those longest at rest first."""
    undealt, over = TABLES.c.dealt == 0, TABLES.c.phase == Phase.OVER.value
    too_old = or_(
        _untouched(undealt, now, retention.milliseconds(Phase.GATHERING, dealt=False)),
        _untouched(~undealt & ~over, now, retention.milliseconds(Phase.PLAYING, dealt=True)),
        _untouched(~undealt & over, now, retention.milliseconds(Phase.OVER, dealt=True)),
    )
    query = select(TABLES).where(NOT_DELETED, too_old)
    return query.order_by(TABLES.c.changed_at).limit(most)


def _untouched(which: ColumnElement[bool], now: int, span: int) -> ColumnElement[bool]:
    return and_(which, TABLES.c.changed_at <= now - span) if span else false()


def number_of_tables(most: int, host: str = "", *, listed: bool = False) -> Select[Any]:
    """How many tables there are, or of a host that go on; counted no further than `most`.

    `listed`: only those that anybody may join before they begin.
    """
    some = select(TABLES.c.id).limit(min(most, MOST_COUNTED))
    if host:
        some = some.where(TABLES.c.host == host, GOES_ON)
    if listed:
        some = some.where(MAY_BE_JOINED)
    return select(func.count()).select_from(some.subquery())


def census() -> Select[Any]:
    """How many tables there are of each game in each phase."""
    kinds = (TABLES.c.game, TABLES.c.phase)
    return select(*kinds, func.count()).where(NOT_DELETED).group_by(*kinds)


def size_of_postgres() -> Select[Any]:
    """How many bytes a database of PostgreSQL takes."""
    return select(func.pg_database_size(func.current_database()))


def lines_with(holder: str, most: int) -> Select[Any]:
    """The lines of the tables that somebody sits at or has opened, the latest first."""
    own = union(
        select(SEATS.c.table_id).where(SEATS.c.holder == holder),
        select(TABLES.c.id).where(TABLES.c.host == holder),
    )
    query = select(TABLES).where(TABLES.c.id.in_(own), NOT_DELETED)
    return query.order_by(TABLES.c.changed_at.desc()).limit(most)
