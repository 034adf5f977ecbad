"""A command on its way from a request to the table service, from a page or a program."""

from __future__ import annotations

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.server.http.requests import HttpRequest, services_of, viewer_of
from matto.server.http.security import insist_on_strong_key
from matto.server.http.services import Services
from matto.server.tables.commands import Ack, Command, Greet, Sit, StandIn
from matto.server.tables.errors import NotNow
from matto.server.tables.service import milliseconds
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase

PATIENCE = 60.0
"""Seconds for which the others wait for somebody who is at the table."""


async def submit_command(
    request: HttpRequest,
    table: str,
    command: Command,
    expected: int | None = None,
    key: str = "",
) -> Ack:
    """Carry out the command of whoever sends a request; he is at the table, then."""
    services, viewer = services_of(request), viewer_of(request)
    holder = viewer.holder
    if isinstance(command, Sit):
        insist_on_strong_key(viewer.key)
    if isinstance(command, Greet):
        services.limits.take_greeting(viewer)
    if isinstance(command, StandIn):
        _insist_on_absence(services, await services.tables.state(table), command.seat, holder)
    counted, name = services.metrics.commands, type(command).__name__
    try:
        ack = await services.tables.submit(table, command, holder, expected=expected, key=key)
    except MattoError as error:
        counted.labels(name, type(error).__name__).inc()
        raise
    counted.labels(name, "repeated" if ack.repeated else "accepted").inc()
    services.hub.touch(table, holder)
    return ack


def _insist_on_absence(services: Services, state: TableState, seat: int, holder: str) -> None:
    """Raise `NotNow` if somebody is to be replaced who is here and keeps nobody waiting."""
    own = state.seat_of(holder)
    if own is None or seat not in range(len(state.chairs)) or seat == own:
        return
    chair = state.chairs[seat]
    is_here = chair.has_person and services.presence.is_here(state.id, chair.holder)
    if is_here and _waited_for(state, seat) < PATIENCE:
        raise NotNow(
            text(
                "{name} is at the table. A bot may play for somebody who is here only after "
                "the others have waited for a minute.",
                name=chair.name,
            )
        )


def _waited_for(state: TableState, seat: int) -> float:
    """How many seconds the table has waited for a seat."""
    if seat != state.waits_for and seat not in state.awaited:
        return 0.0
    since = state.asked_at if state.phase is Phase.PLAYING else state.at
    return (milliseconds() - since) / 1000
