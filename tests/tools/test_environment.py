"""The environment of a checkout is made when missing, mended when broken, else left alone."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import environment
import tasks

REQUIREMENT = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)(.*)$", re.MULTILINE)
MATTO, UV = environment.ROOT.name, "uv.lock"
Refuse = Callable[[str], None]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the environment be a folder of the test's own."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(environment, "VENV", venv)
    monkeypatch.setattr(environment, "BIN", venv)
    monkeypatch.setattr(environment, "PYTHON", venv / "python")
    monkeypatch.setattr(environment, "STAMP", venv / "stamp")
    return venv


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run nothing, and list what would be installed: a new folder, and the last words."""
    done: list[str] = []

    def pretend(_advice: str, *command: str | Path) -> None:
        if "venv" in command:
            folder.mkdir(exist_ok=True)
            environment.PYTHON.touch()
        done.append(Path(command[-1]).name)

    monkeypatch.setattr(environment, "_run", pretend)
    monkeypatch.setattr(environment, "settings_of_pip", list)
    return done


def test_set_up_installs_the_lock_and_matto_once(installed: list[str]) -> None:
    environment.ensure("dev")
    environment.ensure("dev")
    environment.ensure("run")
    assert installed == [".venv", UV, "dev.lock", MATTO]


def test_an_environment_for_playing_grows_when_tests_are_to_run(installed: list[str]) -> None:
    environment.ensure("run")
    installed.clear()
    environment.ensure("dev")
    assert installed == [UV, "dev.lock", MATTO]


@pytest.mark.parametrize("line", [0, 1, 2, 3])
def test_a_stamp_of_something_else_is_stale(installed: list[str], line: int) -> None:
    environment.ensure("dev")
    lines = environment.STAMP.read_text(encoding="utf-8").splitlines()
    lines[line] = ["elsewhere", "run", "other lock", "other package"][line]
    environment.STAMP.write_text("\n".join(lines), encoding="utf-8")
    installed.clear()
    environment.ensure("dev")
    synced = [UV, "dev.lock", MATTO]
    assert installed == [[".venv", *synced], synced, synced, [MATTO]][line]


def test_a_changed_lock_keeps_what_else_was_asked_for(installed: list[str]) -> None:
    environment.ensure("dev")
    stamp = environment.STAMP.read_text(encoding="utf-8").splitlines()
    environment.STAMP.write_text("\n".join([*stamp[:2], "other", stamp[3]]), encoding="utf-8")
    installed.clear()
    environment.ensure("run")
    assert installed == [UV, "dev.lock", MATTO]


@pytest.mark.parametrize("stamp", ["", "half of a", None])
def test_a_half_made_environment_is_made_anew(installed: list[str], stamp: str | None) -> None:
    environment.ensure("run")
    environment.STAMP.unlink()
    if stamp is not None:
        environment.STAMP.write_text(stamp, encoding="utf-8")
    installed.clear()
    environment.ensure("run")
    assert installed == [".venv", UV, "run.lock", MATTO]


def test_an_environment_whose_python_is_gone_is_made_anew(installed: list[str]) -> None:
    environment.ensure("run")
    environment.PYTHON.unlink()
    installed.clear()
    environment.ensure("run")
    assert installed == [".venv", UV, "run.lock", MATTO]


def test_what_fails_on_the_way_leaves_no_environment_that_looks_finished(
    installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(level: str, lock_is_held: bool) -> None:
        raise environment.SetupError(environment.NOT_INSTALLED)

    with monkeypatch.context() as broken:
        broken.setattr(environment, "_install", refuse)
        with pytest.raises(environment.SetupError):
            environment.ensure("run")
    assert not environment.STAMP.exists()
    environment.ensure("run")
    assert installed[-3:] == [UV, "run.lock", MATTO]


def test_locks_can_be_made_while_the_old_ones_cannot_be_installed(installed: list[str]) -> None:
    environment.ensure("uv")
    assert installed == [".venv", UV]


def test_a_command_that_fails_is_answered_with_what_one_can_do() -> None:
    with pytest.raises(environment.SetupError, match="apt-get install python3-venv"):
        environment._run(environment.NO_VENV, "false")


def test_a_level_that_there_is_not_is_answered_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert tasks.main(["setup", "everything"]) == 1
    assert "Choose one of: uv, run, server, dev." in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path / "missing")
    monkeypatch.setattr(environment, "PYTHON", tmp_path / "python")
    assert tasks.main(["setup"]) == 1
    assert "No such file or directory" in capsys.readouterr().err


def test_uv_fetches_from_where_pip_was_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    told = (
        ":env:.index-url='https://mirror.invalid/simple'\n"
        ":env:.timeout='15'\n"
        "global.extra-index-url='file:///one file:///two'\n"
        "global.index-url='https://overruled.invalid/simple'\n"
    )
    answer = subprocess.CompletedProcess([], 0, stdout=told)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    monkeypatch.setattr(environment, "_system_has_certificates", lambda: True)
    settings = " ".join(environment.settings_of_pip())
    assert "--index-url https://mirror.invalid/simple" in settings
    assert "--extra-index-url file:///one --extra-index-url file:///two" in settings
    assert "overruled" not in settings
    assert "timeout" not in settings
    assert "--system-certs" in settings


def test_a_certificate_that_pip_was_given_counts_more_than_the_systems(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = subprocess.CompletedProcess([], 0, stdout="global.cert='ours.pem'\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    assert environment.settings_of_pip()[2:] == ["--cert", "ours.pem"]


def pinned(level: str) -> set[tuple[str, str]]:
    """Names and versions, not the systems: what runs only on one may be studied on all."""
    text = environment._lock(level).read_text(encoding="utf-8")
    return {(name, version) for name, version, _ in REQUIREMENT.findall(text)}


def test_each_lock_holds_all_that_the_smaller_one_holds() -> None:
    assert pinned("run") < pinned("server") < pinned("dev")


@pytest.mark.parametrize("level", environment.LEVELS)
def test_a_lock_gives_each_package_a_hash_and_names_no_address(level: str) -> None:
    text = environment._lock(level).read_text(encoding="utf-8")
    packages = re.split(r"\n(?=\S)", text.strip())
    assert all(REQUIREMENT.match(package) for package in packages)
    assert all("--hash=sha256:" in package for package in packages)
    assert "/" not in text
