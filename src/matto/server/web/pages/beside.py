"""Beside the table: what opens as a panel, or as a page of its own without a script.

It is drawn when somebody asks for it, not with every state of the table.
"""

from __future__ import annotations

from matto.server.http.display import Display, Visit
from matto.server.tables.views import TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.environment import fragment, rendered
from matto.server.web.pages.sheet import ledger_of, won_of
from matto.server.web.pages.so_far import so_far_of
from matto.server.web.pages.story import story_of

WHOLE_STORY, SCORE = "The whole deal", "The score so far"


def story_fragment(table_view: TableView, display: Display) -> str:
    """The whole story of the deal as the viewer has seen it."""
    rows = story_of(PageContext(table_view, display))
    return fragment("table/whole_story.html", display, rows=rows)


def story_page(table_view: TableView, visit: Visit) -> str:
    """The whole story of the deal as a page."""
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
    """The score so far as a page."""
    return _page(table_view, visit, SCORE, score_fragment(table_view, visit.display))


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
