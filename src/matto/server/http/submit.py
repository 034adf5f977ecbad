"""A wish on its way from a request to the desk, whether a page or a program sends it."""

from __future__ import annotations

from matto.engine.errors import IllegalChoice, Refusal
from matto.engine.words import Text, text
from matto.server.http.errors import HttpRequest, for_programs
from matto.server.http.services import Services, display_for, services_of, viewer_of
from matto.server.tables.commands import Ack, Act, Command, StandIn
from matto.server.tables.errors import NotNow
from matto.server.tables.service import milliseconds
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase
from matto.server.web.pages.context import naming_of
from matto.telling.questions import refused

PATIENCE = 60.0
"""Seconds for which the others wait for somebody who is at the table."""


async def submit_command(
    request: HttpRequest,
    table: str,
    command: Command,
    expected: int | None = None,
    key: str = "",
) -> Ack:
    """Let the desk grant a wish of whoever sends a request; he is at the table, then."""
    services, holder = services_of(request), viewer_of(request).holder
    if isinstance(command, StandIn):
        _insist_on_absence(services, await services.tables.state(table), command.seat, holder)
    try:
        ack = await services.tables.submit(table, command, holder, expected=expected, key=key)
    except IllegalChoice as error:
        if for_programs(request):  # they know choices by their codes
            raise
        state = await services.tables.state(table)
        raise _as_players_say(request, state, command, error.refusal) from None
    services.hub.touch(table, holder)
    return ack


def _as_players_say(
    request: HttpRequest, state: TableState, command: Command, refusal: Refusal
) -> IllegalChoice:
    """A refusal with cards and words as this table calls them, in the language of who asks."""
    seat = state.seat_of(viewer_of(request).holder)
    decision = None if state.run is None else state.run.decision
    asked = None if decision is None or seat is None else decision.to(seat)
    if isinstance(command, Act) and asked is not None:
        refusal = refused(command.choice, asked, refusal)
    naming = naming_of(state.game, state.options, display_for(request).language)
    return IllegalChoice(Refusal(refusal.clause, Text(naming.told(refusal.sentence))))


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
