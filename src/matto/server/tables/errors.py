"""What can go wrong at a table of the server, each with a sentence that one can act on."""

from __future__ import annotations

from string import Formatter
from typing import ClassVar

from matto.engine.errors import MattoError
from matto.engine.words import N_, Text


class ServerError(MattoError):
    """An error with a sentence of its own, filled in order with what it is raised with.

    `seconds` is when to ask again, where that helps.
    """

    says: ClassVar[str]
    seconds: int | None = None

    def __init__(self, *filled: object) -> None:
        parsed = Formatter().parse(self.says)
        places = dict.fromkeys(name for _, name, _, _ in parsed if name)
        super().__init__(Text(self.says, tuple(zip(places, filled, strict=True))))


class NoSuchTable(ServerError):
    says = N_("There is no table “{table}”. Look at its link.")


class TableDamaged(ServerError):
    """A table whose events are not those that were kept."""

    says = N_(
        "Something of table {table} is damaged on the server's disk, so that it stays closed. "
        "Whoever runs this server can put back a copy; other tables go on."
    )


class TableUnplayable(ServerError):
    says = N_(
        "Table {table} cannot be continued and stays closed; nothing of it is lost. {why}"
    )


class NoSuchDeal(ServerError):
    says = N_("Deal {number} is not over, or was never dealt here.")


class NotShuffled(ServerError):
    says = N_("The cards of deal {number} were given, not shuffled.")


class NotYourSeat(ServerError):
    says = N_("You do not sit at this table. Take a seat first.")


class NotHost(ServerError):
    says = N_("Only the host of this table may do that.")


class LinkUsed(ServerError):
    says = N_(
        "This link was used already, or is too old. Ask for a new one on the device that plays."
    )


class TooLate(ServerError):
    """The table has moved on since the command was made; `seq` counts its events now."""

    says = N_("The table has moved on. Look again, and choose anew.")

    def __init__(self, seq: int) -> None:
        super().__init__()
        self.seq = seq


class TooMany(ServerError):
    says = N_("That was too much at once. Try again in {seconds} seconds.")

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class KeyUsed(ServerError):
    """The key of another request, sent again: which of the two is meant cannot be known."""

    says = N_(
        "This key came before, with something else to do. Nothing is done now: send a new key "
        "with everything that is new."
    )


class TooManyTables(ServerError):
    seconds = 3600
    says = N_(
        "This server takes {most} tables, and has them all. Old ones are deleted all the time: "
        "try again later. The tables there are can be played at."
    )


class TooManyOwnTables(ServerError):
    seconds = 60
    says = N_(
        "You have {most} matches that are not over, and may have no more at once. Play one to "
        "its end, or give one up."
    )


class TooManyListed(ServerError):
    seconds = 60
    says = N_(
        "You have {most} tables that wait for anybody to join, and may have no more at once. "
        "Begin one, or give it up."
    )


class SeatTaken(MattoError):
    """A seat that somebody else has, or that whoever asks may not take now."""


class NotNow(MattoError):
    """A command that a table does not carry out in its present phase."""


class NoHints(MattoError):
    """A hint where others play who have not allowed it, or where nothing is asked."""


class BadCommand(MattoError):
    """A command that can never be carried out: misspelt, or for what does not exist."""
