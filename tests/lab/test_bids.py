"""The bids of all games in one page: who said what, and what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bids import BEGIN, END, OFTEN, main, notes_of, tables
from calibration import Bid, Notes
from matto.spreading import ALONE

FLATTERED = [Bid(deal, "bid: solo", 2.0 + deal % 3, 1.0 + deal % 3) for deal in range(OFTEN)]
SELDOM = [Bid(deal, "bid: pass", -1.0, -1.0) for deal in range(OFTEN - 1)]


def test_each_game_has_its_line_and_each_common_word_its_row() -> None:
    said = Notes({})
    for deal in range(OFTEN):
        said.add(deal, [bid for bid in (*FLATTERED, *SELDOM) if bid.deal == deal])
    page = tables({"mineo-3": said, "marolles": Notes({})})
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    assert len(rows) == 2
    assert rows[0].startswith("| `mineo-3` | 30 | 59 | ")
    assert rows[1] == "| `mineo-3` | `bid: solo` | 30 | +3.00 | +2.00 | -1.00 (-1.00 … -1.00) |"


@pytest.mark.slow
def test_deals_are_kept_and_gone_on_from(tmp_path: Path) -> None:
    first = notes_of("barcellona-3", "club", 2, ALONE, tmp_path).all_bids()
    kept = (tmp_path / "barcellona-3.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(kept) == 3
    again = notes_of("barcellona-3", "club", 3, ALONE, tmp_path).all_bids()
    assert again[: len(first)] == first
    assert {bid.deal for bid in again} <= {0, 1, 2}
    assert all(bid.word.startswith("bid: ") for bid in again)


@pytest.mark.slow
def test_tables_are_written_between_their_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\n{END}\nafter\n", encoding="utf-8")
    asked = ["bids", "--games=barcellona-3", "--bot=club", "--deals=2", f"--write={page}"]
    monkeypatch.setattr("sys.argv", asked)
    assert main() == 0
    written = page.read_text(encoding="utf-8")
    assert written.startswith("before\n") and written.endswith("after\n")
    assert "| game | word | said |" in written


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("--games=no-such-game", "no-such-game"),
        ("--bot=nobody", "nobody"),
        ("--bot=rule", "does not tell what it expects"),
    ],
)
def test_what_cannot_be_measured_is_told_in_a_sentence(
    wrong: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["bids", wrong])
    assert main() == 2
    assert told in capsys.readouterr().err
