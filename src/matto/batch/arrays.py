"""What a batch shows of its rows, as arrays that are written anew in place at every step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from matto.kernel.batch import NO_SEAT, Flags
from matto.kernel.batch_layout import Bytes
from matto.kernel.layout import Numbers


class Arrays(NamedTuple):
    """One row a deal; see `BatchEnv`."""

    numbers: Numbers
    seats: Numbers
    masks: Flags
    observations: Bytes
    rewards: Numbers
    done: Flags

    @classmethod
    def empty(cls, n: int, seats: int, actions: int, length: int) -> Arrays:
        """Arrays of `n` rows in which no deal has begun."""
        return cls(
            numbers=np.arange(n),
            seats=np.full(n, NO_SEAT),
            masks=np.zeros((n, actions), np.bool_),
            observations=np.zeros((n, length), np.uint8),
            rewards=np.zeros((n, seats), np.int64),
            done=np.zeros(n, np.bool_),
        )
