"""Why something may not be chosen: the sentence, and the clause that says so."""

from __future__ import annotations

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.words import Text, text
from matto.server.http.display import Display
from matto.server.tables.views import TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.environment import fragment


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
