"""What no ready-made tool watches: sizes, the games' names, prints, and places of one machine.

``python tools/guards.py [ROOT]`` prints each offence as ``path:line: sentence`` and ends with 1
if there is any. Standard library only.
"""

from __future__ import annotations

import ast
import gc
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TypeGuard

import game_words

FUNCTION_LINES = 30
FILE_LINES = 400
PACKAGE = Path("src") / "matto"
GAMES = PACKAGE / "games"
OF_GAMES = (GAMES, PACKAGE / "players" / "advice", PACKAGE / "inference" / "constraints")
"""Where each module is about one game, or one family."""
A_GAME = re.compile(r"^GAME\b", re.MULTILINE)
"""What a file below games/ that is a game's says at the beginning of a line."""

REGISTRY_HOSTS = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|npmjs\.com|crates|rubygems|golang|anaconda|debian|conda)"
    r"\.(?:org|io|com)\b"
)
MACHINE_PATHS = re.compile(
    r"(?<![\w.:/~\-])/(?:work|tmp|root|private|home/\w+|Users/\w+)(?![\w\-])|[A-Za-z]:\\Users\\\w"
)
OF_ONE_MACHINE = {
    REGISTRY_HOSTS: "names the package registry",
    MACHINE_PATHS: "names a place of one machine,",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, order=True)
class Offence:
    """One place where a guard objects, and the sentence that it says."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


@dataclass(frozen=True)
class Source:
    """One Python file: its path below the root and its text; parsed when first asked for."""

    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree of the file."""
        return ast.parse(self.text, str(self.path))

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All nodes of the tree, walked through once for all guards."""
        return list(ast.walk(self.tree))

    @cached_property
    def docstrings(self) -> list[ast.Constant]:
        """The docstrings of the file and of all its classes and functions."""
        return list(_docstrings(self.nodes))

    @cached_property
    def words(self) -> list[tuple[ast.AST, str]]:
        """Names and text, with the nodes that say them."""
        return [(node, word) for node in self.nodes for word in _words_of(node)]

    def offence(self, line: int, sentence: str) -> Offence:
        """Return an offence in this file."""
        return Offence(self.path.as_posix(), line, sentence)


def sources(root: Path, *folders: str) -> Iterator[Source]:
    """Yield every Python file below the folders, in order; a folder may be missing."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield _source(root, path, path.stat().st_mtime_ns)


@cache
def _source(root: Path, path: Path, _changed: int) -> Source:
    """Read a file once for all guards."""
    return Source(path.relative_to(root), path.read_text(encoding="utf-8"))


def long_functions(root: Path) -> Iterator[Offence]:
    """Yield the functions of src with more lines of code than ``FUNCTION_LINES``.

    Blank lines, comments and docstrings are no code; the line of the ``def`` is.
    """
    for source in sources(root, "src"):
        tall = [node for node in source.nodes if _is_tall(node)]
        code = _code_lines(source) if tall else set()
        for node in tall:
            count = len(code & _lines_of(node))
            if count > FUNCTION_LINES:
                said = f"{node.name} has {count} lines of code, over {FUNCTION_LINES}"
                yield source.offence(node.lineno, said)


def _is_tall(node: ast.AST) -> TypeGuard[Function]:
    """Tell whether a node is a function that would be too long if all its lines were code."""
    return isinstance(node, Function) and len(_lines_of(node)) > FUNCTION_LINES


def _lines_of(node: Function) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or 0) + 1))


def _code_lines(source: Source) -> set[int]:
    silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type not in silent:
            lines.update(range(token.start[0], token.end[0] + 1))
    for docstring in source.docstrings:
        lines -= set(range(docstring.lineno, (docstring.end_lineno or 0) + 1))
    return lines


def _docstrings(nodes: Iterable[ast.AST]) -> Iterator[ast.Constant]:
    for node in nodes:
        if isinstance(node, DOCUMENTED) and node.body:
            match node.body[0]:
                case ast.Expr(value=ast.Constant(value=str()) as docstring):
                    yield docstring


def long_files(root: Path) -> Iterator[Offence]:
    """Yield the files over ``FILE_LINES``."""
    for source in sources(root, "src", "tests", "tools", "lab"):
        count = len(source.text.splitlines())
        if count > FILE_LINES:
            yield source.offence(count, f"the file has {count} lines, over {FILE_LINES}")


def game_files(root: Path) -> list[Path]:
    """Return the paths of the game files below the root: one file or one folder, one game."""
    return [source.path for source in sources(root, str(GAMES)) if A_GAME.search(source.text)]


def named_games(root: Path) -> Iterator[Offence]:
    """Yield each place outside games/ where the package names a game, by id or by module.

    Names and text count, in any case; the help and docstrings of cli/ and the docstrings of
    records/ and of the library itself may give examples.
    """
    files = game_files(root)
    stems = [path.parent.name if path.stem == "__init__" else path.stem for path in files]
    if not stems:
        return
    either = "|".join(re.escape(stem).replace("_", "[-_]") for stem in stems)
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{either})(?![A-Za-z0-9])", re.IGNORECASE)
    search = cache(pattern.search)  # most names are written many times
    for source in _shared(root):
        exempt = _examples(source)
        for node, word in source.words:
            if id(node) not in exempt and (found := search(word)):
                said = f"shared code names the game '{found[0]}'"
                yield source.offence(getattr(node, "lineno", 1), said)


