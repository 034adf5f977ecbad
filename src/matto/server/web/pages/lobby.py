"""The lobby: what one sits down to, and who is there; and what the company says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

import msgspec
import segno

from matto.engine.words import Text, text
from matto.server.tables.courtesies import COURTESIES
from matto.server.web.pages.context import CitedClause, PageContext
from matto.server.web.pages.new_form import TURNS

QUIET_ZONE = 4
"""Modules of white round a QR code, without which some phones do not find it."""


class Differs(msgspec.Struct, frozen=True):
    """A rule that is played otherwise than the text says: what it decides, and how."""

    about: str
    value: str
    clause: CitedClause | None


class Lobby(msgspec.Struct, frozen=True):
    """What one sits down to."""

    length: Text
    time: Text
    differs: Sequence[Differs]


class Remark(msgspec.Struct, frozen=True):
    """A courtesy as a page shows it."""

    seq: int
    seat: int
    name: str
    words: str


class Company(msgspec.Struct, frozen=True):
    """What was said lately, and what the viewer may say: ids and words."""

    remarks: tuple[Remark, ...]
    courtesies: tuple[tuple[str, str], ...]


def lobby_of(context: PageContext) -> Lobby:
    """What somebody who comes to a table that has not begun should know."""
    return Lobby(
        length_of(context.table_view.limit),
        time_of(context.table_view.terms.turn_seconds),
        tuple(_differing(context)),
    )


def company_of(context: PageContext) -> Company | None:
    """What the company says; None where the viewer is alone with bots."""
    table_view = context.table_view
    remarks = tuple(
        Remark(said.seq, said.seat, context.names[said.seat], COURTESIES[said.courtesy])
        for said in table_view.greetings
        if said.courtesy in COURTESIES
    )
    others = any(player.name and not player.yours for player in table_view.players)
    may_speak = others and table_view.seat is not None
    courtesies = tuple(COURTESIES.items()) if may_speak else ()
    return Company(remarks, courtesies) if remarks or may_speak else None


def qr_code(address: str) -> bytes:
    """An address as a QR code: an SVG, dark on light whatever the page's colours are."""
    picture = BytesIO()
    segno.make(address, micro=False).save(
        picture, kind="svg", xmldecl=False, border=QUIET_ZONE, omitsize=True, light="#fff"
    )
    return picture.getvalue()


def length_of(limit: int | None) -> Text:
    """How many deals are played, as it is said."""
    if limit == 1:
        return text("1 deal")
    return text("{number} deals", number=limit) if limit else text("until you stop")


def time_of(seconds: int) -> Text:
    """How long one may think, as it is said."""
    known = TURNS.get(seconds)
    return Text(known) if known else text("{seconds} seconds", seconds=seconds)


def _differing(context: PageContext) -> Iterator[Differs]:
    options = context.table_view.options
    for option in context.table_view.game.options:
        value = options[option.name]
        if value != option.default:
            yield Differs(option.about, option.label(value), context.clause(option.clause))
