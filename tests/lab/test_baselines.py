"""The table of baselines: its rows are those of the page; each can be measured by itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import baselines

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "baselines.md").read_text("utf-8")


def cells(line: str) -> list[str]:
    return [cell.strip(" `") for cell in line.strip("|").split("|")]


def test_the_page_has_the_rows_that_the_command_makes() -> None:
    _, _, rest = PAGE.partition(baselines.BEGIN)
    lines = [line for line in rest.partition(baselines.END)[0].splitlines() if "|" in line]
    assert [cells(line)[0] for line in lines[2:]] == list(baselines.ROWS)
    assert len({len(cells(line)) for line in lines}) == 1


@pytest.mark.slow
def test_a_row_is_measured_by_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["baselines.py", "--row", "rule", "--folder", str(tmp_path), "--deals"]
    monkeypatch.setattr(sys, "argv", [*arguments, "6"])
    assert baselines.main() == 0
    head, _, row = capsys.readouterr().out.splitlines()
    assert len(cells(head)) == len(cells(row))
    assert cells(row)[0] == "rule"
    assert float(cells(row)[1].split()[0]) > 0
    assert cells(row)[3:5] == ["+0.0 ± 0.0", "+0.00 ± 0.00"]
    assert cells(row)[-1] == "6 / 6"
    monkeypatch.setattr(sys, "argv", [*arguments, "1"])
    monkeypatch.setattr(
        "matto.arena.measure.play_task", pytest.fail
    )  # no deal is played any more
    assert baselines.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == row


def test_a_player_that_there_is_not_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["baselines.py", "--row", "nobody"])
    assert baselines.main() == 2
    assert "There is no bot" in capsys.readouterr().err
