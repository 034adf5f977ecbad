"""A command on its way from a request to the table service, from a page or a program."""

from __future__ import annotations

from contextlib import suppress

from matto.engine.errors import MattoError
from matto.engine.words import text
from matto.server.http.requests import HttpRequest, services_of, viewer_of
from matto.server.http.security import insist_on_strong_key
from matto.server.http.services import Services
from matto.server.tables.chairs import Chair
from matto.server.tables.commands import (
    Ack,
    Command,
    Free,
    Greet,
    Return,
    Sit,
    StandIn,
    TakeOver,
)
from matto.server.tables.errors import LinkUsed, NotNow, NotYourSeat
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
    if isinstance(command, Sit | TakeOver):
        insist_on_strong_key(viewer.key)
    if isinstance(command, Greet):
        services.limits.take_greeting(viewer)
    if isinstance(command, StandIn | Free):
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
    if seat not in range(len(state.chairs)) or seat == own:
        return
    chair = state.chairs[seat]
    is_here = bool(chair.holder) and services.presence.is_here(state.id, chair.holder)
    if is_here and chair.bot:
        raise NotNow(text("{name} is at the table, and may play on.", name=chair.name))
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


async def looked_at(request: HttpRequest, table: str) -> TableState:
    """Give a table to whoever looks at it; one who comes back plays again where he was away.

    Not one who has asked a bot to play for him, nor one who was here and too slow.
    """
    services, holder = services_of(request), viewer_of(request).holder
    state = await services.tables.state(table)
    seat = state.seat_of(holder)
    if seat is not None and _has_come_back(services, state, state.chairs[seat]):
        with suppress(MattoError):  # he can still ask for it himself
            await services.tables.submit(table, Return(), holder)
        state = await services.tables.state(table)
    return state


def _has_come_back(services: Services, state: TableState, chair: Chair) -> bool:
    was_away = chair.is_stood_in and not chair.wished and state.phase is not Phase.OVER
    return was_away and not services.presence.is_here(state.id, chair.holder)


async def seat_link(request: HttpRequest, table: str) -> str:
    """Give whoever sits at a table a word by which another device of his plays on."""
    services = services_of(request)
    state = await services.tables.state(table)
    seat = state.seat_of(viewer_of(request).holder)
    if seat is None:
        raise NotYourSeat
    if state.phase is Phase.OVER:
        raise NotNow(text("The match is over."))
    return services.guard.seat_link(_place(table, state.chairs[seat]))


async def chair_of(request: HttpRequest, table: str, word: str) -> Chair:
    """Give the chair that a word of its holder hands over; raises `LinkUsed`."""
    services = services_of(request)
    state = await services.tables.state(table)
    for chair in state.chairs:
        if chair.holder and services.guard.is_seat_link(word, _place(table, chair)):
            return chair
    seat = state.seat_of(viewer_of(request).holder)
    if seat is None:
        raise LinkUsed
    return state.chairs[seat]  # he has it already


def _place(table: str, chair: Chair) -> str:
    """What a word hands over: the seat of one holder, who has it since then."""
    return f"{table} {chair.seat} {chair.since} {chair.holder}"
