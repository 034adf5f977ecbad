"""Fixtures for the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from matto.server.store import Store
from matto.server.tables.service import TableService
from served import Served
from server.stores import Place, open_store
from server.table_services import open_service
from server.wire import Wire, wired


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
async def store(place: Place) -> AsyncIterator[Store]:
    """A store of tables, closed at the end."""
    async with open_store(place) as found:
        yield found


@pytest.fixture
async def tables(place: Place) -> AsyncIterator[TableService]:
    """A table service with a store of its own, both closed at the end."""
    async with open_service(place) as found:
        yield found


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[Wire]:
    """A server in this process."""
    async with wired(tmp_path) as found:
        yield found
