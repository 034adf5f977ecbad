"""A cache of renderings: what is sent of a table is made once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from matto.server.tables.seeing import table_view_of
from matto.server.tables.state import TableState
from matto.server.tables.views import KEPT_FOR_EVER, Kept, TableView

MOST_KEPT = 256
"""Renderings that are kept at most, over all tables: who sees the same asks for it at once."""

Display = TypeVar("Display", bound=Hashable)
"""How somebody wants to see it."""


class RenderKey(NamedTuple):
    """Everything on which a rendering depends: who has the same, sees the same."""

    table: str
    seq: int
    seat: int | None
    hosting: bool
    kept: Kept
    display: Hashable


class RenderCache(Generic[Display]):
    """Renderings of tables, each made once."""

    def __init__(
        self,
        render: Callable[[TableView, Display], str],
        kept: Callable[[TableState], Kept] = lambda _state: KEPT_FOR_EVER,
    ) -> None:
        self._render = render
        self._kept = kept
        self._made: OrderedDict[RenderKey, str] = OrderedDict()
        self.rendered = 0

    def fragment(self, state: TableState, holder: str, display: Display) -> str:
        """The table as the holder of a key sees it."""
        key = _key_of(state, holder, self._kept(state), display)
        made = self._made.get(key)
        if made is None:
            made = self._render(table_view_of(state, key.seat, holder, key.kept), display)
            self._keep(key, made)
        else:
            self._made.move_to_end(key)
        return made

    def _keep(self, key: RenderKey, made: str) -> None:
        self.rendered += 1
        self._made[key] = made
        while len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)


def _key_of(state: TableState, holder: str, kept: Kept, display: Hashable) -> RenderKey:
    hosting = bool(holder) and holder == state.host
    return RenderKey(state.id, state.seq, state.seat_of(holder), hosting, kept, display)
