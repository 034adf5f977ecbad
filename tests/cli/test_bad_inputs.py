"""What cannot be done ends with one sentence, a status other than 0, and nothing lost."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from matto.cli import main
from matto.server.store import Store

pytestmark = pytest.mark.slow
LETTER = "Dear Luigi,\n"

TRIED = (
    ("store restore {folder}/nowhere", "no file"),
    ("store restore {folder}/letter", "no database"),
    ("store restore {folder}", "no file"),
    ("store restore {folder}/empty", "no tables of matto in {folder}/empty"),
    ("store backup {folder}/nowhere/copy", "may not be read and written"),
    ("store backup {folder}/letter/copy", "may not be read and written"),
    ("store backup {folder}/letter", "--overwrite"),
    ("store backup {folder}/data --overwrite", "{folder}/data is a folder"),
    ("train nosuch", "nosuch"),
    ("train calatafimi-2 --deals -3", "at least one deal"),
    ("arena calatafimi-2 --bots quick:x,rule", "quick:x"),
    ("serve --tables -5", "--tables"),
    ("serve --keep-finished abc", "--keep-finished"),
    ("serve --keep-finished -1", "--keep-finished"),
    ("serve --port 99999", "--port"),
)


@pytest.mark.parametrize(("words", "told"), TRIED, ids=[words for words, _ in TRIED])
def test_what_cannot_be_done_is_told_in_a_sentence(
    words: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (tmp_path / "letter").write_text(LETTER)
    (tmp_path / "empty").touch()
    tables = folder / "tables.sqlite"
    Store(tables).close()
    before = tables.read_bytes()
    monkeypatch.setenv("MATTO_DATA", str(folder))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setattr(sys, "argv", ["matto", *words.format(folder=tmp_path).split()])
    with pytest.raises(SystemExit) as ended:
        main()
    said, complaint = capsys.readouterr()
    assert ended.value.code == 2
    assert said == ""
    assert told.format(folder=tmp_path) in complaint
    assert "Traceback" not in complaint
    assert (tmp_path / "letter").read_text() == LETTER
    assert tables.read_bytes() == before
