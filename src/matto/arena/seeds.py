"""Derived seeds: each depends on what it is for, and on nothing else."""

from __future__ import annotations

from hashlib import blake2b


def derived(*parts: object) -> int:
    """Give a 64-bit seed from words and numbers: the same parts, the same seed.

    Seeds of different deals, seats and uses are unrelated, and none depends on the order in
    which deals are played or on how many processes play them.
    """
    words = "\x1f".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(words, digest_size=8).digest(), "big")
