"""What cannot be measured or written is told at once, and not after hours of measuring."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

SCRIPTS = ["beliefs", "bids", "card_loss", "ceiling", "paying_habits", "strength"]


def said(
    script: str,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """Start a script of the lab; gives what it says as it refuses."""
    monkeypatch.setattr(sys, "argv", [script, "--games", "calatafimi-2", *arguments])
    assert importlib.import_module(script).main() == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--deals", "-3"], "At least one deal has to be played, not -3."),
        (["--jobs", "0"], "At least one process has to play, not 0."),
        (["--games", "tressette"], "There is no game “tressette”"),
        (["--write", "nowhere/page.md"], "The table cannot be written: "),
    ],
    ids=["deals", "jobs", "game", "page"],
)
def test_what_cannot_be_done_is_answered_with_a_sentence(
    script: str,
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sentence in said(script, arguments, monkeypatch, capsys)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_page_without_its_marks_is_left_as_it_is(
    script: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A page\n", encoding="utf-8")
    assert "has no place" in said(script, ["--write", str(page)], monkeypatch, capsys)
    assert page.read_text(encoding="utf-8") == "# A page\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games", "marolles,tressette"], "There is no game “tressette”"),
        (["--table", "nowhere/page.md"], "The table cannot be written: "),
        (["--rounds", "-2"], "no number may be below 0"),
    ],
    ids=["game", "page", "rounds"],
)
def test_nothing_is_trained_if_something_is_wrong_with_a_later_game_or_the_page(
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sentence in said("train_all", arguments, monkeypatch, capsys)
