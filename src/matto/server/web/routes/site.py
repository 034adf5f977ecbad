"""Routes beside the tables: about, display, rules, programs, errors."""

from __future__ import annotations

from functools import lru_cache, partial
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from litestar import Response, get, post
from litestar.params import FromPath

from matto.games import catalogue
from matto.games import game as find_game
from matto.server.api.document import document
from matto.server.http.error_answers import ErrorAnswer, answered
from matto.server.http.middleware import COSTS
from matto.server.http.requests import (
    Display,
    HttpRequest,
    Visit,
    as_json,
    as_page,
    chosen,
    display_for,
    form_of,
    see,
    services_of,
    visit_of,
    wants_json,
)
from matto.server.http.security import COOKIE_SECONDS
from matto.server.web.pages.home import error_page
from matto.server.web.pages.programs import programs_page
from matto.server.web.pages.rulebook import clause_fragment, rules_index, rules_page
from matto.server.web.pages.templates import rendered


def answer_error(request: HttpRequest, error: Exception) -> Response[Any]:
    """Answer an error: JSON for scripts, a page with a way back for persons."""
    return answered(request, error, None if wants_json(request) else partial(_page, request))


def _page(request: HttpRequest, problem: ErrorAnswer) -> str:
    table = request.path_params.get("table", "")
    lost = problem.status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
    back = f"/t/{quote(table)}" if table and not lost else "/"
    visit = visit_of(request)
    return error_page(visit, problem.sentence, clause=problem.clause, back=back)


@get("/about")
async def about(request: HttpRequest) -> Response[str]:
    return as_page(rendered("about.html", visit_of(request), games=len(catalogue())))


@get("/keys")
async def keys(request: HttpRequest) -> Response[str]:
    return as_page(rendered("keys.html", visit_of(request)))


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


A_BOOK = 5
"""As many requests as a rulebook counts: it takes as long, found or searched anew each time."""


@get("/rules", opt={COSTS: A_BOOK})
async def index(request: HttpRequest) -> Response[str]:
    return as_page(rules_index(visit_of(request), request.query_params.get("q", "")))


@get("/rules/{game:str}", opt={COSTS: A_BOOK})
async def book(request: HttpRequest, game: FromPath[str]) -> Response[str]:
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
    return as_page(clause_fragment(display_for(request), find_game(game), number))


@get("/api")
async def explained(request: HttpRequest) -> Response[str]:
    server = services_of(request).settings.base_url or str(request.base_url).rstrip("/")
    return as_page(programs_page(visit_of(request), document(), server))


@get("/api/openapi.json")
async def described(request: HttpRequest) -> Response[bytes]:
    """The same as an OpenAPI document, for programs."""
    return as_json(document())


ROUTES = (about, keys, display, index, book, clause, explained, described)
