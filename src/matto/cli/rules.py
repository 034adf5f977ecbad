"""`matto rules`: the rulebook of a game, a section, a clause, or a search in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment, Segments

from matto.cli import pages
from matto.engine.clauses import Clause, Rulebook, Section
from matto.engine.errors import BadOptionValue
from matto.engine.rulebook import games_with_rules
from matto.engine.translations import languages_of, rulebook_in
from matto.engine.words import N_, Translate, preferred_language, text, translator
from matto.games import game as find_game

WIDEST = 100
NOTHING_FOUND = 1
UNTRANSLATED = N_("These rules have not been translated yet.")


def rules(
    game: Annotated[str, typer.Argument(help="The game, such as mineo-3.")],
    clause: Annotated[
        str | None, typer.Argument(help="A clause (3.4) or a section (3); else everything.")
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", "-s", help="Clauses that hold these words.")
    ] = None,
    options: Annotated[
        bool, typer.Option("--options", "-o", help="The options: values, default, clause.")
    ] = False,
) -> None:
    """Read the rules of a game, clause by clause."""
    language = preferred_language()
    say = translator(language)
    _check(game, search)
    book = rulebook_in(game, language)
    chosen = book.sections if clause is None else book.look_up(clause)
    if search is not None:
        found = [one for one in book.search(search) if one in _clauses(chosen)]
        if not found:
            sentence = text("No clause holds “{words}”.", words=search)
            console = Console(stderr=True, highlight=False, emoji=False)
            console.print(sentence.render(say), markup=False)
            sys.exit(NOTHING_FOUND)
        show(pages.hits(found, search))
    elif options:
        show(_options(book, chosen, say))
    else:
        show(_read(game, book, chosen, language))


def _read(
    game: str, book: Rulebook, chosen: Sequence[Section | Clause], language: str
) -> Iterator[RenderableType]:
    """Yield what was chosen of a rulebook, or all; in English it says why it is English."""
    say = translator(language)
    if language not in languages_of(game):
        yield Padding(say(UNTRANSLATED), (0, 0, 1, 0), style="dim")
    if chosen == book.sections:
        yield from pages.whole_book(book, say)
    else:
        yield from (part for one in chosen for part in _whole(one, say))


def _check(game: str, search: str | None) -> None:
    """Refuse a game that there is not, naming near ones only, and a search for nothing."""
    if search is not None and not search.strip():
        raise BadOptionValue(text("--search needs a word or the number of a clause."))
    if game not in games_with_rules():
        find_game(game)


def _clauses(chosen: Sequence[Section | Clause]) -> tuple[Clause, ...]:
    return tuple(
        clause
        for one in chosen
        for clause in (one.clauses if isinstance(one, Section) else (one,))
    )


def _whole(one: Section | Clause, say: Translate) -> Iterator[RenderableType]:
    if isinstance(one, Section):
        return pages.whole_section(one, say)
    return pages.whole_clause(one, say)


def _options(
    book: Rulebook, chosen: Sequence[Section | Clause], say: Translate
) -> Iterator[RenderableType]:
    found = [option for clause in _clauses(chosen) for option in clause.options]
    if not found:
        yield text("There are no options here.").render(say)
        return
    yield from pages.options_list(found, say)
    if chosen == book.sections:
        yield from pages.presets_list(book, say)


def show(parts: Iterable[RenderableType], console: Console | None = None) -> None:
    """Print to the screen, a page at a time where it is a terminal too small for all."""
    console = console or Console(highlight=False, emoji=False)
    lines = list(_tidy(console, Group(*parts)))
    page = Segments(segment for line in lines for segment in line)
    if not console.is_terminal or len(lines) < console.height:
        console.print(page, end="")
        return
    os.environ.setdefault("LESS", "-R")  # lets colours through
    pager = os.environ.get("MANPAGER") or os.environ.get("PAGER") or "less"
    with console.pager(styles="less" in pager):
        console.print(page, end="")


def _tidy(console: Console, page: Group) -> Iterator[list[Segment]]:
    """Yield the lines without spaces at their ends, and never two empty ones in a row."""
    width = min(console.width, WIDEST)
    was_empty = True
    for line in console.render_lines(page, console.options.update(width=width), pad=False):
        while line and not line[-1].text.strip():
            line.pop()
        if line:
            last = line.pop()
            line.append(Segment(last.text.rstrip(), last.style))
        if line or not was_empty:
            yield [*line, Segment.line()]
        was_empty = not line
