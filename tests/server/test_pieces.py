"""Pieces of pages are made once, and what is said once and for all is said when it is read."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from jinja2.environment import Template
from markupsafe import Markup

from matto.engine.run import Run
from matto.games import game
from matto.server.http.requests import Display
from matto.server.web.pages import templates as filled
from matto.server.web.pages.table import table_fragment
from server.table_views import mid_trick, players, reached, seen_of


def test_a_word_is_escaped_also_where_the_same_was_said_as_markup() -> None:
    say = filled.sayer("en")
    assert say("{name} is gone.", name=Markup("<b>")) == "<b> is gone."
    assert say("{name} is gone.", name="<b>") == "&lt;b&gt; is gone."
    assert say("{name} is gone.", name=Markup("<b>")) == "<b> is gone."


@pytest.mark.parametrize(("language", "said"), [("en", "Close"), ("de", "Schließen")])
def test_a_sentence_without_fillings_is_said_when_a_template_is_read(
    language: str, said: str
) -> None:
    made = filled.environment(language)
    assert made.from_string('<b>{{ say("Close") }}</b>').render(say=None) == f"<b>{said}</b>"


def drawn(run: Run, *, ready: bool) -> list[str]:
    """The pieces that are made for a state of a table."""
    sitting = players(3, 0, ready=(0,) if ready else ())
    names: list[str] = []
    render = Template.render

    def noted(template: Template, *rest: object, **content: object) -> str:
        names.append(str(template.name))
        return render(template, *rest, **content)

    with patch.object(Template, "render", noted):
        table_fragment(seen_of(run, 0, sitting=sitting), Display("en"))
    return names


def test_what_has_not_changed_is_not_made_again() -> None:
    filled.forget_pieces()
    run = reached(game("mineo-3"), mid_trick(4, 0))
    first = drawn(run, ready=False)
    assert {"table/people.html", "table/last.html"} <= set(first)
    assert drawn(run, ready=False) == ["table/table.html"]
    assert drawn(run, ready=True) == ["table/table.html", "table/people.html"]
    filled.forget_pieces()
    assert {"table/people.html", "table/last.html"} <= set(drawn(run, ready=True))
