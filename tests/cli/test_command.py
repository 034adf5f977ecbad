"""The `matto` command as a whole: help, version, and output that cannot take everything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from matto import __version__
from matto.cli import COMMANDS, play, serve
from matto.cli.screen import Screen
from matto.engine.errors import UnknownGame
from matto.games import catalogue, game

FULL = Path("/dev/full")
on_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")


def command(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LANGUAGE": "en", **more}
    return subprocess.run(
        [sys.executable, "-m", "matto", *words],
        capture_output=True,
        text=True,
        encoding=more.get("PYTHONIOENCODING", "utf-8"),
        env=environment,
        check=False,
    )


def written_to(target: Path, *words: str) -> tuple[int, str]:
    """The status of a command whose output goes there, and its complaints."""
    environment = {**os.environ, "LANGUAGE": "en"}
    with target.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "matto", *words],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            check=False,
        )
    return done.returncode, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), *[(name,) for name, _ in COMMANDS[:3]]])
def test_the_short_way_to_ask_for_help_is_known(words: tuple[str, ...]) -> None:
    done = command(*words, "-h")
    assert done.returncode == 0
    assert "Usage:" in done.stdout


@pytest.mark.parametrize("asked", [play.Language, serve.Language])
def test_the_help_names_every_language(asked: Any) -> None:
    assert asked.__metadata__[0].help.startswith("en, de, it, fr")


def test_the_version_is_told() -> None:
    done = command("--version")
    assert (done.returncode, done.stdout) == (0, f"matto {__version__}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [("simulate", "mineo-4", "--deals", "2"), ("rules", "mineo-4", "3")]
)
def test_what_the_output_cannot_spell_does_not_end_the_command(words: tuple[str, ...]) -> None:
    done = command(*words, PYTHONIOENCODING="cp1252")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@on_a_full_disk
@pytest.mark.parametrize("words", [("games",), ("rules", "mineo-4"), ("--version",)])
def test_on_a_full_disk_a_command_ends_with_a_sentence(words: tuple[str, ...]) -> None:
    status, complaint = written_to(FULL, *words)
    assert status == 1
    assert complaint == "Not everything could be written: No space left on device.\n"


@pytest.mark.slow
@pytest.mark.parametrize("words", [("games",), ("--version",)])
def test_a_reader_who_goes_away_is_not_answered(words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "matto", *words],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""


def test_only_near_names_are_offered_for_a_game_that_there_is_not() -> None:
    with pytest.raises(UnknownGame, match="Did you mean: mineo-") as near:
        game("mineo-5")
    assert "grosstarock" not in str(near.value)
    with pytest.raises(UnknownGame) as far:
        game("xx")
    assert str(far.value) == f"There is no game “xx”. Games: {', '.join(catalogue())}."


def test_answers_are_edited_by_the_arrow_keys_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("readline")
    monkeypatch.delitem(sys.modules, "readline")
    monkeypatch.setenv("FORCE_COLOR", "1")
    Screen("en")
    assert "readline" in sys.modules


def test_a_platform_without_line_editing_plays_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert Screen("en").watched
