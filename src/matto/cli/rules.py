"""`matto rules`: the rulebook of a game, a section, a clause, or a search in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Markdown, TableElement
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text as Line

from matto.engine.errors import BadOptionValue
from matto.engine.rulebook import (
    Clause,
    OptionText,
    Rulebook,
    Section,
    folded,
    games_with_rules,
    languages_of,
    rulebook_in,
    spellings,
)
from matto.engine.words import N_, Translate, preferred_language, text, translator
from matto.games import game as find_game
from matto.telling.naming import titled_source

CERTAINTY_COLOURS = {"stated": "green", "inferred": "yellow", "silent": "magenta"}
CERTAINTY_WORDS = {"stated": N_("stated"), "inferred": N_("inferred"), "silent": N_("silent")}
LEGEND = N_(
    "stated: the source says so · inferred: concluded from it · silent: decided here, and why"
)
INDENT = 4
EXCERPT = 2
"""How many lines of a clause are shown for a hit of a search."""


class WholeTable(TableElement):
    """A table of a clause whose cells are folded where they are too wide, never cut off."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in super().__rich_console__(console, options):
            if isinstance(part, Table):
                for column in part.columns:
                    column.overflow = "fold"
            yield part


class Prose(Markdown):
    """The form of a clause."""

    elements: ClassVar = {**Markdown.elements, "table_open": WholeTable}


def whole_book(book: Rulebook, say: Translate) -> Iterator[RenderableType]:
    """Yield the title, the facts, the introduction and every section."""
    yield Line(book.title, style="bold underline")
    facts = text(
        "{seats} players · {cards} cards · rules version {version} · {source}",
        seats=book.seats,
        cards=book.cards,
        version=book.version,
        source=titled_source(book.source),
    )
    yield Line(facts.render(say), style="dim")
    yield Line(say(LEGEND), style="dim")
    yield Line()
    yield Prose(book.intro)
    for section in book.sections:
        yield from whole_section(section, say)
    if book.open_points:
        yield Line()
        yield Rule(Line(say(N_("What the text leaves open")), style="bold"), align="left")
        yield Prose(book.open_points)


def whole_section(section: Section, say: Translate) -> Iterator[RenderableType]:
    """Yield a heading and every clause."""
    yield Line()
    yield Rule(Line(f"{section.number} {section.title}", style="bold"), align="left")
    for clause in section.clauses:
        yield from whole_clause(clause, say)


def whole_clause(clause: Clause, say: Translate) -> Iterator[RenderableType]:
    """Yield a clause: heading, text, where it comes from and how sure that is."""
    yield Line()
    yield heading(clause)
    yield Padding(Prose(clause.body), (0, 0, 0, INDENT))
    yield Padding(Group(*_footnotes(clause, say)), (0, 0, 0, INDENT))


def heading(clause: Clause) -> Line:
    colour = CERTAINTY_COLOURS[clause.certainty]
    return Line.assemble((clause.number, f"bold {colour}"), " ", (clause.title, "bold"))


def _footnotes(clause: Clause, say: Translate) -> Iterator[Line]:
    colour = CERTAINTY_COLOURS[clause.certainty]
    sure, source = say(CERTAINTY_WORDS[clause.certainty]), titled_source(clause.source)
    yield Line(f"[{sure} — {source}]", style=colour)
    if clause.reason:
        yield _footnote(say(N_("Reason:")), clause.reason)
    for note in clause.notes:
        yield _footnote(say(N_("Note:")), note)
    for option in clause.options:
        said = Line.assemble((option.name, "bold"), " = ", values_of(option, say))
        yield _footnote(say(N_("Option:")), said.append(f" — {option.about}"))
    for preset in clause.presets:
        settings = ", ".join(f"{name}={value}" for name, value in preset.settings)
        said = Line.assemble((preset.name, "bold"), f" = {settings} — {preset.about}")
        yield _footnote(say(N_("Preset:")), said)


def _footnote(label: str, words: str | Line) -> Line:
    return Line.assemble((label, "italic"), " ", words)


def values_of(option: OptionText, say: Translate) -> Line:
    """The values as they are typed; the default is marked by a word as well as in bold."""
    line = Line()
    default = say(N_("default"))
    for place, value in enumerate(option.values):
        line.append(" | " if place else "")
        if value == option.default:
            line.append(f"{value} ({default})", style="bold")
        else:
            line.append(value)
    return line


def options_list(options: Iterable[OptionText], say: Translate) -> Iterator[RenderableType]:
    """Yield a table of the options, then what each of them means."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), leading=1)
    for label in (N_("Option"), N_("Values"), N_("Default"), N_("Clause")):
        table.add_column(say(label), overflow="fold")
    meanings = []
    for option in options:
        values = "\n".join(option.values)
        table.add_row(Line(option.name, "bold"), values, option.default, option.clause)
        meanings.append(Line.assemble((option.name, "bold"), f" — {option.about}"))
    yield table
    yield from meanings


def presets_list(book: Rulebook, say: Translate) -> Iterator[RenderableType]:
    """Yield the presets, one line each; nothing where there are none."""
    for preset in book.presets:
        settings = ", ".join(f"{name}={value}" for name, value in preset.settings)
        words = Line.assemble((preset.name, "bold"), f" ({preset.clause}) = {settings}")
        yield Line()
        yield _footnote(say(N_("Preset:")), words.append(f" — {preset.about}"))


# -- searching ---------------------------------------------------------------------------


def hits(clauses: Iterable[Clause], words: str) -> Iterator[RenderableType]:
    """Yield each clause's heading with the lines that hold the words, marked."""
    wanted = [way for ways in spellings(words.strip().rstrip(".")) for way in ways]
    for clause in clauses:
        title = heading(clause)
        _mark(title, wanted)
        yield title
        lines = [line for line in _lines(clause) if line]
        holding = [line for line in lines if any(word in folded(line) for word in wanted)]
        for line in (holding or lines)[:EXCERPT]:
            found = Line(line)
            _mark(found, wanted)
            yield Padding(found, (0, 0, 0, INDENT))


def _lines(clause: Clause) -> Iterator[str]:
    about: Mapping[str, str] = {option.name: option.about for option in clause.options}
    parts = (clause.body, clause.reason, *clause.notes)
    for line in "\n".join(parts).splitlines():
        yield line.replace("**", "").replace("`", "").strip("| ")
    yield from (f"{name} — {said}" for name, said in about.items())


def _mark(line: Line, wanted: Iterable[str]) -> None:
    """Mark words in a line, whatever their case and accents."""
    letters = [(sign, place) for place, each in enumerate(line.plain) for sign in folded(each)]
    plain = "".join(sign for sign, _ in letters)
    for word in wanted:
        start = plain.find(word)
        while start >= 0:
            end = start + len(word) - 1
            line.stylize("reverse", letters[start][1], letters[end][1] + 1)
            start = plain.find(word, end + 1)


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
        show(hits(found, search))
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
        yield from whole_book(book, say)
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
        return whole_section(one, say)
    return whole_clause(one, say)


def _options(
    book: Rulebook, chosen: Sequence[Section | Clause], say: Translate
) -> Iterator[RenderableType]:
    found = [option for clause in _clauses(chosen) for option in clause.options]
    if not found:
        yield text("There are no options here.").render(say)
        return
    yield from options_list(found, say)
    if chosen == book.sections:
        yield from presets_list(book, say)


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
