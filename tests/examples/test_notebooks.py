"""The notebooks run from their first cell to their last, and are kept without their output."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from documentation import notebook_page

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return found


def run_short(path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[Any]:
    """Run a notebook in its short form; gives its cells with what they print."""
    nbformat = pytest.importorskip("nbformat", reason="nbclient is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    monkeypatch.setenv("MATTO_SHORT", "1")
    monkeypatch.setenv("TMPDIR", str(folder))
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300).execute(cwd=str(folder))
    found: list[Any] = notebook.cells
    return found


def test_there_are_three_of_them() -> None:
    assert {path.stem for path in NOTEBOOKS} == {
        "first_steps",
        "train_a_player",
        "two_readings",
    }


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_what_it_prints(path: Path) -> None:
    for cell in cells(path):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_its_page_has_all_its_cells(path: Path) -> None:
    page = notebook_page(path)
    assert page.startswith("# ")
    assert all("".join(cell["source"]) in page for cell in cells(path))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran = run_short(path, monkeypatch, tmp_path)
    code = [cell for cell in ran if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    shown = [output for cell in code for output in cell["outputs"]]
    pictures = [one for one in shown if "image/png" in one.get("data", {})]
    assert len(pictures) == (0 if path.stem == "first_steps" else 1)
    if path.stem == "two_readings":
        told = "".join(one["text"] for one in shown if one["output_type"] == "stream")
        (share, reach), (kept, narrow) = (shares_in(told), shares_in(ran[-1]["source"]))
        assert narrow < reach / 10
        assert abs(kept - share) < 1.5 * reach  # three standard errors of the short form
        assert "for the dealer's side: +0.0000" in told


def shares_in(told: str) -> tuple[float, float]:
    """The share of deals paid differently and how sure it is, in percent."""
    found = re.search(r"paid differently: ([\d.]+)% ± ([\d.]+)% of the deals", told)
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_notebook_that_fails_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    planted = tmp_path / "planted.ipynb"
    notebook = json.loads(NOTEBOOKS[0].read_text("utf-8"))
    notebook["cells"] = (
        notebook["cells"][:1]
        + [
            {**cell, "source": ["1 / 0"]}
            for cell in notebook["cells"]
            if cell["cell_type"] == "code"
        ][:1]
    )
    planted.write_text(json.dumps(notebook), encoding="utf-8")
    with pytest.raises(Exception, match="ZeroDivisionError"):
        run_short(planted, monkeypatch, tmp_path)
