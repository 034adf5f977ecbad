"""What is answered when something is wrong: a page with a way back, or JSON to a script."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from litestar import Response

from matto.server.http.errors import ErrorAnswer, json_answer, logged, timed
from matto.server.http.requests import HttpRequest, visit_of, wants_json
from matto.server.http.responses import as_page
from matto.server.web.pages.error import error_page


def answer_error(request: HttpRequest, error: Exception) -> Response[Any]:
    """Answer an error: JSON for scripts, a page with a way back for persons."""
    if wants_json(request):
        return json_answer(request, error)
    problem = logged(request, error)
    return timed(as_page(_page(request, problem), problem.status), problem)


def _page(request: HttpRequest, problem: ErrorAnswer) -> str:
    table = request.path_params.get("table", "")
    lost = problem.status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
    back = f"/t/{quote(table)}" if table and not lost else "/"
    visit = visit_of(request)
    return error_page(visit, problem.sentence, clause=problem.clause, back=back)
