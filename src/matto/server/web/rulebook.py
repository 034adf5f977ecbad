"""The rulebooks as pages: clauses, sources, searches, and variants of the rules in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from html import unescape
from itertools import groupby

import msgspec
from litestar.params import FromPath
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, Value, spell
from matto.engine.rulebook import CERTAINTIES, folded, languages_of, rulebook_in
from matto.engine.words import N_
from matto.games import catalogue
from matto.games import game as find_game
from matto.server.http.middleware import COST
from matto.server.http.requests import Display, HttpRequest, Visit
from matto.server.web.page_context import read_out, tagged_naming_of
from matto.server.web.rendering import (
    for_templates,
    fragment,
    known_to_templates,
    page_at,
    rendered,
)
from matto.telling.naming import titled_source, untagged

CITED = re.compile(r"(?<![\d.,])(\d{1,2}\.\d{1,2})(?![\d%]|\.\d)")
"""The number of a clause in a text; what looks like it may also be an ordinary number."""


def marked(words: str, wanted: Sequence[str]) -> str:
    """Escape a text, with a mark round all that belongs to one of the folded words."""
    signs = [(letter, place) for place, sign in enumerate(words) for letter in folded(sign)]
    plain = "".join(letter for letter, _ in signs)
    found: set[int] = set()
    for word in filter(None, wanted):
        for hit in re.finditer(f"(?={re.escape(word)})", plain):
            last = signs[hit.start() + len(word) - 1][1]
            found.update(range(signs[hit.start()][1], last + 1))
    pieces = groupby(range(len(words)), key=found.__contains__)
    escaped = (
        (is_found, escapeHtml("".join(words[at] for at in ats))) for is_found, ats in pieces
    )
    return "".join(
        f"<mark>{piece}</mark>" if is_found else piece for is_found, piece in escaped
    )


class ProseMarking(msgspec.Struct, frozen=True):
    """How prose is read: numbers among `clauses` become links to the page `book`.

    An empty `book` is the page itself; `wanted` are folded words that are marked.
    """

    clauses: Set[str] = frozenset()
    book: str = ""
    wanted: tuple[str, ...] = ()


PLAINLY = ProseMarking()
PROSE = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "autolink"])
MARKED_UP = re.compile(r"(<code.*?</code>|<[^>]*>)", re.DOTALL)
OURS: Mapping[str, str] = {
    "<table>": '<div class="scroll" tabindex="0"><table>',
    "</table>": "</table></div>",
    ' style="text-align:': ' class="to-the-',  # a page has no inline styles
}
"""Marks of Markdown, and what stands for them on our pages."""


@for_templates
def inline(words: str, reading: ProseMarking = PLAINLY) -> Markup:
    return _marked_up(PROSE.renderInline(words), reading)


@for_templates
def blocks(words: str, reading: ProseMarking = PLAINLY) -> Markup:
    return _marked_up(PROSE.render(words), reading)


@for_templates
def first_letter_up(words: str) -> str:
    return words[:1].upper() + words[1:]


def _marked_up(html: str, reading: ProseMarking) -> Markup:
    """Mark what is looked for, link what is cited, and colour the codes of cards."""
    for theirs, our in OURS.items():
        html = html.replace(theirs, our)
    pieces = MARKED_UP.split(html)
    pieces[::2] = [_with_links(unescape(words), reading) for words in pieces[::2]]
    pieces[1::2] = [_with_suit_colours(mark) for mark in pieces[1::2]]
    return Markup("".join(pieces))


def _with_links(words: str, reading: ProseMarking) -> str:
    pieces = CITED.split(words)
    shown = [marked(piece, reading.wanted) for piece in pieces]
    for place in range(1, len(pieces), 2):
        if pieces[place] in reading.clauses:
            address = f"{reading.book}#c{pieces[place]}"
            shown[place] = f'<a href="{address}" class="cited">{shown[place]}</a>'
    return "".join(shown)


def _with_suit_colours(mark: str) -> str:
    word = mark.removeprefix("<code>").removesuffix("</code>")
    return mark.replace("<code>", f'<code class="{word[0]}">') if word in NUMBER else mark


_FIRST_WORD = re.compile(r"`?(\w+)`?[:,]? ")


@for_templates
def is_range(option: Option) -> bool:
    return option.kind == "number" and len(option.values) > MANY_VALUES


@for_templates
def usual_first(option: Option) -> Sequence[Value]:
    return sorted(option.values, key=lambda value: value != option.default)


@for_templates
def about_each_value(option: Option, rule: str, reading: ProseMarking) -> Mapping[str, Markup]:
    """Return what the rulebook says of each value, where its sentence goes from value to value.

    Such a sentence is `one allows this; other allows that`.
    """
    found: dict[str, Markup] = {}
    for part in rule.rstrip(".").split("; "):
        word = _FIRST_WORD.match(part)
        if word is None or word[1] not in map(spell, option.values):
            return {}
        found[word[1]] = inline(part[word.end() :], reading)
    return found


CERTAINTY: Mapping[str, tuple[str, str]] = {
    "stated": (N_("stated"), N_("the source says so")),
    "inferred": (N_("inferred"), N_("concluded from it")),
    "silent": (N_("silent"), N_("decided here, and why")),
}
"""How sure a clause is: what that is called and what it means."""

known_to_templates(certainty=CERTAINTY, spell=spell, titled_source=titled_source)

LONGEST_SEARCH, MOST_WORDS = 100, 6


def rules_index(visit: Visit, query: str = "") -> str:
    wanted = _wanted(query)
    books = {
        game: rulebook_in(game.id, visit.display.language) for game in catalogue().values()
    }
    found = {
        game: tuple(book.search(" ".join(wanted))) for game, book in books.items() if wanted
    }
    return rendered(
        "rules_index.html",
        visit,
        books=books,
        query=query[:LONGEST_SEARCH],
        found={game: clauses for game, clauses in found.items() if clauses},
        hits=sum(map(len, found.values())),
        titles=ProseMarking(wanted=wanted),
    )


def rules_page(visit: Visit, game: Game, query: str = "") -> str:
    book = rulebook_in(game.id, visit.display.language)
    wanted = _wanted(query)
    found = tuple(book.search(" ".join(wanted))) if wanted else ()
    return rendered(
        "rules.html",
        visit,
        game=game,
        book=book,
        query=query[:LONGEST_SEARCH],
        found=found,
        searched=bool(wanted),
        language=language_of(game.id, visit.display.language),
        glossary=bool(game.vocabulary.glossary),
        reading=ProseMarking(book.clauses.keys(), f"/rules/{game.id}", wanted),
        titles=ProseMarking(wanted=wanted),
        codes=True,
    )


@for_templates
@lru_cache(maxsize=64)
def whole_book(game_id: str, language: str) -> Markup:
    """All clauses of a book: the same for everybody, and long."""
    book, found = rulebook_in(game_id, language), find_game(game_id)
    filled = fragment(
        "book_text.html",
        Display(language),
        game=found,
        book=book,
        glossary=glossary(found, language),
        reading=ProseMarking(book.clauses.keys()),
        codes=True,
    )
    return Markup(filled)


def clause_fragment(display: Display, game: Game, number: str) -> str:
    book = rulebook_in(game.id, display.language)
    return fragment(
        "clause_panel.html",
        display,
        game=game,
        clause=book.clause(number),
        language=language_of(game.id, display.language),
        reading=ProseMarking(book.clauses.keys(), f"/rules/{game.id}"),
        titles=PLAINLY,
        codes=False,
    )


def glossary(game: Game, language: str) -> Sequence[tuple[str, Sequence[Markup]]]:
    """Return the meanings of words of a game, each with all words that have it, as said."""
    naming = tagged_naming_of(game, game.resolve(), language)
    meanings: dict[str, dict[str, None]] = {}
    for word in game.vocabulary.glossary:
        meanings.setdefault(naming.meaning(word), {})[naming.said(word)] = None
    found = sorted(meanings.items(), key=lambda one: folded(untagged(next(iter(one[1])))))
    return [(meaning, tuple(map(read_out, said))) for meaning, said in found]


def _wanted(query: str) -> tuple[str, ...]:
    words = dict.fromkeys(folded(query[:LONGEST_SEARCH]).split())
    return tuple(words)[:MOST_WORDS]


@for_templates
def language_of(game_id: str, language: str) -> str:
    return language if language in languages_of(game_id) else languages_of(game_id)[0]


@for_templates
@lru_cache(maxsize=1024)
def how_sure(game_id: str, language: str) -> Mapping[str, int]:
    sure = [clause.certainty for clause in rulebook_in(game_id, language).clauses.values()]
    return {certainty: sure.count(certainty) for certainty in CERTAINTIES}


A_BOOK = 5
"""As many requests as a rulebook counts: it takes as long, found or searched anew each time."""


@page_at("/rules", opt={COST: A_BOOK})
async def index(request: HttpRequest) -> str:
    return rules_index(request.visit, request.query_params.get("q", ""))


@page_at("/rules/{game:str}", opt={COST: A_BOOK})
async def book(request: HttpRequest, game: FromPath[str]) -> str:
    return rules_page(request.visit, find_game(game), request.query_params.get("q", ""))


@page_at("/rules/{game:str}/clause/{number:str}")
async def clause(request: HttpRequest, game: FromPath[str], number: FromPath[str]) -> str:
    return clause_fragment(request.display, find_game(game), number)
