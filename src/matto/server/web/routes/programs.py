"""The interface explained: its OpenAPI document, and a page about it."""

from __future__ import annotations

from litestar import Response, get

from matto.server.api.document import document
from matto.server.http.requests import HttpRequest, services_of, visit_of
from matto.server.http.responses import as_json, as_page
from matto.server.web.pages.programs import programs_page


@get("/api")
async def explained(request: HttpRequest) -> Response[str]:
    """What programs can do here, for whoever writes one."""
    server = services_of(request).settings.base_url or str(request.base_url).rstrip("/")
    return as_page(programs_page(visit_of(request), document(), server))


@get("/api/openapi.json")
async def described(request: HttpRequest) -> Response[bytes]:
    """The same as an OpenAPI document, for programs."""
    return as_json(document())


ROUTES = (explained, described)
