"""The door to every task: it stops where something fails, and says so."""

import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import environment
import tasks

DOOR = environment.ROOT / "tools" / "do.py"
OLD_PYTHON = """
import os, sys
sys.version_info, sys.version = (3, 9, 1), "3.9.1 (of a test)"
os.execvp = lambda *words: sys.exit("goes on with " + repr(words))
sys.argv = ["tools/do.py", "play"]
exec(compile(open({door!r}).read(), "do.py", "exec"))
"""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the Python that runs the tests, wherever its environment is."""
    monkeypatch.setattr(tasks, "BIN", Path(sys.executable).parent)


def python(program: str) -> str:
    return f'python -c "{program}"'


def task(*programs: str, before: str = "", beside: str = "") -> tasks.Task:
    return tasks.Task(
        "",
        "dev",
        tuple(map(python, programs)),
        before=(python(before),) if before else (),
        beside=(python(beside),) if beside else (),
    )


def ending_with(code: int) -> str:
    return f"raise SystemExit({code})"


def test_the_first_failing_command_ends_the_task_with_its_exit_code(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert tasks.run(task(ending_with(0), ending_with(7), "print('third')")) == 7
    shown = capfd.readouterr().out
    assert re.search(r"\(0\): ok.*\(7\): failed, exit code 7, \d+\.\d s\n$", shown, re.DOTALL)


def test_what_begins_with_the_first_command_is_waited_for_before_the_last(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sign = str(tmp_path / "begun")
    begin = f"import time; open({sign!r}, 'w'); time.sleep(0.3); raise SystemExit(3)"
    look = f"import os, time\nwhile not os.path.exists({sign!r}): time.sleep(0.01)"
    assert tasks.run(task(look, "print('last')", before=begin)) == 3
    shown = capfd.readouterr().out
    assert "'last'" not in shown
    assert re.search(r": ok, .*: failed, exit code 3, ", shown, re.DOTALL)


def test_what_goes_on_beside_the_last_command_is_told_after_it_and_shown_if_it_fails(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sign = str(tmp_path / "begun")
    fails = f"print('wrong' + ' types'); open({sign!r}, 'w'); raise SystemExit(3)"
    last = f"import os, time\nwhile not os.path.exists({sign!r}): time.sleep(0.01)"
    assert tasks.run(task(ending_with(0), last, beside=fails)) == 3
    shown = capfd.readouterr().out
    assert re.search(r": ok, .*: failed, exit code 3, .*\nwrong types\n", shown, re.DOTALL)
    assert tasks.run(task(ending_with(0), last, beside="print('all' + ' well')")) == 0
    assert "all well" not in capfd.readouterr().out


@pytest.mark.parametrize("when", ["before", "beside"])
def test_what_goes_on_aside_ends_with_the_task(when: str) -> None:
    began = time.monotonic()
    waits = {when: "import time; time.sleep(100)"}
    first, last = (7, 0) if when == "before" else (0, 7)
    assert tasks.run(task(ending_with(first), ending_with(last), **waits)) == 7
    assert time.monotonic() - began < 50


def test_a_task_of_one_command_says_nothing_of_its_own_and_passes_the_arguments(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert tasks.run(task("import sys; print(sys.argv[1:])"), ["--json", "a b"]) == 0
    assert capfd.readouterr().out == "['--json', 'a b']\n"


def test_a_task_without_commands_makes_the_environment_only() -> None:
    assert tasks.TASKS["setup"].commands == ()
    assert tasks.run(tasks.TASKS["setup"], ["dev"]) == 0


def test_arguments_for_all_are_given_to_each_command(
    capfd: pytest.CaptureFixture[str],
) -> None:
    program = "import sys; print(sys.argv[1:])"
    both = replace(task(program, program), for_all=True)
    assert tasks.run(both, ["--upgrade"]) == 0
    assert capfd.readouterr().out.splitlines().count("['--upgrade']") == 2
    assert tasks.TASKS["lock"].for_all


def test_compiled_python_is_kept_even_where_the_machine_forbids_it(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert tasks.run(task("import sys; print(sys.dont_write_bytecode)")) == 0
    assert capfd.readouterr().out == "False\n"


def test_the_suite_runs_last_after_all_the_lints_and_beside_the_types() -> None:
    lints = {*tasks.LINTS, *tasks.TYPES}
    assert lints == {*tasks.TASKS["lint"].commands}
    for name in ("check", "test"):
        one = tasks.TASKS[name]
        assert lints < {*one.commands, *one.beside}
        assert "pytest" in one.commands[-1]
        assert "ready()" in one.before[0]


def test_an_unknown_task_is_answered_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert tasks.main(["paly"]) == 2
    said = capsys.readouterr().err
    assert "There is no task 'paly'." in said
    assert all(name in said for name in tasks.TASKS)


def test_the_makefile_has_the_tasks_that_people_use() -> None:
    makefile = (environment.ROOT / "Makefile").read_text(encoding="utf-8")
    offered = re.search(r"^TASKS := (.*)$", makefile, re.MULTILINE)
    assert offered is not None
    assert {*offered[1].split(), "matto", "run"} == {*tasks.TASKS, "help"}


def as_an_old_python(search_path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", OLD_PYTHON.format(door=str(DOOR))],
        env={**os.environ, "PATH": str(search_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr


def test_an_old_python_hands_over_to_a_newer_one_that_works(tmp_path: Path) -> None:
    for name, code in (("python3.13", 127), ("python3.12", 0)):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    said = as_an_old_python(tmp_path)
    assert said == "goes on with ('python3.12', ['python3.12', 'tools/do.py', 'play'])\n"


def test_an_old_python_without_a_newer_one_says_what_to_do(tmp_path: Path) -> None:
    said = as_an_old_python(tmp_path)
    assert said.startswith("matto: this is Python 3.9.1, and matto needs Python 3.11 or newer.")


def test_the_door_can_be_read_by_pythons_of_any_age() -> None:
    DOOR.read_bytes().decode("ascii")
