"""Fixtures for the server's tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where tables are kept: a new file, and then a new database of PostgreSQL."""
    if request.param == "file":
        return tmp_path / "tables.sqlite3"
    url: str = request.getfixturevalue("postgres_url")
    return url
