"""The server is killed at random moments, and nothing acknowledged is lost or doubled."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
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


def below(pid: int) -> dict[int, list[int]]:
    """The processes that a process has started, each with those that it has started."""
    own = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {child: [*below(child)] for child in map(int, own)}


def handles_of(pid: int) -> set[str]:
    """What a process has open."""
    folder = Path(f"/proc/{pid}/fd")
    return {os.readlink(handle) for handle in folder.iterdir()}


def handles_beside_its_pipes(bot: int) -> set[str]:
    pipes = {os.readlink(f"/proc/{bot}/fd/{pipe}") for pipe in (0, 1)}
    return handles_of(bot) - pipes


def wait_until(found: Callable[[], bool], seconds: float, otherwise: str) -> None:
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until, otherwise
        time.sleep(0.02)


@pytest.mark.slow
def test_workers_and_bots_that_compile_end_when_whoever_started_them_is_killed(
    tmp_path: Path,
) -> None:
    settings = {"MATTO_WORKERS": "2", "MATTO_KERNEL_CACHE": str(tmp_path)}
    with redis_server() as channels, Served(MATTO_CHANNELS=channels, **settings) as served:
        order = {"game": "calatafimi-2", "bots": ["strong", "strong"]}
        with httpx.Client(base_url=served.url, timeout=60) as client:
            table = client.post("/api/tables", json=order).json()["table"]
            client.get(f"/api/tables/{table}").raise_for_status()
        assert served.process is not None
        pid = served.process.pid
        wait_until(lambda: any(below(pid).values()), 60, "no bot was started")
        workers = below(pid)
        bots = [bot for own in workers.values() for bot in own]
        worker = next(worker for worker, own in workers.items() if own)
        sockets = {found for found in handles_of(worker) if found.startswith("socket:")}
        assert sockets

        def are_apart() -> bool:  # a process begins as a copy of whoever starts it
            return all(sockets.isdisjoint(handles_beside_its_pipes(bot)) for bot in bots)

        wait_until(are_apart, 60, "a bot has a handle of its server")
        served.kill()
        left = [Path(f"/proc/{one}") for one in (*workers, *bots)]
        wait_until(lambda: not any(map(Path.exists, left)), AT_ONCE, "one outlives its server")
        assert not answers(served.port)
