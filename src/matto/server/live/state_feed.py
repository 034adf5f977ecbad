"""State feeds: what a stream is sent of a table, rendered once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from matto.server.live.presence import Present
from matto.server.live.streams import StreamEvent
from matto.server.tables.service import TableService, table_view_of
from matto.server.tables.state import TableState
from matto.server.tables.views import KEPT_FOR_EVER, Retained, TableView

RENDERINGS_KEPT = 256
"""Renderings that are kept at most, over all tables: who sees the same asks for it at once."""


class RenderCache:
    """Renderings of tables, each made once: who has the same `display` sees the same."""

    def __init__(
        self,
        render: Callable[[TableView, Any], str],
        kept: Callable[[TableState], Retained] = lambda _state: KEPT_FOR_EVER,
    ) -> None:
        self._render = render
        self._kept = kept
        self._made: OrderedDict[Hashable, str] = OrderedDict()
        self.rendered = 0

    def fragment(self, state: TableState, holder: str, display: Hashable) -> str:
        seat, kept = state.seat_of(holder), self._kept(state)
        hosting = bool(holder) and holder == state.host
        key = state.id, state.seq, seat, hosting, kept, display
        if key not in self._made:
            self.rendered += 1
            self._made[key] = self._render(table_view_of(state, seat, holder, kept), display)
            if len(self._made) > RENDERINGS_KEPT:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return self._made[key]


Render = Callable[[TableState], str]


@dataclass(eq=False)
class StateFeed:
    """Gives a stream whole states, each once, and with `presence` who is there beside them.

    `last` is the number of the state that the reader has already.
    """

    tables: TableService
    table: str
    render: Render
    presence: Callable[[TableState], Present] | None = None
    last: str = ""
    here: Present | None = None

    async def news(self) -> bytes:
        state = await self.tables.state(self.table)
        news = b""
        if self.last != str(state.seq):
            news = StreamEvent("state", self.render(state), state.seq).encoded()
            self.last = str(state.seq)
        here = self.presence and self.presence(state)
        if here and here != self.here:
            news += here.message.encoded()
            self.here = here
        return news
