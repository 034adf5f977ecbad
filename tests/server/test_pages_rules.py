"""The rulebooks as pages: every clause has its anchor, nothing of it is lost, all is found."""

from __future__ import annotations

import re

import pytest

from matto.engine.errors import UnknownClause
from matto.engine.options import MANY_VALUES
from matto.engine.rulebook import rulebook_in
from matto.engine.words import translator
from matto.games import catalogue, game
from matto.server.http.requests import Display
from matto.server.web.rulebook import (
    Reading,
    blocks,
    clause_fragment,
    first_letter_up,
    glossary,
    inline,
    rules_index,
    rules_page,
)
from matto.telling.naming import titled_source
from server.markup import Markup, unmarked
from server.visits import visit
from sixteen import SIXTEEN

GAMES = tuple(catalogue())
LANGUAGES = ("en", "de")
UNTITLED = re.compile(r"\bseed\b|\b\d{3}\b|\"")


def words_of(html: str) -> str:
    """All text of a page."""
    return " ".join(piece for piece, _ in Markup(unmarked(html)).texts())


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_clause_has_its_anchor_source_and_certainty(game_id: str, language: str) -> None:
    book = rulebook_in(game_id, language)
    page = Markup(rules_page(visit(language), game(game_id)))
    anchors = [name for name in page.ids() if name.startswith("c") and "." in name]
    assert anchors == [f"c{number}" for number in book.clauses]
    sure = [
        element.attributes["class"].removeprefix("sure ")
        for element in page.all("p")
        if element.attributes.get("class", "").startswith("sure ")
    ]
    assert sure == [clause.certainty for clause in book.clauses.values()]
    sources = [
        " ".join(element.text)
        for element in page.all("p")
        if element.attributes.get("class") == "source"
    ]
    assert sources == [
        " ".join(titled_source(clause.source).split()) for clause in book.clauses.values()
    ]
    assert not UNTITLED.search(" ".join(sources))


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_a_book_shows_its_options_notes_reasons_and_open_points(game_id: str) -> None:
    book = rulebook_in(game_id, "en")
    words = words_of(rules_page(visit(), game(game_id)))
    for clause in book.clauses.values():
        for option in clause.options:
            assert option.name in words
        assert words.count("Note:") >= len(clause.notes)
    assert sum(bool(clause.reason) for clause in book.clauses.values()) == words.count(
        "Reason:"
    )
    assert ("What the text leaves open" in words) == bool(book.open_points)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_beside_a_table_options_are_told_in_words_and_not_as_they_are_typed(
    game_id: str,
) -> None:
    say = translator("de")
    for clause in rulebook_in(game_id, "de").clauses.values():
        told = words_of(clause_fragment(Display("de"), game(game_id), clause.number))
        for declared in clause.options:
            (option,) = (one for one in game(game_id).options if one.name == declared.name)
            assert say(option.about) in told
            assert f"{say(option.about)} {declared.name}" not in told
            if len(option.values) <= MANY_VALUES:
                labels = (say(option.label(value)) for value in option.values)
                assert all(first_letter_up(label) in told for label in labels)
        assert not any(f"{preset.name} =" in told for preset in clause.presets)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_word_of_a_game_is_in_its_glossary(game_id: str) -> None:
    found = game(game_id)
    told = {meaning for meaning, _ in glossary(found, "en")}
    shown = words_of(rules_page(visit(), found))
    assert len(told) <= len(found.vocabulary.glossary)
    for _, words in glossary(found, "en"):
        for said in words:
            assert said.striptags() in shown


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_clause_can_be_opened_beside_a_table(game_id: str, language: str) -> None:
    for number, clause in rulebook_in(game_id, language).clauses.items():
        page = Markup(clause_fragment(Display(language), game(game_id), number))
        assert any(number in element.text for element in page.all("a"))
        assert titled_source(clause.source).split()[0] in words_of(
            clause_fragment(Display(language), game(game_id), number)
        )


def test_a_clause_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownClause):
        clause_fragment(Display(), game("mineo-3"), "99.1")


def test_a_search_shows_the_clauses_with_all_words_and_marks_them() -> None:
    found = [one.number for one in rulebook_in("mineo-3", "en").search("solo offer")]
    html = rules_page(visit(), game("mineo-3"), "SOLO öffer")
    page = Markup(html)
    assert [name for name in page.ids() if name.startswith("c")] == [f"c{n}" for n in found]
    marks = {" ".join(element.text).casefold() for element in page.all("mark")}
    assert marks == {"solo", "offer"}
    assert len(found) > 1


def test_a_search_in_vain_says_so_and_leads_back() -> None:
    html = rules_page(visit(), game("mineo-3"), "xyzzy <b>")
    assert "No clause holds “xyzzy &lt;b&gt;”." in html
    assert '<a href="/rules/mineo-3">' in html


def test_a_search_in_all_books_names_each_clause_once() -> None:
    page = Markup(rules_index(visit(), "pagat last trick"))
    links = [
        element.attributes["href"]
        for element in page.all("a")
        if "#c" in element.attributes["href"]
    ]
    wanted = [
        f"/rules/{game_id}#c{one.number}"
        for game_id in GAMES
        for one in rulebook_in(game_id, "en").search("pagat last trick")
    ]
    assert links == wanted != []


def test_the_list_counts_the_clauses_of_every_book() -> None:
    words = words_of(rules_index(visit()))
    for game_id in GAMES:
        assert f"{len(rulebook_in(game_id, 'en').clauses)} rules" in words


# -- prose -------------------------------------------------------------------------------


def test_raw_html_in_a_rulebook_stays_text() -> None:
    assert inline("<img src=x onerror=go()> & `<b>`") == (
        "&lt;img src=x onerror=go()&gt; &amp; <code>&lt;b&gt;</code>"
    )
    assert "<script" not in blocks("<script>go()</script>\n\n![x](y)")


def test_a_link_that_would_run_something_is_none() -> None:
    assert "<a" not in inline("[x](javascript:go())")


def test_clauses_cited_are_links_and_other_numbers_are_not() -> None:
    reading = Reading(frozenset({"2.6", "5.3"}), "/rules/g")
    assert inline("see 2.6, 5.3 and 9.9; 12.6 or 2.66 or 2.6%", reading) == (
        'see <a href="/rules/g#c2.6" class="cited">2.6</a>, '
        '<a href="/rules/g#c5.3" class="cited">5.3</a> and 9.9; 12.6 or 2.66 or 2.6%'
    )


def test_codes_of_cards_have_the_colour_of_their_suit() -> None:
    assert inline("`SK` `T20` `F` `solo`") == (
        '<code class="S">SK</code> <code class="T">T20</code> '
        '<code class="F">F</code> <code>solo</code>'
    )


def test_a_table_keeps_its_alignment_without_a_style() -> None:
    html = blocks("| a | b |\n|---|---:|\n| 1 | 2 |")
    assert "style" not in html
    assert '<td class="to-the-right">2</td>' in html


def test_words_are_marked_whatever_their_case_and_accents() -> None:
    found = inline("Più & PIÙ, see 2.6", Reading({"2.6"}, wanted=("piu", "6")))
    link = '<a href="#c2.6" class="cited">2.<mark>6</mark></a>'
    assert found == f"<mark>Più</mark> &amp; <mark>PIÙ</mark>, see {link}"
    assert inline("aaa b `aa`", Reading(wanted=("aa",))) == "<mark>aaa</mark> b <code>aa</code>"
