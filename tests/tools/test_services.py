"""The servers that tests start are there, empty, and gone afterwards."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
import redis

import machine
from services import (
    answers,
    free_port,
    new_database,
    postgres_server,
    redis_server,
    require,
    running,
)

pytestmark = pytest.mark.slow
GHOST = machine.Program("ghost-server", "the tests of ghosts", ("no-such-ghost",))


def test_a_postgres_of_the_tests_own_is_empty_and_ends_with_the_block() -> None:
    with postgres_server() as server:
        url = new_database(server, "of-one-test").replace("+psycopg", "")
        with psycopg.connect(url) as connection:
            found = connection.execute("select count(*) from pg_stat_user_tables").fetchone()
        assert found == (0,)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)


def test_a_redis_of_the_tests_own_keeps_nothing_and_ends_with_the_block() -> None:
    with redis_server() as url:
        client = redis.Redis.from_url(url)
        assert client.set("a", "b")
        assert client.dbsize() == 1
        client.close()
        port = int(url.rpartition(":")[2])
    assert not answers(port)


def test_a_server_that_does_not_start_fails_with_its_own_words(
    tmp_path: Path,
) -> None:
    command: list[str | Path] = ["sh", "-c", "echo the disk is full; exit 3"]
    starting = running(command, free_port(), tmp_path / "log")
    with pytest.raises(pytest.fail.Exception, match="the disk is full"), starting:
        raise AssertionError("it cannot have started")


def test_without_a_program_a_test_is_skipped_but_fails_on_ci(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="apt-get install ghost-server"):
        require(GHOST)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="apt-get install ghost-server"):
        require(GHOST)
