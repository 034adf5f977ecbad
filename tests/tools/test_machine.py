"""What the tests need of the system is installed where it may be, and named where it is not."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import machine
from environment import SetupError

Prefix = tuple[str, ...] | None
GHOST = machine.Program("ghost-server", "the tests of ghosts", ("no-such-ghost",))


class Apt:
    """Stands in for the system: remembers commands, and installs if it is willing."""

    def __init__(self, place: Path, willing: bool = True) -> None:
        self.place, self.willing = place, willing
        self.commands: list[tuple[str, ...]] = []

    def __call__(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        self.commands.append(tuple(command))
        if "install" in command and self.willing:
            self.place.touch()
        return subprocess.CompletedProcess(command, 0 if self.willing else 100, stdout="E: no")


Missing = Callable[..., Apt]


@pytest.fixture
def ghost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Missing:
    """Pretend that the tests need one program more, which is not there."""

    def pretend(prefix: Prefix = (), willing: bool = True, ci: str = "") -> Apt:
        place = tmp_path / "ghost"
        apt = Apt(place, willing)
        pattern = place.relative_to("/").as_posix()
        program = machine.Program("ghost-server", GHOST.purpose, GHOST.names, (pattern,))
        monkeypatch.setattr(machine, "PROGRAMS", (program,))
        monkeypatch.setattr(machine, "_may_install", lambda: prefix)
        monkeypatch.setattr(machine, "_run", apt)
        monkeypatch.setenv("CI", ci)
        return apt

    return pretend


def test_what_is_missing_is_installed_once_with_a_line_that_says_so(
    ghost: Missing, capsys: pytest.CaptureFixture[str]
) -> None:
    apt = ghost(prefix=("sudo", "--non-interactive"), ci="true")
    machine.ensure()
    machine.ensure()
    assert [command[0] for command in apt.commands] == ["sudo", "sudo"]
    assert apt.commands[-1][-1] == "ghost-server"
    assert capsys.readouterr().err.count("installing ghost-server through apt-get") == 1


def test_on_ci_a_program_that_cannot_be_had_is_an_error(ghost: Missing) -> None:
    ghost(prefix=None, ci="true")
    with pytest.raises(SetupError, match="sudo apt-get install ghost-server"):
        machine.ensure()


def test_on_ci_a_failing_apt_is_an_error_with_its_words_before(
    ghost: Missing, capsys: pytest.CaptureFixture[str]
) -> None:
    ghost(willing=False, ci="true")
    with pytest.raises(SetupError):
        machine.ensure()
    assert "E: no" in capsys.readouterr().err


def test_elsewhere_one_is_told_what_is_skipped_and_how_to_install_it(
    ghost: Missing, capsys: pytest.CaptureFixture[str]
) -> None:
    apt = ghost(prefix=None)
    machine.ensure()
    assert apt.commands == []
    said = capsys.readouterr().err
    assert "'no-such-ghost' is not installed: the tests of ghosts need it." in said
    assert "Until then these tests are skipped." in said


def test_a_place_told_by_the_environment_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATTO_TEST_CHROMIUM", "my-own-chromium")
    assert machine.BROWSER.found() == Path("my-own-chromium")


def test_a_person_who_is_not_root_is_asked_for_no_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refusing = Apt(tmp_path / "nothing", willing=False)
    monkeypatch.setattr(machine, "_run", refusing)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert machine._may_install() is None
    assert refusing.commands == [("sudo", "--non-interactive", "true")]
