"""A hint at the table: a panel beside it, or a page of its own without a script."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from matto.server.http.hints import advice_for
from matto.server.http.requests import HttpRequest, display_for, visit_of
from matto.server.http.responses import as_page
from matto.server.web.pages.hint import hint_fragment, hint_page

FETCHED_TO, AS_A_PAGE = "sec-fetch-mode", "navigate"
"""The header by which browsers tell that an address is opened, not asked for by a script."""


@get("/t/{table:str}/hint")
async def hint(request: HttpRequest, table: FromPath[str]) -> Response[str]:
    """What the strong player would do, and what each choice is worth beside it."""
    advice = await advice_for(request, table)
    if request.headers.get(FETCHED_TO) == AS_A_PAGE:
        return as_page(hint_page(advice, visit_of(request)))
    return as_page(hint_fragment(advice, display_for(request)))


ROUTES = (hint,)
