"""The chain of a table's events: each hash covers the event and the hash before it.

A chain finds out what a disk, a copy or a hand at the database has lost or changed. It has no
key: whoever changes events on purpose can compute it anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from matto.engine.errors import MattoError
from matto.engine.words import N_, Text

BYTES = 16
PERSON = b"matto events"

MISSING = N_("Event {seq} is missing.")
CHANGED = N_("Event {seq} is not as it was kept.")
NOT_THE_LAST = N_("Event {seq} is not the last that was kept.")


class BrokenChain(MattoError):
    """The events of a table are not those that were kept; `seq` is the first at fault."""

    def __init__(self, sentence: str, seq: int) -> None:
        super().__init__(Text(sentence, (("seq", seq),)))
        self.seq = seq


def root(table_id: str) -> str:
    """The hash before the first event: events of another table do not follow it."""
    return _hash(table_id)


def link(previous: str, seq: int, at: int, body: str) -> str:
    """The hash of an event with its number and its time, after the hash before it."""
    return _hash(f"{previous} {seq} {at} {body}")


def _hash(kept: str) -> str:
    return hashlib.blake2b(kept.encode(), digest_size=BYTES, person=PERSON).hexdigest()


def whole(
    table_id: str, rows: Sequence[Row[Any]], after: int = 0, upto: int | None = None
) -> list[Row[Any]]:
    """Give the rows of a table after one place and up to another; none is missing or changed.

    `rows` are those of `lines.chained`, with the row at `after`: the next one needs its hash.
    Raises `BrokenChain`.
    """
    if not rows or rows[0].last < after:
        return []  # there is no such table, or it was restored to an earlier moment
    last, head = rows[0].last, rows[0].head
    kept = [row for row in rows if row.seq is not None]
    previous = root(table_id)
    if after:
        if not kept or kept[0].seq != after:
            raise BrokenChain(MISSING, after)
        previous = kept.pop(0).hash
    previous = _followed(kept, after, previous)
    seq = after + len(kept)
    if seq < (last if upto is None else min(last, upto)):
        raise BrokenChain(MISSING, seq + 1)
    if seq > last or (seq == last and previous != head):
        raise BrokenChain(NOT_THE_LAST, seq)
    return kept


def _followed(kept: Sequence[Row[Any]], after: int, previous: str) -> str:
    """Follow the chain to its end, whose hash is given."""
    for seq, row in enumerate(kept, start=after + 1):
        if row.seq != seq:
            raise BrokenChain(MISSING, seq)
        if link(previous, seq, row.at, row.body) != row.hash:
            raise BrokenChain(CHANGED, seq)
        previous = row.hash
    return previous
