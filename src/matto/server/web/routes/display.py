"""How pages look: kept in plain cookies, because it is no secret."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote, urlsplit

from litestar import Response, post

from matto.server.http.display import chosen
from matto.server.http.requests import HttpRequest, form_of
from matto.server.http.responses import see
from matto.server.http.security import COOKIE_SECONDS

LONGEST_QUERY = 500
KEPT_IN_A_QUERY = "=&%+,;:@!$'()*/?"
"""What has a meaning in the query of an address, or is written in it as it is."""


@post("/look", status_code=303)
async def display(request: HttpRequest) -> Response[Any]:
    """Remember the language, the faces and the colours that somebody chooses."""
    form = await form_of(request)
    answer = see(_own_path(form.get("back", "/")))
    for name, value in chosen(form).items():
        answer.set_cookie(name, value, path="/", max_age=COOKIE_SECONDS, samesite="lax")
    return answer


def _own_path(address: str) -> str:
    """A path of this site; never another site, however it is written."""
    try:
        split = urlsplit(address)
    except ValueError:
        return "/"
    path = unquote(split.path)  # it may come as addresses are written, or as they are read
    inside = path.startswith("/") and not path.startswith(("//", "/\\"))
    if not inside or split.netloc:
        return "/"
    # pages name their path as people read it: what a header cannot hold is written otherwise
    query = quote(split.query[:LONGEST_QUERY], safe=KEPT_IN_A_QUERY)
    return quote(path) + (f"?{query}" if query else "")


ROUTES = (display,)
