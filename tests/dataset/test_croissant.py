"""The description is valid Croissant, and the library that reads it reads the data by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dataset.made import Made

pytestmark = [
    pytest.mark.slow,
    # what the reader's own libraries warn of
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

croissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")


def problems(path: Path) -> set[str]:
    """What is wrong with a description, or an empty set."""
    try:
        return set(croissant.Dataset(jsonld=path).metadata.ctx.issues.errors)
    except croissant.ValidationError as error:
        return {str(error)}


def test_the_description_has_no_fault(few: Made) -> None:
    assert problems(few.folder / "croissant.json") == set()


def test_a_planted_fault_is_found(few: Made, tmp_path: Path) -> None:
    described = json.loads((few.folder / "croissant.json").read_bytes())
    described["recordSet"][0]["field"][0]["source"]["fileSet"]["@id"] = "nowhere"
    planted = tmp_path / "croissant.json"
    planted.write_text(json.dumps(described), encoding="utf-8")
    assert problems(planted)


@pytest.mark.parametrize("table", ["decisions", "deals"])
def test_the_rows_are_read_by_the_description(few: Made, table: str) -> None:
    read = croissant.Dataset(jsonld=few.folder / "croissant.json").records(table)
    rows = few.rows(table)
    found = list(read)
    assert len(found) == len(rows)
    for record, row in zip(found, rows, strict=True):
        assert record.keys() == {f"{table}/{name}" for name in row}
        assert record[f"{table}/deal"] == row["deal"]
    wide = "observation" if table == "decisions" else "returns"
    assert list(found[-1][f"{table}/{wide}"]) == rows[-1][wide]


def test_each_file_has_its_checksum(few: Made) -> None:
    described = json.loads((few.folder / "croissant.json").read_bytes())
    sums = {
        part["@id"]: part["sha256"] for part in described["distribution"] if "sha256" in part
    }
    assert sums == {file.name: file.sha256 for file in few.summary.files}
