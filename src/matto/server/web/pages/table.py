"""The page of a table, and the panels beside it: story, score, a hint, why not.

`table_fragment` is pure: the same `TableView` and `Display` give the same bytes. It is
`<main id="table">`, in the page as in the stream. Its buttons belong to the form `do` that the
page around it holds (with the token against forgery), so that they work without a script, too.
"""

from __future__ import annotations

from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.words import Text, text
from matto.server.http.requests import Advice, Display, Visit
from matto.server.http.security import LINK_SECONDS
from matto.server.tables.views import TableView, may_be_advised
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.lobby import qr_code
from matto.server.web.pages.story import story_of
from matto.server.web.pages.templates import fragment, known_to_templates, rendered
from matto.telling.questions import give_or_take, value_told

known_to_templates(
    give_or_take=give_or_take, may_be_advised=may_be_advised, value_told=value_told
)


def why_fragment(
    table_view: TableView, display: Display, choice: str, refusal: Refusal | None
) -> str:
    """Tell why a choice is refused; None means that nothing stands against it."""
    context = PageContext(table_view, display)
    sentence = _allowed(choice) if refusal is None else refusal.sentence
    return fragment(
        "table/why.html",
        display,
        sentence=context.marked_up(context.tagged.sentence(sentence)),
        clause=None if refusal is None else context.clause(refusal.clause),
    )


def _allowed(choice: str) -> Text:
    if choice in NUMBER:
        return text("{choice} may be chosen.", choice=choice)
    return text("“{choice}” may be said.", choice=choice)


MOST_VALUES = 12
"""So many choices are shown with their values; the others are worse."""


def hint_fragment(advice: Advice, display: Display) -> str:
    """The hint alone, for a panel beside the table."""
    table_view, _, hint = advice
    context = PageContext(table_view, display)
    equal = [one.choice for one in hint.values if one.equal and one.choice != hint.choice]
    return fragment(
        "table/hint.html",
        display,
        context=context,
        hint=hint,
        values=hint.values[:MOST_VALUES],
        equal=[context.word(choice) for choice in equal[:MOST_VALUES]],
        sure=any(give_or_take(context.game, one.error) for one in hint.values[:MOST_VALUES]),
        deals=max((one.deals for one in hint.values), default=0),
    )


def story_fragment(table_view: TableView, display: Display) -> str:
    rows = story_of(PageContext(table_view, display))
    return fragment("table/whole_story.html", display, rows=rows)


def score_fragment(table_view: TableView, display: Display) -> str:
    """How the match stands, what each has won, and what the deal would bring now."""
    return fragment("table/score.html", display, context=PageContext(table_view, display))


def seat_link_fragment(link: str, display: Display) -> str:
    code = Markup(qr_code(link).decode())
    minutes = LINK_SECONDS // 60
    return fragment("table/handover.html", display, link=link, code=code, minutes=minutes)


def seat_taking_fragment(table: str, word: str, name: str, visit: Visit) -> str:
    """What such a link does, for whoever has opened it: nothing before he says so."""
    taken = {"table": table, "word": word, "name": name, "csrf": visit.csrf}
    return fragment("table/handover.html", visit.display, link="", **taken)


def beside_page(table_view: TableView, visit: Visit, title: str, part: str) -> str:
    """What is else shown in a panel as a page of its own, for whoever opens its address."""
    signs = PageContext(table_view, visit.display).signs
    told = {"table": table_view.table, "title": title, "signs": signs, "fragment": part}
    return rendered("table/beside_page.html", visit, **told)


LOOKS_AGAIN = 4
"""Seconds after which a page without a script asks for what is new, while others play."""

AMOUNT_FORMS = range(1, 5)
"""Forms that the page holds for choosers of amounts: more of them are never offered at once."""


def table_page(table_view: TableView, visit: Visit, delay: int = 0) -> str:
    """The whole page of a table; `delay` is how many seconds its bots are behind."""
    context = PageContext(table_view, visit.display)
    return rendered(
        "table/page.html",
        visit,
        table_view=table_view,
        signs=context.signs,
        looks_again=0 if context.own_turn else LOOKS_AGAIN,
        fragment=table_fragment(table_view, visit.display),
        amount_forms=AMOUNT_FORMS,
        delay=delay,
    )


def table_fragment(table_view: TableView, display: Display) -> str:
    context = PageContext(table_view, display)
    return fragment("table/table.html", display, context=context, table_view=table_view)
