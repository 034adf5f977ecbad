"""Table services for tests, and playing at them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from matto.players import make_bot
from matto.server.store import Store
from matto.server.tables.commands import Ack, Act, Ready
from matto.server.tables.service import TableService
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from server.stores import Place
from server.tables import order


@asynccontextmanager
async def open_service(
    place: Place, *, alone: bool = False, **more: Any
) -> AsyncIterator[TableService]:
    """A table service with its store, both closed at the end whatever happens."""
    store = Store(place, alone=alone)
    tables = TableService(store, **more)
    try:
        yield tables
    finally:
        await tables.close()
        store.close()


def store_of(tables: TableService) -> Store:
    """The store below a table service: more than the service itself needs of it."""
    assert isinstance(tables.store, Store)
    return tables.store


async def open_table(
    tables: TableService, game_id: str = "mineo-3", persons: int = 1, **more: Any
) -> str:
    """Open a table with the host in the first seat."""
    return await tables.open(order(game_id, persons, **more))


def thought(state: TableState) -> str:
    """What a bot would answer for the seat that is asked."""
    seat, run = state.waits_for, state.run
    assert seat is not None
    assert run is not None
    return make_bot("rule", state.game, 1).choose(run.view(seat))


async def act(tables: TableService, state: TableState, **more: Any) -> Ack:
    """Let whoever is asked answer, person or bot."""
    seat = state.waits_for
    assert seat is not None
    command, bot, holder = Act(thought(state)), state.bot(seat), state.holder(seat)
    if bot:
        more |= {"seat": seat, "bot": bot}
    return await tables.submit(state.id, command, holder, state.seq, **more)


async def until_asked(tables: TableService, table_id: str, seat: int = 0) -> TableState:
    """Play until a seat is asked."""
    state = await tables.state(table_id)
    while state.waits_for != seat:
        if state.phase is Phase.BETWEEN:
            await ready(tables, state)
        else:
            await act(tables, state)
        state = await tables.state(table_id)
    return state


async def play_deal(tables: TableService, table_id: str) -> TableState:
    """Play the deal to its end."""
    state = await tables.state(table_id)
    while state.phase is Phase.PLAYING:
        await act(tables, state)
        state = await tables.state(table_id)
    return state


async def ready(tables: TableService, state: TableState, seed: str = "seed") -> None:
    """Let everybody be ready for the next deal."""
    for seat in state.awaited:
        await tables.submit(state.id, Ready(seed), state.holder(seat))


async def events_of(tables: TableService, table_id: str) -> list[object]:
    """All events of a table, as they are kept."""
    return [stored.event for stored in await tables.store.events(table_id)]
