"""Fixtures for every test: the servers that some of them need."""

from __future__ import annotations

import os
from collections.abc import Iterator
from uuid import uuid4

import pytest

from services import new_database, postgres_server, redis_server


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


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis server: MATTO_TEST_REDIS, or one started here; tests share it."""
    told = os.environ.get("MATTO_TEST_REDIS")
    if told:
        yield told
        return
    with redis_server() as url:
        yield url
