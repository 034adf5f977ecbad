"""The card faces: a game's whole pack as one picture."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from matto.server.http.middleware import FREE
from matto.server.http.requests import HttpRequest
from matto.server.web.face_address import asked_for, version
from matto.server.web.routes.assets import versioned

SVG = "image/svg+xml"
KEPT = 48


@get("/faces/{style:str}/{name:str}", opt={FREE: True})
async def faces(
    request: HttpRequest, style: FromPath[str], name: FromPath[str]
) -> Response[Any]:
    """Send the faces of a game's pack, packed to a tenth wherever that is understood."""
    content = asked_for(style, name.removesuffix(".svg"), request.query_params)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    sent = gzip_page(content) if packs else content
    answer = versioned(request, sent, SVG, version(content))
    answer.headers["Vary"] = "Accept-Encoding"
    if packs and answer.content:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


@lru_cache(maxsize=KEPT)
def gzip_page(content: bytes) -> bytes:
    """Pack some bytes, always to the same ones."""
    return gzip.compress(content, mtime=0)


ROUTES = (faces,)
