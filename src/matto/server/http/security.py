"""Who a request comes from, whether it is meant, and what a browser may do with the answer."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from math import log2
from string import ascii_lowercase, ascii_uppercase, digits
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadSignature, Signer, TimestampSigner

from matto.engine.errors import MattoError
from matto.engine.words import Text, text

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

NO_STORE = "no-store"


class ForeignRequest(MattoError):
    """A request that did not come from our own page; nothing has been done."""


class UnknownHost(MattoError):
    """A request to a name that this server does not know as its own."""


class WeakKey(MattoError):
    """A key of somebody's own that others could guess; nothing is opened or taken with it."""

    def __init__(self) -> None:
        super().__init__(
            text(
                "Others could guess this key. Send none, and one is made for you; or send at "
                "least 22 letters and digits drawn by chance."
            )
        )


class Viewer(msgspec.Struct, frozen=True):
    """Somebody who looks on or plays: known by a key that nobody else can guess.

    `fresh`: the key was made just now and has to be handed out. `program`: it came in an
    Authorization header, which no foreign page can send.
    """

    key: str
    fresh: bool = False
    program: bool = False

    @property
    def holder(self) -> str:
        """What is stored instead of the key."""
        return holder_of(self.key)


def holder_of(key: str) -> str:
    """The hash of a key: enough to know its owner again, useless for posing as him."""
    return hashlib.sha256(key.encode()).hexdigest()


def insist_on_strong_key(key: str) -> None:
    """Raise `WeakKey` if there are fewer keys of this length and alphabet than 2¹²⁸."""
    used = [alphabet for alphabet in ALPHABETS if set(alphabet) & set(key)]
    signs = sum(map(len, used))
    if set(key).difference(*used):
        signs += OTHER_SIGNS
    if len(key) * log2(signs or 1) < LEAST_BITS:
        raise WeakKey


def new_key() -> str:
    """A key that nobody can guess."""
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
            known = self._key_in(cookies.get(name, ""))
            if known:
                return Viewer(known)
        return Viewer(new_key(), fresh=True)

    def program(self, headers: Mapping[str, str]) -> Viewer:
        """Tell which program sends a request; one without a key is given a new one.

        A browser's cookie counts for nothing here, so that no page can make a browser play.
        """
        key = bearer(headers)
        return Viewer(key or new_key(), fresh=not key, program=True)

    def _key_in(self, signed: str) -> str:
        try:
            return self._viewers.unsign(signed).decode()
        except BadSignature:
            return ""

    def cookie(self, viewer: Viewer, *, https: bool) -> str:
        """The Set-Cookie line that hands a key out."""
        signed = self._viewers.sign(viewer.key).decode()
        name, secure = (SAFE_COOKIE, "; Secure") if https else (COOKIE, "")
        kept = f"Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        return f"{name}={signed}; {kept}"

    def token(self, viewer: Viewer) -> str:
        """The token that a form of this viewer's carries."""
        return hmac.new(self._tokens, viewer.key.encode(), hashlib.sha256).hexdigest()

    def seat_link(self, place: str) -> str:
        """Give a word that opens a place at a table once, and only soon.

        `place` names its holder: as soon as another has it, the word is worth nothing.
        """
        return self._seats.sign(place).decode().removeprefix(f"{place}.")

    def is_seat_link(self, word: str, place: str) -> bool:
        """Tell whether a word opens a place now."""
        try:
            return self._seats.unsign(f"{place}.{word}", LINK_SECONDS) == place.encode()
        except BadSignature:
            return False

    def insist_on_no_page(self, viewer: Viewer, headers: Mapping[str, str], host: str) -> None:
        """Raise `ForeignRequest` if a page of another site has sent what a program may send."""
        if viewer.fresh:
            self._insist_on_own_site(headers, host)

    def _insist_on_own_site(self, headers: Mapping[str, str], host: str) -> None:
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

    def insist_on_own_page(
        self, viewer: Viewer, headers: Mapping[str, str], token: str, host: str
    ) -> None:
        """Raise `ForeignRequest` unless a request with a cookie was sent by our own page."""
        self._insist_on_own_site(headers, host)
        if not hmac.compare_digest(token.encode(), self.token(viewer).encode()):
            raise ForeignRequest(_STALE)


def bearer(headers: Mapping[str, str]) -> str:
    """The key in an Authorization header; empty where there is none."""
    kind, _, key = headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


_FOREIGN: Text = text("Another site has sent this. Go to the table and do it there.")
_STALE: Text = text(
    "This page was made for another visit, or cookies are switched off. "
    "Allow cookies for this site, load the page anew and try once more."
)


def unknown_host(host: str) -> UnknownHost:
    """The refusal of a request to a foreign name."""
    return UnknownHost(
        text(
            "This server does not answer to the name “{host}”. Whoever runs it can allow that "
            "by MATTO_HOSTS={host}.",
            host=host,
        )
    )
