"""Commands: what somebody at a table may ask for, and the acknowledgement of it."""

from __future__ import annotations

import hashlib

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


class AskBack(Command, frozen=True):
    """Ask all others to let the last choice be taken back that they have seen."""


class ClaimRest(Command, frozen=True):
    """Claim the rest of the tricks, and lay one's cards open for it."""


class Agree(Command, frozen=True):
    """Agree to what another has asked all for."""


class Decline(Command, frozen=True):
    """Do not agree; or go on without what one has asked for oneself."""


class Sit(Command, frozen=True):
    """Take an open seat; a seed goes into the next shuffle."""

    seat: int
    name: str
    seed: str = ""


class Leave(Command, frozen=True):
    """Give the seat up for good: a bot plays on until somebody takes it."""


class Free(Command, frozen=True):
    """Let anybody sit down where a bot stands in for a holder who is gone."""

    seat: int


class TakeOver(Command, frozen=True):
    """Play on in a seat by one's own key: by a link of whoever sat down there at `since`."""

    seat: int
    since: int


class StandIn(Command, frozen=True):
    """Let a bot play for a holder who is gone, until he returns."""

    seat: int


class Return(Command, frozen=True):
    """Play again where a bot has stood in."""


class SetStrength(Command, frozen=True):
    """Let a bot play where others have played in their own right, or in one such seat."""

    bot: str
    seat: int | None = None


class SetPace(Command, frozen=True):
    """Let a bot's move stay for so many seconds before the next."""

    pace: float


class Begin(Command, frozen=True):
    """Begin with bots in the open seats; or deal on where no person is left to be asked."""


class Ready(Command, frozen=True):
    """Be ready for the next deal; a seed goes into its shuffle."""

    seed: str = ""


class NotReady(Command, frozen=True):
    """Not be ready yet for the match to begin."""


class Greet(Command, frozen=True):
    """Say one of the courtesies to the whole table."""

    courtesy: str


class Close(Command, frozen=True):
    """Give the table up; once a deal was dealt, if all agree who play."""


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
    when_ready: bool = False
    listed: bool = False
    hints: bool = False


def fingerprint_of(wanted: Command | Order) -> str:
    """Give a hash by which the same thing to do is known again, and told from any other.

    How much of the table its sender has seen is no part of it: whoever got no answer may look
    again before he repeats himself.
    """
    form = msgspec.json.encode((type(wanted).__name__, wanted), order="deterministic")
    return hashlib.sha256(form).hexdigest()


class Ack(msgspec.Struct, frozen=True):
    """A command is carried out and kept; `seq` counts the events, `repeated`: it was before."""

    seq: int
    repeated: bool = False
