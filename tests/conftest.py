"""For every test: the servers that some need, and what the quick loop does not even read."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from functools import cache
from inspect import isfunction
from pathlib import Path
from uuid import uuid4

import pytest

from services import new_database, postgres_server, redis_server
from shares import in_shares

QUICK = "not slow"
ALL_SLOW = re.compile(r"^pytestmark\b[^\]]*?pytest\.mark\.slow", re.MULTILINE)
"""What a file says in which every test is slow."""


def pytest_configure() -> None:
    """Spare every process the grammars of formats that none of our schemas has: seconds."""
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Find all tests without looking for garbage, nor ever again in what was made meanwhile.

    Each process makes some hundred thousand objects that stay to the end: this takes half of
    the time in which it finds its tests.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, in each of the processes that share the tests."""
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = in_shares(items, processes)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what the quick loop will not run: some of it imports for seconds.

    Of a folder in which every test is slow its `conftest.py` is not read either.
    """
    if config.option.markexpr != QUICK:
        return None
    if collection_path.is_dir():
        files = [*collection_path.rglob("test_*.py")]
    else:
        files = [collection_path] if collection_path.match("test_*.py") else []
    return (bool(files) and all(map(is_slow, files))) or None


@cache
def is_slow(file: Path) -> bool:
    """Return whether every test of a file is slow."""
    return bool(ALL_SLOW.search(file.read_text("utf-8")))


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[object] | None:
    """Make nothing of a slow test there, unless clauses are traced to it.

    Of some there would be one for each game and bot.
    """
    if collector.config.option.markexpr != QUICK or not isfunction(obj):
        return None
    marks = {mark.name for mark in getattr(obj, "pytestmark", ())}
    return [] if "slow" in marks and "clause" not in marks else None


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """How tests that are coroutines are run."""
    return "asyncio"


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what a test registers be forgotten after it, and started processes find test bots."""
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setattr("matto.players.bots._registered", {})
    monkeypatch.setenv("PYTHONPATH", path)


@pytest.fixture
def ctrl_c_is_heard() -> Iterator[None]:
    """Tests that were started in the background have Ctrl-C switched off for all they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server: MATTO_TEST_POSTGRES, or one started here."""
    told = os.environ.get("MATTO_TEST_POSTGRES")
    if told:
        yield told.rstrip("/")
        return
    with postgres_server() as url:
        yield url


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The URL of an empty PostgreSQL database of the test's own."""
    return new_database(postgres, f"matto-{uuid4().hex}")


@pytest.fixture
def another_postgres_url(postgres: str) -> str:
    """The URL of a second one."""
    return new_database(postgres, f"matto-{uuid4().hex}")


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis server: MATTO_TEST_REDIS, or one started here; tests share it."""
    told = os.environ.get("MATTO_TEST_REDIS")
    if told:
        yield told
        return
    with redis_server() as url:
        yield url
