"""The tasks of the Makefile, and the environment and the system that they need."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import machine
import setup
from makefile import ROOT, TASKS, pins

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
    ours = {"ARGS", "MAKEFLAGS", "MAKELEVEL", "PYTHON"}
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
def test_all_lints_come_before_the_tests_and_what_is_compiled_is_compiled_once(
    checkout: Path, task: str, chosen: str
) -> None:
    code, _, called = make(checkout, task, "ARGS=tests/rules")
    assert code == 0
    assert called[0] == "tools/setup.py dev"
    tests = next(one for one in called if "pytest" in one and "collect" not in one)
    assert chosen in tests
    assert tests.endswith("tests/rules")
    before = called[: called.index(tests)]
    types = ("mypy",) if task == "test" else ()
    lints = ("ruff check", "ruff format", "lint-imports", "tools/guards", "tools/budgets")
    for lint in (*lints, *types):
        assert any(lint in one for one in before)
    assert any("tests/ready.py" in one for one in before)
    again = make(checkout, task)[2][len(called) :]
    assert not any("tests/ready.py" in one or "collect" in one for one in again)


@pytest.mark.parametrize("fails", ["*guards*", "*budgets*", "ruff*", "lint-imports*"])
def test_no_test_is_run_where_a_lint_fails(checkout: Path, fails: str) -> None:
    code, _, called = make(checkout, "check", fails=fails)
    assert code != 0
    assert not any("pytest" in one for one in called)


@pytest.mark.parametrize("fails", ["mypy*", "*pytest*"])
def test_in_the_quick_loop_failing_types_or_tests_fail_the_whole_and_both_are_told(
    checkout: Path, fails: str
) -> None:
    code, shown, _ = make(checkout, "check", fails=fails)
    assert code != 0
    assert shown.index("pytest --dist") < shown.index("mypy  says this")
    assert make(checkout, "test", fails=fails)[0] != 0


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


# -- the environment of a checkout is made when missing, mended when broken, else left alone --

OLD_PYTHON = (
    "import sys; sys.version_info, sys.version = (3, 9, 1), '3.9.1 (of a test)'; exec({})"
)
ALL, PULLED = ["venv", "uv", "dev", "matto"], ["uv", "dev", "matto"]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run nothing, in a folder of the test's own, and list what would be installed."""
    monkeypatch.setattr(setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(setup, "PYTHON", tmp_path / ".venv" / "python")
    done: list[str] = []

    def pretend(*command: str | Path) -> None:
        last = "matto" if "--editable" in command else Path(command[-1]).stem.strip(".")
        if last == "venv":
            setup.VENV.mkdir(exist_ok=True)
            setup.PYTHON.touch()
        done.append(last)

    monkeypatch.setattr(setup, "run", pretend)
    monkeypatch.setattr(setup, "settings_of_pip", list)
    return done


def again(installed: list[str], level: str) -> list[str]:
    installed.clear()
    setup.ensure(level)
    return installed


def test_set_up_installs_the_lock_and_matto_once(installed: list[str]) -> None:
    assert again(installed, "dev") == ALL
    assert again(installed, "dev") == []
    assert again(installed, "run") == []


def test_an_environment_for_playing_grows_when_tests_are_to_run(installed: list[str]) -> None:
    setup.ensure("run")
    assert again(installed, "dev") == PULLED


def say_of_it(line: int, other: str) -> None:
    stamp = setup.VENV / "made-from.txt"
    lines = stamp.read_text("utf-8").splitlines()
    stamp.write_text("\n".join([*lines[:line], other, *lines[line + 1 :]]), encoding="utf-8")


@pytest.mark.parametrize(("line", "expected"), [(0, ALL), (1, PULLED), (2, PULLED)])
def test_a_stamp_of_another_place_level_or_lock_is_stale(
    installed: list[str], line: int, expected: list[str]
) -> None:
    setup.ensure("dev")
    say_of_it(line, ["elsewhere", "run", "what was locked before"][line])
    assert again(installed, "dev") == expected


def test_a_changed_lock_keeps_what_else_was_asked_for(installed: list[str]) -> None:
    setup.ensure("dev")
    say_of_it(2, "what was locked before")
    assert again(installed, "run") == PULLED


@pytest.mark.parametrize("stamp", ["", "half of a", None])
def test_a_half_made_environment_is_made_anew(installed: list[str], stamp: str | None) -> None:
    setup.ensure("dev")
    (setup.VENV / "made-from.txt").unlink()
    if stamp is not None:
        (setup.VENV / "made-from.txt").write_text(stamp, encoding="utf-8")
    assert again(installed, "dev") == ALL


def test_an_environment_whose_python_is_gone_is_made_anew(installed: list[str]) -> None:
    setup.ensure("dev")
    setup.PYTHON.unlink()
    assert again(installed, "dev") == ALL


def test_locks_can_be_made_while_the_old_ones_cannot_be_installed(installed: list[str]) -> None:
    assert again(installed, "uv") == ["venv", "uv"]


def test_what_fails_on_the_way_leaves_no_environment_that_looks_finished(
    installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(setup, "settings_of_pip", lambda: sys.exit(setup.ADVICE))
        with pytest.raises(SystemExit, match="apt-get install python3-venv"):
            setup.ensure("dev")
    assert again(installed, "dev") == ALL


def test_a_command_that_fails_ends_with_what_one_can_do() -> None:
    with pytest.raises(SystemExit, match="check the network"):
        setup.run("false")


def test_a_level_that_there_is_not_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(SystemExit, match="Choose one of: uv, run, server, dev"):
        setup.ensure("everything")


def test_a_python_that_is_too_old_says_what_to_do() -> None:
    program = OLD_PYTHON.format(repr((ROOT / "tools" / "setup.py").read_text("utf-8")))
    with pytest.raises(subprocess.CalledProcessError) as old:
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert old.value.stderr.startswith(
        b"matto: this is Python 3.9.1, and matto needs Python 3.11"
    )


def test_uv_fetches_from_where_pip_was_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    told = (
        ":env:.index-url='https://mirror.invalid/simple'\n"
        ":env:.timeout='15'\n"
        "global.extra-index-url='file:///one file:///two'\n"
        "global.index-url='https://overruled.invalid/simple'\n"
        "global.cert='ours.pem'\n"
    )
    answer = subprocess.CompletedProcess([], 0, stdout=told)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    settings = " ".join(setup.settings_of_pip())
    assert "--index-url https://mirror.invalid/simple" in settings
    assert "--extra-index-url file:///one --extra-index-url file:///two" in settings
    assert "--cert ours.pem" in settings  # counts more than the certificates of the system
    assert not any(word in settings for word in ("overruled", "timeout", "--system-certs"))


def test_each_lock_holds_all_that_the_smaller_one_holds() -> None:
    assert pins("run") < pins("server") < pins("dev")


@pytest.mark.parametrize("level", setup.LEVELS)
def test_a_lock_gives_each_package_a_hash_and_names_no_address(level: str) -> None:
    text = (ROOT / "requirements" / f"{level}.lock").read_text(encoding="utf-8")
    packages = re.split(r"\n(?=\S)", text.strip())
    assert all("==" in one and "--hash=sha256:" in one for one in packages)
    assert "/" not in text


# -- what the tests need of the system is installed, or named ----------------------------

Pretend = Callable[..., list[tuple[str, ...]]]


@pytest.fixture
def ghost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Pretend that the tests need one program more, which is not there; gives the commands."""

    def pretend(willing: bool = True, ci: str = "", user: int = 0) -> list[tuple[str, ...]]:
        place = tmp_path / "sbin" / "no-such-ghost"
        commands: list[tuple[str, ...]] = []

        def apt(command: Sequence[str], **_how: Any) -> None:
            commands.append(tuple(command))
            if "install" in command and willing:
                place.parent.mkdir()
                place.touch(0o755)

        folder = place.parent.relative_to("/").as_posix()
        program = machine.Program("ghost-server", "the tests of ghosts", (place.name,), folder)
        which = shutil.which
        there = {"apt-get", "env", "sudo"}
        monkeypatch.setattr(
            shutil, "which", lambda name, **how: name if name in there else which(name, **how)
        )
        monkeypatch.setattr(machine, "PROGRAMS", (program,))
        monkeypatch.setattr(subprocess, "run", apt)
        monkeypatch.setattr(os, "geteuid", lambda: user)
        monkeypatch.setenv("CI", ci)
        return commands

    return pretend


def test_what_is_missing_is_installed_once_with_a_line_that_says_so(
    ghost: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = ghost(ci="true")
    assert machine.main() == machine.main() == 0
    assert [command[-1] for command in commands] == ["update", "ghost-server"]
    assert capsys.readouterr().out.count("installing ghost-server through apt-get") == 1


def test_on_ci_a_program_that_cannot_be_had_is_an_error(
    ghost: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    ghost(willing=False, ci="true")
    assert machine.main() == 1
    assert "sudo apt-get install ghost-server" in capsys.readouterr().out


def test_elsewhere_one_is_told_what_is_skipped_and_how_to_install_it(
    ghost: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    ghost(willing=False)
    assert machine.main() == 0
    said = capsys.readouterr().out
    assert "'no-such-ghost' is not installed: the tests of ghosts need it." in said
    assert "Without it these tests are skipped" in said


def test_a_person_who_is_not_root_is_asked_for_no_password(ghost: Pretend) -> None:
    commands = ghost(user=1000)
    machine.main()
    assert {command[:2] for command in commands} == {("sudo", "--non-interactive")}
