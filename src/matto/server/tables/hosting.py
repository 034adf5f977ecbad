"""What the host of a table may change at it: how strong its bots are, and how fast."""

from __future__ import annotations

from matto.engine.words import text
from matto.players import check_bot
from matto.server.tables.commands import SetPace, SetStrength
from matto.server.tables.errors import NotHost, NotNow
from matto.server.tables.events import PaceSet, StrengthSet
from matto.server.tables.opening import check_pace
from matto.server.tables.state import TableState
from matto.server.tables.views import Phase


def set_strength(
    command: SetStrength, state: TableState, holder: str
) -> tuple[StrengthSet, ...]:
    """Give the events by which another bot plays; raises `UnknownBot`, `NotNow`, `NotHost`."""
    _insist_on_host(state, holder)
    bot = check_bot(command.bot)
    chairs = [
        chair
        for chair in state.chairs
        if chair.is_bots_own and command.seat in {None, chair.seat}
    ]
    if not chairs:
        raise NotNow(text("No bot plays there in its own right that another could replace."))
    return tuple(StrengthSet(chair.seat, bot) for chair in chairs if chair.bot != bot)


def set_pace(command: SetPace, state: TableState, holder: str) -> tuple[PaceSet, ...]:
    """Give the event by which bots play faster or slower; raises `BadCommand`, `NotHost`."""
    _insist_on_host(state, holder)
    check_pace(command.pace)
    return () if command.pace == state.pace else (PaceSet(command.pace),)


def _insist_on_host(state: TableState, holder: str) -> None:
    if holder != state.host:
        raise NotHost
    if state.phase is Phase.OVER:
        raise NotNow(text("The match is over."))
