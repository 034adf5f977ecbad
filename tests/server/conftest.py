"""Fixtures for the server's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from served import Served


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server for all tests of this process."""
    with Served() as server:
        yield server


@pytest.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where tables are kept: a new file, and then a new database of PostgreSQL."""
    if request.param == "file":
        return tmp_path / "tables.sqlite3"
    url: str = request.getfixturevalue("postgres_url")
    return url
