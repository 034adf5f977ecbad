"""How often somebody may ask: a bucket of tokens for each, refilled with time."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil

import msgspec

from matto.server.tables.errors import TooMany

MANY = 10_000
"""Buckets that are kept at most; full ones are forgotten, as they say nothing."""


class TokenRate(msgspec.Struct, frozen=True):
    """How many at once, and how many a second in the long run."""

    burst: float
    per_second: float


class TokenBuckets:
    """A token bucket for each name that asks."""

    def __init__(self, rate: TokenRate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._left)

    def take(self, name: str, tokens: float = 1) -> None:
        """Take some tokens, at most a full bucket; raises `TooMany` if there are fewer."""
        now, tokens = self._clock(), min(tokens, self.rate.burst)
        left = self._refilled(name, now)
        if left < tokens:
            raise TooMany(ceil((tokens - left) / self.rate.per_second))
        if len(self._left) >= MANY and name not in self._left:
            self._forget_full(now)
        self._left[name] = (left - tokens, now)

    def _refilled(self, name: str, now: float) -> float:
        left, then = self._left.get(name, (self.rate.burst, now))
        return min(self.rate.burst, left + (now - then) * self.rate.per_second)

    def _forget_full(self, now: float) -> None:
        """Make room; if everybody is busy, the one who asked longest ago is forgotten."""
        full = [name for name in self._left if self._refilled(name, now) >= self.rate.burst]
        oldest = min(self._left, key=lambda name: self._left[name][1])
        for name in full or [oldest]:
            del self._left[name]
