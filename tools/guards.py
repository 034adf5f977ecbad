"""What no ready-made tool watches: games named in shared code, and places of one machine.

`python tools/guards.py [ROOT]` prints each offence as `path:line: sentence` and ends with 1 if
there is any. Standard library only.
"""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from game_words import own_words

FILE_LINES = 800
"""A guide: what is longer has more than one subject."""
PACKAGE = Path("src") / "matto"
GAMES = PACKAGE / "games"
OLD_PATHS = "adapters"
OF_GAMES = (
    GAMES,
    PACKAGE / "players" / "advice",
    PACKAGE / "players" / "inference" / "constraints",
)
"""Where each module is about one game, or one family."""
WITH_EXAMPLES = ("__init__.py", "cli", "records")
"""Whose docstrings may name a game."""
A_GAME = re.compile(r"^GAME\b", re.MULTILINE)
"""What a file below games/ that is a game's says at the beginning of a line."""
TOKEN = re.compile(r"[^\W_]+")
OF_ONE_MACHINE = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|crates|rubygems|golang|anaconda|debian|conda)\.(?:org|io|com)\b"
    r"|(?<![\w.:/~\-])/(?:work|tmp|root|private|home/\w+|Users/\w+)(?![\w\-])"
    r"|[A-Za-z]:\\Users\\\w"
)
"""Addresses of package registries, and absolute paths."""

Search = Callable[[str], Sequence[str] | re.Match[str] | None]


class Offence(NamedTuple):
    """One place where a guard objects, and the sentence that it says."""

    path: Path
    line: int
    sentence: str


