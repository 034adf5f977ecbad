"""Every page in both languages: whole, reachable, labelled, and in one language."""

from __future__ import annotations

import gettext

import pytest

from matto.engine.words import DOMAIN, LOCALE_FOLDER
from server.markup import Markup, faults_of
from server.visits import every_page

OWN_TONGUE = frozenset({"no"})
"""A Sicilian word that looks like an English one: it is said alike in every language."""


def faults_in(html: str, language: str) -> list[str]:
    """What is wrong with a page: its marks, its forms, and its words in a German one."""
    shown = Markup(html)
    forms = [form for form in shown.all("form") if form.attributes.get("method") == "post"]
    tokens = [one.attributes for one in shown.all("input") if one.attributes["name"] == "csrf"]
    given = [one for one in tokens if one["value"] == "token-of-a-test"]
    told = [*faults_of(html), *(said_in_english(shown) if language == "de" else ())]
    if not html.startswith("<!doctype html>") or f'<html lang="{language}"' not in html:
        told.append("it begins as no page of its language")
    if not len(given) == len(forms) > 0:
        told.append("a form has no token")
    return told


def said_in_english(shown: Markup) -> list[str]:
    """What a German page says in English and could say in German."""
    german = gettext.translation(DOMAIN, LOCALE_FOLDER, languages=["de"])
    return [
        piece
        for piece, element in shown.texts()
        if element.language == "de" and element.tag not in {"code", "kbd"}
        if piece.isascii() and piece not in OWN_TONGUE and german.gettext(piece) != piece
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_whole_and_named_leads_somewhere_and_keeps_to_its_language(
    language: str,
) -> None:
    for name, make in every_page(language):
        assert faults_in(make(), language) == [], name


@pytest.mark.parametrize(
    ("language", "broken", "told"),
    [
        ("de", "<p></p>", "it begins as no page of its language"),
        ("en", '<form method="post"></form>', "a form has no token"),
        ("de", '<p lang="de">Close</p>', "Close"),
    ],
)
def test_a_page_without_head_or_token_or_in_two_languages_is_noticed(
    language: str, broken: str, told: str
) -> None:
    html = f'<!doctype html><html lang="en"><h1>Title</h1>{broken}</html>'
    assert told in faults_in(html, language)


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
