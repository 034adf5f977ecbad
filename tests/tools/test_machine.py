"""What the tests need of the system is installed where it may be, and named where it is not."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import machine

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
