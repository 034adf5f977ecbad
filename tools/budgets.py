"""How large the house is, held against `[tool.matto.budgets]` of pyproject.toml.

`python tools/budgets.py` prints each size beside its budget, and ends with 1 where one is
overrun. Code is what is left without blank lines, comments, docstrings and imports.
"""

from __future__ import annotations

import ast
import gc
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = Path("src") / "matto"


def code_lines(text: str) -> int:
    """Return how many lines of a Python file are code."""
    lines = [line.strip() for line in text.splitlines()]
    silent = {n for n, line in enumerate(lines, start=1) if not line or line[0] == "#"}
    for node in statements(ast.parse(text)):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                silent.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return len(lines) - len(silent)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements below a node, without walking through their expressions."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, field, ()):
            yield inner
            yield from statements(inner)


def sizes(root: Path) -> dict[str, int]:
    """Return the size of each room and of the whole, by what the budgets call it."""
    found: Counter[str] = Counter()
    for path in (root / SRC).rglob("*.py"):
        text = path.read_text("utf-8")
        code = code_lines(text)
        room, *inner = path.relative_to(root / SRC).parts
        found[room if inner else "top"] += code
        found.update({"src-code": code, "src-lines": text.count("\n"), "src-files": 1})
    found["server-lines"] = lines_in(root / SRC / "server", ".py", ".html", ".css", ".js")
    found["tests-lines"] = lines_in(root / "tests", ".py")
    found["lab-and-tools-lines"] = lines_in(root / "lab", ".py") + lines_in(
        root / "tools", ".py"
    )
    return found


def lines_in(folder: Path, *kinds: str) -> int:
    """Return how many lines the files of some kinds have together."""
    files = (path for path in folder.rglob("*") if path.suffix in kinds)
    return sum(path.read_text("utf-8").count("\n") for path in files)


def main(root: Path = ROOT) -> int:
    """Print each size beside its budget; return 1 if one is over it, or has none."""
    gc.disable()  # trees hold no circles: looking for garbage took a third of the time
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    budgets: dict[str, int] = project["tool"]["matto"]["budgets"]
    over = False
    for name, now in sorted(sizes(root).items()):
        budget = budgets.get(name, 0)
        over |= now > budget
        print(f"{name:<20}{now:>8,} of {budget:>7,}{'  over' * (now > budget)}")
    if over:
        print(
            "Take lines away, or raise the budget in pyproject.toml and say why in the commit."
        )
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
