"""Seeds: each depends on what it is for and on nothing else, in every process."""

from __future__ import annotations

from hashlib import blake2b

from matto.engine.view import View

BYTES = 7  # so that a number fits a signed 64-bit word


def derived(*parts: object) -> int:
    """Return a 64-bit seed from words and numbers: the same parts, the same seed.

    Seeds of different deals, seats and uses are unrelated, and none depends on the order in
    which deals are played or on how many processes play them.
    """
    words = "\x1f".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "big")


def seed_of(seed: int | str, view: View, purpose: str = "") -> int:
    """A number for one question to one bot; `purpose` keeps its uses apart."""
    asked = "" if view.decision is None else view.decision.kind
    known = f"{seed}/{view.seat}/{len(view.events)}/{asked}/{purpose}"
    return int.from_bytes(blake2b(known.encode(), digest_size=BYTES).digest())
