"""Follows every rule from its clause to the tests and the code that cite it, and back.

Citations in tests are the marks that pytest collects, whichever tests a session has chosen to
run. Every function gives the gaps that it finds.
"""

from __future__ import annotations

import ast
import io
import random
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, Options, Value, spell
from matto.engine.rulebook import Rulebook
from matto.engine.run import Run

NUMBER = re.compile(r"§?(\d+\.\d+)")
NUMBERS_IN_PROSE = re.compile(r"(?<![\w.])§?(\d+\.\d+)(?![\w]|\.\d)")
CITATION = re.compile(r"([a-z][a-z0-9]*(?:-[a-z0-9]+)*) (\d+\.\d+)")
MARK = "clause"
DEFAULTS = "defaults"
NEVER_RUN = ("skip", "xfail")
REFUSALS_A_QUESTION = 6
TALKS = 0.1

Books = Mapping[str, Rulebook]


@dataclass(frozen=True, order=True)
class Citation:
    """A clause named in a file."""

    path: str
    line: int
    clause: str


@dataclass(frozen=True, order=True)
class Gap:
    """A place where the trace breaks."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


# -- what the tests cite -----------------------------------------------------------------


def citations_in(root: Path, session: pytest.Session) -> tuple[list[Citation], list[Gap]]:
    """Return what the running tests below `root` cite, and the marks that name no clause."""
    cited, gaps = set(), set()
    for path in sorted((root / "tests").rglob("test_*.py")):
        if f"mark.{MARK}" not in path.read_text(encoding="utf-8"):
            continue
        for test in _tests_of(pytest.Module.from_parent(session, path=path)):
            line = (test.location[1] or 0) + 1
            for mark in test.iter_markers(MARK):
                if mark.kwargs or not mark.args:
                    said = "a mark names its clauses, as in clause('tre 1.1')"
                    gaps.add(Gap(path.relative_to(root).as_posix(), line, said))
                elif not any(map(test.get_closest_marker, NEVER_RUN)):
                    where = path.relative_to(root).as_posix()
                    cited |= {Citation(where, line, str(clause)) for clause in mark.args}
    return sorted(cited), sorted(gaps)


def _tests_of(node: pytest.Item | pytest.Collector) -> Iterator[pytest.Item]:
    if isinstance(node, pytest.Item):
        yield node
    else:
        for part in node.collect():
            yield from _tests_of(part)


def unknown_citations(cited: Iterable[Citation], books: Books) -> Iterator[Gap]:
    """Citations of tests that no rulebook has."""
    for one in cited:
        if not _known(one.clause, books):
            yield Gap(one.path, one.line, f"no rulebook has “{one.clause}”")


def uncited_clauses(book: Rulebook, cited: Iterable[Citation]) -> Iterator[Gap]:
    """Clauses that no test shows."""
    shown = {one.clause for one in cited}
    for clause in book.clauses.values():
        if clause.citation not in shown:
            said = f"no test cites {clause.citation} ({clause.title})"
            yield Gap(f"rulebook/{book.id}.md", clause.line, said)


def _known(citation: str, books: Books) -> bool:
    found = CITATION.fullmatch(citation)
    return bool(found and found[1] in books and found[2] in books[found[1]].clauses)


# -- what the code cites -----------------------------------------------------------------


def numbers_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, number) for each clause that a game file names: literals, marks in prose."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = NUMBER.fullmatch(node.value)
            if found:
                yield node.lineno, found[1]
    for line, prose in _prose_of(source):
        for number in NUMBERS_IN_PROSE.findall(prose):
            yield line, number


def _prose_of(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def unknown_numbers(file: Path, book: Rulebook) -> Iterator[Gap]:
    """Clause numbers of a game's file, or folder of files, that its rulebook does not have."""
    for path in sorted(file.parent.glob("*.py")) if file.stem == "__init__" else [file]:
        for line, number in sorted(set(numbers_in(path))):
            if number not in book.clauses:
                said = f"the rulebook of {book.id} has no clause {number}"
                yield Gap(path.as_posix(), line, said)


def values_of(option: Option) -> Iterable[Value]:
    """The values of an option; of many numbers the ends and the neighbours of the default."""
    if option.kind != "number" or len(option.values) <= MANY_VALUES:
        return option.values
    place = option.values.index(option.default)
    wanted = {0, place - 1, place + 1, len(option.values) - 1} & set(range(len(option.values)))
    return [option.values[index] for index in sorted(wanted)]


