"""The lobby: who has come to a table, its opponents, the steps of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import msgspec
import segno

from matto.engine.game import Game, Lesson, LessonStep, step_of
from matto.engine.options import Option
from matto.engine.words import Text, text
from matto.games import catalogue
from matto.players.bots import REGULAR, offered
from matto.server.tables.commands import Order
from matto.server.tables.events import GivenDeal
from matto.server.tables.views import Phase, TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.new_table import PACES, TURNS
from matto.server.web.pages.templates import for_templates, known_to_templates

known_to_templates(offered=offered, paces=PACES)


@for_templates
def bots_to_set(table_view: TableView) -> frozenset[str]:
    """The bots whose strength the viewer may set; none where he may set nothing."""
    if not table_view.hosting or table_view.phase is Phase.OVER:
        return frozenset()
    return frozenset(
        player.bot for player in table_view.players if player.bot and not player.stands_in
    )


QUIET_ZONE = 4
"""Modules of white round a QR code, without which some phones do not find it."""


def qr_code(address: str) -> bytes:
    """An address as a QR code: an SVG, dark on light whatever the page's colours are."""
    picture = BytesIO()
    segno.make(address, micro=False).save(
        picture, kind="svg", xmldecl=False, border=QUIET_ZONE, omitsize=True, light="#fff"
    )
    return picture.getvalue()


@for_templates
def length_of(limit: int | None) -> Text:
    if limit == 1:
        return text("1 deal")
    return text("{number} deals", number=limit) if limit else text("until you stop")


@for_templates
def time_of(seconds: int) -> Text:
    known = TURNS.get(seconds)
    return Text(known) if known else text("{seconds} seconds", seconds=seconds)


@for_templates
def changed_options(context: PageContext) -> Sequence[Option]:
    """The rules that are played otherwise than the text says."""
    options = context.table_view.options
    return [one for one in context.game.options if options[one.name] != one.default]


def lesson_games() -> tuple[Game, ...]:
    return tuple(game for game in catalogue().values() if game.lesson is not None)


def first_deal_of(order: Order, lesson: Lesson) -> Order:
    """An order for a table whose first deal is the lesson's, against beginners."""
    deal = lesson.deal
    seats = range(len(deal.hands))
    return msgspec.structs.replace(
        order,
        bots=tuple("" if seat == lesson.learner else REGULAR.bot for seat in seats),
        seat=lesson.learner,
        options={},
        given=GivenDeal(lesson.dealer, deal.hands, deal.talon),
    )


@for_templates
def lesson_step(context: PageContext) -> tuple[int, LessonStep] | None:
    lesson, view = context.game.lesson, context.view
    return None if lesson is None or view is None else step_of(lesson, view)
