"""What whoever runs a server sees of it: figures, logs, whether it lives and is ready."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from matto.server import app
from matto.server.app import create_app
from matto.server.http.security import new_key
from matto.server.serving import listen, server_of
from matto.server.settings import BadSetting, Settings, read_settings
from matto.server.store import Store
from matto.server.store.database_errors import NotADatabase
from matto.server.telemetry import JsonLines, TextLines
from served import figures
from server.stores import store_of
from server.visitors import Visitor
from server.wire import Wire
from services import LOOPBACK

KEY = "operator0key0drawn0by0chance"
GAME = "mineo-3"


# -- figures -------------------------------------------------------------------------------


async def test_what_is_done_is_counted_by_route_command_error_and_phase(wire: Wire) -> None:
    visitor = Visitor(wire)
    table = await visitor.open(who_1="open")
    for _ in range(2):
        assert (await visitor.post(f"{table}/act", {"choice": "SK"})).status == 409
    assert (await visitor.post(f"{table}/close")).status == 303
    await visitor.open()
    seen = figures((await wire.ask("GET", "/metrics")).body)
    assert seen["matto_requests_total", "POST", "/tables", "303"] == 2
    assert seen["matto_request_seconds_count", "/tables"] == 2
    assert seen["matto_commands_total", "Act", "NotNow"] == 2
    assert seen["matto_commands_total", "Close", "accepted"] == 1
    assert seen["matto_errors_total", "NotNow", "409"] == 2
    assert (seen["matto_tables", "over"], seen["matto_tables", "playing"]) == (1, 1)
    assert seen["matto_store_seconds_count", "append"] >= 3
    assert seen["matto_store_bytes",] > 0
    assert seen["matto_memory_bytes", "server"] > 10_000_000
    assert seen["matto_open_handles",] > 3
    assert seen["matto_tables_in_memory",] == 1


@pytest.mark.slow
async def test_a_bots_answer_is_counted_with_who_gave_it_and_how_long_it_took(
    wire: Wire,
) -> None:
    visitor = Visitor(wire)
    table = await visitor.open()
    found = await visitor.own_turn(table)
    await visitor.post(f"{table}/act", {"choice": found.choices[0], "seq": found.seq})
    await visitor.own_turn(table)
    seen = figures((await wire.ask("GET", "/metrics")).body)
    while not seen.get(("matto_bot_seconds_count", "rule")):  # late, on a busy machine
        seen = figures((await wire.ask("GET", "/metrics")).body)
    by_outcome = ("matto_bot_answers_total", "rule")
    assert sum(number for name, number in seen.items() if name[:2] == by_outcome) >= 1
    assert seen["matto_bot_wait_seconds_count",] >= 1
    assert seen["matto_bot_processes",] >= 1


async def test_figures_tell_nothing_of_who_plays_where_and_with_which_cards(wire: Wire) -> None:
    key = new_key()
    opened = await wire.ask("POST", "/api/tables", {"game": GAME}, key=key)
    table = opened.json["table"]
    await wire.ask("POST", f"/api/tables/{table}/seats/0", {"name": "Querulina"}, key=key)
    await wire.ask("GET", f"/nowhere/{key}")
    page = (await wire.ask("GET", "/metrics")).body.decode()
    for secret in (key, table, "Querulina", GAME, '"T21"', '"SK"'):
        assert secret not in page


@pytest.mark.parametrize(
    ("headers", "settings", "status"),
    [
        ({}, {}, 200),
        ({"x-forwarded-for": "192.0.2.7"}, {}, 404),
        ({"host": "192.0.2.1:8765"}, {"host": "0.0.0.0"}, 404),
        ({"host": "club.example"}, {"base_url": "https://club.example"}, 404),
        ({}, {"operator_key": KEY}, 404),
        ({"authorization": f"Bearer {KEY}x"}, {"operator_key": KEY}, 404),
        ({"authorization": f"Bearer {KEY}"}, {"operator_key": KEY}, 200),
    ],
)
async def test_figures_are_for_this_machine_or_for_whoever_has_the_key(
    wire: Wire, headers: dict[str, str], settings: dict[str, str], status: int
) -> None:
    assert (await wire.ask("GET", "/metrics", headers=headers)).status == status


def test_a_key_that_can_be_guessed_is_refused_and_not_repeated() -> None:
    with pytest.raises(BadSetting, match="MATTO_OPERATOR_KEY") as refused:
        read_settings({"MATTO_OPERATOR_KEY": "hunter2"})
    assert "hunter2" not in str(refused.value)


# -- logs ----------------------------------------------------------------------------------


@pytest.fixture
def log_lines() -> Iterator[list[str]]:
    """What is logged, each line for people and for programs."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.extend((TextLines().format(record), JsonLines().format(record)))

    handler = Kept()
    logging.getLogger().addHandler(handler)
    yield lines
    logging.getLogger().removeHandler(handler)


