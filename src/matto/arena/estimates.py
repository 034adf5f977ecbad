"""Means with 95 % intervals over independent deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
FEWEST = 2
"""Deals from which on there is an interval."""

Values = Sequence[float] | NDArray[np.float64]


class Estimate(NamedTuple):
    """A mean with its standard error, over so many independent deals."""

    mean: float
    error: float
    deals: int

    @property
    def low(self) -> float | None:
        """The lower end of the 95 % interval; None from a single value."""
        return None if self.deals < FEWEST else self.mean - self._reach

    @property
    def high(self) -> float | None:
        """The upper end of the 95 % interval; None from a single value."""
        return None if self.deals < FEWEST else self.mean + self._reach

    @property
    def _reach(self) -> float:
        return self.error * t_quantile(0.5 + CONFIDENCE / 2, self.deals - 1)


def t_quantile(share: float, freedom: int) -> float:
    """The quantile of Student's t, exact for 1 and 2 degrees of freedom, else to 0.2 %.

    Four terms of the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5).
    """
    if freedom == 1:
        return math.tan(math.pi * (share - 0.5))
    if freedom == 2:  # noqa: PLR2004 - the other case with a closed form
        return (2 * share - 1) / math.sqrt(2 * share * (1 - share))
    z = NormalDist().inv_cdf(share)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))


def mean_of(values: Values) -> Estimate:
    """The mean of independent values; raises `ValueError` for none."""
    found = np.asarray(values, float)
    if not found.size:
        raise ValueError("there is no mean of nothing")
    return Estimate(float(found.mean()), _error(found), int(found.size))


def ratio_of(sums: Values, counts: Values) -> Estimate | None:
    """A mean over several results a deal: sums and counts deal by deal; None without counts.

    Deals are the unit, however many results each of them gives; the error is that of a ratio
    of means, by its linear part (sum − ratio · count) / mean count. Only deals that gave any
    result count as deals of the estimate.
    """
    over, under = np.asarray(sums, float), np.asarray(counts, float)
    if not under.size or not under.any():
        return None
    ratio = float(over.sum() / under.sum())
    linear = (over - ratio * under) / under.mean()
    return Estimate(ratio, _error(linear), int(np.count_nonzero(under)))


def in_sigmas(values: Values, squares: Values) -> Estimate | None:
    """A mean in units of a standard deviation that is estimated from the same deals.

    `squares` is each deal's mean square of a result about zero. The error takes in that of
    the unit, by the linear part of mean / √(mean square). None if the unit is zero.
    """
    found, square = np.asarray(values, float), np.asarray(squares, float)
    unit = math.sqrt(float(square.mean())) if square.size else 0.0
    if not unit:
        return None
    mean = float(found.mean()) / unit
    linear = found / unit - mean * (square - unit**2) / (2 * unit**2)
    return Estimate(mean, _error(linear), int(found.size))


def variance(values: Values) -> float:
    """The variance of a single value; nothing from one."""
    found = np.asarray(values, float)
    return float(found.var(ddof=1)) if found.size >= FEWEST else 0.0


def _error(values: NDArray[np.float64]) -> float:
    return math.sqrt(variance(values) / values.size)
