"""Files that are the same for all: style sheets, scripts, pictures."""

from __future__ import annotations

import mimetypes
from functools import cache
from typing import Any

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from matto.server.http.middleware import FREE
from matto.server.http.requests import HttpRequest
from matto.server.live.compression import WORTH_IT, accepts_gzip, gzip_file
from matto.server.web.pages.environment import STATIC, asset

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class Asset(msgspec.Struct, frozen=True):
    """A file as it is sent; `version` is in the address that pages have of it."""

    content: bytes
    media_type: str
    version: str


@cache
def assets() -> dict[str, Asset]:
    """All files, read once: none but these can be asked for."""
    return {
        path.relative_to(STATIC).as_posix(): _asset(path.relative_to(STATIC).as_posix())
        for path in sorted(STATIC.rglob("*"))
        if path.is_file()
    }


def _asset(name: str) -> Asset:
    kind, _ = mimetypes.guess_type(name)
    version = asset(name).partition("?v=")[2]
    return Asset((STATIC / name).read_bytes(), kind or "application/octet-stream", version)


@get("/static/{name:path}", opt={FREE: True})
async def static(request: HttpRequest, name: FromPath[str]) -> Response[Any]:
    """Send a file; under the address that names its version it may be kept for ever."""
    found = assets().get(name.lstrip("/"))
    if found is None:
        raise NotFoundException
    return versioned(request, found.content, found.media_type, found.version)


def versioned(
    request: HttpRequest, content: bytes, media_type: str, version: str
) -> Response[Any]:
    """Send something with a version, compressed once for all; nothing to those who have it."""
    tag = f'"{version}"'
    own = request.query_params.get("v") == version
    headers = {
        "ETag": tag,
        "Cache-Control": FOR_EVER if own else ASK_AGAIN,
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, media_type=media_type, headers=headers)
    if len(content) > WORTH_IT and accepts_gzip(request.scope):
        content, headers["Content-Encoding"] = gzip_file(content), "gzip"
    return Response(content, media_type=media_type, headers=headers)


ROUTES = (static,)
