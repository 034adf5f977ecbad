"""Chance that is the same for the same view and seed, in every process."""

from __future__ import annotations

from hashlib import blake2b

from matto.engine.table import View

BYTES = 7  # so that a number fits a signed 64-bit word


def seed_of(seed: int | str, view: View, purpose: str = "") -> int:
    """A number for one question to one bot; `purpose` keeps its uses apart."""
    asked = "" if view.decision is None else view.decision.kind
    known = f"{seed}/{view.seat}/{len(view.events)}/{asked}/{purpose}"
    return int.from_bytes(blake2b(known.encode(), digest_size=BYTES).digest())
