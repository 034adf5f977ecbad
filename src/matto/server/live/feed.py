"""What one stream has not been sent yet: the newest state of its table, and who is there."""

from __future__ import annotations

from collections.abc import Callable

from matto.server.live.presence import Here
from matto.server.live.streams import StreamEvent
from matto.server.tables.service import TableService
from matto.server.tables.state import TableState

Render = Callable[[TableState], str]


class StateFeed:
    """Gives a stream whole states, each once, and with `presence` who is there beside them.

    `last` is the number of the state that the reader has already.
    """

    def __init__(
        self,
        tables: TableService,
        table: str,
        render: Render,
        *,
        presence: Callable[[TableState], Here] | None = None,
        last: str = "",
    ) -> None:
        self._tables = tables
        self._table = table
        self._render = render
        self._presence = presence
        self._last = last
        self._here: Here | None = None

    async def news(self) -> bytes:
        """Give what is new, as events of a stream; nothing if all has been sent."""
        state = await self._tables.state(self._table)
        news = b""
        if self._last != str(state.seq):
            news = StreamEvent("state", self._render(state), state.seq).encoded()
            self._last = str(state.seq)
        here = None if self._presence is None else self._presence(state)
        if here is not None and here != self._here:
            news += here.message.encoded()
            self._here = here
        return news
