"""A real server for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from served import Served


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server for all tests of this process."""
    with Served() as server:
        yield server