def python_files(root: Path, *folders: Path | str) -> list[Path]:
    """Return the Python files below folders of the root, in order."""
    return sorted(path for folder in folders for path in (root / folder).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file, which several guards look at."""
    return ast.parse(path.read_text("utf-8"), str(path))


def long_files(root: Path) -> Iterator[Offence]:
    """Yield the files over `FILE_LINES`."""
    for path in python_files(root, "src", "tests", "tools", "lab"):
        count = path.read_text("utf-8").count("\n")
        if count > FILE_LINES:
            yield Offence(path, count, f"the file has {count} lines, over {FILE_LINES}")


def inner_all(root: Path) -> Iterator[Offence]:
    """Yield each `__all__` within a room: what is public of it stands in its `__init__`."""
    for path in python_files(root, PACKAGE):
        room, *inner = path.relative_to(root / PACKAGE).parts
        is_inner = inner and room != OLD_PATHS and path.name != "__init__.py"
        for node in parsed(path).body if is_inner else ():
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id="__all__")])
                    | ast.AnnAssign(target=ast.Name(id="__all__"))
                ):
                    yield Offence(path, node.lineno, "__all__ belongs in __init__ only")


def named_games(root: Path) -> Iterator[Offence]:
    """Yield each place outside games/ where the package names a game, by id or by module.

    Names and text count, in any case; docstrings of some rooms, and the help of cli/, may give
    examples.
    """
    files = [
        path for path in python_files(root, GAMES) if A_GAME.search(path.read_text("utf-8"))
    ]
    stems = {path.parent.name if path.stem == "__init__" else path.stem for path in files}
    either = "|".join(re.escape(stem).replace("_", "[-_]") for stem in sorted(stems))
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{either})(?![A-Za-z0-9])", re.IGNORECASE)
    for path, line, found, kind in said_in_shared_code(root, pattern.search) if stems else ():
        room = path.relative_to(root / PACKAGE).parts[0]
        if kind == "code" or (kind == "docstring" and room not in WITH_EXAMPLES):
            yield Offence(path, line, f"shared code names the game '{found}'")


def named_words(root: Path) -> Iterator[Offence]:
    """Yield each place outside games/ where the package says a word of one game or family.

    Names and text count, in any case; docstrings and the help of cli/ may give examples.
    """
    games: dict[str, list[ast.Module]] = {}
    for path in python_files(root, GAMES):
        owner = path.relative_to(root / GAMES).parts[0].removesuffix(".py")
        if owner != "__init__":
            games.setdefault(owner, []).append(parsed(path))
    owners = own_words(games)
    spoken = {f" {' '.join(TOKEN.findall(word))} ": word for word in owners}

    def search(text: str) -> list[str]:
        said = f" {' '.join(TOKEN.findall(text.lower()))} "
        return [word for phrase, word in spoken.items() if phrase in said][:1]

    for path, line, found, kind in said_in_shared_code(root, search) if owners else ():
        if kind == "code":
            sentence = f"shared code says '{found}', a word of {owners[found]}"
            yield Offence(path, line, sentence)


def said_in_shared_code(root: Path, search: Search) -> Iterator[tuple[Path, int, str, str]]:
    """Yield what is found in the files about no single game, and in what kind of text."""
    known = cache(search)  # most names are written many times
    for path in python_files(root, PACKAGE):
        of_a_game = any(path.is_relative_to(root / folder) for folder in OF_GAMES)
        if not of_a_game and search(path.read_text("utf-8")):
            in_cli = path.is_relative_to(root / PACKAGE / "cli")
            for line, word, kind in _said_in(parsed(path), in_cli):
                if found := known(word):
                    yield path, line, found[0], kind


def _said_in(tree: ast.Module, in_cli: bool) -> Iterator[tuple[int, str, str]]:
    kinds: dict[int, str] = {}  # of what is not simply code; each node comes before its parts
    for node in ast.walk(tree):
        match node:
            case (
                ast.Module(body=[ast.Expr(value=docstring), *_])
                | ast.ClassDef(body=[ast.Expr(value=docstring), *_])
                | ast.FunctionDef(body=[ast.Expr(value=docstring), *_])
                | ast.AsyncFunctionDef(body=[ast.Expr(value=docstring), *_])
            ):
                kinds[id(docstring)] = "docstring"
            case ast.keyword(arg="help" | "epilog", value=value) if in_cli:
                kinds |= {id(part): "help" for part in ast.walk(value)}
        for word in _words_of(node):
            yield getattr(node, "lineno", 1), word, kinds.get(id(node), "code")


def _words_of(node: ast.AST) -> list[str]:
    match node:
        case ast.Constant(value=str(word)) | ast.Name(id=word) | ast.Attribute(attr=word):
            return [word]
        case ast.arg(arg=word) | ast.keyword(arg=str(word)) | ast.ImportFrom(module=str(word)):
            return [word]
        case ast.FunctionDef(name=word) | ast.AsyncFunctionDef(name=word):
            return [word]
        case ast.ClassDef(name=word):
            return [word]
        case ast.alias(name=word, asname=other):
            return [word, other or ""]
    return []


def places_of_one_machine(root: Path) -> Iterator[Offence]:
    """Yield each address of a package registry, and each absolute path, in what git tracks."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "."]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    for name in filter(None, listed.split("\0")):
        path = root / name
        text = path.read_bytes().decode(errors="ignore") if path.is_file() else ""
        for found in OF_ONE_MACHINE.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield Offence(path, line, f"names a place of one machine or a registry: {found[0]}")


GUARDS = (long_files, inner_all, named_games, named_words, places_of_one_machine)


def main(root: Path) -> int:
    """Print the offences below the root."""
    gc.disable()  # all trees stay to the end: looking for garbage took half of the time
    found = sorted({offence for guard in GUARDS for offence in guard(root)})
    for path, line, sentence in found:
        print(f"{path.relative_to(root).as_posix()}:{line}: {sentence}")
    print(f"{len(found)} offences" if found else f"nothing to object to ({len(GUARDS)} guards)")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(
        main(Path(*sys.argv[1:2]) if sys.argv[1:] else Path(__file__).resolve().parents[1])
    )
