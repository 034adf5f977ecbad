"""The parts of a server, put up in the order in which they need each other."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from matto.engine.errors import MattoError
from matto.server.http.middleware import Limits
from matto.server.http.security import Guard
from matto.server.http.services import House
from matto.server.live.bot_pool import Crew
from matto.server.live.broadcast import News, Tidings, backend_of
from matto.server.live.driver import Driver
from matto.server.live.presence import Presence
from matto.server.live.render_cache import Showing
from matto.server.live.streams import Hub
from matto.server.settings import Settings
from matto.server.store import Store
from matto.server.tables.service import Desk
from matto.server.web.pages.table import table_fragment

TABLES_FILE = "tables.sqlite"
LOOK_AROUND = 2.0
TELL_WHO_IS_HERE = 5.0
"""Seconds after which workers look for what they have not heard, and tell who is here."""

log = logging.getLogger("matto.server")


@asynccontextmanager
async def furnished(settings: Settings) -> AsyncIterator[House]:
    """Open a server's store, put up everything else, and take it down in the opposite order."""
    async with AsyncExitStack() as down:
        where = settings.database or settings.data / TABLES_FILE
        store = Store(where, alone=settings.workers == 1)
        down.callback(store.close)
        desk = Desk(store)
        down.push_async_callback(desk.close)
        crew = Crew(settings.thinkers)
        down.push_async_callback(crew.close)
        hub, worker = Hub(), secrets.token_hex(8)
        crew.on_change = hub.all_newer
        presence = Presence(hub)
        house = House(
            settings=settings,
            desk=desk,
            guard=Guard((await store.signing_key()).encode(), settings.base_url),
            limits=Limits(settings.rate),
            hub=hub,
            presence=presence,
            showing=Showing(table_fragment),
            crew=crew,
            driver=await _driver(desk, crew, presence, worker),
        )
        down.push_async_callback(house.driver.close)
        down.callback(hub.close)
        if settings.channels:
            await down.enter_async_context(_hearing(house, worker))
        yield house


async def _driver(desk: Desk, crew: Crew, presence: Presence, worker: str) -> Driver:
    """A driver that hears of every change, and of everybody who begins to look at a table."""
    driver = Driver(
        desk,
        crew,
        presence,
        await desk.store.secret("bots"),
        leases=None if desk.alone else desk.store,
        worker=worker,
    )
    presence.hub.on_watched = driver.look_after
    desk.notify += [presence.hub.newer, driver.look_after]
    return driver


@asynccontextmanager
async def _hearing(house: House, worker: str) -> AsyncIterator[None]:
    """Hear what other workers do, and tell them what is done here."""

    def heard(tidings: Tidings) -> None:
        for table in tidings.tables:
            house.hub.newer(table)
            house.driver.look_after(table)
        house.presence.heard(tidings.worker, tidings.here)

    news = News(lambda: backend_of(house.settings.channels), worker, heard)
    house.desk.notify.append(news.changed)
    async with news.going_round():
        tasks = [
            asyncio.create_task(_look_around(house.desk)),
            asyncio.create_task(_tell_who_is_here(house.presence, news)),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _look_around(desk: Desk) -> None:
    while True:
        await asyncio.sleep(LOOK_AROUND)
        try:
            await desk.look_around()
        except MattoError as error:
            log.warning("the store cannot be looked into: %s", type(error).__name__)


async def _tell_who_is_here(presence: Presence, news: News) -> None:
    while True:
        await asyncio.sleep(TELL_WHO_IS_HERE)
        await news.here(presence.own())
