"""How often a test repeats the same thing: seldom in CI, oftener for who looks for a fault.

Each kind of thing, such as a game or the value of an option, is tried in any case; what is a
sample of many alike, such as deals by chance, is as large as `MATTO_SAMPLES` times that of CI.
"""

from __future__ import annotations

import os

import pytest

VARIABLE = "MATTO_SAMPLES"


def times(given: str) -> int:
    """Read how many times as much is wished; samples of nothing would show nothing."""
    if not given.isdecimal() or int(given) < 1:
        raise pytest.UsageError(f"{VARIABLE} is a whole number from 1 on, not {given!r}.")
    return int(given)


TIMES = times(os.environ.get(VARIABLE, "1"))


def many(number: int) -> int:
    """So many in CI, and as many times as MATTO_SAMPLES says otherwise."""
    return number * TIMES
