"""The server as a whole: what it says at its start, whether it is well, what it leaves out."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from matto.engine.words import text
from matto.server.app import create_app
from matto.server.settings import Settings
from matto.server.store.database_errors import NotADatabase
from matto.server.tables.service import TableService
from matto.server.tables.storage import Unplayable
from server.stores import store_of
from server.visitors import Visitor
from server.wire import Wire, wired

HEAVY = ("numba", "numpy", "rich", "psycopg", "redis")


async def test_a_server_that_is_well_says_so(wire: Wire) -> None:
    answer = await wire.ask("GET", "/healthz")
    assert answer.status == 200
    assert answer.json["ok"] is True


async def test_a_server_whose_store_is_gone_is_not_well(wire: Wire) -> None:
    store_of(wire.services.tables).close()
    assert (await wire.ask("GET", "/healthz")).status >= 500


async def test_tables_whose_rules_are_not_known_are_told_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def unplayable(_tables: TableService) -> list[Unplayable]:
        return [Unplayable("old-game", 7, ("one", "two"), text("Version 7 is not known."))]

    monkeypatch.setattr(TableService, "unplayable", unplayable)
    async with wired(tmp_path) as wire:
        assert (await Visitor(wire).get("/")).status == 200
    assert "2 tables of old-game" in caplog.text
    assert "Version 7 is not known." in caplog.text


@pytest.mark.slow
def test_a_server_that_cannot_begin_keeps_why(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database at all, but a letter" * 100)
    app = create_app(Settings(tmp_path))

    async def begin() -> None:
        async with app.lifespan():
            pass

    with suppress(Exception):  # the framework wraps it, and says nothing of its own
        asyncio.run(begin())
    assert isinstance(app.state.failure, NotADatabase)


@pytest.mark.slow
def test_the_server_begins_without_what_only_simulations_need() -> None:
    asked = "import sys, matto.server.serving; print(*sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    loaded = set(told.stdout.split())
    assert not loaded.intersection(HEAVY)


ASK = """
import gc
from matto.server import serving

class Begun:
    failure = None
    def __init__(self, ready):
        self.ready = ready
    def run(self, _sockets):
        self.ready()

serving.server_of = lambda _settings, ready: Begun(ready)
serving.serve(None, None, lambda: print(gc.get_threshold(), gc.get_freeze_count() > 10_000))
"""


@pytest.mark.slow
def test_a_server_that_has_begun_is_seldom_stopped_by_pythons_own_tidying() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split("\n")[0] == "(20000, 20, 50) True"
