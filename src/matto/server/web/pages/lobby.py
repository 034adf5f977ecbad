"""The lobby: who has come to a table, its opponents, the steps of a lesson."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

import msgspec
import segno
from markupsafe import Markup

from matto.engine.game import Game, Lesson, step_of
from matto.engine.words import Text, text
from matto.games import catalogue
from matto.players.bots import BEGINNER, offered
from matto.server.tables.commands import Order
from matto.server.tables.events import GivenDeal
from matto.server.tables.views import COURTESIES, Phase
from matto.server.web.pages.context import CitedClause, PageContext
from matto.server.web.pages.new_table import PACES, TURNS


class Setting(msgspec.Struct, frozen=True):
    """One of several values: what is sent, how it is called, whether it holds now."""

    value: str
    label: str
    chosen: bool


class Opponents(msgspec.Struct, frozen=True):
    """What may be set: the strengths, and the paces."""

    strengths: tuple[Setting, ...]
    paces: tuple[Setting, ...]


def opponents_of(context: PageContext) -> Opponents | None:
    """What the viewer may set; None where he may set nothing, or no bot plays."""
    view = context.table_view
    bots = {player.bot for player in view.players if player.bot and not player.stands_in}
    if not view.hosting or not bots or view.phase is Phase.OVER:
        return None
    strengths = {level.bot: level.title for level in offered()}
    return Opponents(
        _settings(context, strengths, bots.pop() if len(bots) == 1 else ""),
        _settings(context, {str(pace): name for pace, name in PACES.items()}, str(view.pace)),
    )


def _settings(context: PageContext, called: Mapping[str, str], now: str) -> tuple[Setting, ...]:
    return tuple(
        Setting(value, str(context.say(name)), value == now) for value, name in called.items()
    )


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
    if limit == 1:
        return text("1 deal")
    return text("{number} deals", number=limit) if limit else text("until you stop")


def time_of(seconds: int) -> Text:
    known = TURNS.get(seconds)
    return Text(known) if known else text("{seconds} seconds", seconds=seconds)


def _differing(context: PageContext) -> Iterator[Differs]:
    options = context.table_view.options
    for option in context.table_view.game.options:
        value = options[option.name]
        if value != option.default:
            yield Differs(option.about, option.label(value), context.clause(option.clause))


class Told(msgspec.Struct, frozen=True):
    """The step of a lesson that is told now."""

    number: int
    length: int
    title: Markup
    says: Markup
    clause: CitedClause | None


def lesson_games() -> tuple[Game, ...]:
    return tuple(game for game in catalogue().values() if game.lesson is not None)


def first_deal_of(order: Order, lesson: Lesson) -> Order:
    """An order for a table whose first deal is the lesson's, against beginners."""
    deal = lesson.deal
    seats = range(len(deal.hands))
    return msgspec.structs.replace(
        order,
        bots=tuple("" if seat == lesson.learner else BEGINNER.bot for seat in seats),
        seat=lesson.learner,
        options={},
        given=GivenDeal(lesson.dealer, deal.hands, deal.talon),
    )


def told_in(context: PageContext) -> Told | None:
    """What the lesson tells now; None where no lesson is played."""
    lesson, view = context.table_view.game.lesson, context.view
    found = None if lesson is None or view is None else step_of(lesson, view)
    if found is None or lesson is None:
        return None
    number, step = found
    return Told(
        number,
        lesson.length,
        context.say(step.title),
        context.marked_up(context.naming.words(step.says)),
        context.clause(f"{context.table_view.game.id} {step.clause}"),
    )
