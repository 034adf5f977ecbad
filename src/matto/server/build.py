"""Building the services of a server, in the order in which they need each other."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from matto.engine.errors import MattoError
from matto.players.registry import named
from matto.server.http.limits import RequestLimits
from matto.server.http.security import Guard
from matto.server.http.services import Services
from matto.server.live.bot_pool import BotPool
from matto.server.live.broadcast import Broadcast, Notice, backend_of
from matto.server.live.driver import Driver
from matto.server.live.presence import Presence
from matto.server.live.render_cache import RenderCache
from matto.server.live.streams import Hub
from matto.server.settings import Settings
from matto.server.store import Store
from matto.server.tables.service import TableService
from matto.server.web.pages.table import table_fragment

TABLES_FILE = "tables.sqlite"
CATCH_UP = 2.0
TELL_WHO_IS_HERE = 5.0
"""Seconds after which workers look for what they have not heard, and tell who is here."""

log = logging.getLogger("matto.server")


@asynccontextmanager
async def build_services(settings: Settings) -> AsyncIterator[Services]:
    """Open a server's store, put up everything else, and take it down in the opposite order."""
    for bot in settings.bots:
        named(bot)
    async with AsyncExitStack() as down:
        where = settings.database or settings.data / TABLES_FILE
        store = Store(where, alone=settings.workers == 1)
        down.callback(store.close)
        tables = TableService(store)
        down.push_async_callback(tables.close)
        bot_pool = BotPool(settings.thinkers)
        down.push_async_callback(bot_pool.close)
        hub, worker = Hub(most_streams=settings.streams_per_address), secrets.token_hex(8)
        bot_pool.on_change = hub.all_newer
        presence = Presence(hub)
        services = Services(
            settings=settings,
            tables=tables,
            guard=Guard((await store.signing_key()).encode(), settings.base_url),
            limits=RequestLimits(settings.rate, settings.proxies),
            hub=hub,
            presence=presence,
            render_cache=RenderCache(table_fragment),
            bot_pool=bot_pool,
            driver=await _driver(store, tables, bot_pool, presence, worker),
        )
        down.push_async_callback(services.driver.close)
        down.callback(hub.close)
        if settings.channels:
            await down.enter_async_context(_hearing(services, worker))
        yield services


async def _driver(
    store: Store, tables: TableService, bot_pool: BotPool, presence: Presence, worker: str
) -> Driver:
    """A driver that hears of every change, and of everybody who begins to look at a table."""
    driver = Driver(
        tables,
        bot_pool,
        presence,
        await store.secret("bots"),
        leases=None if store.alone else store,
        worker=worker,
    )
    presence.hub.on_watched = driver.look_after
    tables.notify += [presence.hub.newer, driver.look_after]
    return driver


@asynccontextmanager
async def _hearing(services: Services, worker: str) -> AsyncIterator[None]:
    """Hear what other workers do, and tell them what is done here."""

    def heard(notice: Notice) -> None:
        for table in notice.tables:
            services.hub.newer(table)
            services.driver.look_after(table)
        services.presence.heard(notice.worker, notice.here)

    news = Broadcast(lambda: backend_of(services.settings.channels), worker, heard)
    services.tables.notify.append(news.changed)
    async with news.running():
        tasks = [
            asyncio.create_task(_catch_up(services.tables)),
            asyncio.create_task(_tell_who_is_here(services.presence, news)),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _catch_up(tables: TableService) -> None:
    while True:
        await asyncio.sleep(CATCH_UP)
        try:
            await tables.catch_up_all()
        except MattoError as error:
            log.warning("the store cannot be looked into: %s", type(error).__name__)


async def _tell_who_is_here(presence: Presence, news: Broadcast) -> None:
    while True:
        await asyncio.sleep(TELL_WHO_IS_HERE)
        await news.here(presence.own())
