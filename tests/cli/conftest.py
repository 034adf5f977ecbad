"""Fixtures of the command line's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.play_helpers import Terminal


@pytest.fixture
def terminal(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> Terminal:
    """A terminal with a data folder of its own and 80 columns."""
    monkeypatch.setenv("MATTO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LANGUAGE", "en")
    return Terminal(monkeypatch, capsys, tmp_path / "data")
