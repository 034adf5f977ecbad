"""Whatever befalls a server: what it has acknowledged is kept once, as all have seen it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from samples import TIMES, many
from server.faulty import forget_library
from server.troubles import SCENES, in_trouble

MATCHES = many(1)
ALWAYS = ("full-disk", "paused-worker", "partition")
"""What is tried in CI; the others are alike, and `lab/troubles.py` tries all for longer."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and the shim")


@pytest.fixture(scope="module", autouse=True)
def shim() -> Iterator[None]:
    yield
    forget_library()


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES if TIMES > 1 else ALWAYS)
def test_what_was_acknowledged_is_kept_once_in_an_order_that_all_saw(name: str) -> None:
    found = in_trouble(name, MATCHES, tables=2, deeds=(8, 20), seed=MATCHES)
    print(found)
    assert found.troubles > 1
    assert found.tally.acknowledged > 20 * MATCHES
    assert found.compared > 20 * MATCHES
