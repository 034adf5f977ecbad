"""CITATION.cff is what citation managers read, and says what the package says of itself."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from matto import __version__

ROOT = Path(__file__).resolve().parents[2]
TEXT = {"type": "string", "minLength": 1}
PERSON = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"family-names": TEXT, "given-names": TEXT, "orcid": TEXT},
}
ENTITY = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {"name": TEXT, "website": TEXT},
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["authors", "cff-version", "message", "title"],
    "properties": {
        "abstract": TEXT,
        "authors": {"type": "array", "minItems": 1, "items": {"anyOf": [PERSON, ENTITY]}},
        "cff-version": {"const": "1.2.0"},
        "keywords": {"type": "array", "minItems": 1, "uniqueItems": True, "items": TEXT},
        "license": {"enum": ["MIT", "CC0-1.0"]},
        "message": TEXT,
        "title": TEXT,
        "type": {"enum": ["dataset", "software"]},
        "version": TEXT,
    },
}
"""The part of the schema of the Citation File Format 1.2.0 that the file makes use of."""


@pytest.fixture(scope="module")
def cited() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    return found


def test_the_citation_file_keeps_to_its_format(cited: dict[str, Any]) -> None:
    jsonschema.validate(cited, SCHEMA)


@pytest.mark.parametrize(
    "fault", [{"authors": []}, {"licence": "MIT"}, {"cff-version": 1.2}, {"version": 0.1}]
)
def test_a_planted_fault_is_found(cited: dict[str, Any], fault: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**cited, **fault}, SCHEMA)


def test_it_says_what_the_package_says_of_itself(cited: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert cited["version"] == project["version"] == __version__
    assert cited["license"] == project["license"]
    assert [author["name"] for author in cited["authors"]] == [
        author["name"] for author in project["authors"]
    ]
