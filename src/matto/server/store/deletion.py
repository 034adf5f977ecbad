"""Deleting tables: taken away at once, their rows then a few at a time."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from matto.server.store.jobs import LATE
from matto.server.store.schema import DELETED, EVENTS, LEASES, RECEIPTS, SEATS, TABLES
from matto.server.tables.storage import TableLine

BATCH = 500
"""Events that one job deletes: with PostgreSQL or SQLite a few milliseconds."""


class Doom(msgspec.Struct, frozen=True):
    """Takes a table away, unless something has happened at it since its line was read.

    From then on nobody finds it, and an append to it meets a `Conflict`: it has no events.
    """

    line: TableLine

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands in its transaction."""
        return LATE, self.line.id

    def __call__(self, connection: Connection) -> bool:
        """Tell whether it was taken away: by us, not by another worker before."""
        untouched = (TABLES.c.id == self.line.id) & (TABLES.c.seq == self.line.seq)
        gone = update(TABLES).where(untouched, TABLES.c.phase != DELETED)
        values = {"phase": DELETED, "seq": -1}
        return connection.execute(gone.values(values)).rowcount == 1


class Prune(msgspec.Struct, frozen=True):
    """Deletes some rows of a table that was taken away, or with the last of them its line."""

    batch: int = BATCH

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands in its transaction."""
        return LATE, "~"

    def __call__(self, connection: Connection) -> bool:
        """Tell whether there may be more to delete."""
        doomed = select(TABLES.c.id).where(TABLES.c.phase == DELETED).order_by(TABLES.c.id)
        # two workers take two tables, or one of them none
        doomed = doomed.limit(1).with_for_update(skip_locked=True)
        table_id = connection.execute(doomed).scalar()
        if table_id is None:
            return False
        first = connection.execute(
            select(func.min(EVENTS.c.seq)).where(EVENTS.c.table_id == table_id)
        ).scalar()
        upto = None if first is None else first + self.batch
        for rows in (EVENTS, RECEIPTS):
            some = delete(rows).where(rows.c.table_id == table_id)
            connection.execute(some if upto is None else some.where(rows.c.seq < upto))
        if upto is None:
            for rows in (SEATS, LEASES):
                connection.execute(delete(rows).where(rows.c.table_id == table_id))
            connection.execute(delete(TABLES).where(TABLES.c.id == table_id))
        return True
