"""Examples for the document of the interface; the answers are those of a real table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from litestar.openapi.spec import Example

from matto.engine.game import Game
from matto.games import catalogue
from matto.server.api.states import state_of
from matto.server.tables.commands import Order, Sit
from matto.server.tables.consequences import apply_with_consequences
from matto.server.tables.decide import decide
from matto.server.tables.opening import opened
from matto.server.tables.seeing import table_view_of
from matto.server.tables.state import TableState

TABLE = "k7qm2xtfaz4c9w"
HOLDER = "somebody"
CHANCE = "5e" * 32


@cache
def _smallest() -> Game:
    """The game for the fewest players: the shortest example."""
    return min(catalogue().values(), key=lambda known: known.seats)


def _bots() -> tuple[str, ...]:
    return ("", *["rule"] * (_smallest().seats - 1))


A_TABLE = Example(
    summary="You against bots, three deals",
    value={"game": _smallest().id, "bots": list(_bots()), "limit": 3},
)
A_SEAT = Example(summary="Sit down", value={"name": "Random player"})
A_DEED = Example(
    summary="Answer a question", value={"seq": 7, "choice": "SK", "key": "my-move-1"}
)
A_WORD = Example(summary="Take over", value={"word": "aTq5GA.7cWvJ2hYtqk0u3mZ"})
A_REFUSAL = Example(
    summary="Too late",
    value={"error": "The table has moved on. Look again, and choose anew.", "seq": 9},
)


@cache
def answers() -> Mapping[str, Any]:
    """What the server answers, by the name of the shape: taken from a table that was played."""
    key = "Xq3vC1m8-bT0yKfA6rZsWn2e"
    return {
        "State": msgspec.to_builtins(state_of(table_view_of(_a_table(), 0, HOLDER))),
        "TableOpened": {"table": TABLE, "key": key},
        "SeatTakenShape": {"table": TABLE, "seat": 0, "key": key, "seq": _a_table().seq},
        "Done": {"seq": _a_table().seq + 1, "repeated": False},
        "Problem": A_REFUSAL.value,
    }


@cache
def _a_table() -> TableState:
    """A table where somebody has sat down and the first question stands open."""
    order = Order(_smallest().id, HOLDER, _bots(), limit=3)
    empty, _ = apply_with_consequences(TableState(TABLE), (opened(order),), 0, lambda: CHANCE)
    wanted = decide(empty, Sit(0, "Random player"), HOLDER)
    return apply_with_consequences(empty, wanted, 0, lambda: CHANCE)[0]
