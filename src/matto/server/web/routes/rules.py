"""The rulebooks: to be read, searched, and looked up clause by clause beside a table."""

from __future__ import annotations

from functools import lru_cache

from litestar import Response, get
from litestar.params import FromPath

from matto.games import game as find_game
from matto.server.http.display import Display, Visit
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
    query, visit = request.query_params.get("q", ""), visit_of(request)
    if visit.kept:
        return as_page(kept_book(find_game(game).id, visit.display.language))
    return as_page(rules_page(visit, find_game(game), query))


@lru_cache(maxsize=64)
def kept_book(game: str, language: str) -> str:
    """A rulebook as every browser keeps it: made once for all."""
    visit = Visit(Display(language), f"/rules/{game}", kept=True)
    return rules_page(visit, find_game(game))


@get("/rules/{game:str}/clause/{number:str}")
async def clause(
    request: HttpRequest, game: FromPath[str], number: FromPath[str]
) -> Response[str]:
    """One clause, to be shown beside a table."""
    return as_page(clause_fragment(display_for(request), find_game(game), number))


ROUTES = (index, book, clause)
