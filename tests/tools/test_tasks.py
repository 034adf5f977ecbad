"""The door to every task: it stops where something fails, and says so."""

import json
import re
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

import environment
import machine
import tasks

REQUIREMENT = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)(.*)$", re.MULTILINE)


def ending_with(code: int) -> tuple[str, ...]:
    return (sys.executable, "-c", f"raise SystemExit({code})")


def test_the_first_failing_step_ends_the_task_with_its_exit_code(
    capfd: pytest.CaptureFixture[str],
) -> None:
    steps = [
        tasks.Step("first", ending_with(0)),
        tasks.Step("second", ending_with(7)),
        tasks.Step("third", ending_with(0)),
    ]
    assert tasks.run_steps(steps) == 7
    shown = capfd.readouterr().out
    assert "== first: ok" in shown
    assert "== second: failed, exit code 7" in shown
    assert "third" not in shown


def test_a_step_that_begins_early_is_waited_for_at_its_place(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    sign = str(tmp_path / "begun")
    begin = f"import time; open({sign!r}, 'w'); time.sleep(0.3); raise SystemExit(3)"
    look = f"import os, time\nwhile not os.path.exists({sign!r}): time.sleep(0.01)"
    steps = [
        tasks.Step("first", (sys.executable, "-c", look)),
        tasks.Step("early", (sys.executable, "-c", begin), early=True),
        tasks.Step("third", ending_with(0)),
    ]
    assert tasks.run_steps(steps) == 3
    assert re.search(
        r"== first: ok.*== early: failed, exit code 3", capfd.readouterr().out, re.S
    )


def test_a_step_that_began_early_ends_with_the_task() -> None:
    waits = (sys.executable, "-c", "import time; time.sleep(100)")
    steps = [
        tasks.Step("first", ending_with(7)),
        tasks.Step("early", waits, early=True),
    ]
    began = time.monotonic()
    assert tasks.run_steps(steps) == 7
    assert time.monotonic() - began < 50


def test_the_suite_runs_last_so_that_its_closing_line_is_the_last_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[str] = []

    def remember(steps: list[tasks.Step]) -> int:
        ran.extend(step.name for step in steps)
        return 0

    monkeypatch.setattr(environment, "ensure", lambda level: None)
    monkeypatch.setattr(machine, "ensure", lambda: None)
    monkeypatch.setattr(tasks, "run_steps", remember)
    tasks.main(["test"])
    assert ran == [
        "ruff check",
        "ruff format",
        "mypy --strict",
        "import-linter",
        "guards",
        "kernel compiled",
        "pytest",
    ]


def test_an_unknown_task_is_answered_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert tasks.main(["paly"]) == 2
    said = capsys.readouterr().err
    assert "There is no task 'paly'." in said
    assert all(name in said for name in tasks.TASKS)


def test_the_makefile_has_the_tasks_that_people_use() -> None:
    makefile = (environment.ROOT / "Makefile").read_text(encoding="utf-8")
    offered = re.search(r"^TASKS := (.*)$", makefile, re.MULTILINE)
    assert offered is not None
    assert set(offered[1].split()) <= {*tasks.TASKS, "help"}


@pytest.mark.parametrize(
    ("pips_words", "advice"),
    [
        ("ERROR: No matching distribution found for rich==1", environment.NO_REGISTRY),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM", environment.WRONG_HASH),
        ("ERROR: the disk is full", "pip failed; its last lines are above."),
    ],
)
def test_a_failing_pip_is_answered_with_what_one_can_do(
    monkeypatch: pytest.MonkeyPatch, pips_words: str, advice: str
) -> None:
    failed = subprocess.CompletedProcess(["pip"], 1, stdout=pips_words)
    monkeypatch.setattr(environment, "_capture", lambda command: failed)
    with pytest.raises(environment.SetupError, match=re.escape(advice)):
        environment._pip("install", "rich")


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the environment was made for development and is up to date."""
    python, stamp = tmp_path / "python", tmp_path / "stamp.json"
    python.touch()
    stamp.write_text(json.dumps(asdict(environment._wanted("dev"))), encoding="utf-8")
    monkeypatch.setattr(environment, "PYTHON", python)
    monkeypatch.setattr(environment, "STAMP", stamp)
    return stamp


def is_current(level: str) -> bool:
    return environment._is_current(environment._read_stamp(), level)


@pytest.mark.usefixtures("made")
def test_an_environment_for_development_is_enough_to_play() -> None:
    assert is_current("dev")
    assert is_current("run")
    assert not is_current("research")


@pytest.mark.parametrize("part", ["lock", "package"])
def test_an_environment_made_from_something_else_is_stale(made: Path, part: str) -> None:
    stamp = json.loads(made.read_text(encoding="utf-8"))
    made.write_text(json.dumps({**stamp, part: "other"}), encoding="utf-8")
    assert not is_current("dev")


@pytest.mark.parametrize("text", ["", "{", "{}", "[]"])
def test_a_spoilt_stamp_means_that_the_environment_is_made_anew(made: Path, text: str) -> None:
    made.write_text(text, encoding="utf-8")
    assert not is_current("run")


def pinned(level: str) -> set[tuple[str, str]]:
    """Names and versions, not the systems: what runs only on one may be studied on all."""
    text = environment.LOCKS[level].read_text(encoding="utf-8")
    return {(name, version) for name, version, _ in REQUIREMENT.findall(text)}


def test_each_lock_holds_all_that_the_smaller_one_holds() -> None:
    assert pinned("run") < pinned("dev") < pinned("research")


@pytest.mark.parametrize("level", environment.LOCKS)
def test_a_lock_gives_each_package_a_hash_and_names_no_address(level: str) -> None:
    text = environment.LOCKS[level].read_text(encoding="utf-8")
    packages = re.split(r"\n(?=\S)", text.strip())
    assert all(REQUIREMENT.match(package) for package in packages)
    assert all("--hash=sha256:" in package for package in packages)
    assert "/" not in text


@pytest.fixture
def installs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Set up an empty folder with nothing run, and return the names of what is installed."""
    installed: list[str] = []

    def pretend(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in command]
        if words[1:3] == ["-m", "venv"]:
            environment.VENV.mkdir()
            environment.PYTHON.touch()
        if "install" in words:
            installed.append(Path(words[-1]).name)
        return subprocess.CompletedProcess(words, 0, stdout="")

    venv = tmp_path / ".venv"
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "PYTHON", venv / "python")
    monkeypatch.setattr(environment, "STAMP", venv / "stamp.json")
    monkeypatch.setattr(environment, "_capture", pretend)
    return installed


def test_set_up_installs_the_lock_and_matto_once(installs: list[str]) -> None:
    environment.ensure("dev")
    environment.ensure("dev")
    environment.ensure("run")
    assert installs == ["dev.lock", environment.ROOT.name]


def test_an_environment_for_playing_grows_when_tests_are_to_run(installs: list[str]) -> None:
    environment.ensure("run")
    environment.ensure("dev")
    assert installs == ["run.lock", environment.ROOT.name, "dev.lock", environment.ROOT.name]


def test_a_broken_environment_is_made_anew_with_all_its_packages(installs: list[str]) -> None:
    environment.ensure("run")
    environment.PYTHON.unlink()
    installs.clear()
    environment.ensure("run")
    assert installs == ["run.lock", environment.ROOT.name]


def test_a_changed_pyproject_installs_matto_again_but_not_the_lock(installs: list[str]) -> None:
    environment.ensure("dev")
    stamp = json.loads(environment.STAMP.read_text(encoding="utf-8"))
    environment.STAMP.write_text(json.dumps({**stamp, "package": "other"}), encoding="utf-8")
    installs.clear()
    environment.ensure("run")
    assert installs == [environment.ROOT.name]
