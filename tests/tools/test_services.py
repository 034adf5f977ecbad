"""The servers that tests start are there, empty, and gone afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

import machine
from services import (
    free_port,
    require,
    running,
)

pytestmark = pytest.mark.slow
GHOST = machine.Program("ghost-server", "the tests of ghosts", ("no-such-ghost",))


def test_a_server_that_does_not_start_fails_with_its_own_words(
    tmp_path: Path,
) -> None:
    command: list[str | Path] = ["sh", "-c", "echo the disk is full; exit 3"]
    starting = running(command, free_port(), tmp_path / "log")
    with pytest.raises(pytest.fail.Exception, match="the disk is full"), starting:
        raise AssertionError("it cannot have started")


def test_without_a_program_a_test_is_skipped_but_fails_on_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="apt-get install ghost-server"):
        require(GHOST)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="apt-get install ghost-server"):
        require(GHOST)
