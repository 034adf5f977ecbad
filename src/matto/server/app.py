"""The server: all its parts put together as one ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar
from litestar.exceptions import HTTPException

from matto.engine.errors import MattoError
from matto.server.build import build_services
from matto.server.http.application import Application
from matto.server.http.middleware import add_headers, check_request
from matto.server.http.services import Services
from matto.server.settings import MOST_BYTES, Settings
from matto.server.web.errors import answer_error
from matto.server.web.routes import ROUTES

Around = Callable[[Litestar], AbstractAsyncContextManager[None]]

log = logging.getLogger("matto.server")


def create_app(settings: Settings, *around: Around) -> Litestar:
    """Make the server; its store is open from its start to its end.

    Settings lie in the application's state, and are read when it starts: a server that has
    ended may be started again with others. `around` lives as long, and sees
    what goes wrong.
    """
    app = Application(
        route_handlers=list(ROUTES),
        lifespan=[*around, _living],
        before_request=check_request,
        before_send=[add_headers],
        exception_handlers={
            MattoError: answer_error,
            HTTPException: answer_error,
            Exception: answer_error,
        },
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MOST_BYTES,
    )
    app.state.settings = settings
    return app


@asynccontextmanager
async def _living(app: Litestar) -> AsyncIterator[None]:
    try:
        async with build_services(app.state.settings) as services:
            await _tell_of_unplayable(services)
            app.state.services = services
            app.state.failure = None
            yield
    except Exception as error:
        app.state.failure = error
        raise


async def _tell_of_unplayable(services: Services) -> None:
    """Say which tables stay as they are because their rules are not known here."""
    for found in await services.tables.unplayable():
        log.warning(
            "%s tables of %s, rules version %s, cannot be continued: %s",
            len(found.tables),
            found.game,
            found.rules_version,
            found.why,
        )
