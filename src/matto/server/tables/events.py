"""Table events: what is stored of a table, in order; everything else follows from them."""

from __future__ import annotations

from typing import Union

import msgspec

from matto.engine.events import Result
from matto.engine.options import Value
from matto.server.tables.views import Terms

BOT_STANDS_IN = "rule"
"""The bot that takes a seat whose player is gone, unless the table names another."""


class TableEvent(msgspec.Struct, frozen=True, tag_field="fact"):
    """Something that happened to a table. `deal` counts from 1; a `seat` from 0."""


class Detail(TableEvent, frozen=True):
    """It matters to a table until its deal is settled, and then to its replay alone."""


class GivenDeal(msgspec.Struct, frozen=True):
    """A deal that is played again: its cards as they were dealt, by whom, and the pot."""

    dealer: int
    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    carried: dict[str, int] = {}


class Opened(TableEvent, Terms, frozen=True, tag="opened"):
    """A table was set up. `bots` names who plays each seat: a bot, or empty for a person.

    `pace` is how many seconds a bot's move stays before the next, `host` the hash of the key of
    whoever opened the table, `given` the first deal where it is one played before.
    """

    game: str
    rules_version: int
    options: dict[str, Value]
    bots: tuple[str, ...]
    host: str
    limit: int | None = None
    pace: float = 0.7
    given: GivenDeal | None = None


class Sat(TableEvent, frozen=True, tag="sat"):
    """A person or program took a seat; `holder` is the hash of its key."""

    seat: int
    holder: str
    name: str


class Left(TableEvent, frozen=True, tag="left"):
    """A seat was given up for good: anybody may take it; once the match is on, `bot` plays."""

    seat: int
    bot: str = ""


class StoodIn(TableEvent, frozen=True, tag="stood in"):
    """A bot plays for an absent holder, or (empty) the holder plays again.

    `wished`: the holder has asked for it himself, so that his coming back does not end it.
    """

    seat: int
    bot: str
    wished: bool = False


class HandedOver(TableEvent, frozen=True, tag="handed over"):
    """Whoever sat here plays on by another key, whose hash is `holder`."""

    seat: int
    holder: str


class Prepared(TableEvent, frozen=True, tag="prepared"):
    """A seat is ready for the match to begin, or no longer is."""

    seat: int
    ready: bool


class Began(TableEvent, frozen=True, tag="began"):
    """The match begins; `bots` names for each seat the bot that fills it, or is empty."""

    bots: tuple[str, ...]


class StrengthSet(TableEvent, frozen=True, tag="strength set"):
    """Another bot plays a seat from now on, in its own right."""

    seat: int
    bot: str


class PaceSet(TableEvent, frozen=True, tag="pace set"):
    """From now on a bot's move stays for so many seconds before the next."""

    pace: float


class Promised(TableEvent, frozen=True, tag="promised"):
    """The hash of the secret that the next deal will be shuffled with, before it is used.

    `secret` (hex) is never shown before the deal is over.
    """

    deal: int
    promise: str
    secret: str


class Mixed(Detail, frozen=True, tag="mixed"):
    """A seat put a seed of its own into the next shuffle, and is ready for the deal."""

    deal: int
    seat: int
    seed: str


class Dealt(Detail, frozen=True, tag="dealt"):
    """The cards as dealt: kept card by card, never as a seed."""

    deal: int
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    carried: dict[str, int]


class Acted(Detail, frozen=True, tag="acted"):
    """A seat answered a decision or (`kind` is `say`) said something aside; `by`: a bot."""

    seat: int
    kind: str
    choice: str
    by: str = ""


class Waited(Detail, frozen=True, tag="waited"):
    """A seat lets the others speak in an open question that it may answer, too."""

    seat: int


class TookBack(Detail, frozen=True, tag="took back"):
    """A seat took back its last choice, which nobody else had seen."""

    seat: int


class Greeted(Detail, frozen=True, tag="greeted"):
    """A seat said one of the courtesies; it changes nothing of the play."""

    seat: int
    courtesy: str


class AskedBack(Detail, frozen=True, tag="asked back"):
    """A seat asks all to let it take back a choice: the one after so many actions."""

    seat: int
    before: int


class Claimed(Detail, frozen=True, tag="claimed"):
    """A seat claims the rest of the tricks: its cards lie open while the others are asked."""

    seat: int


class ClaimSettled(Detail, frozen=True, tag="claim settled"):
    """A claim is beyond doubt, or all have agreed: then the rest is played out if it `holds`.

    It does not where all have agreed to something that their cards do not allow.
    """

    seat: int
    holds: bool


class Proposed(Detail, frozen=True, tag="proposed"):
    """A seat asks all to give the table up, or to free a chair where a bot stands in."""

    seat: int
    frees: int | None = None


class Agreed(Detail, frozen=True, tag="agreed"):
    """A seat agrees to what another has asked all for."""

    seat: int


class Declined(Detail, frozen=True, tag="declined"):
    """A seat does not agree, or takes back what it has asked for; None: time is up."""

    seat: int | None


class WentBack(Detail, frozen=True, tag="went back"):
    """All have agreed: the deal is again as it was after so many actions."""

    seat: int
    before: int


class DealSettled(TableEvent, frozen=True, tag="settled"):
    """A deal is over; `since` is the place among the events where it was dealt.

    The result follows from the cards and the actions. It is kept so that a table can be set up
    again without playing all its deals anew, and so that a replay can be held against it.
    `claimed` is the seat that had claimed the rest of the tricks and got them.
    """

    deal: int
    since: int
    result: Result
    claimed: int | None = None


class Closed(TableEvent, frozen=True, tag="closed"):
    """The table was given up before the end of the match."""


KINDS = (*Detail.__subclasses__(), *set(TableEvent.__subclasses__()) - {Detail})
_decoder: msgspec.json.Decoder[TableEvent] = msgspec.json.Decoder(Union[KINDS])  # noqa: UP007
_encoder = msgspec.json.Encoder()


def encode(event: TableEvent) -> str:
    return _encoder.encode(event).decode()


def decode(body: str | bytes) -> TableEvent:
    """Read an event; raises `msgspec.ValidationError`, `msgspec.DecodeError`."""
    return _decoder.decode(body)
