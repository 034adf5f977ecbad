"""The server as one ASGI application: its services built in order, and all its routes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar
from litestar.exceptions import HTTPException

from matto.engine.errors import MattoError
from matto.players.bots import bot_names_of
from matto.server.http.middleware import Application, add_headers, check_request
from matto.server.http.requests import HttpRequest, Services
from matto.server.http.security import Guard, RequestLimits
from matto.server.live.bot_pool import BotPool
from matto.server.live.presence import Presence
from matto.server.live.process_broadcast import Broadcast, Notice, backend_of
from matto.server.live.state_feed import RenderCache
from matto.server.live.streams import Hub
from matto.server.live.sweeper import Sweeper
from matto.server.live.table_driver import Driver
from matto.server.settings import MOST_BYTES, Settings
from matto.server.store import Store
from matto.server.tables.service import TableService
from matto.server.tables.store_interface import Retention, TableLimits
from matto.server.telemetry import Metrics
from matto.server.web import ROUTES
from matto.server.web.health import update_gauges
from matto.server.web.site_pages import answer_error
from matto.server.web.table import table_fragment

CATCH_UP = 2.0
LOOK_UP = 5.0
TELL_WHO_IS_HERE = 2.0
"""Seconds after which workers look for what they have not heard, note how they stand, and tell
who is here."""

log = logging.getLogger("matto.server")


@asynccontextmanager
async def build_services(settings: Settings) -> AsyncIterator[Services]:
    """Open a server's store, put up everything else, and take it down in the opposite order."""
    bot_names_of(settings.bots)
    async with AsyncExitStack() as down:
        alone, metrics = settings.workers == 1, Metrics()
        store = await asyncio.to_thread(Store, settings.store, alone=alone)
        down.callback(store.close)
        store.timed = lambda operation: metrics.store_seconds.labels(operation).time()
        tables = TableService(
            store,
            retention=Retention(
                undealt=settings.keep_undealt,
                unfinished=settings.keep_unfinished,
                finished=settings.keep_finished,
            ),
            limits=TableLimits(settings.tables, settings.tables_per_player),
        )
        down.push_async_callback(tables.close)
        bot_pool = BotPool(settings.thinkers, metrics=metrics)
        down.push_async_callback(bot_pool.close)
        worker = secrets.token_hex(8)
        services = await _assembled(settings, store, tables, bot_pool, worker)
        down.push_async_callback(services.driver.close)
        down.callback(services.hub.close)
        await down.enter_async_context(_background_tasks(store, services))
        if settings.channels:
            await down.enter_async_context(_receiving_notices(services, worker))
        yield services


async def _assembled(
    settings: Settings, store: Store, tables: TableService, bot_pool: BotPool, worker: str
) -> Services:
    """All services; the driver hears of every change, and of all who begin to look on."""
    hub = Hub(most_streams=settings.streams_per_address)
    presence = Presence(hub)
    driver = Driver(
        tables,
        bot_pool,
        presence,
        await store.secret("bots"),
        leases=None if store.alone else store,
        worker=worker,
    )
    bot_pool.on_change, hub.on_watched = hub.notify_all, driver.drive
    tables.is_watched = presence.is_watched
    tables.notify += [hub.notify, driver.look_after]
    a_day = settings.tables_per_address
    return Services(
        settings=settings,
        tables=tables,
        guard=Guard((await store.secret("signing")).encode(), settings.base_url),
        limits=RequestLimits(settings.rate, settings.proxies, tables_a_day=a_day),
        hub=hub,
        presence=presence,
        render_cache=RenderCache(table_fragment, tables.kept),
        bot_pool=bot_pool,
        driver=driver,
        metrics=bot_pool.metrics,
        store=store,
    )


# -- what is done again and again ------------------------------------------------------------


@asynccontextmanager
async def running_tasks(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run coroutines while the block lasts."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    while True:
        try:
            await work()
        except MattoError as error:
            log.warning("the store cannot be looked into: %s", type(error).__name__)
        await asyncio.sleep(seconds)


def _background_tasks(store: Store, services: Services) -> AbstractAsyncContextManager[None]:
    hub, rest = services.hub, services.settings.rest_minutes * 60
    sweeper = Sweeper(services.tables, hub, rest=rest, metrics=services.metrics)

    async def forget_if_restored() -> None:
        if await store.restored():
            log.warning("a backup was put back: all tables are read anew")
            services.tables.cache.forget()
            hub.notify_all()

    return running_tasks(
        sweeper.run(),
        _repeat(LOOK_UP, partial(update_gauges, services)),
        _repeat(CATCH_UP, forget_if_restored),
    )


@asynccontextmanager
async def _receiving_notices(services: Services, worker: str) -> AsyncIterator[None]:
    """Hear what other workers do, and tell them what is done here."""

    def heard(notice: Notice) -> None:
        for table in notice.tables:
            services.hub.notify(table)
            services.driver.look_after(table)
        services.presence.receive(notice.worker, notice.here)

    broadcast = Broadcast(lambda: backend_of(services.settings.channels), worker, heard)
    services.tables.notify.append(broadcast.note_change)
    catching_up = _repeat(CATCH_UP, services.tables.catch_up_all)
    telling = _repeat(
        TELL_WHO_IS_HERE, lambda: broadcast.send_presence(services.presence.own_holders())
    )
    async with running_tasks(broadcast.run(), catching_up, telling):
        yield


Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def create_app(settings: Settings, *around: Lifespan) -> Litestar:
    """Make the server; its store is open from its start to its end.

    Settings lie in the application's state, and are read when it starts: a server that has
    ended may be started again with others. `around` lives as long, and sees
    what goes wrong.
    """
    app = Application(
        route_handlers=list(ROUTES),
        lifespan=[*around, _lifespan],
        before_request=check_request,  # type: ignore[arg-type]
        request_class=HttpRequest,
        before_send=[add_headers],
        exception_handlers=dict.fromkeys((MattoError, HTTPException, Exception), answer_error),  # type: ignore[arg-type]
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MOST_BYTES,
    )
    app.state.settings = settings
    return app


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    try:
        async with build_services(app.state.settings) as services:
            app.state.services = services
            app.state.failure = None
            yield
    except Exception as error:
        app.state.failure = error
        raise
