"""Security: who sends a request, whether it is meant, and how often it may come.

Litestar's own limit counts requests in fixed windows by one name; ours are by viewer and by
network together, stricter for opening tables, and a costly request counts for more.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from math import ceil, log2
from string import ascii_lowercase, ascii_uppercase, digits
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadSignature, Signer, TimestampSigner

from matto.engine.errors import MattoError
from matto.engine.words import N_, Text, text
from matto.server.settings import ip_in
from matto.server.tables.errors import ServerError, TooMany

COOKIE = "matto"
SAFE_COOKIE = "__Host-matto"
"""Behind https the name itself keeps other hosts of the same domain from planting one."""

KEY_BYTES = 24
LEAST_BITS = 128
ALPHABETS = (digits, ascii_lowercase, ascii_uppercase)
OTHER_SIGNS = 33
"""Printable signs that are neither letters nor digits."""

LINK_SECONDS = 300
"""How long a link that hands a seat over is good: for one's own other device, and now."""

COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""

CSRF_FIELD = "csrf"
CSRF_HEADER = "x-csrf-token"

OWN_SITE = frozenset({"same-origin", "none"})
"""What a browser says of a request that our own page, or the person at it, has sent."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # not "no-referrer": with that, browsers send a form's Origin as "null"
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
"""What every answer carries."""


class ForeignRequest(MattoError):
    """A request that did not come from our own page; nothing has been done."""


class UnknownHost(ServerError):
    says = N_(
        "This server does not answer to the name “{host}”. Whoever runs it can allow that "
        "by MATTO_HOSTS={host}."
    )


class WeakKey(ServerError):
    """A key of somebody's own that others could guess; nothing is opened or taken with it."""

    says = N_(
        "Others could guess this key. Send none, and one is made for you; or send at "
        "least 22 letters and digits drawn by chance."
    )


class Viewer(msgspec.Struct, frozen=True, dict=True):
    """Somebody who looks on or plays: known by a key that nobody else can guess.

    `fresh`: the key was made just now and has to be handed out. `program`: it came in an
    Authorization header, which no foreign page can send.
    """

    key: str
    fresh: bool = False
    program: bool = False

    @cached_property
    def holder(self) -> str:
        return holder_of(self.key)


def holder_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def require_strong_key(key: str) -> None:
    """Raise `WeakKey` if there are fewer keys of this length and alphabet than 2¹²⁸."""
    used = [alphabet for alphabet in ALPHABETS if set(alphabet) & set(key)]
    signs = sum(map(len, used))
    if set(key).difference(*used):
        signs += OTHER_SIGNS
    if len(key) * log2(signs or 1) < LEAST_BITS:
        raise WeakKey


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


class Guard:
    """Signs keys, knows them again, and tells our own pages' requests from foreign ones."""

    def __init__(self, secret: bytes, base_url: str = "") -> None:
        self._viewers = Signer(secret, salt="viewer", digest_method=hashlib.sha256)
        self._seats = TimestampSigner(secret, salt="seat", digest_method=hashlib.sha256)
        self._tokens = hmac.new(secret, b"csrf", hashlib.sha256).digest()
        self._own = urlsplit(base_url).netloc

    def viewer(
        self, headers: Mapping[str, str], cookies: Mapping[str, str], *, https: bool = False
    ) -> Viewer:
        """Tell who sends a request; somebody unknown is given a new key.

        Over https only the cookie counts that no other host can have planted: else somebody
        could let a visitor play under a key that he knows himself.
        """
        if key := bearer(headers):
            return Viewer(key, program=True)
        for name in (SAFE_COOKIE,) if https else (SAFE_COOKIE, COOKIE):
            with suppress(BadSignature):
                return Viewer(self._viewers.unsign(cookies.get(name, "")).decode())
        return Viewer(new_key(), fresh=True)

    def program(self, headers: Mapping[str, str]) -> Viewer:
        """Return which program sends a request; one without a key is given a new one.

        A browser's cookie counts for nothing here, so that no page can make a browser play.
        """
        key = bearer(headers)
        return Viewer(key or new_key(), fresh=not key, program=True)

    def cookie(self, viewer: Viewer, *, https: bool) -> str:
        signed = self._viewers.sign(viewer.key).decode()
        name, secure = (SAFE_COOKIE, "; Secure") if https else (COOKIE, "")
        kept = f"Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        return f"{name}={signed}; {kept}"

    def token(self, viewer: Viewer) -> str:
        return hmac.new(self._tokens, viewer.key.encode(), hashlib.sha256).hexdigest()

    def seat_link(self, place: str) -> str:
        """Return a word that opens a place at a table once, and only soon.

        `place` names its holder: as soon as another has it, the word is worth nothing.
        """
        return self._seats.sign(place).decode().removeprefix(f"{place}.")

    def is_seat_link(self, word: str, place: str) -> bool:
        try:
            return self._seats.unsign(f"{place}.{word}", LINK_SECONDS) == place.encode()
        except BadSignature:
            return False

    def require_own_site(self, headers: Mapping[str, str], host: str) -> None:
        """Raise `ForeignRequest` unless a request is of our own site, or of no page at all."""
        # older browsers, and all of them without https, tell only the origin
        site, origin = headers.get("sec-fetch-site", "none"), headers.get("origin")
        told_by_origin = origin is not None and site != "same-origin"
        if site not in OWN_SITE or (told_by_origin and not self._is_ours(origin or "", host)):
            raise ForeignRequest(_FOREIGN)

    def _is_ours(self, origin: str, host: str) -> bool:
        # "null", which a page in a sandbox sends, has no place at all
        try:
            place = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(place) and place in {host, self._own}

    def require_own_page(self, viewer: Viewer, token: str) -> None:
        """Raise `ForeignRequest` unless it has the token of a page made for its sender."""
        if not hmac.compare_digest(token.encode(), self.token(viewer).encode()):
            raise ForeignRequest(_STALE)


def bearer(headers: Mapping[str, str]) -> str:
    kind, _, key = headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


_FOREIGN: Text = text("Another site has sent this. Go to the table and do it there.")
_STALE: Text = text(
    "This page was made for another visit, or cookies are switched off. "
    "Allow cookies for this site, load the page anew and try once more."
)


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
        """Return what an address is counted by; empty if it is a trusted proxy's own."""
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
        self._greeting.take(viewer.holder)


def network_of(address: str) -> str:
    """Return what counts as one address.

    With IPv6 every household has 2⁶⁴ of them, and could use a new one each time.
    """
    found = ip_in(address)
    if not isinstance(found, ipaddress.IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Addresses:
    def __init__(self, known: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(one) for one in known]

    def __contains__(self, address: str) -> bool:
        found = ip_in(address)
        return found is not None and any(found in network for network in self._networks)


@lru_cache(maxsize=MANY)
def is_loopback(address: str) -> bool:
    found = ip_in(address)
    return found is not None and found.is_loopback
