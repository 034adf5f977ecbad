"""What is sent of a table: made once for all who see the same, and not all at one moment."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from matto.server.http.preferences import Look
from matto.server.tables.state import TableState, seen
from matto.server.tables.views import Seen

MOST_KEPT = 2000
"""Renderings that are kept at most, over all tables."""

Render = Callable[[Seen, Look], str]


class Glance(NamedTuple):
    """Everything on which a rendering depends: who has the same, sees the same."""

    table: str
    seq: int
    seat: int | None
    hosting: bool
    look: Look


class Showing:
    """Renderings of tables, each made once.

    Between two of them the loop is free for others: a hundred tables that change at once do
    not keep anybody waiting for the time of a hundred renderings.
    """

    def __init__(self, render: Render) -> None:
        self._render = render
        self._made: OrderedDict[Glance, str] = OrderedDict()
        self._turn = asyncio.Lock()
        self.rendered = 0

    async def fragment(self, state: TableState, holder: str, look: Look) -> str:
        """The table as the holder of a key sees it."""
        glance = _glance(state, holder, look)
        if glance not in self._made:
            async with self._turn:
                if glance not in self._made:
                    self._keep(glance, self._render(seen(state, glance.seat, holder), look))
                    await asyncio.sleep(0)
        self._made.move_to_end(glance)
        return self._made[glance]

    def _keep(self, glance: Glance, made: str) -> None:
        self.rendered += 1
        self._made[glance] = made
        while len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)


def _glance(state: TableState, holder: str, look: Look) -> Glance:
    hosting = bool(holder) and holder == state.opened.host
    return Glance(state.id, state.seq, state.seat_of(holder), hosting, look)
