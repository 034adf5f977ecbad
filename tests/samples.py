"""How often a test repeats the same thing: seldom in CI, oftener for who looks for a fault.

Each kind of thing, such as a game or the value of an option, is tried in any case; what is a
sample of many alike, such as deals by chance, is as large as `MATTO_SAMPLES` times that of CI.
"""

from __future__ import annotations

import os

VARIABLE = "MATTO_SAMPLES"
TIMES = int(os.environ.get(VARIABLE, "1"))


def many(number: int) -> int:
    """So many in CI, and as many times as MATTO_SAMPLES says otherwise."""
    return number * TIMES
