"""A hint as the page shows it: what the strong player would do, and the values beside it."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from matto.players.hints import ChoiceValue
from matto.players.levels import STRONG
from matto.server.http.display import Display, Visit
from matto.server.http.hints import Advice
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.environment import fragment, rendered
from matto.telling.hints import give_or_take, value_told

MOST_VALUES = 12
"""So many choices are shown with their values; the others are worse."""


class Valued(msgspec.Struct, frozen=True):
    """A choice with its value and how sure that is, `error` being empty where it is not known.

    `equal`: as good as the best one.
    """

    said: Markup
    value: str
    error: str
    equal: bool


def hint_fragment(advice: Advice, display: Display) -> str:
    """The hint alone, for a panel beside the table."""
    table_view, view, hint = advice
    context = PageContext(table_view, display)
    answered_by = "" if hint.bot == STRONG.bot else context.say(context.title_of(hint.bot))
    values = [_valued(context, one) for one in hint.values[:MOST_VALUES]]
    equal = [one.choice for one in hint.values if one.equal and one.choice != hint.choice]
    return fragment(
        "table/hint.html",
        display,
        choice=context.word(hint.choice),
        kind=view.asked.kind,
        equal=[context.word(choice) for choice in equal[:MOST_VALUES]],
        values=values,
        sure=any(one.error for one in values),
        deals=max((one.deals for one in hint.values), default=0),
        learned=hint.learned,
        unit=table_view.game.unit_name,
        answered_by=answered_by,
    )


def hint_page(advice: Advice, visit: Visit) -> str:
    """The hint as a page of its own, for whoever has no script."""
    table_view, _, _ = advice
    context = PageContext(table_view, visit.display)
    return rendered(
        "table/hint_page.html",
        visit,
        table_view=table_view,
        signs=context.signs,
        fragment=hint_fragment(advice, visit.display),
    )


def _valued(context: PageContext, one: ChoiceValue) -> Valued:
    game = context.table_view.game
    error = give_or_take(game, one.error)
    return Valued(
        context.word(one.choice),
        context.say(value_told(game, one.value)),
        "" if error is None else context.say(error),
        one.equal,
    )
