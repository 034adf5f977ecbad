"""An application that answers HEAD, and packs its pages so that their length tells little.

Litestar's own compression is no help with the latter: for gzip it always takes its own
compressor, which makes equal pages equally long, and it packs streams anew for every reader.
"""

from __future__ import annotations

import gzip
import io
import secrets
import time
from typing import Any

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.types import Send

from matto.server.live.compression import LEVEL, WORTH_IT, accepts_gzip
from matto.server.live.streams import HEAD_ONLY
from matto.server.logs import new_request_id, request_id

GZIP_TYPES = frozenset({"text/html", "application/json"})
BEGAN = "matto.began"
"""Where the scope of a request has the time at which it came."""

HIDING = 100
"""Up to so many bytes of no meaning make a packed page longer.

Its length would tell a listener how like each other two parts of it are: a word that he got
onto the page, and the secret in its forms.
"""


class Application(Litestar):
    """An application that answers HEAD wherever it answers GET, and packs its pages.

    The ASGI server leaves the body of an answer to HEAD away; only a stream has to know of it.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            scope[BEGAN] = time.perf_counter()
            request_id.set(new_request_id())
        if scope["type"] == "http" and accepts_gzip(scope):
            send = GzipAnswer(send)
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET", HEAD_ONLY: True}
        await super().__call__(scope, receive, send)


class GzipAnswer:
    """Packs an answer that comes in one piece; all others go through as they are."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Any = None

    async def __call__(self, message: Any) -> None:
        """Take a part of the answer; the head of one that may be packed waits for its body."""
        if message["type"] == "http.response.start" and _may_be_packed(message):
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            headers = MutableScopeHeaders.from_message(start)
            headers["vary"] = "Accept-Encoding"
            body = message.get("body", b"")
            if len(body) > WORTH_IT and not message.get("more_body"):
                message = {**message, "body": gzip_page(body)}
                headers["content-encoding"] = "gzip"
                headers["content-length"] = str(len(message["body"]))
            await self._send(start)
        await self._send(message)


def gzip_page(page: bytes) -> bytes:
    """Pack a page; how long it becomes hides what is in it."""
    target = io.BytesIO()
    name = "-" * secrets.randbelow(HIDING)
    with gzip.GzipFile(name, "wb", LEVEL, target, mtime=0) as packer:
        packer.write(page)
    return target.getvalue()


def _may_be_packed(start: Any) -> bool:
    headers = MutableScopeHeaders.from_message(start)
    kind = headers.get("content-type", "").partition(";")[0]
    return kind in GZIP_TYPES and "content-encoding" not in headers
