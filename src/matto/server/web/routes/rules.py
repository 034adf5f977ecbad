"""The rulebooks: to be read, searched, and looked up clause by clause beside a table."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from matto.games import game as find_game
from matto.server.http.middleware import COSTS
from matto.server.http.requests import HttpRequest, display_for, visit_of
from matto.server.http.responses import as_page
from matto.server.web.pages.rules import clause_fragment, rules_index, rules_page

A_BOOK = 5
"""As many requests as a rulebook counts: it takes as long, found or searched anew each time."""


@get("/rules", opt={COSTS: A_BOOK})
async def index(request: HttpRequest) -> Response[str]:
    """All rulebooks, or what a search finds in them."""
    return as_page(rules_index(visit_of(request), request.query_params.get("q", "")))


@get("/rules/{game:str}", opt={COSTS: A_BOOK})
async def book(request: HttpRequest, game: FromPath[str]) -> Response[str]:
    """One rulebook."""
    query = request.query_params.get("q", "")
    return as_page(rules_page(visit_of(request), find_game(game), query))


@get("/rules/{game:str}/clause/{number:str}")
async def clause(
    request: HttpRequest, game: FromPath[str], number: FromPath[str]
) -> Response[str]:
    """One clause, to be shown beside a table."""
    return as_page(clause_fragment(display_for(request), find_game(game), number))


ROUTES = (index, book, clause)
