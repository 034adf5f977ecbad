"""The store: what has happened at each table, on the disk before it is acknowledged."""

from __future__ import annotations

from matto.server.store.jobs import Append, Appended, Conflict
from matto.server.store.lines import StoredEvent, TableLine
from matto.server.store.store import Store

__all__ = ["Append", "Appended", "Conflict", "Store", "StoredEvent", "TableLine"]
