"""The page of whoever runs the server: there is none unless the settings name a key."""

from __future__ import annotations

import hmac
from http import HTTPStatus
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException

from matto.engine.words import N_
from matto.server.http.gauges import look_up_all
from matto.server.http.middleware import COSTS
from matto.server.http.operator import OPERATOR_COOKIE, has_operator_key
from matto.server.http.requests import HttpRequest, form_of, https, services_of, visit_of
from matto.server.http.responses import as_page, see
from matto.server.http.services import Services
from matto.server.web.pages.operator import OperatorReport, operator_door, operator_page

A_TRY = 10
"""As how many requests a key counts that is tried."""

A_DAY = 24 * 60 * 60
ADDRESS = "/operator"


@get(ADDRESS)
async def operator(request: HttpRequest) -> Response[str]:
    """How the server stands, or the form that asks for the key."""
    services = _with_key(request)
    if not has_operator_key(request):
        return as_page(operator_door(visit_of(request)))
    await look_up_all(services)
    return as_page(operator_page(visit_of(request), await _report(services)))


@post(ADDRESS, status_code=303, opt={COSTS: A_TRY})
async def show_key(request: HttpRequest) -> Response[Any]:
    """Remember in this browser, for a day, that the key was shown."""
    services = _with_key(request)
    key, shown = services.settings.operator_key, (await form_of(request)).get("key", "")
    if not hmac.compare_digest(shown.strip().encode(), key.encode()):
        page = operator_door(visit_of(request), wrong=True)
        return as_page(page, HTTPStatus.FORBIDDEN)
    answer = see(ADDRESS)
    answer.set_cookie(
        OPERATOR_COOKIE,
        services.guard.operator_token(key),
        path=ADDRESS,
        max_age=A_DAY,
        httponly=True,
        secure=https(request.scope),
        samesite="strict",
    )
    return answer


@post(f"{ADDRESS}/leave", status_code=303)
async def forget_key(request: HttpRequest) -> Response[Any]:
    """Forget in this browser that the key was shown."""
    _with_key(request)
    answer = see(ADDRESS)
    answer.delete_cookie(OPERATOR_COOKIE, path=ADDRESS)
    return answer


def _with_key(request: HttpRequest) -> Services:
    services = services_of(request)
    if not services.settings.operator_key:
        raise NotFoundException
    return services


async def _report(services: Services) -> OperatorReport:
    settings = services.settings
    return OperatorReport(
        totals=services.metrics.totals(),
        census=await services.store.census(),
        database="PostgreSQL" if settings.database.startswith("postgres") else "SQLite",
        kept={
            N_("Without a deal"): settings.keep_undealt,
            N_("Not finished"): settings.keep_unfinished,
            N_("Finished"): settings.keep_finished,
        },
        most_tables=settings.tables,
    )


ROUTES = (operator, show_key, forget_key)
