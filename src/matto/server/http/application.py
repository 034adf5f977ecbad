"""An application that compresses its pages and answers HEAD.

Litestar's own compression is no help here: for gzip it always takes its own compressor, which
cannot hide how long a page is, and it would pack streams piece by piece for every reader.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import secrets
from collections.abc import Iterator
from typing import Any

from litestar import Litestar
from litestar.types import Receive, Send

from matto.server.live.compression import LEVEL, WORTH_IT, accepts_gzip

GZIP_TYPES = frozenset({b"text/html", b"application/json"})
HIDING = 100
"""Up to so many bytes of no meaning make a packed page longer.

Its length would tell a listener how like each other two parts of it are: a word that he got
onto the page, and the secret in its forms.
"""

Headers = list[tuple[bytes, bytes]]


class Application(Litestar):
    """An application that answers HEAD wherever it answers GET, and packs its pages."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] == "http" and accepts_gzip(scope):
            send = GzipAnswer(send)
        if scope["type"] == "http" and scope["method"] == "HEAD":
            bare = HeadAnswer(receive, send)
            scope, receive, send = {**scope, "method": "GET"}, bare.receive, bare
        await super().__call__(scope, receive, send)


class HeadAnswer:
    """Sends the head of an answer, and ends an answer that would go on."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._asked = False
        self._sent = asyncio.Event()

    async def receive(self) -> Any:
        """Give the request; then, when its answer has begun, say that nobody listens."""
        if not self._asked:
            self._asked = True
            return await self._receive()
        await self._sent.wait()
        return {"type": "http.disconnect"}

    async def __call__(self, message: Any) -> None:
        """Send the head, and an end right after it."""
        if message["type"] == "http.response.start":
            await self._send(message)
        elif not self._sent.is_set():
            self._sent.set()
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})


class GzipAnswer:
    """Packs an answer that comes in one piece; all others go through as they are."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Any = None

    async def __call__(self, message: Any) -> None:
        """Take a part of the answer; the head of one that may be packed waits for its body."""
        if message["type"] == "http.response.start" and _may_be_packed(message["headers"]):
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            body = message.get("body", b"")
            headers = [*start["headers"], (b"vary", b"Accept-Encoding")]
            if len(body) > WORTH_IT and not message.get("more_body"):
                body = gzip_page(body)
                headers = [*_without_length(headers), *_headers_of(body)]
                message = {**message, "body": body}
            start["headers"] = headers
            await self._send(start)
        await self._send(message)


def gzip_page(page: bytes) -> bytes:
    """Pack a page; how long it becomes hides what is in it."""
    target = io.BytesIO()
    name = "-" * secrets.randbelow(HIDING)
    with gzip.GzipFile(name, "wb", LEVEL, target, mtime=0) as packer:
        packer.write(page)
    return target.getvalue()


def _may_be_packed(headers: Headers) -> bool:
    known = {name.lower(): value for name, value in headers}
    kind = known.get(b"content-type", b"").partition(b";")[0]
    return kind in GZIP_TYPES and b"content-encoding" not in known


def _without_length(headers: Headers) -> Iterator[tuple[bytes, bytes]]:
    return ((name, value) for name, value in headers if name.lower() != b"content-length")


def _headers_of(body: bytes) -> Headers:
    return [(b"content-encoding", b"gzip"), (b"content-length", b"%d" % len(body))]
