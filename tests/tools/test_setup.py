"""The environment of a checkout is made when missing, mended when broken, else left alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import setup
from makefile import ROOT, pins

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
