"""Tables in the middle of their deals, put into a store before a server opens it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matto.games import catalogue
from matto.server.http.security import holder_of
from matto.server.settings import TABLES_FILE
from matto.server.store import Append, Store
from matto.server.tables.commands import Order, Sit
from matto.server.tables.consequences import apply_with_consequences
from matto.server.tables.decide import act, decide
from matto.server.tables.events import AnyEvent
from matto.server.tables.opening import opened
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 14
MOST_ACTIONS = 60
TRIES = 20


@dataclass(frozen=True)
class Prepared:
    """A table that stands ready: its id, and the keys of those who look at it, seats first."""

    id: str
    game: str
    keys: tuple[str, ...]


def prepare(folder: Path, tables: int, streams: int, seed: int = 1) -> list[Prepared]:
    """Put tables of all games with at most so many seats into a new store."""
    games = [game.id for game in catalogue().values() if game.seats <= streams]
    rng = random.Random(seed)
    made = [
        _table(number, games[number % len(games)], streams, rng) for number in range(tables)
    ]
    asyncio.run(_keep(folder, made))
    return [prepared for prepared, _, _ in made]


Made = tuple[Prepared, TableState, tuple[AnyEvent, ...]]


async def _keep(folder: Path, made: Sequence[Made]) -> None:
    store = Store(folder / TABLES_FILE)
    try:
        for prepared, state, events in made:
            host = holder_of(prepared.keys[0])
            at = state.at
            await store.append(Append(prepared.id, 0, events, at, state.phase.value, host))
    finally:
        store.close()


def _table(number: int, game: str, streams: int, rng: random.Random) -> Made:
    """A table that is played; one whose deal has ended is begun anew with fewer actions."""
    prepared = Prepared(_id(number), game, tuple(f"load {number} {k}" for k in range(streams)))
    for attempt in range(TRIES):
        actions = rng.randrange(1 + MOST_ACTIONS * (TRIES - attempt) // TRIES)
        state, events = _played(prepared, actions, rng)
        if state.phase is Phase.PLAYING:
            return prepared, state, events
    raise RuntimeError(f"{game} is over too soon")


def _played(
    prepared: Prepared, actions: int, rng: random.Random
) -> tuple[TableState, tuple[AnyEvent, ...]]:
    at = time.time_ns() // 1_000_000
    seats = catalogue()[prepared.game].seats
    order = Order(prepared.game, holder_of(prepared.keys[0]), ("",) * seats)
    state, events = apply_with_consequences(TableState(prepared.id), (opened(order),), at)
    for seat in range(seats):
        sit = decide(state, Sit(seat, f"Player {seat}"), holder_of(prepared.keys[seat]))
        state, more = apply_with_consequences(state, sit, at)
        events += more
    while actions and state.run is not None and state.run.decision is not None:
        asked = state.run.decision
        acted = act(state, asked.seat, rng.choice(asked.options))
        state, more = apply_with_consequences(state, acted, at)
        events += more
        actions -= 1
    return state, events


def _id(number: int) -> str:
    digits = (
        LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(LENGTH)
    )
    return "".join(digits)
