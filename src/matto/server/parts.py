"""The parts of a server, put up in the order in which they need each other."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from matto.server.crew import Crew
from matto.server.desk import Desk
from matto.server.driver import Driver
from matto.server.gate import Limits
from matto.server.house import House
from matto.server.pages.table import table_fragment
from matto.server.presence import Presence
from matto.server.security import Guard
from matto.server.settings import Settings
from matto.server.showing import Showing
from matto.server.store import Store
from matto.server.streams import Hub

TABLES_FILE = "tables.sqlite"


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
        hub = Hub()
        driver = await _driver(desk, crew, hub)
        down.push_async_callback(driver.close)
        down.callback(hub.close)
        yield House(
            settings=settings,
            desk=desk,
            guard=Guard((await store.signing_key()).encode(), settings.base_url),
            limits=Limits(settings.rate),
            hub=hub,
            presence=Presence(hub),
            showing=Showing(table_fragment),
            crew=crew,
            driver=driver,
        )


async def _driver(desk: Desk, crew: Crew, hub: Hub) -> Driver:
    """A driver that hears of every change, and of everybody who begins to look at a table."""
    driver = Driver(
        desk,
        crew,
        hub,
        await desk.store.secret("bots"),
        leases=None if desk.alone else desk.store,
        worker=secrets.token_hex(8),
    )
    hub.on_watched = driver.look_after
    desk.notify += [hub.newer, driver.look_after]
    return driver
