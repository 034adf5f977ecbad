"""What this place is and what it keeps; which keys do what."""

from __future__ import annotations

from litestar import Response, get

from matto.server.http.requests import HttpRequest, visit_of
from matto.server.http.responses import as_page
from matto.server.web.pages.about import about_page, keys_page


@get("/about")
async def about(request: HttpRequest) -> Response[str]:
    """What is kept about whom."""
    return as_page(about_page(visit_of(request)))


@get("/keys")
async def keys(request: HttpRequest) -> Response[str]:
    """All keys."""
    return as_page(keys_page(visit_of(request)))


ROUTES = (about, keys)
"""Both pages."""
