"""The page of a table: everything that one viewer sees, and what he may do.

`table_fragment` is pure: the same `TableView` and `Display` give the same bytes. It is
`<main id="table">`, in the page as in the stream. Its buttons belong to the form `do` that the
page around it holds (with the token against forgery), so that they work without a script, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from matto.server.http.display import Display, Visit
from matto.server.tables.views import Phase, TableView, may_be_advised
from matto.server.web.pages.agreement import answered_with, asked_for
from matto.server.web.pages.choices import Question, is_own_turn, question_for
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.course import course_of
from matto.server.web.pages.environment import fragment, rendered
from matto.server.web.pages.hand import hand_of
from matto.server.web.pages.lesson import told_in
from matto.server.web.pages.lobby import company_of, lobby_of
from matto.server.web.pages.opponents import opponents_of
from matto.server.web.pages.seats import seats_of
from matto.server.web.pages.sheet import ledger_of, sheet_of
from matto.server.web.pages.story import lately
from matto.server.web.pages.trick import dealt_of, last_trick_of, lying_of, over_of
from matto.server.web.pages.values import worth_fragment

LOOKS_AGAIN = 4
"""Seconds after which a page without a script asks for what is new, while others play."""

FEW_CARDS = 24
"""A hand that is dealt more cards needs more room than others, all through the deal."""

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
        looks_again=LOOKS_AGAIN if not is_own_turn(context) else 0,
        fragment=table_fragment(table_view, visit.display),
        amount_forms=AMOUNT_FORMS,
        delay=delay,
    )


def table_fragment(table_view: TableView, display: Display) -> str:
    """What one viewer sees of a table: `<main id="table">`."""
    context = PageContext(table_view, display)
    return fragment("table/table.html", display, **_content(context))


def _content(context: PageContext) -> Mapping[str, object]:
    table_view = context.table_view
    question, seats = question_for(context), seats_of(context)
    between = table_view.phase in {Phase.BETWEEN, Phase.OVER} and table_view.finished
    return {
        "agreement": asked_for(context),
        "answered_with": answered_with(context),
        "context": context,
        "table_view": table_view,
        "phase": table_view.phase.value,
        "seats": seats,
        "some_known": any(seat.seen for seat in seats),
        "question": question,
        "laid_away": None if question is None else question.laid_away,
        "turn": _turn(context, question),
        **_on_the_felt(context),
        "hand": hand_of(context),
        "many_cards": max(table_view.game.dealing(table_view.options).hands) > FEW_CARDS,
        "rows": lately(context),
        "sheet": sheet_of(context, table_view.finished[-1]) if between else None,
        "ledger": ledger_of(context),
        **_to_understand(context, question),
        "course": course_of(context) if table_view.phase is Phase.OVER else "",
        "lobby": lobby_of(context) if table_view.phase is Phase.GATHERING else None,
        "company": company_of(context),
        "worth": worth_fragment(context.tagged, context.display.language),
        "opponents": opponents_of(context),
        "own": None if table_view.seat is None else table_view.players[table_view.seat],
    }


def _on_the_felt(context: PageContext) -> Mapping[str, object]:
    return {
        "trick": lying_of(context),
        "last_trick": last_trick_of(context),
        "over": over_of(context),
        "dealt": "" if context.view is None else dealt_of(context.view.beside_play),
    }


def _to_understand(context: PageContext, question: Question | None) -> Mapping[str, object]:
    """What helps one understand the moment: a hint, a step of a lesson."""
    return {
        "hints": question is not None and question.own and may_be_advised(context.table_view),
        "lesson": told_in(context),
    }


def _turn(context: PageContext, question: Question | None) -> str:
    agreement = asked_for(context)
    if agreement is not None:
        return "own" if agreement.own else "other"
    if question is None:
        return "none"
    return "own" if is_own_turn(context) else "other"