@pytest.mark.settings(operator_key=KEY, log="debug")
async def test_a_log_has_requests_by_their_pattern_and_no_secret_of_anybody(
    wire: Wire, caplog: pytest.LogCaptureFixture, log_lines: list[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets: list[str] = [KEY, "Querulina", "C10"]
    visitor, key = Visitor(wire), new_key()
    table = await visitor.open(name="Querulina")
    opened = await wire.ask("POST", "/api/tables", {"game": GAME, "key": "k" * 30}, key=key)
    secrets.extend([key, "k" * 30, table.removeprefix("/t/"), opened.json["table"]])
    secrets.extend([visitor.token, *visitor.cookies.values()])
    await wire.ask("GET", "/metrics", headers={"authorization": f"Bearer {KEY}"})
    await visitor.get(f"{table}?from=Querulina")
    actions = f"/api/tables/{opened.json['table']}/actions"
    for body in ({"choice": "C10"}, b"{"):
        assert (await wire.ask("POST", actions, body, key=key)).status in {403, 422}
    refused = await visitor.post(f"{table}/act", {"choice": "C10", "key": "k" * 30})
    assert refused.status in {409, 422}
    store_of(wire.services.tables).close()
    assert (await visitor.post(f"{table}/close")).status >= 500
    log = "\n".join(log_lines)
    assert "POST /t/{table}/{command} 4" in log
    assert '"route": "/t/{table}/{command}"' in log
    for secret in filter(None, secrets):
        assert secret not in log


async def test_all_lines_of_a_request_carry_the_id_that_its_answer_has(
    wire: Wire, caplog: pytest.LogCaptureFixture, log_lines: list[str]
) -> None:
    caplog.set_level(logging.INFO)
    store_of(wire.services.tables).close()
    answer = await wire.ask("GET", "/healthz")
    asked = dict(answer.headers)["x-request-id"]
    lines = [json.loads(line) for line in log_lines[1::2]]
    mine = [line for line in lines if line.get("request") == asked]
    assert {line["logger"] for line in mine} >= {"matto.access", "matto.server"}
    access = next(line for line in mine if line["logger"] == "matto.access")
    assert (access["route"], access["status"]) == ("/healthz", answer.status)
    assert access["ms"] >= 0
    assert any("Traceback" in line.get("error", "") for line in mine)
    other = await wire.ask("GET", "/livez")
    assert dict(other.headers)["x-request-id"] != asked


# -- whether it lives, and is ready --------------------------------------------------------


async def test_without_its_store_a_server_lives_but_is_not_ready(wire: Wire) -> None:
    for path in ("/livez", "/readyz", "/healthz"):
        answer = await wire.ask("GET", path)
        assert (answer.status, answer.json["ok"]) == (200, True)
    store_of(wire.services.tables).close()
    assert (await wire.ask("GET", "/healthz")).status >= 500
    assert (await wire.ask("GET", "/livez")).status == 200
    assert (await wire.ask("GET", "/readyz")).status == 503


async def test_a_server_that_ends_is_not_ready(wire: Wire) -> None:
    wire.services.hub.close()
    assert (await wire.ask("GET", "/readyz")).status == 503
    assert (await wire.ask("GET", "/livez")).status == 200


async def test_a_store_that_does_not_answer_is_not_waited_for(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_store: Store, _ids: object) -> list[object]:
        await asyncio.sleep(60)
        return []

    monkeypatch.setattr("matto.server.web.health.PATIENCE", 0.05)
    monkeypatch.setattr(Store, "lines", never)
    assert (await wire.ask("GET", "/readyz")).status == 503


@pytest.mark.slow
def test_while_tables_are_brought_to_a_newer_form_a_server_lives_but_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matto.server.serving.GRACE", 0.0)
    migrated, ready = threading.Event(), threading.Event()

    def slowly(place: str | Path, *, alone: bool) -> Store:
        assert migrated.wait(60)
        return Store(place, alone=alone)

    monkeypatch.setattr(app, "Store", slowly)
    settings = Settings(tmp_path, port=0)
    server = server_of(settings, ready.set)
    listening = listen(settings, exactly=True)
    address = f"http://{LOOPBACK}:{listening.getsockname()[1]}"
    running = threading.Thread(target=server.run, args=([listening],))
    running.start()
    try:
        assert httpx.get(f"{address}/livez", timeout=60).status_code == 200
        assert httpx.get(f"{address}/readyz", timeout=60).status_code == 503
        assert httpx.get(address, timeout=60).headers["retry-after"]
        migrated.set()
        assert ready.wait(60)
        assert httpx.get(f"{address}/readyz", timeout=60).status_code == 200
        assert re.search("<h1", httpx.get(address, timeout=60).text)
    finally:
        migrated.set()
        server.should_exit = True
        running.join(60)


# -- what a server says at its start, and what it leaves out -------------------------------

HEAVY = ("numba", "numpy", "rich", "psycopg", "redis")


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
