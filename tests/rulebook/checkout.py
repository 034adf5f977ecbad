"""What is traced of a checkout as a whole: rulebooks, game files, citations anywhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from matto.engine.rulebook import read
from matto.research.testing.tracing import CITATION, Books, Gap


def books_in(root: Path) -> Books:
    """Read every rulebook of a checkout."""
    return {path.stem: read(path) for path in sorted((root / "rulebook").glob("*.md"))}


def game_file(root: Path, game_id: str) -> Path:
    """Where a game of a checkout is written."""
    name = game_id.replace("-", "_")
    games = root / "src" / "matto" / "games"
    found = (*games.rglob(f"{name}.py"), *games.rglob(f"{name}/__init__.py"))
    return next(iter(found), games / f"{name}.py")


def unknown_full_citations(root: Path, books: Books) -> Iterator[Gap]:
    """Full citations of games that have rules, anywhere in the package, of no such clause."""
    for path in sorted((root / "src").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        named = any(game in text for game in books)
        for node in ast.walk(ast.parse(text)) if named else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for game, number in CITATION.findall(node.value):
                    if game in books and number not in books[game].clauses:
                        said = f"the rulebook of {game} has no clause {number}"
                        yield Gap(path.relative_to(root).as_posix(), node.lineno, said)
