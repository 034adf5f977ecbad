"""Several workers serve one port: they hear of each other, and one that dies is replaced."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest

from matto.server.app import running_tasks
from matto.server.live.process_broadcast import Broadcast, Notice, backend_of
from served import Served, figures
from server.visitors import GAME
from services import postgres_server, redis_server

PATIENCE = 60.0
MOST_ASKED = 2000
"""Requests after which a worker that does not answer is missing: a slow machine asks slowly."""


@contextmanager
def redis_channels() -> Iterator[dict[str, str]]:
    """Workers that share a file, and hear of each other over Redis."""
    with redis_server() as url:
        yield {"MATTO_CHANNELS": url}


@contextmanager
def postgres_alone() -> Iterator[dict[str, str]]:
    """Workers that share PostgreSQL, and hear of each other over it."""
    from services import new_database

    with postgres_server() as server:
        yield {"MATTO_DATABASE": new_database(server, "workers")}


@pytest.fixture(scope="module", params=[redis_channels, postgres_alone])
def two_workers(request: pytest.FixtureRequest) -> Iterator[Served]:
    """A server with two workers."""
    with ExitStack() as life:
        settings = life.enter_context(request.param())
        yield life.enter_context(Served(MATTO_WORKERS="2", **settings))


def worker_of(client: httpx.Client) -> int:
    """The process that a connection has reached."""
    return int(client.get("/healthz").raise_for_status().json()["process"])


def client_of(served: Served, life: ExitStack, *, other_than: int = 0) -> httpx.Client:
    """A connection to a worker, which lasts; to another one than the one named."""
    for _ in range(MOST_ASKED):
        client = life.enter_context(httpx.Client(base_url=served.url, timeout=PATIENCE))
        try:
            if worker_of(client) != other_than:
                return client
        except httpx.HTTPError:  # it has just ended, or somebody still says that it starts
            time.sleep(0.05)
    raise AssertionError("there is no other worker")


def opened(client: httpx.Client) -> str:
    token = re.search(r'name="csrf" value="(\w+)"', client.get("/").text)
    assert token is not None
    client.headers["x-csrf-token"] = token[1]
    form = {"game": GAME.id, "pace": "0"}
    location: str = client.post("/tables", data=form).headers["location"]
    return location


@pytest.mark.slow
def test_what_one_worker_does_is_seen_at_once_by_those_at_another(two_workers: Served) -> None:
    with ExitStack() as life:
        here = client_of(two_workers, life)
        table = opened(here)
        there = client_of(two_workers, life, other_than=worker_of(here))
        there.cookies.update(here.cookies)
        with there.stream("GET", f"{table}/stream") as stream:
            seen = (int(line[4:]) for line in stream.iter_lines() if line.startswith("id: "))
            first = next(seen)
            token = here.headers["x-csrf-token"]
            answer = here.post(f"{table}/close", data={"csrf": token})
            assert answer.status_code == 303
            closed = httpx_seq(here, table)
            assert closed > first
            while next(seen) < closed:
                pass


def httpx_seq(client: httpx.Client, table: str) -> int:
    found = re.search(r'data-seq="(\d+)"', client.get(table).text)
    assert found is not None
    return int(found[1])


@pytest.mark.slow
@pytest.mark.parametrize("two_workers", [redis_channels], indirect=True)
def test_a_worker_that_is_killed_is_replaced_its_tables_go_on_and_its_figures_count(
    two_workers: Served,
) -> None:
    asked: list[int] = []

    def ask_until(workers: int) -> None:
        """Ask until so many have answered; together they count each answer."""
        for _ in range(MOST_ASKED):
            if len({*asked}) == workers:
                break
            asked.extend(two_workers.answering())
        assert len({*asked}) == workers
        seen = figures(httpx.get(f"{two_workers.url}/metrics").content)
        assert seen["matto_requests_total", "GET", "/livez", "200"] == len(asked)

    ask_until(2)
    with ExitStack() as life:
        here = client_of(two_workers, life)
        table, killed = opened(here), worker_of(here)
        os.kill(killed, signal.SIGKILL)
        there = client_of(two_workers, life, other_than=killed)
        there.cookies.update(here.cookies)
        assert 'data-seat="0"' in there.get(table).text
    ask_until(3)


# -- the news alone ----------------------------------------------------------------------


class Wire:
    """A way from worker to worker in this process, that can break."""

    def __init__(self) -> None:
        self.open: list[asyncio.Queue[tuple[str, bytes]]] = []
        self.broken = False

    def backend(self) -> Any:
        return Backend(self)


class Backend:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._queue: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

    async def on_startup(self) -> None:
        if self._wire.broken:
            raise OSError("no way")

    async def on_shutdown(self) -> None:
        if self._queue in self._wire.open:
            self._wire.open.remove(self._queue)

    async def subscribe(self, _channels: list[str]) -> None:
        self._wire.open.append(self._queue)

    async def publish(self, data: bytes, channels: list[str]) -> None:
        if self._wire.broken:
            raise OSError("no way")
        for queue in self._wire.open:
            queue.put_nowait((channels[0], data))

    async def stream_events(self) -> AsyncIterator[tuple[str, bytes]]:
        while True:
            event = await self._queue.get()
            if self._wire.broken:
                raise OSError("broken")
            yield event


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


async def test_many_changes_at_once_are_told_together_and_never_to_oneself() -> None:
    wire, heard, echo = Wire(), list[Notice](), list[Notice]()
    one, two = (
        Broadcast(wire.backend, "one", echo.append),
        Broadcast(wire.backend, "two", heard.append),
    )
    async with asyncio.timeout(60), running_tasks(one.run(), two.run()):
        await until(lambda: len(wire.open) == 2)
        for number in range(150):
            one.note_change(f"table {number % 120}")
        await until(lambda: sum(len(told.tables) for told in heard) == 120)
        await one.send_presence({"table 1": ["anna"]})
        await until(lambda: heard[-1].here == {"table 1": ("anna",)})
        assert len(heard) == 3
        assert echo == []


async def test_a_way_that_breaks_is_taken_again_when_it_is_mended(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matto.server.live.process_broadcast.RECONNECT_AFTER", 0.01)
    wire, heard = Wire(), list[Notice]()
    one, two = (
        Broadcast(wire.backend, "one", lambda _told: None),
        Broadcast(wire.backend, "two", heard.append),
    )
    async with asyncio.timeout(60), running_tasks(one.run(), two.run()):
        await until(lambda: len(wire.open) == 2)
        wire.broken = True
        for queue in tuple(wire.open):
            queue.put_nowait(("matto", b"nonsense"))
        await until(lambda: not wire.open)
        one.note_change("table 1")
        wire.broken = False
        await until(lambda: len(wire.open) == 2)
        one.note_change("table 2")
        await until(lambda: bool(heard) and heard[-1].tables == ("table 2",))
    assert "no news from other workers" in caplog.text


async def test_news_that_cannot_be_read_are_passed_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    wire, heard = Wire(), list[Notice]()
    news = Broadcast(wire.backend, "two", heard.append)
    async with asyncio.timeout(60), running_tasks(news.run()):
        await until(lambda: len(wire.open) == 1)
        await wire.backend().publish(b"nonsense", ["matto"])
        await wire.backend().publish(b'{"worker": "one", "tables": ["t"]}', ["matto"])
        await until(lambda: bool(heard))
    assert "cannot be read" in caplog.text


def test_the_way_is_chosen_by_its_address() -> None:
    assert "Redis" in type(backend_of("redis://127.0.0.1:1")).__name__
    assert "Psyco" in type(backend_of("postgresql+psycopg://127.0.0.1/x")).__name__
