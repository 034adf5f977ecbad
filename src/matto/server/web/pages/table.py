"""The page of a table, and the panels beside it: story, score, a hint, why not.

`table_fragment` is pure: the same `TableView` and `Display` give the same bytes. It is
`<main id="table">`, in the page as in the stream. Its buttons belong to the form `do` that the
page around it holds (with the token against forgery), so that they work without a script, too.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.words import Text, text
from matto.players.bots import STRONG, ChoiceValue
from matto.server.http.requests import Advice, Display, Visit
from matto.server.http.security import LINK_SECONDS
from matto.server.tables.views import Phase, TableView, may_be_advised
from matto.server.web.pages.cards import (
    dealt_of,
    hand_of,
    last_trick_of,
    lying_of,
    over_of,
    worth_fragment,
)
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.lobby import company_of, lobby_of, opponents_of, qr_code, told_in
from matto.server.web.pages.question import (
    Question,
    answered_with,
    asked_for,
    is_own_turn,
    question_for,
)
from matto.server.web.pages.score_sheet import course_of, ledger_of, sheet_of, so_far_of, won_of
from matto.server.web.pages.seats import seats_of
from matto.server.web.pages.story import lately, story_of
from matto.server.web.pages.templates import fragment, rendered
from matto.telling.questions import give_or_take, value_told


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


WHOLE_STORY, SCORE = "The whole deal", "The score so far"
OTHER_DEVICE = "Play on another device"


def story_fragment(table_view: TableView, display: Display) -> str:
    rows = story_of(PageContext(table_view, display))
    return fragment("table/whole_story.html", display, rows=rows)


def story_page(table_view: TableView, visit: Visit) -> str:
    return _page(table_view, visit, WHOLE_STORY, story_fragment(table_view, visit.display))


def score_fragment(table_view: TableView, display: Display) -> str:
    """How the match stands, what each has won, and what the deal would bring now."""
    context = PageContext(table_view, display)
    return fragment(
        "table/score.html",
        display,
        names=context.names,
        ledger=ledger_of(context),
        won=won_of(context),
        so_far=so_far_of(context),
    )


def score_page(table_view: TableView, visit: Visit) -> str:
    return _page(table_view, visit, SCORE, score_fragment(table_view, visit.display))


def seat_link_fragment(table_view: TableView, display: Display, *, link: str) -> str:
    code = Markup(qr_code(link).decode())
    minutes = LINK_SECONDS // 60
    return fragment("table/handover.html", display, link=link, code=code, minutes=minutes)


def seat_link_page(table_view: TableView, visit: Visit, *, link: str) -> str:
    part = seat_link_fragment(table_view, visit.display, link=link)
    return _page(table_view, visit, OTHER_DEVICE, part)


def seat_taking_page(table_view: TableView, visit: Visit, *, word: str, name: str) -> str:
    """What such a link does, for whoever has opened it: nothing before he says so."""
    part = fragment(
        "table/handover.html",
        visit.display,
        link="",
        table=table_view.table,
        csrf=visit.csrf,
        word=word,
        name=name,
    )
    return _page(table_view, visit, OTHER_DEVICE, part)


def _page(table_view: TableView, visit: Visit, title: str, content: str) -> str:
    signs = PageContext(table_view, visit.display).signs
    return rendered(
        "table/beside_page.html",
        visit,
        table=table_view.table,
        title=title,
        signs=signs,
        fragment=content,
    )


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
