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
    ProseMarking,
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


def of_class(page: Markup, wanted: str) -> list[str]:
    """The texts of all paragraphs whose class begins like that."""
    lines = [one for one in page.all("p") if one.attributes.get("class", "").startswith(wanted)]
    return [" ".join(one.text) for one in lines]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_a_book_has_all_its_clauses_with_their_sources_options_and_words(
    game_id: str, language: str
) -> None:
    book, found = rulebook_in(game_id, language), game(game_id)
    say, html = translator(language), rules_page(visit(language), game(game_id))
    page, words, clauses = Markup(html), words_of(html), book.clauses.values()
    anchors = [name for name in page.ids() if name.startswith("c") and "." in name]
    assert anchors == [f"c{number}" for number in book.clauses]
    sure = re.findall(r'<p class="sure (\w+)">', html)
    assert sure == [clause.certainty for clause in clauses]
    sources = of_class(page, "source")
    assert sources == [" ".join(titled_source(one.source).split()) for one in clauses]
    assert not UNTITLED.search(" ".join(sources))
    assert all(option.name in words for clause in clauses for option in clause.options)
    assert words.count(say("Note:")) >= sum(len(clause.notes) for clause in clauses)
    assert words.count(say("Reason:")) == sum(bool(clause.reason) for clause in clauses)
    assert (say("What the text leaves open") in words) == bool(book.open_points)
    told = glossary(found, language)
    assert len(told) <= len(found.vocabulary.glossary)
    assert all(said.striptags() in words for _, all_said in told for said in all_said)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_beside_a_table_a_clause_tells_options_in_words_and_not_as_they_are_typed(
    game_id: str,
) -> None:
    say, options = translator("de"), {one.name: one for one in game(game_id).options}
    for number, clause in rulebook_in(game_id, "de").clauses.items():
        html = clause_fragment(Display("de"), game(game_id), number)
        told = words_of(html)
        assert f'href="/rules/{game_id}#c{number}">{number}</a>' in html
        assert titled_source(clause.source).split()[0] in told
        for option in (options[declared.name] for declared in clause.options):
            assert say(option.about) in told
            assert f"{say(option.about)} {option.name}" not in told
            if len(option.values) <= MANY_VALUES:
                labels = (say(option.label(value)) for value in option.values)
                assert all(first_letter_up(label) in told for label in labels)
        assert not any(f"{preset.name} =" in told for preset in clause.presets)
    with pytest.raises(UnknownClause):
        clause_fragment(Display(), game(game_id), "99.1")


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


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            "<img src=x onerror=go()> & `<b>`",
            "&lt;img src=x onerror=go()&gt; &amp; <code>&lt;b&gt;</code>",
        ),
        ("[x](javascript:go())", "[x](javascript:go())"),
        (
            "see 2.6, 5.3 and 9.9; 12.6, 3.2.6, 2.66 or 2.6%",
            'see <a href="/rules/g#c2.6" class="cited">2.6</a>, '
            '<a href="/rules/g#c5.3" class="cited">5.3</a> and 9.9; 12.6, 3.2.6, 2.66 or 2.6%',
        ),
        (
            "`SK` `T20` `F` `solo`",
            '<code class="S">SK</code> <code class="T">T20</code> '
            '<code class="F">F</code> <code>solo</code>',
        ),
        (
            "Più & PIÙ, see 5.3 or `piu`",
            "<mark>Più</mark> &amp; <mark>PIÙ</mark>, see "
            '<a href="/rules/g#c5.3" class="cited">5.<mark>3</mark></a> or <code>piu</code>',
        ),
        ("ttttt", "<mark>ttttt</mark>"),
    ],
)
def test_prose_is_read(words: str, shown: str) -> None:
    wanted = () if "2.6" in words else ("piu", "3", "tt")
    assert inline(words, ProseMarking({"2.6", "5.3"}, "/rules/g", wanted)) == shown


def test_a_table_keeps_its_alignment_without_a_style_and_nothing_runs() -> None:
    html = blocks("| a | b |\n|---|---:|\n| 1 | 2 |\n\n<script>go()</script>\n\n![x](y)")
    assert "style" not in html
    assert '<td class="to-the-right">2</td>' in html
    assert "<script" not in html
    assert "<img" not in html
