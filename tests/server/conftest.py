"""Fixtures for the server's tests."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from matto.server.store import Store
from matto.server.tables.service import TableService
from served import Served
from server.stores import Place, open_service, open_store
from server.wire import Wire, wired

OLD = Path(__file__).with_name("old_tables.sql")


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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where tables are kept, where it is always a file."""
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """A database of November 2026, from before events had hashes."""
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(OLD.read_text("utf-8"))
    return file


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    """A store of tables, closed at the end."""
    async with open_store(place) as found:
        yield found


@pytest.fixture
async def tables(file: Path) -> AsyncIterator[TableService]:
    """A table service with a store of its own, both closed at the end."""
    async with open_service(file) as found:
        yield found


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known by which a test says how its server is set up."""
    config.addinivalue_line("markers", "settings: those of the server behind `wire`")


@pytest.fixture
async def wire(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Wire]:
    """A server in this process, set up as a test's mark or argument `settings` says."""
    mark = request.node.get_closest_marker("settings")
    chosen = {} if mark is None else mark.kwargs
    if "settings" in request.fixturenames:
        chosen = request.getfixturevalue("settings")
    async with wired(tmp_path, **chosen) as found:
        yield found
