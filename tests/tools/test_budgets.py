"""The sizes of the house are counted, and an overrun is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import budgets

CODE = '''"""Says what it is."""

import os
from x import (
    y,
)

# a comment
A = 1  # and another
"""What A is."""


def f(
    x: int,
) -> str:
    """Return

    a text.
    """
    match x:
        case 1:
            import sys
    try:
        return "two \\
lines"
    except OSError:
        return ""
'''
CODE_LINES = 11


def test_code_is_what_no_blank_line_comment_docstring_or_import_is() -> None:
    assert budgets.code_lines(CODE) == CODE_LINES


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in {
        "src/matto/__init__.py": "A = 1\n",
        "src/matto/engine/run.py": CODE,
        "src/matto/server/web/app.py": "B = 1\n\n",
        "src/matto/server/web/page.html": "<p>\n</p>\n",
        "tests/test_run.py": "\n\n\n",
        "lab/one.py": "\n",
        "tools/two.py": "\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


SIZES = {
    "top": 1,
    "engine": CODE_LINES,
    "server": 1,
    "src-code": CODE_LINES + 2,
    "src-lines": CODE.count("\n") + 3,
    "src-files": 3,
    "server-lines": 4,
    "tests-lines": 3,
    "lab-and-tools-lines": 2,
}


def test_each_room_and_the_whole_are_counted(house: Path) -> None:
    assert budgets.sizes(house) == SIZES


def held(house: Path, **changed: int) -> int:
    rows = (f"{name} = {budget}" for name, budget in (SIZES | changed).items() if budget)
    table = "\n".join(["[tool.matto.budgets]", *rows])
    (house / "pyproject.toml").write_text(table, encoding="utf-8")
    return budgets.main(house)


def test_an_overrun_is_told_and_so_is_a_room_without_a_budget(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert held(house) == 0
    assert "over" not in capsys.readouterr().out
    assert held(house, engine=CODE_LINES - 1) == 1
    assert "engine                    11 of      10  over" in capsys.readouterr().out
    assert held(house, server=0) == 1
