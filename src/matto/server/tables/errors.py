"""What can go wrong at a table of the server, each with a sentence that one can act on."""

from __future__ import annotations

from matto.engine.errors import MattoError
from matto.engine.words import Text, text


class NoSuchTable(MattoError):
    """A table id that nobody has opened."""

    def __init__(self, table_id: str) -> None:
        super().__init__(text("There is no table “{table}”. Look at its link.", table=table_id))


class TableDamaged(MattoError):
    """A table whose events are not those that were kept; other tables go on."""

    def __init__(self, table_id: str) -> None:
        super().__init__(
            text(
                "Something of table {table} is damaged on the server's disk, so that it stays "
                "closed. Whoever runs this server can put back a copy; other tables go on.",
                table=table_id,
            )
        )


class NoSuchDeal(MattoError):
    """The number of a deal that a table has not finished."""

    def __init__(self, number: int) -> None:
        super().__init__(
            text("Deal {number} is not over, or was never dealt here.", number=number)
        )


class NotShuffled(MattoError):
    """The proof of a shuffle for a deal whose cards were given."""

    def __init__(self, number: int) -> None:
        super().__init__(
            text("The cards of deal {number} were given, not shuffled.", number=number)
        )


class NotYourSeat(MattoError):
    """A command of somebody who does not sit there."""

    def __init__(self) -> None:
        super().__init__(text("You do not sit at this table. Take a seat first."))


class NotHost(MattoError):
    """Something that only the host may do: who opened the table, or who came after him."""

    def __init__(self) -> None:
        super().__init__(text("Only the host of this table may do that."))


class SeatTaken(MattoError):
    """A seat that somebody else has, or that whoever asks may not take now."""


class LinkUsed(MattoError):
    """A link that hands a seat over, used before or too old."""

    def __init__(self) -> None:
        super().__init__(
            text(
                "This link was used already, or is too old. Ask for a new one on the device "
                "that plays."
            )
        )


class TooLate(MattoError):
    """The table has moved on since the command was made; `seq` counts its events now."""

    def __init__(self, seq: int) -> None:
        super().__init__(text("The table has moved on. Look again, and choose anew."))
        self.seq = seq


class TooMany(MattoError):
    """More requests in a short time than one person makes."""

    def __init__(self, seconds: int) -> None:
        super().__init__(
            text("That was too much at once. Try again in {seconds} seconds.", seconds=seconds)
        )
        self.seconds = seconds


class KeyUsed(MattoError):
    """The key of another request, sent again: which of the two is meant cannot be known."""

    def __init__(self) -> None:
        super().__init__(
            text(
                "This key came before, with something else to do. Nothing is done now: send a "
                "new key with everything that is new."
            )
        )


class TooManyTables(MattoError):
    """The server has as many tables as it takes; `seconds` is when to ask again."""

    seconds = 3600

    def __init__(self, most: int) -> None:
        super().__init__(
            text(
                "This server takes {most} tables, and has them all. Old ones are deleted all "
                "the time: try again later. The tables there are can be played at.",
                most=most,
            )
        )


class TooManyOwnTables(MattoError):
    """One key has opened as many tables as it may; `seconds` is when to ask again."""

    seconds = 60

    def __init__(self, most: int) -> None:
        super().__init__(
            text(
                "You have {most} matches that are not over, and may have no more at once. "
                "Play one to its end, or give one up.",
                most=most,
            )
        )


class TooManyListed(MattoError):
    """One key has as many tables for anybody to join as it may; ask again in `seconds`."""

    seconds = 60

    def __init__(self, most: int) -> None:
        super().__init__(
            text(
                "You have {most} tables that wait for anybody to join, and may have no more at "
                "once. Begin one, or give it up.",
                most=most,
            )
        )


class NotNow(MattoError):
    """A command that a table does not carry out in its present phase."""


class NoHints(MattoError):
    """A hint where others play who have not allowed it, or where nothing is asked."""

    def __init__(self, *, asked: bool) -> None:
        super().__init__(
            text(
                "Hints are given only to one who plays alone against bots, or at a table where "
                "all allow them."
            )
            if asked
            else text("You are not asked anything now: there is nothing to advise.")
        )


class BadCommand(MattoError):
    """A command that can never be carried out: misspelt, or for what does not exist."""


class TableUnplayable(MattoError):
    """A table whose events cannot be replayed by this program; nothing of it is deleted."""

    def __init__(self, table_id: str, why: Text) -> None:
        super().__init__(
            text(
                "Table {table} cannot be continued and stays closed; nothing of it is lost. "
                "{why}",
                table=table_id,
                why=why,
            )
        )
        self.table_id = table_id
