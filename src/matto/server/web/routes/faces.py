"""The card faces: a game's whole pack as one picture."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from matto.server.http.middleware import FREE
from matto.server.http.requests import HttpRequest
from matto.server.web.face_address import asked_for, version
from matto.server.web.routes.assets import versioned

SVG = "image/svg+xml"


@get("/faces/{style:str}/{name:str}", opt={FREE: True})
async def faces(
    request: HttpRequest, style: FromPath[str], name: FromPath[str]
) -> Response[Any]:
    """Send the faces of a game's pack, compressed to a tenth wherever that is understood."""
    content = asked_for(style, name.removesuffix(".svg"), request.query_params)
    return versioned(request, content, SVG, version(content))


ROUTES = (faces,)
