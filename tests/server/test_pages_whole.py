"""Every page in both languages: whole, reachable, labelled, and in one language."""

from __future__ import annotations

import gettext
from functools import cache

import pytest

from matto.engine.words import DOMAIN, LOCALE_FOLDER
from server.markup import Markup, faults_of
from server.visits import every_page
from sixteen import thinned

OWN_TONGUE = frozenset({"no"})
"""A Sicilian word that looks like an English one: it is said alike in every language."""

PAGES = [name for name, _ in every_page("en")]


@cache
def page(name: str, language: str) -> str:
    """A page by its name."""
    return dict(every_page(language))[name]()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", thinned(PAGES))
def test_a_page_is_whole_and_everything_on_it_is_named_and_leads_somewhere(
    name: str, language: str
) -> None:
    html = page(name, language)
    assert html.startswith("<!doctype html>")
    assert f'<html lang="{language}"' in html
    assert faults_of(html) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", thinned(PAGES))
def test_a_german_page_says_nothing_in_english_that_can_be_said_in_german(name: str) -> None:
    german = gettext.translation(DOMAIN, LOCALE_FOLDER, languages=["de"])
    foreign = [
        piece
        for piece, element in Markup(page(name, "de")).texts()
        if element.language == "de" and element.tag not in {"code", "kbd"}
        if piece.isascii() and piece not in OWN_TONGUE and german.gettext(piece) != piece
    ]
    assert foreign == []


@pytest.mark.parametrize("name", thinned(PAGES))
def test_every_form_that_changes_something_holds_the_token(name: str) -> None:
    shown = Markup(page(name, "en"))
    forms = [form for form in shown.all("form") if form.attributes.get("method") == "post"]
    tokens = [
        field
        for field in shown.all("input")
        if field.attributes["name"] == "csrf" and field.attributes["value"] == "token-of-a-test"
    ]
    assert len(tokens) == len(forms) > 0


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("<main><h1>A</h1><p></main>", "<p> is closed by </main>"),
        ("<main><h1>A</h1>", "<main> is never closed"),
    ],
)
def test_tags_that_are_not_closed_are_noticed(broken: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        faults_of(broken)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ('<b id="a"></b><i id="a"></i>', "the id a is there 2 times"),
        ('<p aria-labelledby="x">A</p>', "aria-labelledby=x refers to nothing"),
        ('<p style="color: red">A</p>', "<p style> is inline"),
        ('<button onclick="go()">A</button>', "<button onclick> is inline"),
        ("<script>go()</script>", "<script> is inline"),
        ('<input name="a">', "the field a has no label"),
        ('<a href="/"><i></i></a>', "<a> {'href': '/'} has no words"),
        ('<a href="/nowhere">A</a>', "href=/nowhere leads nowhere"),
        ('<a href="#x">A</a>', "href=#x leads nowhere"),
        ('<a href="/rules/mineo-3#c99.1">A</a>', "href=/rules/mineo-3#c99.1 leads nowhere"),
        ('<img src="/static/icon.svg">', "the picture /static/icon.svg has no text"),
        ("<h3>A</h3>", "a heading h3 follows h1"),
    ],
)
def test_what_is_wrong_with_a_page_is_noticed(broken: str, said: str) -> None:
    assert faults_of(f"<h1>Title</h1>{broken}") == [said]
