"""Words of a game stand on a page in their own language, so that they are read out rightly."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.run import Run
from matto.engine.words import LANGUAGES, text
from matto.games import game
from matto.server.http.requests import Display
from matto.server.web.rulebook import rules_page
from matto.server.web.table import table_fragment, why_fragment
from matto.telling.naming import untagged
from server.markup import MARKED, Markup
from server.table_views import asked, mid_trick, reached, seen_of
from server.visits import visit

WORD = re.compile(r'data-choice="([^"]+)"[^>]*><b>(.*?)</b>')


def marked_in(html: str) -> set[tuple[str, str]]:
    """The words that are marked, each with its language."""
    return set(MARKED.findall(html))


def buttons(run: Run, language: str) -> Iterator[tuple[str, str]]:
    """The words that the one who is asked may say, as they stand on their buttons."""
    decision = run.decision
    if decision is not None:
        html = table_fragment(seen_of(run, decision.seat), Display(language))
        found = WORD.findall(html)
        yield from (one for one in found if one[0] not in {*NUMBER, decision.wait})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind", "language", "word"),
    [
        ("mineo-3", "talk", "it", "altre cinque"),
        ("mineo-4", "bid", "it", "chiamo"),
        ("ragusa-3", "talk", "it", "prendo"),
        ("priestertarock", "bid", "it", "chiamo"),
        ("marolles", "declare", "fr", "imperiale"),
        ("barcellona-3", "bid", "it", "solo"),
        ("tortorici-3", "bid", "it", "chiamo"),
        ("tortorici-4", "talk", "it", "mischio"),
        ("tortorici-1930", "bid", "it", "solo da cinque"),
        ("calatafimi-4", "negotiate", "it", "prendo"),
        ("calatafimi-3", "negotiate", "it", "tengo"),
        ("mitigatti-3", "talk", "oc", "a monte"),
        ("mitigatti-4", "demand", "fr", "sans prendre"),
        ("grosstarock", "announce", "de", "nullo"),
    ],
)
def test_a_word_on_its_button_is_marked(name: str, kind: str, language: str, word: str) -> None:
    def offered(run: Run) -> bool:
        return asked(kind)(run) and any(said_of(said) == word for _, said in buttons(run, "en"))

    def said_of(said: str) -> str:
        return next((words for _, words in MARKED.findall(said)), "")

    run = reached(game(name), offered)
    assert (language, word) in marked_in("".join(said for _, said in buttons(run, "en")))
    assert not [said for _, said in buttons(run, language) if f'lang="{language}"' in said]


@pytest.mark.parametrize("name", ["calatafimi-2", "barcellona-4"])
def test_where_nothing_is_said_the_names_of_cards_are_marked(name: str) -> None:
    run = reached(game(name), mid_trick(1, 1))
    seen = seen_of(run, run.decision.seat if run.decision else 0)
    assert {("it", "Giove"), ("it", "Cavallo"), ("it", "Fuggitivo")} <= marked_in(
        table_fragment(seen, Display("de"))
    )
    assert ("it", "Giove") not in marked_in(table_fragment(seen, Display("it")))


def test_what_somebody_has_said_is_marked_beside_his_name_and_in_the_story() -> None:
    run = reached(game("mineo-3"), asked("talk"))
    run.do("passo")
    html = table_fragment(seen_of(run, None), Display("en"))
    assert '<span class="said"><span lang="it">passo</span></span>' in html
    assert '<span class="said">“<span lang="it">passo</span>”</span>' in html


def test_a_button_does_not_say_again_what_its_question_has_said() -> None:
    run = reached(game("tortorici-4"), asked("call"))
    seat = run.decision.seat if run.decision else 0
    html = table_fragment(seen_of(run, seat), Display("en"))
    assert "<b>my partner’s</b>" in html
    assert 'class="meaning"' not in html[html.index('id="choices"') : html.index('id="side"')]


def test_an_item_of_the_score_sheet_is_marked() -> None:
    run = reached(
        game("mineo-3"), lambda run: run.result is not None and not run.result.thrown_in
    )
    html = table_fragment(seen_of(run, 0), Display("en"))
    sheet = html[html.index('id="sheet"') :]
    assert marked_in(sheet) & {("it", item) for item in ("vanto", "rimatura", "pigliate")}


def test_a_word_in_the_answer_to_why_not_is_marked() -> None:
    run = reached(game("mineo-3"), asked("talk"))
    refusal = Refusal("mineo-3 2.9", text("“{word}” is nothing to say now.", word="fatto_e"))
    html = why_fragment(seen_of(run, 0), Display("de"), "fatto_e", refusal)
    assert marked_in(html) == {("it", "Fatto è")}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_rulebook_s_glossary_are_marked(language: str) -> None:
    page = rules_page(visit(language), game("mineo-3"))
    assert untagged(page) == page
    read = {words: element.language for words, element in Markup(page).texts()}
    assert read["rimatura"] == "it"
    assert read["Pozzu turnari?"] == "scn"
