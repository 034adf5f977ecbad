"""Beside the table: what opens as a panel, or as a page of its own without a script.

It is drawn when somebody asks for it, not with every state of the table.
"""

from __future__ import annotations

from markupsafe import Markup

from matto.server.http.display import Display, Visit
from matto.server.http.security import LINK_SECONDS
from matto.server.tables.views import TableView
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.environment import fragment, rendered
from matto.server.web.pages.lobby import qr_code
from matto.server.web.pages.sheet import ledger_of, won_of
from matto.server.web.pages.so_far import so_far_of
from matto.server.web.pages.story import story_of

WHOLE_STORY, SCORE = "The whole deal", "The score so far"
OTHER_DEVICE = "Play on another device"


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


def seat_link_fragment(table_view: TableView, display: Display, *, link: str) -> str:
    """The link by which another device of the viewer's plays on."""
    code = Markup(qr_code(link).decode())
    minutes = LINK_SECONDS // 60
    return fragment("table/handover.html", display, link=link, code=code, minutes=minutes)


def seat_link_page(table_view: TableView, visit: Visit, *, link: str) -> str:
    """The same link as a page."""
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
