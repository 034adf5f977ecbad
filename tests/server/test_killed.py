"""The server is killed at random moments, and nothing acknowledged is lost or doubled."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from samples import TIMES, many
from served import Served
from server.history import check_histories
from server.killing import play_while_it_fails
from services import answers, redis_server

MATCHES = many(3)
"""At a table of persons, at one with a bot, and at one with a single person."""
KILLS = many(3)
DATABASES = ("sqlite", "postgres") if TIMES > 1 else ("sqlite",)
"""What is killed is the server, and what it does with either is the same."""


@pytest.mark.slow
@pytest.mark.parametrize("database", DATABASES)
async def test_whatever_was_acknowledged_is_there_once_after_the_server_was_killed(
    database: str, request: pytest.FixtureRequest
) -> None:
    settings = dict[str, str]()
    if database == "postgres":
        settings = {"MATTO_DATABASE": request.getfixturevalue("postgres_url")}
    with Served(**settings) as served:
        tally, failures, histories = await play_while_it_fails(
            served, MATCHES, tables=3, deeds=(20, 40), seed=MATCHES, most=KILLS
        )
        place = settings.get("MATTO_DATABASE", served.data / "tables.sqlite")
        assert check_histories(place, histories) > 20 * MATCHES
    print(f"{failures} times killed: {tally}")
    assert tally.deals > MATCHES
    assert failures == KILLS
    assert tally.acknowledged > 20 * MATCHES
    assert tally.cut_off > 0
    assert tally.compared_pages > 0
    assert tally.compared_states > 0


# -- a server that is killed takes its processes with it -----------------------------------

AT_ONCE = 10.0
"""Seconds in which whatever the server had started has ended; compiling takes many more."""


@pytest.fixture
def compiling(tmp_path: Path) -> Iterator[Served]:
    """A server whose bots have everything to compile."""
    with Served(MATTO_KERNEL_CACHE=str(tmp_path)) as served:
        open_table_of_strong_bots(served)
        yield served


def open_table_of_strong_bots(served: Served) -> None:
    """Open a table that needs compiled play, and look at it."""
    order = {"game": "calatafimi-2", "bots": ["strong", "strong"]}
    with httpx.Client(base_url=served.url, timeout=60) as client:
        table = client.post("/api/tables", json=order).json()["table"]
        client.get(f"/api/tables/{table}").raise_for_status()


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    own = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [found for child in map(int, own) for found in (child, *children_of(child))]


def some_child_of(pid: int) -> list[int]:
    until = time.monotonic() + 60
    while not (found := children_of(pid)):
        assert time.monotonic() < until, "no bot was started"
        time.sleep(0.02)
    return found


def handles_of(pid: int) -> set[str]:
    """What a process has open."""
    folder = Path(f"/proc/{pid}/fd")
    return {os.readlink(handle) for handle in folder.iterdir()}


def wait_until_gone(pids: list[int]) -> None:
    until = time.monotonic() + AT_ONCE
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < until, "a process outlives its server"
        time.sleep(0.02)


@pytest.mark.slow
def test_bots_that_compile_have_no_handle_of_the_server_and_end_with_it(
    compiling: Served,
) -> None:
    assert compiling.process is not None
    server = compiling.process.pid
    bots = some_child_of(server)
    time.sleep(1)  # it is compiling by now
    sockets = {found for found in handles_of(server) if found.startswith("socket:")}
    own_pipes = {os.readlink(f"/proc/{bot}/fd/{handle}") for bot in bots for handle in (0, 1)}
    assert sockets
    for bot in bots:
        assert handles_of(bot).isdisjoint(sockets - own_pipes)
    compiling.kill()
    assert not answers(compiling.port)
    wait_until_gone(bots)


@pytest.mark.slow
def test_workers_and_their_bots_end_when_whoever_started_them_is_killed(tmp_path: Path) -> None:
    settings = {"MATTO_WORKERS": "2", "MATTO_KERNEL_CACHE": str(tmp_path)}
    with redis_server() as channels, Served(MATTO_CHANNELS=channels, **settings) as served:
        open_table_of_strong_bots(served)
        assert served.process is not None
        below = some_child_of(served.process.pid)
        os.kill(served.process.pid, signal.SIGKILL)
        wait_until_gone(below)
        assert not answers(served.port)
