"""Fixtures for the server's tests."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from served import Served
from server.wire import Wire, wired

SECONDS = 120


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known by which a test says how its server is set up."""
    config.addinivalue_line(
        "markers", "settings(**settings): those of the server behind `wire`"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine within what it asks for; it fails if it takes too long."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(_run(pyfuncitem.obj, given))
    return True


async def _run(test: Any, given: dict[str, Any]) -> None:
    async with asyncio.timeout(SECONDS), AsyncExitStack() as life:
        for name, value in given.items():
            if isinstance(value, AbstractAsyncContextManager):
                given[name] = await life.enter_async_context(value)
        await test(**given)


@pytest.fixture
def wire(request: pytest.FixtureRequest, tmp_path: Path) -> AbstractAsyncContextManager[Wire]:
    """A server of its own, set up as the mark `settings` or the test's own argument says."""
    marks = [mark.kwargs for mark in request.node.iter_markers("settings")]
    if "settings" in request.fixturenames:
        marks.append(request.getfixturevalue("settings"))
    return wired(tmp_path, **{name: value for some in marks for name, value in some.items()})


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
