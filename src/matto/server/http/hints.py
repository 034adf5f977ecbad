"""A hint for whoever asks at a table, as far as hints are given there."""

from __future__ import annotations

from matto.engine.table import View
from matto.players.hints import Hint
from matto.players.levels import STRONG
from matto.server.http.requests import HttpRequest, services_of, viewer_of
from matto.server.tables.views import TableView, asked_for_advice

__all__ = ["Advice", "advice_for"]

Advice = tuple[TableView, View, Hint]
"""The table as it is seen, the question there, and the hint."""


async def advice_for(request: HttpRequest, table: str) -> Advice:
    """What the strong player would do; raises `NoHints` where it is not allowed.

    The same moment gives the same hint: it is thought about from what the seat sees alone.
    """
    services = services_of(request)
    state = await services.tables.state(table)
    found = services.tables.view(state, viewer_of(request).holder)
    view = asked_for_advice(found)
    hint = await services.bot_pool.hint(STRONG.bot, f"{table} {found.seq}", view)
    return found, view, hint
