"""A hint at the table: a panel beside it, or a page of its own without a script."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from matto.server.http.hints import advice_for
from matto.server.http.requests import HttpRequest, display_for, is_opened, visit_of
from matto.server.http.responses import as_page
from matto.server.web.pages.hint import hint_fragment, hint_page


@get("/t/{table:str}/hint")
async def hint(request: HttpRequest, table: FromPath[str]) -> Response[str]:
    """What the strong player would do, and what each choice is worth beside it."""
    advice = await advice_for(request, table)
    if is_opened(request):
        return as_page(hint_page(advice, visit_of(request)))
    return as_page(hint_fragment(advice, display_for(request)))


ROUTES = (hint,)