def settings_of(game: Game) -> Iterator[tuple[str, Options]]:
    """All defaults, each other value of an option by itself, and each preset, with labels."""
    yield DEFAULTS, game.resolve()
    for option in game.options:
        for value in values_of(option):
            if value != option.default:
                yield f"{option.name}={spell(value)}", game.resolve({option.name: value})
    for preset in game.presets:
        yield f"preset {preset}", game.resolve(preset=preset)


def cited_in_play(game: Game, options: Options, seed: str) -> Iterator[tuple[str, str]]:
    """Yield (citation, where) for a random deal: its questions, refusals and score sheet."""
    rng = random.Random(seed)
    run = Run.shuffled(game, seed=rng, dealer=rng.randrange(game.seats), options=options)
    words = (*run.setup.pack.codes, *game.vocabulary.glossary, "nonsense")
    while run.decision is not None:
        for seat in range(game.seats):
            phrases = run.asides(seat)
            if phrases and rng.random() < TALKS:
                run.say(seat, rng.choice(phrases))
        asked = run.decision
        yield asked.clause, f"asking to {asked.kind}"
        for word in rng.sample(words, REFUSALS_A_QUESTION):
            refusal = run.why_not(word)
            if refusal is not None:
                yield refusal.clause, f"refusing {word} ({asked.kind})"
        run.do(rng.choice(asked.options))
    assert run.result is not None
    for row in run.result.sheet:
        yield row.clause, f"the sheet's {row.item}"


def unknown_in_play(game: Game, book: Rulebook, deals: int) -> Iterator[Gap]:
    """Citations made while random deals are played that the rulebook does not have."""
    seen: set[tuple[str, str]] = set()
    for _, options in settings_of(game):
        for deal in range(deals):
            seen.update(cited_in_play(game, options, f"{game.id} {deal}"))
    for citation, where in sorted(seen):
        if not _known(citation, {game.id: book}):
            yield Gap(game.id, 0, f"{where} cites “{citation}”, which is no clause of it")


# -- what both declare -------------------------------------------------------------------


def differing_facts(game: Game, book: Rulebook) -> Iterator[Gap]:
    """Facts of the header that the code has otherwise."""
    page = f"rulebook/{book.id}.md"
    both = {
        "seats": (book.seats, game.seats),
        "cards": (book.cards, len(game.pack(game.resolve()).cards)),
        "rules version": (book.version, game.rules_version),
    }
    for fact, (said, coded) in both.items():
        if said != coded:
            yield Gap(page, 1, f"{fact}: {said} in the rulebook, {coded} in the code")


Declared = dict[str, tuple[object, ...]]


def differing_options(game: Game, book: Rulebook) -> Iterator[Gap]:
    """Options that the rulebook and the code do not declare alike."""
    said: Declared = {
        one.name: (set(one.values), one.default, one.clause) for one in book.options
    }
    coded: Declared = {
        one.name: (
            {spell(value) for value in one.values},
            spell(one.default),
            one.clause.lstrip("§"),
        )
        for one in game.options
    }
    yield from _differences("option", said, coded, book)


def differing_presets(game: Game, book: Rulebook) -> Iterator[Gap]:
    """Presets that the rulebook and the code do not declare alike."""
    said: Declared = {one.name: (dict(one.settings),) for one in book.presets}
    coded: Declared = {name: (_spelled(values),) for name, values in game.presets.items()}
    yield from _differences("preset", said, coded, book)


def _spelled(values: Mapping[str, Value]) -> dict[str, str]:
    return {name: spell(value) for name, value in values.items()}


def _differences(what: str, said: Declared, coded: Declared, book: Rulebook) -> Iterator[Gap]:
    page = f"rulebook/{book.id}.md"
    for name in sorted(said.keys() | coded.keys()):
        if name not in coded:
            yield Gap(page, 1, f"{what} {name} is in the rulebook and not in the code")
        elif name not in said:
            yield Gap(page, 1, f"{what} {name} is in the code and not in the rulebook")
        elif said[name] != coded[name]:
            yield Gap(page, 1, f"{what} {name} is {said[name]}, in the code {coded[name]}")
