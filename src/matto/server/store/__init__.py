"""The store: what has happened at each table, on the disk before it is acknowledged."""

from __future__ import annotations

from matto.server.store.jobs import Append, Conflict, Kept
from matto.server.store.lines import StoredFact, TableLine
from matto.server.store.store import Store

__all__ = ["Append", "Conflict", "Kept", "Store", "StoredFact", "TableLine"]
