"""What programs are told when something is wrong, and how the document says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import ClientException, ValidationException
from litestar.openapi import ResponseSpec

from matto.engine.words import text
from matto.server.api.bodies import Problem
from matto.server.http.errors import json_answer
from matto.server.http.requests import HttpRequest
from matto.server.tables.errors import BadCommand

REASONS: Mapping[int, str] = {
    HTTPStatus.FORBIDDEN: "This is not yours to do: the key holds no seat here, or another. Or"
    " a page of another site has sent it.",
    HTTPStatus.NOT_FOUND: "There is no such table, game or deal, or no such address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address answers to the methods in `Allow` only.",
    HTTPStatus.CONFLICT: "The table has moved on, or is not ready for that; look again.",
    HTTPStatus.GONE: "This server does not have the rules by which the table is played, or"
    " something of the table is damaged: it stays closed.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is larger than 64 KiB.",
    HTTPStatus.MISDIRECTED_REQUEST: "This server does not answer to the name in `Host`.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Not allowed by the rules of the game, or the body is not"
    " in form: it has a field that is not known, or a value that cannot be.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too much at once: wait, as `Retry-After` says. Without it:"
    " too many streams are open.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The server cannot reach its tables just now, or has"
    " no room for another one: wait, as `Retry-After` says, or a moment.",
}

IN_A_FIELD = re.compile(r"(?P<why>.*) - at `(?:\$\.)?(?P<field>.*)`")
"""How msgspec says where something is wrong."""

ALWAYS = (HTTPStatus.MISDIRECTED_REQUEST, HTTPStatus.TOO_MANY_REQUESTS)
"""Problems that every operation may have."""

LOOKING = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.SERVICE_UNAVAILABLE)
"""Problems of every operation that has to do with a table."""

CHANGING = (HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT, *LOOKING)
SENDING = (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNPROCESSABLE_ENTITY)
"""Problems of what changes a table, and of what comes with a body."""


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Say in the document which problems an operation may have."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=REASONS[status])
        for status in sorted({*ALWAYS, *statuses})
    }


def unreadable(request: HttpRequest, error: Any) -> Response[Any]:
    """Answer a body that is no JSON, or not in the form that is wanted here."""
    return json_answer(request, _named(error))


def _named(error: Exception) -> Exception:
    if isinstance(error, UnicodeDecodeError):
        return BadCommand(text("The body is not written in UTF-8."))
    if isinstance(error, RecursionError):
        return BadCommand(text("This is nested too deeply."))
    if isinstance(error, msgspec.ValidationError):
        return BadCommand(text("The body is not in form: {problem}.", problem=_told(error)))
    if isinstance(error, msgspec.DecodeError):
        return BadCommand(text("The body is not whole JSON: {problem}.", problem=error))
    if type(error) in {ClientException, ValidationException}:
        return BadCommand(text("Send a body in JSON."))
    return error


def _told(fault: msgspec.ValidationError) -> str:
    """Name the field with what is wrong with it; none if it is the whole body."""
    found = IN_A_FIELD.fullmatch(str(fault))
    return f"{found['field']}: {found['why']}" if found else str(fault)


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is read in the very form that its route takes.

    Litestar itself would take "1" for a number, and 0 for no.
    """

    async def json(self) -> Any:
        """Read the body; raises `UnicodeDecodeError`, `msgspec.DecodeError`."""
        wanted = self.route_handler.parsed_data_field
        kind = Any if wanted is None else wanted.annotation
        return msgspec.json.decode((await self.body()).decode(), type=kind)


UNREADABLE: dict[int | type[Exception], Callable[[HttpRequest, Any], Response[Any]]] = {
    ClientException: unreadable,
    msgspec.DecodeError: unreadable,
    RecursionError: unreadable,
    UnicodeDecodeError: unreadable,
}
"""How the routes for programs answer a body that cannot be read."""
