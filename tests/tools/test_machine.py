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

PURPOSE = "the tests of ghosts"


class Apt:
    """Stands in for the system: remembers commands, and installs if it is willing."""

    def __init__(self, place: Path, willing: bool) -> None:
        self.place, self.willing = place, willing
        self.commands: list[tuple[str, ...]] = []

    def __call__(self, command: Sequence[str], **_how: Any) -> None:
        self.commands.append(tuple(command))
        if "install" in command and self.willing:
            self.place.parent.mkdir()
            self.place.touch(0o755)


Pretend = Callable[..., Apt]


@pytest.fixture
def ghost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Pretend that the tests need one program more, which is not there."""

    def pretend(willing: bool = True, ci: str = "", user: int = 0) -> Apt:
        place = tmp_path / "sbin" / "no-such-ghost"
        apt = Apt(place, willing)
        folder = place.parent.relative_to("/").as_posix()
        program = machine.Program("ghost-server", PURPOSE, ("no-such-ghost",), folder)
        which = shutil.which
        there = {"apt-get", "env", "sudo"}
        monkeypatch.setattr(
            shutil, "which", lambda name, **how: name if name in there else which(name, **how)
        )
        monkeypatch.setattr(machine, "PROGRAMS", (program,))
        monkeypatch.setattr(subprocess, "run", apt)
        monkeypatch.setattr(os, "geteuid", lambda: user)
        monkeypatch.setenv("CI", ci)
        return apt

    return pretend


def test_what_is_missing_is_installed_once_with_a_line_that_says_so(
    ghost: Pretend, capsys: pytest.CaptureFixture[str]
) -> None:
    apt = ghost(ci="true")
    assert machine.main() == machine.main() == 0
    assert [command[-1] for command in apt.commands] == ["update", "ghost-server"]
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
    apt = ghost(user=1000)
    machine.main()
    assert {command[:2] for command in apt.commands} == {("sudo", "--non-interactive")}
