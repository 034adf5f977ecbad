"""Judging a network by deals that it was not fitted to: what its choices bring over rule's.

All choices of a position were tried in the same deal; so the difference of two of them is the
gain of one over the other, by the judge that labelled them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.encoding import Encoding
from matto.players.learned.network import Network, promise_inputs
from matto.training.labelled import Labelled

SURE = 1.96
"""So many standard errors on each side are a 95 % interval."""


class Gain(NamedTuple):
    """What a network brings over the rule of thumb, in σ: a decision, or a deal that is played.

    `positions` are those judged, or the deals.
    """

    positions: int
    mean: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - SURE * self.error

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + SURE * self.error


def gain_of(gains: NDArray[np.float64]) -> Gain:
    """Give the mean of what was gained in deals, and its error."""
    return Gain(len(gains), float(gains.mean()), float(gains.std() / np.sqrt(len(gains))))


MARGINS = (0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.5)
"""By how much, in σ, a choice may have to promise more than that of the rule of thumb."""


class Judged(NamedTuple):
    """A kind of question: the margin that brings most, and what is gained with it."""

    margin: float
    gain: Gain


def judged(
    network: Network, labelled: Labelled, encoding: Encoding, sigma: float
) -> Mapping[str, Judged]:
    """What is gained over the rule of thumb, by the kind of the question."""
    rows = np.arange(len(labelled.values))
    inputs = promise_inputs(labelled.promised)
    found = network.judge_all(labelled.observations, labelled.usual, inputs)[:, :-1]
    found[np.isnan(labelled.values)] = -np.inf
    best = found.argmax(axis=1)
    promised = found[rows, best] - found[rows, labelled.usual]
    brought = labelled.values[rows, best] - labelled.values[rows, labelled.usual]
    asked = labelled.observations[:, encoding.planes["kind"]].argmax(axis=1)
    found_by_kind = {}
    for kind in np.unique(asked).tolist():
        own = asked == kind
        found_by_kind[encoding.kinds[kind]] = _best(
            promised[own], brought[own] / sigma, labelled.deals[own]
        )
    return found_by_kind


def _best(
    promised: NDArray[np.float32], brought: NDArray[np.float32], deals: NDArray[np.int64]
) -> Judged:
    found = (
        Judged(margin, _gain(np.where(promised > margin, brought, 0.0), deals))
        for margin in MARGINS
    )
    return max(found, key=lambda judged: judged.gain.mean - judged.gain.error)


def _gain(gain: NDArray[np.float32], deals: NDArray[np.int64]) -> Gain:
    """The mean over positions; those of one deal are not independent of each other."""
    _, which = np.unique(deals, return_inverse=True)
    sums = np.bincount(which, gain - gain.mean())
    return Gain(len(gain), float(gain.mean()), float(np.sqrt((sums**2).sum()) / len(gain)))
