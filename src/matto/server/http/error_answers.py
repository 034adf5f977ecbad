"""Errors as answers: which status, which sentence, and when to try again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException

from matto.engine.errors import (
    BadOptionValue,
    GameOver,
    IllegalChoice,
    MattoError,
    NothingToUndo,
    UnknownBot,
    UnknownClause,
    UnknownGame,
    UnknownOption,
)
from matto.engine.words import Text, Translate, text, translator
from matto.server.http.requests import (
    HttpRequest,
    as_json,
    as_page,
    display_for,
    services_of,
    with_head,
)
from matto.server.http.security import ForeignRequest, UnknownHost, WeakKey
from matto.server.live.streams import TooManyStreams
from matto.server.store.database_errors import (
    NotADatabase,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnavailable,
)
from matto.server.tables.errors import (
    BadCommand,
    KeyUsed,
    LinkUsed,
    NoHints,
    NoSuchDeal,
    NoSuchTable,
    NotHost,
    NotNow,
    NotShuffled,
    NotYourSeat,
    SeatTaken,
    TableDamaged,
    TableUnplayable,
    TooLate,
    TooMany,
    TooManyListed,
    TooManyOwnTables,
    TooManyTables,
)
from matto.telling.cardart import NoSuchFaces

log = logging.getLogger("matto.server")


class BadForm(MattoError):
    """A form with fields that must be filled in otherwise; `faults` says how, by field."""

    def __init__(self, faults: Mapping[str, Text]) -> None:
        super().__init__(text("The table is not set up yet: look at the marked fields."))
        self.faults = faults


class NoOperatorPage(MattoError):
    """The address where whoever runs the server once read its figures."""

    def __init__(self) -> None:
        super().__init__(
            text(
                "There is no such page any more. The figures of this server are at /metrics, "
                "for Prometheus; a board for Grafana and alerts are in deploy/ of the sources."
            )
        )


STATUS: Mapping[type[MattoError], HTTPStatus] = {
    NoSuchTable: HTTPStatus.NOT_FOUND,
    NoSuchDeal: HTTPStatus.NOT_FOUND,
    NoSuchFaces: HTTPStatus.NOT_FOUND,
    NotShuffled: HTTPStatus.NOT_FOUND,
    UnknownGame: HTTPStatus.NOT_FOUND,
    UnknownClause: HTTPStatus.NOT_FOUND,
    NotYourSeat: HTTPStatus.FORBIDDEN,
    NotHost: HTTPStatus.FORBIDDEN,
    NoHints: HTTPStatus.FORBIDDEN,
    ForeignRequest: HTTPStatus.FORBIDDEN,
    TooLate: HTTPStatus.CONFLICT,
    SeatTaken: HTTPStatus.CONFLICT,
    LinkUsed: HTTPStatus.CONFLICT,
    NotNow: HTTPStatus.CONFLICT,
    GameOver: HTTPStatus.CONFLICT,
    NothingToUndo: HTTPStatus.CONFLICT,
    IllegalChoice: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadCommand: HTTPStatus.UNPROCESSABLE_ENTITY,
    KeyUsed: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadForm: HTTPStatus.UNPROCESSABLE_ENTITY,
    UnknownOption: HTTPStatus.UNPROCESSABLE_ENTITY,
    UnknownBot: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadOptionValue: HTTPStatus.UNPROCESSABLE_ENTITY,
    WeakKey: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooMany: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyStreams: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyListed: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyOwnTables: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyTables: HTTPStatus.SERVICE_UNAVAILABLE,
    UnknownHost: HTTPStatus.MISDIRECTED_REQUEST,
    TableUnplayable: HTTPStatus.GONE,
    TableDamaged: HTTPStatus.GONE,
    NoOperatorPage: HTTPStatus.GONE,
    NotADatabase: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreLocked: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreReadOnly: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreFull: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""How each error is answered; one that is not named here is the server's own fault."""

