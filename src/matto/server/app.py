"""The server as one ASGI application: its services built in order, and all its routes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    suppress,
)
from functools import partial

from litestar import Litestar
from litestar.exceptions import HTTPException

from matto.engine.errors import MattoError
from matto.players.bots import all_named
from matto.server.http.middleware import Application, add_headers, check_request
from matto.server.http.requests import Services
from matto.server.http.security import Guard, RequestLimits
from matto.server.live.bot_pool import BotPool
from matto.server.live.broadcast import Broadcast, Notice, backend_of
from matto.server.live.driver import Driver
from matto.server.live.presence import Presence, RenderCache
from matto.server.live.streams import Hub
from matto.server.live.sweeper import Sweeper
from matto.server.settings import MOST_BYTES, Settings
from matto.server.store import Store
from matto.server.tables.service import TableService
from matto.server.tables.storage import Retention, TableLimits
from matto.server.telemetry import Metrics
from matto.server.web.pages.story import forget_rows
from matto.server.web.pages.table import table_fragment
from matto.server.web.pages.templates import forget_pieces
from matto.server.web.routes import ROUTES
from matto.server.web.routes.health import look_up_own
from matto.server.web.routes.site import answer_error

CATCH_UP = 2.0
LOOK_UP = 5.0
TELL_WHO_IS_HERE = 2.0
"""Seconds after which workers look for what they have not heard, note how they stand, and tell
who is here."""

log = logging.getLogger("matto.server")


@asynccontextmanager
async def build_services(settings: Settings) -> AsyncIterator[Services]:
    """Open a server's store, put up everything else, and take it down in the opposite order."""
    all_named(settings.bots)
    worker = secrets.token_hex(8)
    async with AsyncExitStack() as down:
        services = await _put_together(settings, worker, down)
        look_up_own(services)
        for work in (
            _sweeper(services).run(),
            _every(CATCH_UP, partial(_notice_restore, services)),
            _every(LOOK_UP, partial(_look_up_own, services)),
        ):
            down.callback(asyncio.create_task(work).cancel)
        if settings.channels:
            await down.enter_async_context(_hearing(services, worker))
        yield services


async def _put_together(settings: Settings, worker: str, down: AsyncExitStack) -> Services:
    store = await asyncio.to_thread(Store, settings.store, alone=settings.workers == 1)
    down.callback(store.close)
    metrics = Metrics()
    store.timed = metrics.time_of_store
    most = TableLimits(settings.tables, settings.tables_per_player)
    tables = TableService(store, retention=_retention(settings), limits=most)
    down.push_async_callback(tables.close)
    bot_pool = BotPool(settings.thinkers, metrics=metrics)
    down.push_async_callback(bot_pool.close)
    presence = Presence(Hub(most_streams=settings.streams_per_address))
    bot_pool.on_change = presence.hub.all_newer
    driver = await _driver(store, tables, bot_pool, presence, worker)
    down.push_async_callback(driver.close)
    down.callback(presence.hub.close)
    per_day = settings.tables_per_address
    return Services(
        settings=settings,
        tables=tables,
        guard=Guard((await store.signing_key()).encode(), settings.base_url),
        limits=RequestLimits(settings.rate, settings.proxies, tables_a_day=per_day),
        hub=presence.hub,
        presence=presence,
        render_cache=RenderCache(table_fragment, tables.kept),
        bot_pool=bot_pool,
        driver=driver,
        metrics=metrics,
        store=store,
    )


def _retention(settings: Settings) -> Retention:
    return Retention(
        undealt=settings.keep_undealt,
        unfinished=settings.keep_unfinished,
        finished=settings.keep_finished,
    )


def _sweeper(services: Services) -> Sweeper:
    def forget_drawn() -> None:
        forget_pieces()
        forget_rows()

    settings = services.settings
    return Sweeper(
        services.tables,
        services.hub,
        rest=settings.rest_minutes * 60,
        retention=_retention(settings),
        metrics=services.metrics,
        forget=forget_drawn,
    )


async def _driver(
    store: Store, tables: TableService, bot_pool: BotPool, presence: Presence, worker: str
) -> Driver:
    """A driver that hears of every change, and of everybody who begins to look at a table."""
    leases, secret = None if store.alone else store, await store.secret("bots")
    driver = Driver(tables, bot_pool, presence, secret, leases=leases, worker=worker)
    presence.hub.on_watched = driver.drive
    tables.notify += [presence.hub.newer, driver.look_after]
    return driver


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        with suppress(MattoError):  # it is told where it matters
            await work()


async def _look_up_own(services: Services) -> None:
    look_up_own(services)


async def _notice_restore(services: Services) -> None:
    """Forget all tables when a backup has been put back while the server runs."""
    if await services.store.restored():
        log.warning("a backup was put back: all tables are read anew")
        services.tables.cache.forget()
        services.hub.all_newer()


@asynccontextmanager
async def _hearing(services: Services, worker: str) -> AsyncIterator[None]:
    """Hear what other workers do, and tell them what is done here."""

    def heard(notice: Notice) -> None:
        for table in notice.tables:
            services.hub.newer(table)
            services.driver.look_after(table)
        services.presence.heard(notice.worker, notice.here)

    async def tell_who_is_here() -> None:
        await news.here(services.presence.own())

    news = Broadcast(lambda: backend_of(services.settings.channels), worker, heard)
    services.tables.notify.append(news.changed)
    async with news.running():
        tasks = [
            asyncio.create_task(_every(CATCH_UP, services.tables.catch_up_all)),
            asyncio.create_task(_every(TELL_WHO_IS_HERE, tell_who_is_here)),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


Around = Callable[[Litestar], AbstractAsyncContextManager[None]]


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
