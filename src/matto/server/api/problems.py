"""What programs are told when something is wrong, and how the document says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from litestar import Response
from litestar.exceptions import ClientException, ValidationException
from litestar.openapi import ResponseSpec

from matto.engine.words import text
from matto.server.api.bodies import Problem
from matto.server.http.errors import json_answer
from matto.server.http.requests import HttpRequest
from matto.server.tables.errors import BadCommand

REASONS: Mapping[int, str] = {
    HTTPStatus.FORBIDDEN: "This is not yours to do: the key holds no seat here, or another.",
    HTTPStatus.NOT_FOUND: "There is no such table, game, seat or deal.",
    HTTPStatus.CONFLICT: "The table has moved on, or is not ready for that; look again.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Not allowed by the rules, or not understood.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too much at once: wait, as `Retry-After` says.",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Say in the document which problems an operation may have."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=REASONS[status])
        for status in statuses
    }


def unreadable(request: HttpRequest, error: Any) -> Response[Any]:
    """Answer a body that is no JSON, or not in the form that is wanted here."""
    return json_answer(request, _named(error))


def _named(error: Exception) -> Exception:
    if isinstance(error, UnicodeDecodeError):
        return BadCommand(text("The body is not written in UTF-8."))
    if isinstance(error, RecursionError):
        return BadCommand(text("This is nested too deeply."))
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return BadCommand(
            text("The body is not in form: {problem}.", problem=_told(error.extra))
        )
    if type(error) is ClientException:
        return BadCommand(text("The body is not whole JSON: {problem}.", problem=error.detail))
    return error


def _told(faults: list[Any]) -> str:
    """Name the field with what is wrong with it; none if it is the whole body."""
    return "; ".join(
        fault["message"] if fault["key"] == "data" else f"{fault['key']}: {fault['message']}"
        for fault in faults
    )


UNREADABLE: dict[int | type[Exception], Callable[[HttpRequest, Any], Response[Any]]] = {
    ClientException: unreadable,
    RecursionError: unreadable,
    UnicodeDecodeError: unreadable,
}
"""How the routes for programs answer a body that cannot be read."""