def named_words(root: Path) -> Iterator[Offence]:
    """Yield each place outside games/ where the package says a word of one game or family.

    Names and text count, in any case; docstrings and the help of cli/ may give examples.
    """
    owners = game_words.own_words(_games(root))
    if not owners:
        return
    search = cache(game_words.pattern_of(owners).search)
    for source in _shared(root):
        exempt = _examples(source) | {id(docstring) for docstring in source.docstrings}
        for node, word in source.words:
            if id(node) not in exempt and (found := search(word)):
                owner = owners[re.sub("[_-]", " ", found[0]).lower()]
                said = f"shared code says '{found[0]}', a word of {owner}"
                yield source.offence(getattr(node, "lineno", 1), said)


def _games(root: Path) -> dict[str, list[ast.Module]]:
    """Return the files of each game, or of each family of games, by its name."""
    games: dict[str, list[ast.Module]] = {}
    for source in sources(root, str(GAMES)):
        owner = source.path.relative_to(GAMES).parts[0].removesuffix(".py")
        if owner != "__init__":
            games.setdefault(owner, []).append(source.tree)
    return games


def _shared(root: Path) -> Iterator[Source]:
    """Yield the files of the package that are about no single game."""
    for source in sources(root, str(PACKAGE)):
        if not any(map(source.path.is_relative_to, OF_GAMES)):
            yield source


def _examples(source: Source) -> set[int]:
    """Return the ids of the nodes of this file in which a game may be named as an example."""
    room = source.path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if room not in {"__init__", "cli", "records"}:
        return set()
    allowed = {id(docstring) for docstring in source.docstrings}
    if room == "cli":
        for node in source.nodes:
            if isinstance(node, ast.keyword) and node.arg in {"help", "epilog"}:
                allowed |= {id(part) for part in ast.walk(node.value)}
    return allowed


def _words_of(node: ast.AST) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
            return [name]
        case (
            ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.ClassDef(name=name)
        ):
            return [name]
        case ast.keyword(arg=str(name)):
            return [name]
        case ast.ImportFrom(module=str(name)):
            return [name]
        case ast.alias(name=name, asname=other):
            return [name, other or ""]
    return []


def prints(root: Path) -> Iterator[Offence]:
    """Yield each call of print in src outside cli/: the rules do not talk to a screen."""
    for source in sources(root, "src"):
        if source.path.is_relative_to(PACKAGE / "cli"):
            continue
        for node in source.nodes:
            match node:
                case ast.Call(func=ast.Name(id="print")):
                    yield source.offence(node.lineno, "print belongs in cli/ only")


def doubled_names(root: Path) -> Iterator[Offence]:
    """Yield each class of the package whose name another class has: one name, one thing."""
    first: dict[str, Path] = {}
    for source in sources(root, str(PACKAGE)):
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef):
                other = first.setdefault(node.name, source.path)
                if other != source.path:
                    said = f"class {node.name} is in {other.as_posix()}, too"
                    yield source.offence(node.lineno, said)


def places_of_one_machine(root: Path) -> Iterator[Offence]:
    """Yield each address of a package registry, and each absolute path, in a tracked file."""
    for path in tracked_files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        name = path.relative_to(root).as_posix()
        for pattern, said in OF_ONE_MACHINE.items():
            for found in pattern.finditer(text):
                number = text.count("\n", 0, found.start()) + 1
                yield Offence(name, number, f"{said} {found[0]}")


def tracked_files(root: Path) -> list[Path]:
    """Return the files that git tracks below the root; without git, all but hidden folders."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "."],
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0 and (root / ".git").exists():
        return [root / name for name in listed.stdout.split("\0") if name]
    visible = (path for path in sorted(root.rglob("*")) if path.is_file())
    return [path for path in visible if not _in_hidden_folder(path.relative_to(root))]


def _in_hidden_folder(path: Path) -> bool:
    return any(
        part.startswith((".venv", ".git", ".mypy", "__pycache__")) for part in path.parts
    )


GUARDS: tuple[Callable[[Path], Iterator[Offence]], ...] = (
    long_functions,
    long_files,
    named_games,
    named_words,
    prints,
    doubled_names,
    places_of_one_machine,
)


def offences(root: Path) -> list[Offence]:
    """Return what all guards object to below the root, in the order of the files."""
    return sorted({offence for guard in GUARDS for offence in guard(root)})


def main(arguments: list[str]) -> int:
    """Print the offences below the root given, or below this checkout."""
    gc.disable()  # all trees stay to the end: looking for garbage took half of the time
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    found = offences(root)
    for offence in found:
        print(offence)
    print(f"{len(found)} offences" if found else f"nothing to object to ({len(GUARDS)} guards)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
