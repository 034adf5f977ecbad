"""From what a program sends to a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from matto.engine.words import text
from matto.games import game
from matto.server.api.bodies import Deed, NewTable
from matto.server.tables.commands import (
    Act,
    Agree,
    AskBack,
    Begin,
    ClaimRest,
    Close,
    Command,
    Decline,
    Free,
    Greet,
    NotReady,
    Order,
    Ready,
    Return,
    Say,
    SetPace,
    SetStrength,
    StandIn,
    TakeBack,
    Wait,
)
from matto.server.tables.errors import BadCommand

COMMANDS: Mapping[str, Callable[[Any], Command]] = {
    "choice": Act,
    "say": Say,
    "wait": lambda _yes: Wait(),
    "take_back": lambda _yes: TakeBack(),
    "ask_back": lambda _yes: AskBack(),
    "claim": lambda _yes: ClaimRest(),
    "agree": lambda _yes: Agree(),
    "decline": lambda _yes: Decline(),
    "ready": Ready,
    "not_ready": lambda _yes: NotReady(),
    "greet": Greet,
    "begin": lambda _yes: Begin(),
    "stand_in": StandIn,
    "free": Free,
    "come_back": lambda _yes: Return(),
    "strength": lambda wanted: SetStrength(wanted.bot, wanted.seat),
    "pace": SetPace,
    "close": lambda _yes: Close(),
}
"""The commands, by the field of the body that says so."""


def command_of(deed: Deed) -> Command:
    """Give the one thing that a program wants to do; raises `BadCommand`."""
    given = {name: value for name in COMMANDS if (value := getattr(deed, name)) is not UNSET}
    wanted = [name for name, value in given.items() if value is not False]
    if len(given) != 1 or not wanted:
        known = ", ".join(COMMANDS)
        raise BadCommand(text("Send exactly one thing to do, one of: {known}.", known=known))
    return COMMANDS[wanted[0]](given[wanted[0]])


def order_of(wanted: NewTable, host: str) -> Order:
    """Give the order for a table; raises `UnknownGame`, `UnknownOption`, `BadOptionValue`."""
    found = game(wanted.game)
    return Order(
        game=found.id,
        host=host,
        bots=wanted.bots or ("",) * found.seats,
        options=dict(found.resolve(wanted.options, wanted.preset or None)),
        limit=wanted.limit,
        turn_seconds=wanted.turn_seconds,
        pace=wanted.pace,
        onlookers=wanted.onlookers,
        when_ready=wanted.when_ready,
        listed=wanted.listed,
        hints=wanted.hints,
    )
