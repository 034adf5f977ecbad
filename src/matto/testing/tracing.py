"""Follows every rule from its clause to the tests and the code that cite it, and back.

Citations in tests are read from the source, not collected by running it, so that they are the
same however many processes share the work. Every function gives the gaps that it finds.
"""

from __future__ import annotations

import ast
import io
import random
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from matto.engine.clauses import Rulebook
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, Options, Value, spell
from matto.engine.run import Run

NUMBER = re.compile(r"§?(\d+\.\d+)")
NUMBERS_IN_PROSE = re.compile(r"(?<![\w.])§?(\d+\.\d+)(?![\w]|\.\d)")
CITATION = re.compile(r"([a-z][a-z0-9]*(?:-[a-z0-9]+)*) (\d+\.\d+)")
MARK = "clause"
NEVER_RUN = {"skip", "xfail"}
REFUSALS_A_QUESTION = 6
TALKS = 0.1

Function = ast.FunctionDef | ast.AsyncFunctionDef
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


@dataclass
class TestFile:
    """One file of tests: its citations, and citations that trace nothing."""

    __test__ = False

    path: str
    tree: ast.Module
    imported: Mapping[str, ast.expr] = field(default_factory=dict)
    citations: list[Citation] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.constants = {**self.imported, **_constants(self.tree)}
        self.counted: set[int] = set()
        shared = [self.constants[name] for name in ("pytestmark",) if name in self.constants]
        self._body(self.tree.body, shared)
        self._strays()

    def _body(self, body: Iterable[ast.stmt], shared: list[ast.expr]) -> None:
        for node in body:
            if isinstance(node, Function) and node.name.startswith("test"):
                self._test([*node.decorator_list, *shared])
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                marks = [
                    one.value
                    for one in node.body
                    if isinstance(one, ast.Assign) and "pytestmark" in _targets(one)
                ]
                self._body(node.body, [*node.decorator_list, *marks, *shared])

    def _test(self, decorators: list[ast.expr]) -> None:
        runs = not any(_mark_name(one) in NEVER_RUN for one in decorators)
        for decorator in decorators:
            for call in self._marks(decorator, frozenset()):
                if id(call) not in self.counted:
                    self.counted.add(id(call))
                    self._cite(call, runs=runs)

    def _marks(self, expression: ast.expr, seen: frozenset[str]) -> Iterator[ast.Call]:
        for node in ast.walk(expression):
            if isinstance(node, ast.Call) and self._is_mark(node.func):
                yield node
            elif isinstance(node, ast.Name) and node.id in self.constants.keys() - seen:
                yield from self._marks(self.constants[node.id], seen | {node.id})

    def _is_mark(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Name) and function.id in self.constants:
            function = self.constants[function.id]
        return isinstance(function, ast.Attribute) and _mark_name(function) == MARK

    def _cite(self, call: ast.Call, *, runs: bool) -> None:
        literals = list(_literals(call.args, self.constants))
        if call.keywords or not literals or None in literals:
            said = "write the clauses out, as in clause('tre 1.1'): they are read, not run"
            self.gaps.append(Gap(self.path, call.lineno, said))
        if runs:
            self.citations += [Citation(self.path, call.lineno, one) for one in literals if one]

    def _strays(self) -> None:
        for node in ast.walk(self.tree):
            stray = isinstance(node, ast.Call) and self._is_mark(node.func)
            if stray and isinstance(node, ast.Call) and id(node) not in self.counted:
                said = "a clause is cited where no test is collected"
                self.gaps.append(Gap(self.path, node.lineno, said))


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    return {
        name: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for name in _targets(node)
    }


def _imported(
    tree: ast.Module, beside: Mapping[str, Mapping[str, ast.expr]]
) -> Iterator[tuple[str, ast.expr]]:
    """Yield the constants that a test takes from the files beside the folders of tests."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            there = beside.get(node.module or "", {})
            for alias in node.names:
                if alias.name in there:
                    yield alias.asname or alias.name, there[alias.name]


def _targets(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


def _mark_name(node: ast.expr) -> str:
    """The `x` of `pytest.mark.x` and `pytest.mark.x(…)`, else nothing."""
    if isinstance(node, ast.Call):
        node = node.func
    match node:
        case ast.Attribute(value=ast.Attribute(attr="mark") | ast.Name(id="mark"), attr=name):
            return name
    return ""


def _literals(
    arguments: Iterable[ast.expr], constants: Mapping[str, ast.expr]
) -> Iterator[str | None]:
    """Yield the words of literals, and of f-strings with constants of the file; else None."""
    for argument in arguments:
        match argument:
            case ast.Constant(value=str(words)):
                yield words
            case ast.Starred(value=ast.List(elts=parts) | ast.Tuple(elts=parts)):
                yield from _literals(parts, constants)
            case ast.JoinedStr(values=parts):
                found = [_part(part, constants) for part in parts]
                yield None if None in found else "".join(word for word in found if word)
            case _:
                yield None


def _part(part: ast.expr, constants: Mapping[str, ast.expr]) -> str | None:
    if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name):
        part = constants.get(part.value.id, part)
    match part:
        case ast.Constant(value=str(words)):
            return words
    return None


def tests_in(root: Path) -> list[TestFile]:
    """Read every test file of a checkout that cites clauses, itself or by what it imports."""
    found, folder = [], root / "tests"
    beside = {path.stem: path.read_text("utf-8") for path in folder.glob("*.py")}
    telling = {MARK, *(name for name, text in beside.items() if MARK in text)}
    constants = {name: _constants(ast.parse(text)) for name, text in beside.items()}
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in telling):
            tree = ast.parse(text)
            imported = dict(_imported(tree, constants))
            found.append(TestFile(path.relative_to(root).as_posix(), tree, imported))
    return found


def unknown_citations(tests: Iterable[TestFile], books: Books) -> Iterator[Gap]:
    """Citations of tests that no rulebook has, or that cannot be read."""
    for test in tests:
        yield from test.gaps
        for cited in test.citations:
            if not _known(cited.clause, books):
                yield Gap(cited.path, cited.line, f"no rulebook has “{cited.clause}”")


def uncited_clauses(book: Rulebook, tests: Iterable[TestFile]) -> Iterator[Gap]:
    """Clauses that no test shows."""
    cited = {one.clause for test in tests for one in test.citations}
    for clause in book.clauses.values():
        if clause.citation not in cited:
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
        if isinstance(node, ast.Module | ast.ClassDef | Function):
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


def every_setting(game: Game) -> Iterator[Options]:
    """All defaults, then each other value of each option by itself, then each preset."""
    yield game.resolve()
    for option in game.options:
        for value in values_of(option):
            if value != option.default:
                yield game.resolve({option.name: value})
    for preset in game.presets:
        yield game.resolve(preset=preset)


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
    for options in every_setting(game):
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