TRY_LATER = (TooMany, TooManyTables, TooManyOwnTables, TooManyListed)
"""Errors that say when to try again."""

NOT_FOUND = text("There is no page at this address. It may have been misspelt.")
TOO_LARGE = text("That was larger than anything that one sends to a card table.")
WRONG_METHOD = text("This address cannot be used like that. Begin at the first page.")
NOT_UNDERSTOOD = text("The server did not understand this request.")
OUR_FAULT = text("Something went wrong on the server. Nothing is lost: load the page anew.")

GONE_AMIDST = "client disconnected prematurely"
"""How Litestar says that nobody is left to be answered."""
CLIENT_GONE = "ClientGone"
"""What that is called among the errors in the figures."""

HTTP_SENTENCES: Mapping[int, Text] = {
    HTTPStatus.NOT_FOUND: NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED: WRONG_METHOD,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: TOO_LARGE,
}


class ErrorAnswer(msgspec.Struct, frozen=True):
    status: HTTPStatus
    sentence: Text
    clause: str = ""
    seq: int | None = None
    wait: int | None = None
    allow: str = ""


def answer_to(error: Exception) -> ErrorAnswer:
    """What is told of an error: never more than its sentence, and of our own faults none."""
    if isinstance(error, MattoError) and type(error) in STATUS:
        return ErrorAnswer(
            STATUS[type(error)],
            error.sentence,
            clause=error.refusal.clause if isinstance(error, IllegalChoice) else "",
            seq=error.seq if isinstance(error, TooLate) else None,
            wait=error.seconds if isinstance(error, TRY_LATER) else None,
        )
    if _gone_amidst(error):
        return ErrorAnswer(HTTPStatus.BAD_REQUEST, NOT_UNDERSTOOD)
    if (
        isinstance(error, HTTPException)
        and error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
    ):
        sentence = HTTP_SENTENCES.get(error.status_code, NOT_UNDERSTOOD)
        allow = (error.headers or {}).get("allow", "")
        return ErrorAnswer(HTTPStatus(error.status_code), sentence, allow=allow)
    return ErrorAnswer(HTTPStatus.INTERNAL_SERVER_ERROR, OUR_FAULT)


def _gone_amidst(error: Exception) -> bool:
    return getattr(error, "detail", "") == GONE_AMIDST


def error_json(problem: ErrorAnswer, translate: Translate) -> dict[str, object]:
    content: dict[str, object] = {"error": problem.sentence.render(translate)}
    if problem.clause:
        content["clause"] = problem.clause
    if problem.seq is not None:
        content["seq"] = problem.seq
    return content


def answered(
    request: HttpRequest, error: Exception, page: Callable[[ErrorAnswer], str] | None = None
) -> Response[Any]:
    """Answer an error: with a page for persons where one is given, else as JSON for scripts."""
    problem = logged(request, error)
    told = error_json(problem, translator(display_for(request).language))
    answer: Response[Any] = as_json(told, problem.status)
    if page is not None:
        answer = as_page(page(problem), problem.status)
    if problem.wait is not None:
        answer.headers["Retry-After"] = str(problem.wait)
    if problem.allow:
        answer.headers["Allow"] = with_head(problem.allow.split(", "))
    return answer


def logged(request: HttpRequest, error: Exception) -> ErrorAnswer:
    """What is answered to an error; one of our own faults goes to the log, too."""
    problem = answer_to(error)
    is_gone = _gone_amidst(error)
    counted = services_of(request).metrics.errors
    kind = CLIENT_GONE if is_gone else type(error).__name__
    counted.labels(kind, problem.status.value).inc()
    if is_gone:
        log.info("%s was not sent to its end", request.scope.get("path_template"))
    elif problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR and problem.wait is None:
        # the error only: neither the address nor what was sent belongs in a log
        log.error("%s failed", request.scope.get("path_template"), exc_info=error)
    return problem
