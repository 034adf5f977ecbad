"""The tasks of the Makefile: they stop where something fails, and say so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from makefile import ROOT, TASKS

PROGRAMS = ("python", "ruff", "lint-imports", "mypy", "matto")
STUB = """#!/bin/sh
name="$(basename "$0") $*"
echo "$name" >> "$LOG"
echo "$name says this, and writes bytecode unless '$PYTHONDONTWRITEBYTECODE'"
case "$name" in $FAILS) exit 3 ;; esac
"""
SETUP = "import os, sys; open(os.environ['LOG'], 'a').write(' '.join(sys.argv) + '\\n')"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The Makefile in a folder whose programs only note that they were called."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "setup.py").write_text(SETUP, encoding="utf-8")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name in PROGRAMS:
        write(tmp_path / ".venv" / "bin" / name, STUB)
    return tmp_path


def write(path: Path, script: str) -> None:
    path.write_text(script, encoding="utf-8")
    path.chmod(0o755)


def make(
    folder: Path, *words: str, fails: str = "nothing", **more: str
) -> tuple[int, str, list[str]]:
    """Run make; gives its exit code, what is shown, and what was called in which order."""
    log = folder / "log"
    ours = {"MAKEFLAGS", "MAKELEVEL", "PYTHON"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    more = more or {"PYTHON": sys.executable}
    done = subprocess.run(
        ["make", *words],
        cwd=folder,
        env=kept | {"LOG": str(log), "FAILS": fails, "PYTHONDONTWRITEBYTECODE": "1"} | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, log.read_text("utf-8").splitlines()


@pytest.mark.parametrize(("task", "chosen"), [("check", "not slow"), ("test", "-n 4")])
def test_all_lints_come_before_the_tests_and_the_types_beside_them(
    checkout: Path, task: str, chosen: str
) -> None:
    code, shown, called = make(checkout, task, "ARGS=tests/rules")
    assert code == 0
    assert called[0] == "tools/setup.py dev"
    tests = next(one for one in called if "pytest" in one and "collect" not in one)
    assert chosen in tests
    assert tests.endswith("tests/rules")
    before = called[: called.index(tests)]
    for lint in ("ruff check", "ruff format", "lint-imports", "tools/guards", "tools/budgets"):
        assert any(lint in one for one in before)
    assert any("ready()" in one for one in before)
    assert shown.index("pytest -p") < shown.index("mypy  says this")


@pytest.mark.parametrize("fails", ["*guards*", "*budgets*", "ruff*", "lint-imports*"])
def test_no_test_is_run_where_a_lint_fails(checkout: Path, fails: str) -> None:
    code, _, called = make(checkout, "check", fails=fails)
    assert code != 0
    assert not any("pytest" in one for one in called)


@pytest.mark.parametrize("fails", ["mypy*", "*pytest*"])
def test_failing_types_or_tests_fail_the_whole_and_both_are_told(
    checkout: Path, fails: str
) -> None:
    code, shown, _ = make(checkout, "check", fails=fails)
    assert code != 0
    assert "pytest -p no:schemathesis" in shown
    assert "mypy  says this" in shown


def test_compiled_python_is_kept_even_where_the_machine_forbids_it(checkout: Path) -> None:
    assert "writes bytecode unless ''" in make(checkout, "matto")[1]


def test_arguments_are_passed_on(checkout: Path) -> None:
    code, _, called = make(checkout, "play", "ARGS=--port 9123")
    assert (code, called) == (0, ["tools/setup.py run", "matto serve --open --port 9123"])
    assert make(checkout, "setup", "ARGS=server")[2][-1] == "tools/setup.py server"


def test_a_newer_python_is_taken_where_the_usual_one_is_too_old(checkout: Path) -> None:
    for name, code in (("python3", 1), ("python3.14", 127), ("python3.13", 0)):
        write(checkout / name, f'#!/bin/sh\necho "{name} $*" >> "$LOG"\nexit {code}\n')
    path = f"{checkout}{os.pathsep}{os.environ['PATH']}"
    assert make(checkout, "setup", PATH=path)[2][-1] == "python3.13 tools/setup.py"


def test_help_lists_every_task(checkout: Path) -> None:
    (checkout / "log").touch()
    shown = make(checkout)[1]
    assert {line.split()[0] for line in shown.splitlines()} == TASKS
    assert {"play", "test", "check", "lint", "matto", "help"} < TASKS
