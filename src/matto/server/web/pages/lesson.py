"""The first deal of newcomers: a table with its chosen cards, and the step told there."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from matto.engine.game import Game
from matto.engine.lesson import Lesson, step_of
from matto.games import catalogue
from matto.players.levels import BEGINNER
from matto.server.tables.commands import Order
from matto.server.tables.events import GivenDeal
from matto.server.web.pages.context import CitedClause, PageContext

__all__ = ["Told", "first_deal_of", "lesson_games", "told_in"]


class Told(msgspec.Struct, frozen=True):
    """The step of a lesson that is told now."""

    number: int
    length: int
    title: Markup
    says: Markup
    clause: CitedClause | None


def lesson_games() -> tuple[Game, ...]:
    """The games that have a first deal for newcomers."""
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
