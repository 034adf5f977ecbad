"""The store: what has happened at each table, on the disk before it is acknowledged."""

from __future__ import annotations

from matto.server.store.store import Store
from matto.server.tables.store_interface import (
    Append,
    Appended,
    Conflict,
    StoredEvent,
    TableLine,
)

__all__ = ["Append", "Appended", "Conflict", "Store", "StoredEvent", "TableLine"]
