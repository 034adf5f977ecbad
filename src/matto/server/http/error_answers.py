"""Errors as answers: which status, which sentence, and when to try again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException

from matto.engine import errors as engine
from matto.engine.errors import IllegalChoice, MattoError
from matto.engine.words import N_, Filling, Text, Translate, text, translator
from matto.server.http import requests
from matto.server.http.requests import HttpRequest
from matto.server.http.security import ForeignRequest, UnknownHost, WeakKey
from matto.server.live.streams import TooManyStreams
from matto.server.store.database_errors import OF_THE_STORE
from matto.server.tables import errors as at_table
from matto.server.tables.errors import ServerError, TooLate
from matto.telling.cardart import NoSuchFaces

log = logging.getLogger("matto.server")


class BadForm(MattoError):
    """A form with fields that must be filled in otherwise; `faults` says how, by field."""

    def __init__(self, faults: Mapping[str, Text]) -> None:
        super().__init__(text("The table is not set up yet: look at the marked fields."))
        self.faults = faults


class NoOperatorPage(ServerError):
    says = N_(
        "There is no such page any more. The figures of this server are at /metrics, "
        "for Prometheus; a board for Grafana and alerts are in deploy/ of the sources."
    )


KINDS: Mapping[HTTPStatus, Sequence[type[MattoError]]] = {
    HTTPStatus.NOT_FOUND: (
        *(at_table.NoSuchTable, at_table.NoSuchDeal, at_table.NotShuffled),
        *(engine.UnknownGame, engine.UnknownClause, NoSuchFaces),
    ),
    HTTPStatus.FORBIDDEN: (
        *(at_table.NotYourSeat, at_table.NotHost, at_table.NoHints),
        ForeignRequest,
    ),
    HTTPStatus.CONFLICT: (
        *(TooLate, at_table.SeatTaken, at_table.LinkUsed, at_table.NotNow),
        *(engine.GameOver, engine.NothingToUndo),
    ),
    HTTPStatus.UNPROCESSABLE_ENTITY: (
        *(IllegalChoice, at_table.BadCommand, at_table.KeyUsed, BadForm, WeakKey),
        *(engine.UnknownOption, engine.UnknownBot, engine.BadOptionValue),
    ),
    HTTPStatus.TOO_MANY_REQUESTS: (
        *(at_table.TooMany, at_table.TooManyListed, at_table.TooManyOwnTables),
        TooManyStreams,
    ),
    HTTPStatus.MISDIRECTED_REQUEST: (UnknownHost,),
    HTTPStatus.GONE: (at_table.TableUnplayable, at_table.TableDamaged, NoOperatorPage),
    HTTPStatus.SERVICE_UNAVAILABLE: (at_table.TooManyTables, *OF_THE_STORE),
}
STATUS = {kind: status for status, kinds in KINDS.items() for kind in kinds}
"""How each error is answered; one that is not named here is the server's own fault."""

NOT_UNDERSTOOD = text("The server did not understand this request.")
OUR_FAULT = text("Something went wrong on the server. Nothing is lost: load the page anew.")

CONNECTION_LOST = "client disconnected prematurely"
"""How Litestar says that nobody is left to be answered."""

HTTP_SENTENCES: Mapping[int, Text] = {
    HTTPStatus.NOT_FOUND: text("There is no page at this address. It may have been misspelt."),
    HTTPStatus.METHOD_NOT_ALLOWED: text(
        "This address cannot be used like that. Begin at the first page."
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: text(
        "That was larger than anything that one sends to a card table."
    ),
}


MOST_ECHOED = 500
"""Characters of one thing that a sentence repeats; no list of ours is longer."""


def shortened(sentence: Text) -> Text:
    """Return a sentence that repeats no more of what was sent than its beginning."""
    return Text(sentence.msgid, tuple((name, _cut(filled)) for name, filled in sentence.fill))


def _cut(filled: Filling) -> Filling:
    if isinstance(filled, Text):
        return shortened(filled)
    shown = str(filled)
    return filled if len(shown) <= MOST_ECHOED else f"{shown[:MOST_ECHOED]}…"


class ErrorAnswer(msgspec.Struct, frozen=True):
    status: HTTPStatus
    sentence: Text
    clause: str = ""
    seq: int | None = None
    wait: int | None = None
    allow: str = ""


def answer_to(error: Exception) -> ErrorAnswer:
    """Return the answer to an error: never more than its sentence, of our own faults none."""
    if isinstance(error, MattoError) and type(error) in STATUS:
        return ErrorAnswer(
            STATUS[type(error)],
            shortened(error.sentence),
            clause=error.refusal.clause if isinstance(error, IllegalChoice) else "",
            seq=error.seq if isinstance(error, TooLate) else None,
            wait=error.seconds if isinstance(error, ServerError) else None,
        )
    if getattr(error, "detail", "") == CONNECTION_LOST:
        return ErrorAnswer(HTTPStatus.BAD_REQUEST, NOT_UNDERSTOOD)
    status = getattr(error, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or not isinstance(error, HTTPException):
        return ErrorAnswer(HTTPStatus.INTERNAL_SERVER_ERROR, OUR_FAULT)
    allow = (error.headers or {}).get("allow", "")
    sentence = HTTP_SENTENCES.get(status, NOT_UNDERSTOOD)
    return ErrorAnswer(HTTPStatus(status), sentence, allow=allow)


def error_json(problem: ErrorAnswer, translate: Translate) -> dict[str, object]:
    content: dict[str, object] = {"error": problem.sentence.render(translate)}
    if problem.clause:
        content["clause"] = problem.clause
    if problem.seq is not None:
        content["seq"] = problem.seq
    return content


def error_response(
    request: HttpRequest, error: Exception, page: Callable[[ErrorAnswer], str] | None = None
) -> Response[Any]:
    problem = log_error(request, error)
    if page is not None:
        answer: Response[Any] = requests.as_page(page(problem), problem.status)
    else:
        told = error_json(problem, translator(request.display.language))
        answer = requests.as_json(told, problem.status)
    if problem.wait is not None:
        answer.headers["Retry-After"] = str(problem.wait)
    if problem.allow:
        answer.headers["Allow"] = requests.with_head(problem.allow.split(", "))
    return answer


def log_error(request: HttpRequest, error: Exception) -> ErrorAnswer:
    problem = answer_to(error)
    gone = getattr(error, "detail", "") == CONNECTION_LOST
    kind = "ClientGone" if gone else type(error).__name__
    request.services.metrics.errors.labels(kind, problem.status.value).inc()
    if gone:
        log.info("%s was not sent to its end", request.scope.get("path_template"))
    elif problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR and problem.wait is None:
        # the error only: neither the address nor what was sent belongs in a log
        log.error("%s failed", request.scope.get("path_template"), exc_info=error)
    return problem
