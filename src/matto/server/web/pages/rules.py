"""The rulebooks: every clause with its source and how sure it is, to be read and searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from markupsafe import Markup

from matto.engine.clauses import Clause, Rulebook, folded
from matto.engine.game import Game
from matto.engine.rulebook import CERTAINTIES
from matto.engine.translations import languages_of, rulebook_in
from matto.engine.words import N_
from matto.games import catalogue
from matto.games import game as find_game
from matto.server.http.display import Display, Visit
from matto.server.web.pages.context import tagged_naming_of
from matto.server.web.pages.environment import fragment, rendered
from matto.server.web.pages.prose import Reading, blocks, first_letter_up, inline
from matto.server.web.pages.signs import read_out
from matto.server.web.pages.variants import variant_of
from matto.telling.languages import untagged
from matto.telling.sources import titled_source

CERTAINTY: Mapping[str, tuple[str, str]] = {
    "stated": (N_("stated"), N_("the source says so")),
    "inferred": (N_("inferred"), N_("concluded from it")),
    "silent": (N_("silent"), N_("decided here, and why")),
}
"""How sure a clause is: what that is called and what it means."""

LONGEST_SEARCH, MOST_WORDS = 100, 6


class BookEntry(msgspec.Struct, frozen=True):
    """A rulebook in the list; `sure` counts its clauses by certainty."""

    game: Game
    book: Rulebook
    sure: Mapping[str, int]
    language: str


class GlossaryWord(msgspec.Struct, frozen=True):
    """Words of a game that mean the same, and what they mean."""

    words: tuple[Markup, ...]
    meaning: str


def rules_index(visit: Visit, query: str = "") -> str:
    """Fill in the list of all rulebooks, or what a search finds in them."""
    language = visit.display.language
    wanted = _wanted(query)
    found = [
        (entry, clauses)
        for entry in _books(language)
        if wanted and (clauses := tuple(entry.book.search(" ".join(wanted))))
    ]
    return rendered(
        "rules_index.html",
        visit,
        entries=_books(language),
        query=query[:LONGEST_SEARCH],
        found=found,
        hits=sum(len(clauses) for _, clauses in found),
        certainty=CERTAINTY,
        **_tools(wanted),
    )


def rules_page(visit: Visit, game: Game, query: str = "") -> str:
    """Fill in a rulebook, or only the clauses in which all words of a search occur."""
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
        certainty=CERTAINTY,
        reading=Reading(book.clauses.keys(), f"/rules/{game.id}", wanted),
        whole_book=_whole_book,
        codes=True,
        **_tools(wanted),
    )


@lru_cache(maxsize=64)
def _whole_book(game_id: str, language: str) -> Markup:
    """All clauses of a book: the same for everybody, and long."""
    book, found = rulebook_in(game_id, language), find_game(game_id)
    filled = fragment(
        "book_text.html",
        Display(language),
        game=found,
        book=book,
        glossary=glossary(found, language),
        certainty=CERTAINTY,
        reading=Reading(book.clauses.keys()),
        codes=True,
        **_tools(()),
    )
    return Markup(filled)


def clause_fragment(display: Display, game: Game, number: str) -> str:
    """Fill in one clause, to be shown beside a table; raises `UnknownClause`."""
    book = rulebook_in(game.id, display.language)
    return fragment(
        "clause_panel.html",
        display,
        game=game,
        clause=book.clause(number),
        language=language_of(game.id, display.language),
        certainty=CERTAINTY,
        reading=Reading(book.clauses.keys(), f"/rules/{game.id}"),
        codes=False,
        **_tools(()),
    )


def glossary(game: Game, language: str) -> Sequence[GlossaryWord]:
    """The words of a game as they are said, those that mean the same together."""
    naming = tagged_naming_of(game, game.resolve(), language)
    meanings: dict[str, dict[str, None]] = {}
    for word in game.vocabulary.glossary:
        meanings.setdefault(naming.meaning(word), {})[naming.said(word)] = None
    found = sorted(meanings.items(), key=lambda one: folded(untagged(next(iter(one[1])))))
    return [GlossaryWord(tuple(map(read_out, said)), meaning) for meaning, said in found]


def _tools(wanted: tuple[str, ...]) -> dict[str, object]:
    """What the templates of clauses are made with."""
    return {
        "blocks": blocks,
        "inline": inline,
        "titles": Reading(wanted=wanted),
        "titled_source": titled_source,
        "upper": first_letter_up,
        "variant_of": variant_of,
    }


def _wanted(query: str) -> tuple[str, ...]:
    words = dict.fromkeys(folded(query[:LONGEST_SEARCH]).split())
    return tuple(words)[:MOST_WORDS]


def language_of(game_id: str, command: str) -> str:
    """The language in which a rulebook is read by whoever wants it in another."""
    return command if command in languages_of(game_id) else languages_of(game_id)[0]


@lru_cache(maxsize=8)
def _books(language: str) -> Sequence[BookEntry]:
    return tuple(_entry(game, language) for game in catalogue().values())


def _entry(game: Game, language: str) -> BookEntry:
    book = rulebook_in(game.id, language)
    clauses: Sequence[Clause] = tuple(book.clauses.values())
    sure = {
        certainty: sum(clause.certainty == certainty for clause in clauses)
        for certainty in CERTAINTIES
    }
    return BookEntry(game, book, sure, language_of(game.id, language))
