"""Commands: what somebody at a table may ask for, and the acknowledgement of it."""

from __future__ import annotations

import msgspec

from matto.engine.options import Value
from matto.server.tables.events import GivenDeal


class Command(msgspec.Struct, frozen=True):
    """Something that somebody wants to do at a table."""


class Act(Command, frozen=True):
    """Answer the question that the seat is asked."""

    choice: str


class Say(Command, frozen=True):
    """Say something aside that the game allows now."""

    phrase: str


class Wait(Command, frozen=True):
    """Let the others speak first in a question that is open to all."""


class TakeBack(Command, frozen=True):
    """Take back the last choice, as long as nobody else has seen it."""


class Sit(Command, frozen=True):
    """Take an open seat; a seed goes into the next shuffle."""

    seat: int
    name: str
    seed: str = ""


class Leave(Command, frozen=True):
    """Give the seat up for good: a bot plays on until somebody takes it."""


class StandIn(Command, frozen=True):
    """Let a bot play for a holder who is gone, until he returns."""

    seat: int


class Return(Command, frozen=True):
    """Play again where a bot has stood in."""


class Begin(Command, frozen=True):
    """Begin with bots in the open seats; or deal on where no person is left to be asked."""


class Ready(Command, frozen=True):
    """Be ready for the next deal; a seed goes into its shuffle."""

    seed: str = ""


class Close(Command, frozen=True):
    """Give the table up."""


class Order(msgspec.Struct, frozen=True):
    """The table that somebody wants to open.

    `bots` names who plays each seat: a bot, or empty for a person; `host` is the hash of the
    key of whoever opens it. He sits down at once in `seat`, if given, under `name`. `given` is
    a deal to be played first, as it was dealt before.
    """

    game: str
    host: str
    bots: tuple[str, ...]
    options: dict[str, Value] = {}
    limit: int | None = None
    turn_seconds: int = 0
    pace: float = 0.7
    onlookers: bool = True
    seat: int | None = None
    name: str = ""
    seed: str = ""
    given: GivenDeal | None = None


class Ack(msgspec.Struct, frozen=True):
    """A command is carried out and kept; `seq` counts the events, `repeated`: it was before."""

    seq: int
    repeated: bool = False
