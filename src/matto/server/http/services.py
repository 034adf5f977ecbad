"""All parts of a running server in one place."""

from __future__ import annotations

import msgspec

from matto.server.http.display import Display
from matto.server.http.limits import RequestLimits
from matto.server.http.security import Guard
from matto.server.live.bot_pool import BotPool
from matto.server.live.driver import Driver
from matto.server.live.presence import Presence
from matto.server.live.render_cache import RenderCache
from matto.server.live.streams import Hub
from matto.server.metrics import Metrics
from matto.server.settings import Settings
from matto.server.store import Store
from matto.server.tables.service import TableService


class Services(msgspec.Struct, frozen=True):
    """A running server."""

    settings: Settings
    tables: TableService
    guard: Guard
    limits: RequestLimits
    hub: Hub
    presence: Presence
    render_cache: RenderCache[Display]
    bot_pool: BotPool
    driver: Driver
    metrics: Metrics
    store: Store
