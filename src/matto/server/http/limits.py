"""Rate limits: a bucket of tokens for each who asks, refilled with time.

Litestar's own limit counts requests in fixed windows by one name; ours are by viewer and by
network together, stricter for opening tables, and a costly request counts for more.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import ceil

import msgspec

from matto.server.http.security import Viewer
from matto.server.tables.errors import TooMany

DAY = 24 * 60 * 60
TABLES_A_DAY = 1000

MANY = 10_000
"""Buckets that are kept at most; full ones are forgotten, as they say nothing."""


class TokenRate(msgspec.Struct, frozen=True):
    """How many at once, and how many a second in the long run."""

    burst: float
    per_second: float


GREETINGS = TokenRate(burst=3, per_second=1 / 6)
"""How often one says something to his table, over all of them."""


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


class RequestLimits:
    """How often one viewer, and all at one address together, may ask."""

    def __init__(
        self,
        rate: float,
        proxies: Iterable[str] = (),
        clock: Callable[[], float] = time.monotonic,
        *,
        tables_a_day: int = TABLES_A_DAY,
    ) -> None:
        self._proxies = Addresses(proxies)
        self._viewers = TokenBuckets(TokenRate(6 * rate, rate), clock)
        self._addresses = TokenBuckets(TokenRate(60 * rate, 10 * rate), clock)
        self._opening = TokenBuckets(TokenRate(rate, rate / 100), clock)
        self._greeting = TokenBuckets(GREETINGS, clock)
        self._opening_from = TokenBuckets(TokenRate(tables_a_day, tables_a_day / DAY), clock)

    def counted(self, address: str) -> str:
        """What an address is counted by; empty if it is a trusted proxy's own."""
        return "" if address in self._proxies else network_of(address)

    def take(self, viewer: Viewer, address: str, *, opens: bool, costs: int = 1) -> None:
        """Count a request; raises `TooMany`."""
        from_outside = not is_loopback(address)
        if from_outside:
            self._addresses.take(network_of(address), costs)
        if not viewer.fresh:
            self._viewers.take(viewer.holder, costs)
        if opens:
            self._opening.take(viewer.holder)
            if from_outside:
                self._opening_from.take(network_of(address))

    def take_greeting(self, viewer: Viewer) -> None:
        """Count what somebody says to his table; raises `TooMany`."""
        self._greeting.take(viewer.holder)


def network_of(address: str) -> str:
    """What counts as one address.

    With IPv6 every household has 2⁶⁴ of them, and could use a new one each time.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Addresses:
    """Addresses and networks, such as those of the proxies that a server trusts."""

    def __init__(self, known: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(one) for one in known]

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


@lru_cache(maxsize=MANY)
def is_loopback(address: str) -> bool:
    """Tell whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
